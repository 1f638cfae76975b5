import { count } from 'contract/counts.ts';
import { memo, type SyntheticEvent, useDeferredValue, useId, useMemo, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { usePrinting } from '#parts/calculator/use-printing.ts';
import { YearButton, yearButtonId } from '#parts/calculator/year-button.tsx';
import { localStorageItem } from '#session/local-storage-item.ts';
import { Button } from '#ui/controls/button.tsx';
import { optionsOf, Select } from '#ui/controls/input.tsx';
import { Segmented } from '#ui/controls/segmented.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { FigureHead, FigureRows, Table } from '#ui/layout/table.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { useNarrowScreen } from '#ui/layout/use-narrow-screen.ts';
import {
  columnsOf,
  type ScheduleColumn,
  ScheduleTable,
  type ScheduleViewProps,
  tooNarrowFor,
} from './schedule-table.tsx';
import { type ScheduleRow, type ScheduleYear, yearsOf } from './schedule-years.ts';
import { useOpenedYears } from './use-opened-years.ts';
import { formatAud } from '#parts/format/format.ts';

/** Whether wide screens show the schedule by year; stored in this browser. */
const fold = localStorageItem('scheduleFold');
const isByYear = () => fold.get() === 'by-year';

interface AmortizationScheduleProps {
  rows: ScheduleRow[] | undefined;
  isPending: boolean;
  /**
   * In a page of the server. Its paper, and its reader without scripts, have the years alone, because every row would
   * weigh more than the page.
   */
  staticRows?: ScheduleRow[] | undefined;
  periodsPerYear?: number;
}

/** Up to 2,600 rows, rendered in transitions, so that the summary is painted first and the page stays responsive. */
export function AmortizationSchedule({
  rows,
  isPending,
  staticRows,
  periodsPerYear = 12,
}: AmortizationScheduleProps) {
  const printing = usePrinting();
  const deferredRows = useDeferredValue(rows);
  // Paper does not wait.
  const renderedRows = printing ? rows : deferredRows;
  const isComing = isPending || renderedRows !== rows;
  const columns = useMemo(() => columnsOf(renderedRows ?? []), [renderedRows]);
  const narrow = useNarrowScreen(tooNarrowFor(columns.length));
  const isFoldChosen = useSyncExternalStore(fold.subscribe, isByYear, () => false);
  const payments = rows?.length ? count(rows.length, 'payment') : undefined;
  return (
    <Panel
      title="Amortization Schedule"
      aside={
        payments && !narrow && rows && rows.length > periodsPerYear ? (
          <Segmented
            label="View of the schedule"
            options={[
              ['by-year', 'By year'],
              ['all', `All ${payments}`],
            ]}
            value={isFoldChosen ? 'by-year' : 'all'}
            onChange={(view) => fold.set(view === 'by-year' ? 'by-year' : null)}
          />
        ) : (
          payments
        )
      }
    >
      <div className={isPending && renderedRows ? 'dimmed' : undefined} aria-busy={isComing}>
        {renderedRows ? (
          <Rows
            // The cards begin with their first year open, also where a wider window had the table.
            key={narrow ? 'cards' : 'table'}
            {...{ columns, periodsPerYear, printing, narrow }}
            rows={renderedRows}
            isFolded={narrow || isFoldChosen}
          />
        ) : isComing ? (
          <>
            <div className={staticRows && 'print:hidden noscript:hidden'}>
              <p className="flex min-h-[12rem] max-w-none items-center justify-center gap-3 text-center text-muted">
                <Spinner /> Calculating…
              </p>
            </div>
            {staticRows && <StaticYears {...{ staticRows, periodsPerYear }} />}
          </>
        ) : (
          <Empty />
        )}
      </div>
    </Panel>
  );
}

/** Without the widths of the other tables, because a page of the server must not have style attributes. */
function StaticYears({ staticRows, periodsPerYear }: { staticRows: ScheduleRow[]; periodsPerYear: number }) {
  const columns = columnsOf(staticRows);
  return (
    <div className="hidden print:block noscript:block">
      <Table
        caption={
          <>
            Amounts in Australian dollars, by year.{' '}
            <span className="noscript:hidden">When the page has loaded, it prints every payment</span>
            <noscript>Every payment needs JavaScript.</noscript>
          </>
        }
      >
        <FigureHead row="Period" figures={columns.map(({ label }) => label)} />
        <FigureRows
          rows={yearsOf(staticRows, periodsPerYear).map((year) => [
            // With a space at which it does not break.
            `Year\u00A0${year.year}`,
            ...columns.map(({ total }) => total(year)),
          ])}
        />
      </Table>
    </div>
  );
}

function Empty() {
  return <p className="max-w-none text-muted">No amortization schedule data available</p>;
}

interface RowsProps {
  rows: ScheduleRow[];
  periodsPerYear: number;
  columns: ScheduleColumn[];
  printing: boolean;
  narrow: boolean;
  isFolded: boolean;
}

const Rows = memo(function Rows({ rows, periodsPerYear, columns, printing, narrow, isFolded }: RowsProps) {
  const years = useMemo(() => yearsOf(rows, periodsPerYear), [rows, periodsPerYear]);
  const opening = useOpenedYears(years.length, narrow ? [1] : []);
  if (rows.length === 0) return <Empty />;
  const View = narrow && !printing ? ScheduleCards : ScheduleTable;
  const opened = isFolded && !printing ? opening.opened : new Set(years.map(({ year }) => year));
  return (
    <>
      {years.length > 1 && isFolded && (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3 print:hidden">
          <YearControls years={years.length} opening={opening} />
        </div>
      )}
      <View
        years={years}
        columns={columns}
        isGrouped={years.length > 1 && (isFolded || printing)}
        opened={opened}
        toggle={opening.toggle}
      />
    </>
  );
});

interface YearControlsProps {
  years: number;
  opening: ReturnType<typeof useOpenedYears>;
}

/** Opens a chosen year and scrolls to it, or opens all. */
function YearControls({ years, opening }: YearControlsProps) {
  const id = useId();

  function jump(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const year = Number(new FormData(event.currentTarget).get('year'));
    flushSync(() => opening.open(year));
    const button = document.getElementById(yearButtonId(year));
    button?.focus({ preventScroll: true });
    button?.scrollIntoView();
  }

  return (
    <>
      <form
        className="flex flex-wrap items-center gap-3 [&_select]:w-[6rem]"
        onSubmit={jump}
        aria-label="Jump to a year"
      >
        <label className="text-sm text-muted" htmlFor={id}>
          Year
        </label>
        <Select
          id={id}
          name="year"
          options={optionsOf(Array.from({ length: years }, (_, index) => index + 1))}
        />
        <Button type="submit">Go</Button>
      </form>
      {opening.areAllOpen ? (
        <Button onClick={opening.closeAll}>Close All Years</Button>
      ) : (
        <Button onClick={opening.openAll}>Open All Years</Button>
      )}
    </>
  );
}

/** A card per row, below the year's button while it is open. A single year has no button. */
function ScheduleCards({ years, columns, isGrouped, opened, toggle }: ScheduleViewProps) {
  const [only] = years;
  if (only && !isGrouped) return <Cards year={only} columns={columns} />;
  return years.map((year) => {
    const isOpen = opened.has(year.year);
    return (
      <section key={year.year} className="border-t border-rule py-2">
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <h3 className="text-md">
            <YearButton year={year.year} isOpen={isOpen} toggle={toggle} />
          </h3>
          <dl className="text-xs tabular-nums">
            <Sum label="Interest" figure={year.interest} />
            <Sum label="Balance" figure={year.balance} />
          </dl>
        </div>
        {isOpen && (
          <div className="py-3">
            <p className="mb-3 max-w-none text-sm text-muted">
              {formatAud(year.payment)} paid, {formatAud(year.principal)} of it principal.
            </p>
            <Cards year={year} columns={columns} />
          </div>
        )}
      </section>
    );
  });
}

function Sum({ label, figure }: { label: string; figure: number }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-muted">{label}</dt>
      <dd className="ms-auto text-right">{formatAud(figure)}</dd>
    </div>
  );
}

const Cards = memo(function Cards({ year, columns }: { year: ScheduleYear; columns: ScheduleColumn[] }) {
  return (
    <ol className="grid grid-fill-[16rem] gap-3">
      {year.rows.map((row) => (
        <li className="rounded border border-rule bg-surface px-4 py-3" key={row.period}>
          <p className="mb-2 text-sm text-strong">Period {row.period}</p>
          <dl className="text-sm leading-[1.5] tabular-nums">
            {columns.map(({ label, show }) => (
              <div className="flex flex-wrap justify-between gap-x-4 py-[2px]" key={label}>
                <dt className="text-muted">{label}</dt>
                <dd className="ms-auto max-w-none text-right">{show(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ol>
  );
});
