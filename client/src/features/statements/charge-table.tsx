import type { StatementResult } from 'contract/statements/statements.ts';
import { FigureTable } from '#parts/calculator/figure-table.tsx';
import { usePrinting } from '#parts/calculator/use-printing.ts';
import { Chart } from '#parts/chart/chart.tsx';
import { formatAud, formatDate, formatMonth, formatShortRate } from '#parts/format/format.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { type CheckedPart, partText } from './part-texts.ts';
import { type Charge, statusText, workingText } from './statement-texts.ts';

const labels = ['Days', 'Average balance', 'Rate', 'Charged', 'Expected', 'Difference', 'Status'];
const main = new Set(['Charged', 'Expected', 'Difference', 'Status']);

const dash = '–';
const audOf = (amount: number | null) => (amount === null ? dash : formatAud(amount));
const rateOf = ({ annual_interest_rate: rate, effective_rate_percent: effective }: Charge) => {
  if (rate !== null) return formatShortRate(rate);
  return effective === null ? dash : `effective ${formatShortRate(effective)}`;
};

/** Every charge, which opens to the runs of days from which its interest is recomputed. */
export function ChargeTable({ result, part }: { result: StatementResult; part?: CheckedPart | undefined }) {
  const isPrinting = usePrinting();
  return (
    <Panel title="Charge by Charge">
      <FigureTable
        caption={`${part ? `${partText(part)} ` : ''}What was charged, and what it should have been.${isPrinting ? '' : ' A charge opens to its days.'}`}
        row="Charge"
        labels={labels}
        rows={result.rows.map((charge) => ({
          head: formatDate(charge.date),
          figures: [
            charge.days ?? dash,
            audOf(charge.average_balance),
            rateOf(charge),
            formatAud(charge.charged),
            audOf(charge.expected),
            audOf(charge.difference),
            statusText(charge),
          ],
          ...(!isPrinting &&
            charge.runs.length > 0 && {
              details: () =>
                charge.runs.map((run) => ({
                  head: `${formatDate(run.from)}: ${workingText(run, result.convention)}`,
                  figures: [],
                })),
            }),
        }))}
        isMain={(label) => main.has(label)}
        narrowPx={900}
      />
    </Panel>
  );
}

const differs = { name: 'Differs', color: 'hot' } as const;

/** The rate behind what each charge was, as a yearly rate of the daily balances. */
export function RateChart({ result: { rows } }: { result: StatementResult }) {
  const charges = rows.filter(({ effective_rate_percent: rate }) => rate !== null);
  if (charges.length < 2) return null;
  const differing = [...charges.keys()].filter((index) => charges[index]!.status === 'differs');
  const values = charges.map(({ effective_rate_percent: rate }) => rate);
  const valuesOfDiffering = values.map((value, index) => (differing.includes(index) ? value : null));
  return (
    <Panel title="Effective Rate by Charge">
      <Chart
        kind="line"
        unit="number"
        labels={charges.map(({ date }) => formatMonth(date))}
        series={[
          {
            name: 'Rate',
            color: 'muted',
            isStepped: true,
            values: charges.map(({ annual_interest_rate: rate }) => rate),
          },
          { name: 'Effective rate', color: 'info', isDotted: true, values },
          ...(differing.length > 0 ? [{ ...differs, values: valuesOfDiffering, hasPoints: true }] : []),
        ]}
        label="Line chart of the effective rate of each charge in per cent a year, and of the rate. The table has every figure."
      />
      {differing.length > 0 && (
        <p className="mt-4 text-sm text-muted">
          Differs: {differing.map((index) => formatDate(charges[index]!.date)).join(', ')}.
        </p>
      )}
    </Panel>
  );
}
