import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { CalculatorForm } from '#parts/calculator/calculator-form.tsx';
import { CalculatorPage } from '#parts/calculator/calculator.tsx';
import { calculatorUrl } from '#parts/calculator/calculator-url.ts';
import { Figures } from '#parts/calculator/figures.tsx';
import { paymentTexts, periodNames } from 'contract/scenarios/frequency-texts.ts';
import { emptyScenario } from 'contract/scenarios/empty-scenario.ts';
import { fragmentOf } from '#parts/calculator/scenario/scenario-link.ts';
import { panelFields } from '#parts/calculator/terms.ts';
import { TermsGroup } from '#parts/calculator/terms-fields.tsx';
import { useCalculator } from '#parts/calculator/use-calculator.ts';
import { formatAud, formatDuration, formatShortRate } from '#parts/format/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { Page } from '#ui/layout/page.tsx';
import { borrowingCsv } from './borrowing-csv.ts';
import { borrowingCalculator, borrowingFields, type BorrowingTerms, frequencyOf } from './borrowing-terms.ts';
import { Stress } from './stress.tsx';

const terminology = [
  'annual rate',
  'compounding',
  'loan term',
  'repayment',
  'serviceability buffer',
  'stress test',
];

export default function BorrowingPowerScreen() {
  const { hash } = useLocation();
  const [pay] = useState(() => payOfLink(hash));
  const calculator = useCalculator(borrowingCalculator);
  const fields = pay === null ? borrowingFields : fieldsWithPayHint(pay);
  return (
    <Page
      heading="BORROWING POWER"
      lede="The largest loan that you can repay with a payment, and what the payment becomes if rates rise."
    >
      <CalculatorPage
        calculator={calculator}
        title="Borrowing power"
        terms={
          <CalculatorForm
            calculator={calculator}
            label="What You Can Pay"
            renderFields={(inputs) => (
              <TermsGroup title="What You Can Pay" fields={panelFields(fields, inputs)} />
            )}
          />
        }
        csvName="borrowing-power.csv"
        example={{ to: example, terms: '$3,000 a month for 30 years at 6%' }}
        terminology={terminology}
        renderResult={({ terms, result }) => ({
          bar: [
            ['Can be borrowed', formatAud(result.amount)],
            ['Interest', formatAud(result.totalInterest)],
          ],
          announcement: `${formatAud(result.amount)} can be borrowed.`,
          summary: (
            <Figures
              lead={['Can Be Borrowed', formatAud(result.amount), termsText(terms)]}
              figures={[
                [`${paymentTexts[frequencyOf(terms)]} Payment on It`, formatAud(result.payment)],
                ['Total Interest', formatAud(result.totalInterest)],
              ]}
            />
          ),
          csv: () => borrowingCsv(terms, result),
          actions: (
            <Button to={loanUrl(terms, result.amount)}>See every payment in the loan calculator</Button>
          ),
        })}
        renderDetails={(output) =>
          output && <Stress rate={Number(output.terms.annual_interest_rate)} power={output.result} />
        }
      />
    </Page>
  );
}

const example = calculatorUrl('borrowing', {
  payment_per_period: '3000',
  duration_months: '360',
  annual_interest_rate: '6',
  compounding_frequency: 'monthly',
  payment_frequency: 'monthly',
});

/** A month's take-home pay in a link from that calculator, such as `#pay=5432.1`. */
function payOfLink(hash: string): number | null {
  const pay = Number(new URLSearchParams(hash.slice(1)).get('pay') || Number.NaN);
  return pay > 0 ? pay : null;
}

/** The take-home pay is only a hint beside the field, because a payment has to be smaller than the pay. */
function fieldsWithPayHint(pay: number) {
  return borrowingFields.map((field) =>
    field.name === 'payment_per_period'
      ? { ...field, hint: `${field.hint}. Your take-home pay is ${formatAud(pay)} a month` }
      : field,
  );
}

/** The URL of this loan in the loan calculator, with the same payment frequency. */
function loanUrl(terms: BorrowingTerms, amount: number): string {
  const frequency = frequencyOf(terms);
  const loan = calculatorUrl('loan', { ...terms, total_loan_amount: String(amount) });
  return frequency === 'monthly'
    ? loan
    : loan + fragmentOf({ ...emptyScenario, payment_frequency: frequency });
}

function termsText(terms: BorrowingTerms): string {
  const payment = formatAud(Number(terms.payment_per_period));
  const fee = Number(terms.fee_per_period);
  const rate = formatShortRate(Number(terms.annual_interest_rate));
  return (
    `${payment} a ${periodNames[frequencyOf(terms)]}${fee > 0 ? `, ${formatAud(fee)} of it a fee,` : ''} for ` +
    `${formatDuration(Number(terms.duration_months))} at ${rate} a year, compounding ${terms.compounding_frequency}. ` +
    'Assumes that the rate and the payment do not change. What a lender would lend also depends on your income and expenses.'
  );
}
