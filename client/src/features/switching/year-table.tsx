import { memo, useCallback, useMemo, useState } from 'react';
import { Panel } from '#ui/layout/panel.tsx';
import { Table } from '#ui/layout/table.tsx';
import { useNarrowScreen } from '#ui/layout/use-narrow-screen.ts';
import { YearButton } from '#parts/calculator/year-button.tsx';
import { YearCards } from './year-cards.tsx';
import type { SwitchAnswer } from './switching.queries.ts';
import type { View } from './verdicts.ts';
import { figuresOf, rowTitle, type SwitchRow, type SwitchYear, yearsOf } from './years.ts';

interface YearTableProps {
  answer: SwitchAnswer;
  view: View;
  periodsPerYear: number;
}

export interface YearViewProps {
  /** The name of staying, then the names of the offers. */
  names: readonly string[];
  years: readonly SwitchYear[];
  opened: ReadonlySet<number>;
  toggle: (year: number) => void;
}

/** The screen width below which a table with this number of figures would scroll horizontally. */
const tooNarrowFor = (figures: number) => 200 + figures * 104;

/** Costs and balances by year; each year opens to its payments. */
export const YearTable = memo(function YearTable({ answer, view, periodsPerYear }: YearTableProps) {
  const { stay, offers } = answer.result;
  const years = useMemo(
    () =>
      yearsOf(
        stay,
        offers.map((offer) => offer[view]),
        periodsPerYear,
      ),
    [stay, offers, view, periodsPerYear],
  );
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const toggle = useCallback((year: number) => {
    setOpened((before) => {
      const after = new Set(before);
      if (!after.delete(year)) after.add(year);
      return after;
    });
  }, []);
  const isNarrow = useNarrowScreen(tooNarrowFor(2 + 3 * offers.length));
  const Years = isNarrow ? YearCards : WideTable;
  return (
    <Panel title="By Year" aside="Cost is interest and fees">
      <Years
        names={['Staying', ...offers.map(({ name }) => name)]}
        years={years}
        opened={opened}
        toggle={toggle}
      />
    </Panel>
  );
});

function WideTable({ names, years, opened, toggle }: YearViewProps) {
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
          {names.map((name, index) => (
            <th
              // oxlint-disable-next-line react/no-array-index-key -- an offer is its place.
              key={index}
              scope="colgroup"
              colSpan={index === 0 ? 2 : 3}
              className="text-right wrap-anywhere"
            >
              {name}
            </th>
          ))}
        </tr>
        <tr>
          {years[0]?.costs.flatMap((costs, index) =>
            figuresOf(costs).map(({ label }) => (
              <th key={`${index}${label}`} scope="col" className="text-right">
                {label}
              </th>
            )),
          )}
        </tr>
      </thead>
      {years.map((year) => (
        <Year key={year.year} year={year} isOpen={opened.has(year.year)} toggle={toggle} />
      ))}
    </Table>
  );
}

/** Plain cells: a component for each would double the rendering time. */
const Year = memo(function Year({
  year,
  isOpen,
  toggle,
}: {
  year: SwitchYear;
  isOpen: boolean;
  toggle: (year: number) => void;
}) {
  return (
    <tbody>
      <tr className="bg-raised">
        <th scope="row" className="whitespace-nowrap">
          {year.year === 0 ? (
            'Day of the change'
          ) : (
            <YearButton year={year.year} isOpen={isOpen} toggle={toggle} />
          )}
        </th>
        <Figures row={year} />
      </tr>
      {isOpen &&
        year.rows.map((row) => (
          <tr key={row.period}>
            <th scope="row" className="text-xs whitespace-nowrap">
              {rowTitle(row)}
            </th>
            <Figures row={row} />
          </tr>
        ))}
    </tbody>
  );
});

const Figures = ({ row }: { row: SwitchRow }) =>
  row.costs.flatMap((costs, index) =>
    // oxlint-disable-next-line react/no-array-index-key -- an offer is its place.
    figuresOf(costs).map(({ label, figure }) => <td key={`${index}${label}`}>{figure}</td>),
  );
