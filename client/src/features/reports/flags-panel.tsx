import { flagOutcomes, flagReasons } from 'contract/flags/flags.constants.ts';
import { outcomeText, reasonText } from '#parts/flags/flag-texts.ts';
import { formatNumber } from '#parts/format/format.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { FigureHead, FigureRows, Table } from '#ui/layout/table.tsx';
import { UnbrokenDates } from '#ui/unbroken-dates.tsx';
import type { Report } from './reports.queries.ts';

const reasons = [...flagReasons, 'unknown'] as const;
const outcomes = [null, ...flagOutcomes, 'unknown'] as const;

interface FlagsPanelProps {
  flags: NonNullable<Report['flags']>;
  rangeText: string;
}

/** What users reported in the range, by reason and by what staff did. */
export function FlagsPanel({ flags: { rows, median_hours: hours }, rangeText }: FlagsPanelProps) {
  // One below the other, so that no phone cuts the table.
  const sorted = rows.toSorted(
    (a, b) =>
      reasons.indexOf(a.reason) - reasons.indexOf(b.reason) ||
      outcomes.indexOf(a.outcome) - outcomes.indexOf(b.outcome),
  );
  return (
    <Panel title="Flags by reason and outcome">
      {rows.length === 0 ? (
        <p>None.</p>
      ) : (
        <>
          <Table caption={<UnbrokenDates>{rangeText}</UnbrokenDates>}>
            <FigureHead row="Reason and outcome" figures={['Flags']} />
            <FigureRows
              rows={sorted.map(({ reason, outcome, flags }) => [
                `${reasonText(reason)}: ${outcome === null ? 'Open' : outcomeText(outcome)}`,
                formatNumber(flags),
              ])}
            />
          </Table>
          <p className="mt-3 text-sm text-muted">
            {hours === null
              ? 'None of them is answered.'
              : `Half of the answers came within ${formatNumber(Math.round(hours * 10) / 10)} hours.`}
          </p>
        </>
      )}
    </Panel>
  );
}
