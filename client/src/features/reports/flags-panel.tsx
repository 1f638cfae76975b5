import { flagOutcomes, flagReasons } from 'contract/flags/flags.constants.ts';
import { outcomeText, reasonText } from '#parts/flags/flag-texts.ts';
import { formatNumber } from '#parts/format/format.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { FigureHead, FigureRows, Table } from '#ui/layout/table.tsx';
import type { Report } from './reports.queries.ts';

const reasons = [...flagReasons, 'unknown'] as const;
const outcomes = [null, ...flagOutcomes, 'unknown'] as const;

interface FlagsPanelProps {
  flags: NonNullable<Report['flags']>;
  rangeText: string;
}

/** What users reported in the range, by reason and by what staff did. */
export function FlagsPanel({ flags: { rows, median_hours: hours }, rangeText }: FlagsPanelProps) {
  const reasonsInUse = reasons.filter((reason) => rows.some((row) => row.reason === reason));
  const outcomesInUse = outcomes.filter((outcome) => rows.some((row) => row.outcome === outcome));
  const valueOf = (reason: string, outcome: string | null) =>
    rows.reduce((sum, row) => sum + (row.reason === reason && row.outcome === outcome ? row.flags : 0), 0);
  return (
    <Panel title="Flags by reason and outcome">
      {rows.length === 0 ? (
        <p>None.</p>
      ) : (
        <>
          <Table caption={rangeText}>
            <FigureHead
              row="Reason"
              figures={outcomesInUse.map((outcome) => (outcome === null ? 'Open' : outcomeText(outcome)))}
            />
            <FigureRows
              rows={reasonsInUse.map((reason) => [
                reasonText(reason),
                ...outcomesInUse.map((outcome) => formatNumber(valueOf(reason, outcome))),
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
