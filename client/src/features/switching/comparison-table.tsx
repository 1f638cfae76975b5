import type { PaymentFrequency } from 'contract/scenarios/scenarios.constants.ts';
import { useState } from 'react';
import { periodNames } from 'contract/scenarios/frequency-texts.ts';
import { formatAud, formatDate, formatShare, formatShortRate } from '#parts/format/format.ts';
import { cx } from '#ui/cx.ts';
import { Segmented } from '#ui/controls/segmented.tsx';
import { Tag } from '#ui/feedback/tag.tsx';
import { HeaderCell, Table } from '#ui/layout/table.tsx';
import { useNarrowScreen } from '#ui/layout/use-narrow-screen.ts';
import type { PricedLoan } from './leaving.ts';
import type { Offer } from './verdicts.ts';

const none = '–';
const amount = (dollars: number) => (dollars === 0 ? none : formatAud(dollars));

type Row = [label: string, figure: (priced: PricedLoan) => string, isStrong?: boolean];

const ofOffer =
  (figure: (offer: Offer) => string) =>
  ({ loan }: PricedLoan) =>
    'difference' in loan ? figure(loan) : none;

const rowsOf = (frequency: PaymentFrequency): Row[] => [
  ['Rate', ({ rate }) => formatShortRate(rate)],
  ['Payment', ({ loan }) => formatAud(loan.payment)],
  ['Fee a payment', ({ fee }) => amount(fee)],
  [`You pay a ${periodNames[frequency]}`, ({ leaving }) => formatAud(leaving), true],
  ['Interest', ({ loan }) => formatAud(loan.total_interest_paid)],
  ['Fees and costs', ({ loan, cashback }) => amount(loan.total_fees + cashback)],
  ['Cashback', ({ cashback }) => amount(-cashback)],
  ['Total cost', ({ loan }) => formatAud(loan.total_cost), true],
  ['Against staying', ofOffer(({ difference }) => formatAud(difference.total_cost))],
  ['Ahead from', ofOffer(({ break_even: row }) => (row ? rowText(row) : 'never'))],
  [
    'No better from',
    ofOffer(({ no_better_rate_percent: rate }) => (rate === null ? 'over 30%' : formatShare(rate))),
  ],
  [
    'Comparison rate',
    ({ loan: { comparison_rate_percent: rate } }) => (rate === null ? 'none' : formatShare(rate)),
  ],
  [
    'Repaid on',
    ({ loan: { payoff_date: date, payoff_period } }) =>
      date ? formatDate(date) : `payment ${payoff_period}`,
  ],
];

const rowText = ({ period }: { period: number }) => (period === 0 ? 'the day' : `payment ${period}`);

interface ComparisonTableProps {
  /** Staying first. */
  loans: readonly PricedLoan[];
  frequency: PaymentFrequency;
}

/** The same rows of staying and of each offer as columns; on a narrow screen of staying and one offer. */
export function ComparisonTable({ loans, frequency }: ComparisonTableProps) {
  const isNarrow = useNarrowScreen();
  const lowest = Math.min(...loans.map(({ loan }) => loan.total_cost));
  const cheapest = Math.max(
    1,
    loans.findIndex(({ loan }) => loan.total_cost === lowest),
  );
  const [chosen, setChosen] = useState('');
  const offer = loans[Number(chosen)] ? Number(chosen || cheapest) : cheapest;
  const columns = isNarrow ? [loans[0]!, loans[offer]!] : loans;
  return (
    <div className="flex flex-col gap-3">
      {isNarrow && loans.length > 2 && (
        <Segmented
          label="Offer beside today"
          options={loans.slice(1).map(({ loan }, index) => [String(index + 1), loan.name] as const)}
          value={String(offer)}
          onChange={setChosen}
        />
      )}
      <Table
        className="max-md:text-xs max-md:[&_:is(th,td)]:px-1"
        caption={<span className="sr-only">Today and the offers, in Australian dollars</span>}
      >
        <thead>
          <tr>
            <HeaderCell>
              <span className="sr-only">Figure</span>
            </HeaderCell>
            {columns.map(({ loan }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- names may be equal; the index identifies a loan.
              <HeaderCell key={index} numeric className={columnClassOf(loan.total_cost === lowest, true)}>
                {'difference' in loan ? loan.name : 'Today'}
                {loan.total_cost === lowest && (
                  <span className="block">
                    <Tag tone="lead">CHEAPEST</Tag>
                  </span>
                )}
              </HeaderCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {rowsOf(frequency).map(([label, figure, isStrong], row) => (
            // oxlint-disable-next-line react/no-array-index-key -- the rows keep their order.
            <tr key={row} className={cx(isStrong && 'font-semibold [&>*]:text-strong')}>
              <HeaderCell scope="row">{label}</HeaderCell>
              {columns.map((priced, index) => (
                <td
                  // oxlint-disable-next-line react/no-array-index-key -- the index identifies a loan.
                  key={index}
                  className={cx('text-right', columnClassOf(priced.loan.total_cost === lowest, false))}
                >
                  {figure(priced)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

const columnClassOf = (isCheapest: boolean, isHead: boolean) =>
  isCheapest ? cx('bg-raised', isHead && 'border-t-2 border-t-accent') : undefined;
