import { formatAud, formatRate } from '#parts/format/format.ts';
import { cx } from '#ui/cx.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { Cell, FigureHead, HeaderCell, Table } from '#ui/layout/table.tsx';
import { useNarrowScreen } from '#ui/layout/use-narrow-screen.ts';
import type { BorrowingPower } from './borrowing.queries.ts';

interface StressProps {
  /** In percent a year. */
  rate: number;
  power: BorrowingPower;
  isStale: boolean;
}

interface Row {
  rate: string;
  /** In the order of the labels. */
  figures: readonly string[];
}

const caption = 'The same loan from its first payment on';
const labels = ['Payment', 'More', 'Total Interest'];

export function Stress({ rate, power, isStale }: StressProps) {
  const isNarrow = useNarrowScreen();
  const rows: Row[] = [
    { rate: formatRate(rate), figures: [formatAud(power.payment), '–', formatAud(power.totalInterest)] },
    ...power.stressed.map((loan) => ({
      rate: `${formatRate(rate + loan.added_rate)} (+${loan.added_rate})`,
      figures: [loan.payment, loan.payment_increase, loan.total_interest_paid].map(formatAud),
    })),
  ];
  return (
    <Panel title="When Rates Rise">
      <div className={cx(isStale && 'text-dim')}>
        {isNarrow ? <RateCards rows={rows} /> : <RateTable rows={rows} />}
      </div>
    </Panel>
  );
}

function RateTable({ rows }: { rows: readonly Row[] }) {
  return (
    <Table caption={caption}>
      <FigureHead row="Rate a Year" figures={labels} />
      <tbody>
        {rows.map(({ rate, figures }) => (
          <tr key={rate}>
            <HeaderCell scope="row">{rate}</HeaderCell>
            {figures.map((figure, index) => (
              <Cell key={labels[index]} numeric>
                {figure}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function RateCards({ rows }: { rows: readonly Row[] }) {
  return (
    <>
      <p className="pb-3 text-sm text-muted">{caption}</p>
      <ul className="flex flex-col gap-4 [&>li+li]:border-t [&>li+li]:border-t-rule [&>li+li]:pt-4">
        {rows.map(({ rate, figures }) => (
          <li key={rate}>
            <p className="mb-1">{rate} a year</p>
            <dl className="text-sm tabular-nums">
              {figures.map((figure, index) => (
                <div className="flex flex-wrap justify-between gap-x-4 gap-y-0" key={labels[index]}>
                  <dt className="text-muted">{labels[index]}</dt>
                  <dd>{figure}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </>
  );
}
