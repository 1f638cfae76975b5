import { count } from 'contract/counts.ts';
import type { SavingsResult } from 'contract/scenarios/scenarios.ts';
import { CalculatorPage } from '#parts/calculator/calculator.tsx';
import { calculatorUrl } from '#parts/calculator/calculator-url.ts';
import { Figures } from '#parts/calculator/figures.tsx';
import { panelFields } from '#parts/calculator/terms.ts';
import { TermsGroup } from '#parts/calculator/terms-fields.tsx';
import { useCalculator } from '#parts/calculator/use-calculator.ts';
import { defaultInflationPercent } from 'contract/scenarios/scenarios.constants.ts';
import { FigureTable } from '#parts/calculator/figure-table.tsx';
import { Chart } from '#parts/chart/chart.tsx';
import { formatAud, formatDuration, formatShortRate } from '#parts/format/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { Page } from '#ui/layout/page.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import type { calculateSavings } from './savings-calculation.ts';
import { savingsCalculator, savingsFields, savingsRequest, type SavingsTerms } from './savings-terms.ts';
import { centsText, csvText } from '#parts/calculator/csv.ts';

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
        label="Savings Terms"
        renderFields={(inputs) => (
          <TermsGroup title="Savings Terms" fields={panelFields(savingsFields, inputs)} />
        )}
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

interface SavingsGoalProps {
  terms: SavingsTerms;
  finalBalance: number;
  /** The smallest monthly deposit that reaches the goal. */
  deposit: number;
  /** Fills the deposit into the form. */
  onUse: (deposit: number) => void;
}

/** The deposit that reaches the goal, and the final balance of the current one. */
function SavingsGoal({ terms, finalBalance, deposit, onUse }: SavingsGoalProps) {
  const goal = Number(terms.target_amount);
  const missing = goal - finalBalance;
  return (
    <Panel title="Goal">
      <div className="flex flex-col items-start gap-3">
        <p>
          {missing > 0
            ? `These deposits are ${formatAud(missing)} short of ${formatAud(goal)}.`
            : `These deposits reach ${formatAud(goal)}.`}
        </p>
        <p>
          The smallest deposit that reaches it in {formatDuration(Number(terms.duration_months))}:{' '}
          <strong className="text-strong tabular-nums">{formatAud(deposit)}</strong> a month.
        </p>
        <Button className="print:hidden" onClick={() => onUse(deposit)}>
          Use this deposit
        </Button>
      </div>
    </Panel>
  );
}

interface SavingsByYearProps {
  terms: SavingsTerms;
  result: ReturnType<typeof calculateSavings>;
}

function SavingsByYear({ terms, result }: SavingsByYearProps) {
  const opening = Number(terms.opening_balance);
  const paidIn = result.yearly.map((_, index) =>
    result.yearly.slice(0, index + 1).reduce((sum, { deposit }) => sum + deposit, opening),
  );
  return (
    <Panel title="By Year" aside={count(result.yearly.length, 'year')}>
      <div className="grid gap-4">
        <Chart
          kind="bar"
          labels={result.yearly.map(({ year }) => String(year))}
          labelText={(index) => `Year ${index + 1}`}
          series={[
            { name: 'Paid in', color: 'accent', values: paidIn },
            {
              name: 'Interest',
              color: 'chart-second',
              values: result.yearly.map(({ balance }, index) => balance - paidIn[index]!),
            },
          ]}
          label={`Balance by year, from ${formatAud(result.yearly[0]?.balance ?? 0)} to ${formatAud(result.final_balance)}; the table has the figures`}
        />
        <FigureTable
          caption="Amounts in Australian dollars"
          row="Year"
          labels={['Deposits', 'Interest', 'Balance', "In Today's Money"]}
          cardTitle={(year) => `Year ${year}`}
          rows={result.yearly.map(({ year, deposit, interest, balance }, index) => ({
            head: String(year),
            figures: [deposit, interest, balance, result.yearly_today[index] ?? 0].map(formatAud),
          }))}
        />
      </div>
    </Panel>
  );
}

/** By month, with the summary's totals at the end. */
function savingsCsv({ schedule, total_deposits, total_interest, final_balance }: SavingsResult): string {
  return csvText(
    ['Month', 'Deposit', 'Interest', 'Balance'],
    [
      ...schedule.map((row) => [
        row.period,
        centsText(row.deposit),
        centsText(row.interest),
        centsText(row.balance),
      ]),
      ['Total', centsText(total_deposits), centsText(total_interest), centsText(final_balance)],
    ],
  );
}
