import { placesInText, type Place } from 'contract/buying/buying.constants.ts';
import { CalculatorPage } from '#parts/calculator/calculator.tsx';
import { calculatorUrl } from '#parts/calculator/calculator-url.ts';
import { panelFields } from '#parts/calculator/terms.ts';
import { TermsGroup } from '#parts/calculator/terms-fields.tsx';
import { useCalculator } from '#parts/calculator/use-calculator.ts';
import { useOnEdit } from '#parts/calculator/use-inputs.ts';
import { formatAud, formatShortAud, formatWholeAud } from '#parts/format/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { Page } from '#ui/layout/page.tsx';
import type { Buying } from './buying-calculation.ts';
import { buyingCsv } from './buying-csv.ts';
import { BuyingDetails } from './buying-details.tsx';
import { announcementOf, BuyingSummary } from './buying-summary.tsx';
import { buyingCalculator, buyingGroups, buyingRequest, type BuyingTerms, costsOf } from './buying-terms.ts';
import { useFormerLink } from './former-link.ts';
import { lede, title } from './texts.ts';

const terminology = [
  'deposit',
  'dutiable value',
  'first home owner grant',
  'lenders mortgage insurance',
  'loan-to-value ratio',
  'serviceability buffer',
  'settlement',
  'transfer duty',
];

const example = calculatorUrl('buying', { price: '650000', place: 'vic', savings: '160000' });

export default function BuyingScreen() {
  const former = useFormerLink();
  const calculator = useCalculator(buyingCalculator);
  const { form, inputs: currentInputs } = calculator;
  useOnEdit(form, (name) => {
    // In the ACT the box is about 5 years, and elsewhere about a first home.
    if (name === 'place' && currentInputs['place'] === 'act') form.setValue('first_home', '');
  });
  const payHint = former?.pay ? `. Your take-home pay is ${formatAud(former.pay)} a month` : '';
  return (
    <Page heading="BUYING A HOME" lede={lede}>
      {former?.notice && <p className="text-sm text-warn">{former.notice}</p>}
      <CalculatorPage
        calculator={calculator}
        title={title}
        label="Buying a Home"
        renderFields={(inputs) => {
          const groups = buyingGroups(inputs);
          const costs = costsOf(buyingCalculator.termsOf(inputs));
          const { repayment = '' } = inputs;
          return (
            <>
              <TermsGroup
                title="The Home"
                fields={panelFields(groups.home, inputs)}
                options={[
                  {
                    title: 'Other Costs',
                    content: costs > 0 ? formatShortAud(costs) : '',
                    fields: panelFields(groups.costs, inputs),
                  },
                ]}
              />
              <TermsGroup title="Your Money" fields={panelFields(groups.money, inputs)} />
              <TermsGroup
                title="Your Income"
                fields={panelFields(groups.income, inputs)}
                options={[
                  {
                    title: 'I know what I can pay',
                    content: repayment,
                    fields: panelFields(
                      groups.payment.map((field) => ({ ...field, hint: field.hint + payHint })),
                      inputs,
                    ),
                  },
                ]}
              />
            </>
          );
        }}
        csvName="buying.csv"
        example={{
          text: 'ENTER A PRICE AND A PLACE, OR YOUR INCOME, or start from an example.',
          to: example,
          terms: '$650,000 in Victoria, $160,000 saved',
        }}
        terminology={terminology}
        renderResult={({ terms, result }) => ({
          bar: barOf(result),
          announcement: announcementOf(result),
          summary: <BuyingSummary terms={terms} result={result} />,
          csv: () => buyingCsv(result),
          calculation: { kind: 'buying', input: buyingRequest(terms) },
          actions: <OpenLoan terms={terms} result={result} />,
          paper: terms.place && paperTerms(terms),
        })}
        renderDetails={(output) => output && <BuyingDetails terms={output.terms} result={output.result} />}
      />
    </Page>
  );
}

function barOf({ purchase, borrowing, largest }: Buying): [string, string][] {
  const bar: [string, string][] = [];
  if (purchase) bar.push(['Cash needed', formatAud(purchase.cash_needed)]);
  if (largest) bar.push(['Largest price', largest.price ? formatWholeAud(largest.price) : 'None']);
  if (bar.length < 2 && borrowing) bar.push(['Can be borrowed', formatAud(borrowing.loan)]);
  return bar;
}

/** The loan of the purchase, or else what can be borrowed, in the loan calculator. */
function OpenLoan({ terms, result }: { terms: BuyingTerms; result: Buying }) {
  const { purchase, borrowing, largest } = result;
  const loan = purchase?.loan ?? largest?.purchase?.loan ?? borrowing?.loan ?? 0;
  if (loan <= 0) return null;
  const to = calculatorUrl('loan', {
    total_loan_amount: String(loan),
    duration_months: terms.duration_months,
    annual_interest_rate: terms.annual_interest_rate,
    compounding_frequency: 'monthly',
  });
  return (
    <Button variant="ghost" to={to}>
      Open the loan
    </Button>
  );
}

const paperTerms = ({ price, place, savings }: BuyingTerms) =>
  [
    price ? formatWholeAud(Number(price)) : 'A home',
    `in ${placesInText[place as Place]}, with ${formatShortAud(Number(savings || 0))} saved.`,
  ].join(' ');
