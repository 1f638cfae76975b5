import { count } from 'contract/counts.ts';
import type { FollowedLoanResult } from 'contract/followed-loans/followed-loan-result.ts';
import { FigureTable } from '#parts/calculator/figure-table.tsx';
import { formatAud } from '#parts/format/format.ts';
import { Panel } from '#ui/layout/panel.tsx';

type Figures = Pick<FollowedLoanResult, 'income_years' | 'offset_saving'>;

/** The interest of each income year, and what the offset accounts saved. */
export function IncomeYears({
  figures: { income_years: years, offset_saving: saving },
}: {
  figures: Figures;
}) {
  const current = years.at(-1);
  if (!current) return null;
  const saves = years.some(({ offset_saved }) => offset_saved !== null);
  return (
    <Panel title="This income year">
      <div className="flex flex-col gap-4">
        <p>
          {formatAud(current.interest)} of interest since 1 July {current.income_year.slice(0, 4)}
        </p>
        {saving && <p>{savingText(saving)}</p>}
        <FigureTable
          caption="From 1 July to 30 June"
          row="Income year"
          labels={['Interest', 'Fees', ...(saves ? ['Offset saved'] : []), 'Rows']}
          rows={years.toReversed().map(({ income_year, interest, fees, offset_saved, complete }) => ({
            head: income_year,
            figures: [
              formatAud(interest),
              formatAud(fees),
              ...(saves ? [offset_saved === null ? '–' : formatAud(offset_saved)] : []),
              complete ? 'Whole year' : 'Part of it',
            ],
          }))}
        />
      </div>
    </Panel>
  );
}

function savingText({ saved, charges, not_counted }: NonNullable<Figures['offset_saving']>): string {
  if (saved === null) {
    return 'What your offset account saved is not known: too few charges are explained.';
  }
  const rest =
    not_counted > 0 ? ` ${count(not_counted, 'charge is', 'charges are')} not checked, and not counted.` : '';
  return `Your offset account saved ${formatAud(saved)} in ${count(charges, 'charge')}.${rest}`;
}
