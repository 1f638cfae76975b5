import type { StatementCharge as Charge, StatementResult } from 'contract/statements/statements.ts';
import { useState } from 'react';
import { FigureTable } from '#parts/calculator/figure-table.tsx';
import { usePrinting } from '#parts/calculator/use-printing.ts';
import { formatAud, formatDate, formatShortRate } from '#parts/format/format.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { chargeId, explainedId } from './open-charge.ts';
import { type CheckedPart, partText } from './part-texts.ts';
import { workingText } from './statement-texts.ts';
import { statusText } from './status-texts.ts';

const labels = ['Days', 'Average balance', 'Rate', 'Charged', 'Expected', 'Difference', 'Status'];
const main = new Set(['Charged', 'Expected', 'Difference', 'Status']);

const dash = '–';
const audOf = (amount: number | null) => (amount === null ? dash : formatAud(amount));
const rateOf = ({ annual_interest_rate: rate, effective_rate_percent: effective }: Charge) => {
  if (rate !== null) return formatShortRate(rate);
  return effective === null ? dash : `effective ${formatShortRate(effective)}`;
};

interface ChargeTableProps {
  result: StatementResult;
  part?: CheckedPart | undefined;
}

/**
 * Every charge, which opens to the runs of days from which its interest is recomputed: those that differ first, and those that
 * are explained behind one row.
 */
export function ChargeTable({ result: { rows, convention }, part }: ChargeTableProps) {
  const isPrinting = usePrinting();
  const [isOpen, setOpen] = useState(false);
  const [differing, explained, others] = (['differs', 'explained', 'not_checked'] as const).map((wanted) =>
    rows.filter(({ status }) => status === wanted),
  ) as [Charge[], Charge[], Charge[]];
  const isFolded = explained.length > 1;
  const rowOf = (charge: Charge) => ({
    id: chargeId(charge),
    ...(charge.status === 'differs' && { cardFigure: <Difference amount={charge.difference ?? 0} /> }),
    ...(charge.status === 'explained' && { cardFigure: formatAud(0) }),
    head: formatDate(charge.date),
    figures: [
      charge.days ?? dash,
      audOf(charge.average_balance),
      rateOf(charge),
      formatAud(charge.charged),
      audOf(charge.expected),
      charge.status === 'differs' ? (
        <Difference key="difference" amount={charge.difference ?? 0} />
      ) : (
        audOf(charge.difference)
      ),
      statusText(charge),
    ],
    ...(!isPrinting &&
      charge.runs.length > 0 && {
        details: () =>
          charge.runs.map((run) => ({
            head: `${formatDate(run.from)}: ${workingText(run, convention)}`,
            figures: [],
          })),
      }),
  });
  return (
    <Panel title="Charge by Charge">
      <FigureTable
        caption={`${part ? `${partText(part)} ` : ''}What was charged, and what it should have been.${isPrinting ? '' : ' A charge opens to its days.'}`}
        row="Charge"
        labels={labels}
        rows={[
          ...differing.map(rowOf),
          ...(differing.length > 1
            ? [{ ...sumRow(differing, `${differing.length} differ`, ''), isSum: true }]
            : []),
          ...others.map(rowOf),
          ...(isFolded && !isPrinting
            ? [
                {
                  ...sumRow(explained, explainedText(explained), 'Explained'),
                  id: explainedId,
                  isOpen,
                  toggle: () => setOpen(!isOpen),
                },
              ]
            : []),
          ...(!isFolded || isOpen || isPrinting ? explained.map(rowOf) : []),
        ]}
        isMain={(label) => main.has(label)}
        narrowPx={900}
      />
    </Panel>
  );
}

function explainedText(charges: readonly Charge[]): string {
  const [first, last] = [charges[0]!, charges.at(-1)!].map(({ date }) => formatDate(date));
  return `${charges.length} explained to the cent, ${first} to ${last}`;
}

function sumRow(charges: readonly Charge[], head: string, status: string) {
  const sumOf = (figure: 'charged' | 'expected') =>
    charges.reduce((sum, charge) => sum + Math.round(100 * (charge[figure] ?? 0)), 0);
  const [charged, expected] = [sumOf('charged'), sumOf('expected')];
  const difference = <Difference key="difference" amount={(charged - expected) / 100} />;
  return {
    head,
    cardFigure: difference,
    figures: ['', '', '', formatAud(charged / 100), formatAud(expected / 100), difference, status],
  };
}

/** Amber marks what was charged too much. */
const Difference = ({ amount }: { amount: number }) => (
  <span className={amount > 0 ? 'font-semibold text-warn' : undefined}>{formatAud(amount)}</span>
);
