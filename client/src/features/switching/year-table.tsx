import { memo, type ReactNode, useCallback, useState } from 'react';
import { YearButton } from '#parts/calculator/year-button.tsx';
import { formatAud, formatDate } from '#parts/format/format.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { Table } from '#ui/layout/table.tsx';
import { useNarrowScreen } from '#ui/layout/use-narrow-screen.ts';
import type { OfferWay, StayResult, SwitchAnswer } from './switching.queries.ts';
import { differenceAt, type View } from './verdicts.ts';

interface Loan {
  name: string;
  way: StayResult | OfferWay;
}

interface YearProps {
  /** Staying, then the offers. */
  loans: readonly Loan[];
  /** 0 is the day of the change. */
  year: number;
  from: number;
  to: number;
  isOpen: boolean;
  toggle: (year: number) => void;
}

interface YearTableProps {
  answer: SwitchAnswer;
  view: View;
  periodsPerYear: number;
}

/** The screen width below which a table with this number of figures would scroll horizontally. */
const tooNarrowFor = (figures: number) => 200 + figures * 104;

/** Costs and balances by year; each year opens to its payments. On a narrow screen, each year is a card. */
export const YearTable = memo(function YearTable({ answer, view, periodsPerYear }: YearTableProps) {
  const { stay, offers } = answer.result;
  const loans = [
    { name: 'Staying', way: stay },
    ...offers.map((offer) => ({ name: offer.name, way: offer[view] })),
  ];
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const toggle = useCallback((year: number) => {
    setOpened((before) => {
      const after = new Set(before);
      if (!after.delete(year)) after.add(year);
      return after;
    });
  }, []);
  const isNarrow = useNarrowScreen(tooNarrowFor(2 + 3 * offers.length));
  const Year = isNarrow ? YearCard : YearRows;
  const last = Math.max(...loans.map(({ way }) => way.rows.length)) - 1;
  const years = Array.from({ length: Math.ceil(last / periodsPerYear) + 1 }, (_, year) => (
    <Year
      key={year}
      loans={loans}
      year={year}
      from={year === 0 ? 0 : (year - 1) * periodsPerYear + 1}
      to={Math.min(year * periodsPerYear, last)}
      isOpen={opened.has(year)}
      toggle={toggle}
    />
  ));
  return (
    <Panel title="By Year" aside="Cost is interest and fees">
      {/* Most of it is below the screen, where it needs no layout. */}
      <div className="not-print:[contain-intrinsic-size:auto_80rem] not-print:[content-visibility:auto]">
        {isNarrow ? (
          <ul className="flex flex-col gap-4 [&>li+li]:border-t [&>li+li]:border-t-rule [&>li+li]:pt-4">
            {years}
          </ul>
        ) : (
          <WideTable loans={loans}>{years}</WideTable>
        )}
      </div>
    </Panel>
  );
});

function WideTable({ loans, children }: { loans: readonly Loan[]; children: ReactNode }) {
  return (
    <Table
      caption="Amounts in Australian dollars. A difference compares all costs so far with the costs of staying"
      className="[&_td]:px-1 [&_td]:text-right [&_td]:text-xs [&_td]:whitespace-nowrap [&_th]:px-1"
    >
      <thead>
        <tr>
          <th scope="col" rowSpan={2}>
            Payment
          </th>
          {loans.map((loan, index) => (
            <th
              // oxlint-disable-next-line react/no-array-index-key -- an offer is its place.
              key={index}
              scope="colgroup"
              colSpan={figuresOf(loan, 0, 0).length}
              className="text-right wrap-anywhere"
            >
              {loan.name}
            </th>
          ))}
        </tr>
        <tr>
          {figuresOfAll(loans, 0, 0).map(({ key, label }) => (
            <th key={key} scope="col" className="text-right">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      {children}
    </Table>
  );
}

/** Plain cells: a component for each would double the rendering time. */
function YearRows({ loans, from, to, ...year }: YearProps) {
  const cells = (first: number, last: number) =>
    figuresOfAll(loans, first, last).map(({ key, figure }) => <td key={key}>{figure}</td>);
  return (
    <tbody>
      <tr className="bg-raised">
        <th scope="row" className="whitespace-nowrap">
          <YearTitle {...year} />
        </th>
        {cells(from, to)}
      </tr>
      {year.isOpen &&
        periodsOf(from, to).map((period) => (
          <tr key={period}>
            <th scope="row" className="text-xs whitespace-nowrap">
              {periodTitle(loans, period)}
            </th>
            {cells(period, period)}
          </tr>
        ))}
    </tbody>
  );
}

function YearCard({ loans, from, to, ...year }: YearProps) {
  const list = (first: number, last: number, isShort: boolean) => (
    <dl className="flex flex-col text-sm leading-[1.5] tabular-nums">
      {figuresOfAll(loans, first, last)
        .filter(({ label }) => !isShort || label === 'Difference')
        .map(({ key, name, label, figure }) => (
          <div key={key} className="flex flex-wrap justify-between gap-x-4">
            <dt className="min-w-0 wrap-anywhere text-muted">
              {name}: {label.toLowerCase()}
            </dt>
            <dd>{figure}</dd>
          </div>
        ))}
    </dl>
  );
  return (
    <li className="flex flex-col gap-2">
      <YearTitle {...year} />
      {list(from, to, !year.isOpen)}
      {year.isOpen && (
        <ol className="flex flex-col gap-3">
          {periodsOf(from, to).map((period) => (
            <li key={period} className="border-s border-rule ps-4">
              <p className="mb-2 text-sm tracking-wide text-accent">Payment {periodTitle(loans, period)}</p>
              {list(period, period, false)}
            </li>
          ))}
        </ol>
      )}
    </li>
  );
}

const YearTitle = (year: Pick<YearProps, 'year' | 'isOpen' | 'toggle'>) =>
  year.year === 0 ? 'Day of the change' : <YearButton {...year} />;

const periodsOf = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Such as `6, 23 May 2027`. */
function periodTitle(loans: readonly Loan[], period: number): string {
  const date = loans.find(({ way }) => way.rows[period])?.way.rows[period]?.due_date;
  return date ? `${period}, ${formatDate(date)}` : String(period);
}

const cents = (amount: number) => Math.round(amount * 100);

/** The costs from one payment to another, and what is owed then. Staying has no difference from itself. */
function figuresOf({ name, way }: Loan, from: number, to: number) {
  const rows = way.rows.slice(from, to + 1);
  const cost = rows.reduce((sum, row) => sum + cents(row.interest_paid) + cents(row.fees_paid), 0) / 100;
  const figures = [
    { name, label: 'Cost', figure: formatAud(cost) },
    { name, label: 'Owed', figure: formatAud(way.rows[to]?.remaining_balance ?? 0) },
  ];
  if ('difference' in way)
    figures.push({ name, label: 'Difference', figure: formatAud(differenceAt(way, to)) });
  return figures;
}

/** Names may be equal, so the key has the loan's place. */
const figuresOfAll = (loans: readonly Loan[], from: number, to: number) =>
  loans.flatMap((loan, index) =>
    figuresOf(loan, from, to).map((figure) => ({ ...figure, key: `${index}${figure.label}` })),
  );
