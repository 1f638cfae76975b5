import { count } from 'contract/counts.ts';
import type { FollowedLoanFields } from 'contract/followed-loans/followed-loan-fields.ts';
import type { FollowedLoanResult } from 'contract/followed-loans/followed-loan-result.ts';
import { FigureTable } from '#parts/calculator/figure-table.tsx';
import { formatAud } from '#parts/format/format.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { areMonthApart, type Gap, gapsOf } from './loan-texts.ts';

type Figures = Pick<FollowedLoanResult, 'as_of' | 'check' | 'income_years' | 'offset_saving'>;

interface IncomeYearsProps {
  input: FollowedLoanFields;
  figures: Figures;
  /** How many charges are not checked. */
  unchecked: number;
}

/** The interest of each income year, and what the offset accounts saved. */
export function IncomeYears({ input, figures, unchecked }: IncomeYearsProps) {
  const { income_years: years, offset_saving: saving, check } = figures;
  const current = years.at(-1);
  if (!current) return null;
  const gaps = gapsOf(input, check);
  const saves = years.some(({ offset_saved }) => offset_saved !== null);
  return (
    <Panel title="This income year">
      <div className="flex flex-col gap-4">
        <p>
          {formatAud(current.interest)} of interest since 1 July {current.income_year.slice(0, 4)}
        </p>
        {saving && <p>{savingText(saving, figures, unchecked)}</p>}
        <FigureTable
          caption="From 1 July to 30 June"
          row="Income year"
          labels={['Interest', 'Fees', ...(saves ? ['Offset saved'] : []), 'Rows']}
          rows={years.toReversed().map(({ income_year, interest, fees, offset_saved, complete }) => ({
            head: income_year,
            figures: [
              formatAud(interest),
              formatAud(fees),
              ...(saves ? [offset_saved === null ? '–' : savedText(offset_saved, income_year, check)] : []),
              gaps.some((gap) => isWithin(gap, income_year))
                ? 'Rows are missing'
                : complete
                  ? 'Whole year'
                  : 'Part of it',
            ],
          }))}
        />
      </div>
    </Panel>
  );
}

function isWithin({ from, to }: Gap, income_year: string): boolean {
  const year = Number(income_year.slice(0, 4));
  return to >= `${year}-07-01` && from <= `${year + 1}-06-30`;
}

const savedText = (saved: number, income_year: string, check: Figures['check']) =>
  saved === 0 && !check?.rows.some(({ date }) => isWithin({ from: date, to: date }, income_year))
    ? 'Not known'
    : formatAud(saved);

function savingText(
  { saved, charges, not_counted }: NonNullable<Figures['offset_saving']>,
  { as_of, check }: Figures,
  /** As in the verdict: charges that nothing proves count with what is expected. */
  unchecked: number,
): string {
  if (saved === null) {
    return 'What your offset account saved is not known: too few charges are explained.';
  }
  if (saved === 0 && check?.rows.some(({ cause }) => cause === 'offset_ignored')) {
    return 'Your offset account saved nothing: no checked charge counts it.';
  }
  if (charges === 0) {
    return 'What your offset account saved is not known: no checked charge has a day with a balance.';
  }
  const uncounted =
    not_counted >= unchecked
      ? 'and not counted'
      : not_counted === 0
        ? 'and counted with what is expected'
        : `and ${not_counted} of them not counted`;
  const rest =
    unchecked > 0 ? ` ${count(unchecked, 'charge is', 'charges are')} not checked, ${uncounted}.` : '';
  const last = check?.rows.at(-1)?.date ?? as_of;
  const isWithoutCharge = !areMonthApart(last, as_of) || check?.findings.some(({ kind }) => kind === 'gap');
  const months = isWithoutCharge ? ' What it saved in months without an interest charge is not known.' : '';
  return `Your offset account saved ${formatAud(saved)} in ${count(charges, 'charge')}.${rest}${months}`;
}
