import type { SavingsResult } from 'contract/scenarios/scenarios.ts';
import { CalculatorForm } from '#parts/calculator/calculator-form.tsx';
import { CalculatorPage } from '#parts/calculator/calculator.tsx';
import { calculatorUrl } from '#parts/calculator/calculator-url.ts';
import { Figures } from '#parts/calculator/figures.tsx';
import { panelFields } from '#parts/calculator/terms.ts';
import { TermsGroup } from '#parts/calculator/terms-fields.tsx';
import { useCalculator } from '#parts/calculator/use-calculator.ts';
import { defaultInflationPercent } from 'contract/scenarios/scenarios.constants.ts';
import { formatAud, formatDuration, formatShortRate } from '#parts/format/format.ts';
import { Page } from '#ui/layout/page.tsx';
import { SavingsByYear } from './savings-by-year.tsx';
import { savingsCsv } from './savings-csv.ts';
import { SavingsGoal } from './savings-goal.tsx';
import { savingsCalculator, savingsFields, savingsRequest, type SavingsTerms } from './savings-terms.ts';

const terminology = [
  'annual rate',
  'compounding',
  'deposit',
  'inflation',
  'interest',
  'nominal',
  'present value',
];

const example = calculatorUrl('savings', {
  opening_balance: '5000',
  deposit_per_month: '500',
  duration_months: '120',
  annual_interest_rate: '4.5',
  inflation_rate: defaultInflationPercent,
});

export default function SavingsScreen() {
  const calculator = useCalculator(savingsCalculator);
  const { form } = calculator;

  function fillDeposit(deposit: number) {
    form.setValue('deposit_per_month', String(deposit));
    form.setFocus('deposit_per_month');
  }

  return (
    <Page
      heading="SAVINGS"
      lede="How much regular deposits grow to, month by month and to the cent, and what they will buy."
    >
      <CalculatorPage
        calculator={calculator}
        title="Savings"
        terms={
          <CalculatorForm
            calculator={calculator}
            label="Savings Terms"
            renderFields={(inputs) => (
              <TermsGroup title="Savings Terms" fields={panelFields(savingsFields, inputs)} />
            )}
          />
        }
        csvName="savings.csv"
        example={{ to: example, terms: '$500 a month for 10 years at 4.5%' }}
        terminology={terminology}
        renderResult={({ terms, result }) => ({
          bar: [
            ['Final balance', formatAud(result.final_balance)],
            ['Interest', formatAud(result.total_interest)],
          ],
          announcement: announcement(result),
          summary: (
            <Figures
              lead={['Final Balance', formatAud(result.final_balance), termsText(terms)]}
              figures={[
                ["Final Balance in Today's Money", formatAud(result.final_balance_today)],
                ['Total Deposits', formatAud(result.total_deposits)],
                ['Total Interest', formatAud(result.total_interest)],
              ]}
            />
          ),
          csv: () => savingsCsv(result),
          calculation: { kind: 'savings', input: savingsRequest(terms) },
          belowSummary: result.goal_deposit !== undefined && (
            <SavingsGoal
              terms={terms}
              finalBalance={result.final_balance}
              deposit={result.goal_deposit}
              onUse={fillDeposit}
            />
          ),
        })}
        renderDetails={(output) => output && <SavingsByYear {...output} />}
      />
    </Page>
  );
}

function announcement({ final_balance, total_interest }: SavingsResult): string {
  return `Final balance ${formatAud(final_balance)}, of which interest ${formatAud(total_interest)}.`;
}

function termsText(terms: SavingsTerms): string {
  const opening = Number(terms.opening_balance);
  const first = opening > 0 ? `${formatAud(opening)} at first, then ` : '';
  const deposit = formatAud(Number(terms.deposit_per_month));
  const time = formatDuration(Number(terms.duration_months));
  const rate = formatShortRate(Number(terms.annual_interest_rate));
  const inflation = formatShortRate(Number(terms.inflation_rate));
  return (
    `${first}${deposit} at the end of each month for ${time} at ${rate} a year, added monthly. ` +
    `Today's money takes ${inflation} of inflation a year off. Assumes that both rates do not change. Does not include taxes and fees.`
  );
}
