import type { PaymentBasis, PaymentFrequency } from 'contract/scenarios/scenarios.constants.ts';
import { useState } from 'react';
import { usePrinting } from '#parts/calculator/use-printing.ts';
import { periodNames } from 'contract/scenarios/frequency-texts.ts';
import { formatAud, formatDate, formatShare, formatShortRate } from '#parts/format/format.ts';
import { cx } from '#ui/cx.ts';
import { Segmented } from '#ui/controls/segmented.tsx';
import { Tag } from '#ui/feedback/tag.tsx';
import { HeaderCell, Table } from '#ui/layout/table.tsx';
import { useNarrowScreen } from '#ui/layout/use-narrow-screen.ts';
import type { PricedLoan } from './leaving.ts';
import { SwitchFigure } from './switch-figure.tsx';
import type { SwitchStep } from './switch-steps.ts';
import type { Offer } from './verdicts.ts';

const none = '–';
const amount = (dollars: number) => (dollars === 0 ? none : formatAud(dollars));

interface Row {
  label: string;
  figure: (priced: PricedLoan) => string;
  isStrong?: boolean;
  /** How the figure is computed. Entered figures, dates and rates that a search finds have no steps. */
  step?: SwitchStep;
}

const ofOffer =
  (figure: (offer: Offer) => string) =>
  ({ loan }: PricedLoan) =>
    'difference' in loan ? figure(loan) : none;

const rowsOf = (frequency: PaymentFrequency): Row[] => [
  { label: 'Rate', figure: ({ rate }) => formatShortRate(rate) },
  { label: 'Payment', figure: ({ loan }) => formatAud(loan.payment), step: 'payment' },
  { label: 'Fee a payment', figure: ({ fee }) => amount(fee), step: 'fee' },
  {
    label: `You pay a ${periodNames[frequency]}`,
    figure: ({ leaving }) => formatAud(leaving),
    isStrong: true,
    step: 'leaving',
  },
  { label: 'Interest', figure: ({ loan }) => formatAud(loan.total_interest_paid), step: 'interest' },
  {
    label: 'Fees and costs',
    figure: ({ loan, cashback }) => amount(loan.total_fees + cashback),
    step: 'costs',
  },
  { label: 'Cashback', figure: ({ cashback }) => amount(-cashback) },
  {
    label: 'Total cost',
    figure: ({ loan }) => formatAud(loan.total_cost),
    isStrong: true,
    step: 'total',
  },
  {
    label: 'Against staying',
    figure: ofOffer(({ difference }) => formatAud(difference.total_cost)),
    step: 'difference',
  },
  {
    label: 'Ahead from',
    figure: ofOffer(({ break_even: row }) => (row ? rowText(row) : 'never')),
    step: 'ahead',
  },
  {
    label: 'No better from',
    figure: ofOffer(({ no_better_rate_percent: rate }) => (rate === null ? 'over 30%' : formatShare(rate))),
  },
  {
    label: 'Comparison rate',
    figure: ({ loan: { comparison_rate_percent: rate } }) => (rate === null ? 'none' : formatShare(rate)),
  },
  {
    label: 'Repaid on',
    figure: ({ loan: { payoff_date: date, payoff_period } }) =>
      date ? formatDate(date) : `payment ${payoff_period}`,
  },
];

const rowText = ({ period }: { period: number }) => (period === 0 ? 'the day' : `payment ${period}`);

interface ComparisonTableProps {
  /** Staying first. */
  loans: readonly PricedLoan[];
  frequency: PaymentFrequency;
  basis: PaymentBasis;
}

/** The same rows of staying and of each offer as columns; on a narrow screen of staying and one offer. */
export function ComparisonTable({ loans, frequency, basis }: ComparisonTableProps) {
  const isPrinting = usePrinting();
  const isNarrow = useNarrowScreen() && !isPrinting;
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
        <div className="flex flex-wrap items-center gap-3">
          <span className="label" aria-hidden="true">
            Today and
          </span>
          <Segmented
            label="Offer beside today"
            options={loans.slice(1).map(({ loan }, index) => [String(index + 1), loan.name] as const)}
            value={String(offer)}
            onChange={setChosen}
          />
        </div>
      )}
      <Table
        className="max-md:text-xs max-md:[&_:is(th,td)]:px-1 [&_td]:whitespace-nowrap"
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
          {rowsOf(frequency).map(({ label, figure, isStrong, step }, row) => (
            // oxlint-disable-next-line react/no-array-index-key -- the rows keep their order.
            <tr key={row} className={cx(isStrong && 'font-semibold [&>*]:text-strong')}>
              <HeaderCell scope="row">{label}</HeaderCell>
              {columns.map((priced, index) => (
                <td
                  // oxlint-disable-next-line react/no-array-index-key -- the index identifies a loan.
                  key={index}
                  className={cx('text-right', columnClassOf(priced.loan.total_cost === lowest, false))}
                >
                  <SwitchFigure
                    label={label}
                    figure={figure(priced)}
                    step={step}
                    column={{ priced, staying: loans[0]!, frequency, basis }}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      <p className="text-xs text-muted print:hidden">
        A dotted figure opens its computation. Staying and the offers are paid to the end; a sale or another
        switch before then changes the answer.
      </p>
    </div>
  );
}

const columnClassOf = (isCheapest: boolean, isHead: boolean) =>
  isCheapest ? cx('bg-raised', isHead && 'border-t-2 border-t-accent') : undefined;
