import type { RecordDeletion, RecordKind } from 'contract/records/records.ts';
import { formatNumber } from '#parts/format/format.ts';
import { LiveRegion } from '#ui/feedback/live-region.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { useRecordDeletions } from './records.queries.ts';

export const recordNouns: Record<RecordKind, { one: string; many: string }> = {
  ip: { one: 'IP record', many: 'IP records' },
  log: { one: 'log record', many: 'log records' },
};

/** The progress of deletions that go on after their response, also of those by others. */
export function RecordDeletions({ kind }: { kind: RecordKind }) {
  const { many: noun } = recordNouns[kind];
  const deletions = useRecordDeletions(kind);
  const ended = deletions.filter(({ complete }) => complete !== null);
  return (
    <>
      {deletions
        .filter(({ complete }) => complete === null)
        .map(({ id, matched, deleted }) => (
          <div key={id} className="flex flex-col gap-2 text-sm">
            <p>
              Deleting {formatNumber(matched)} {noun}: {formatNumber(deleted)} are deleted. You can leave this
              page.
            </p>
            <ProgressBar max={matched} value={deleted} aria-label={`Deletion of ${noun}`} />
          </div>
        ))}
      <LiveRegion>
        {ended.map((deletion) => (
          <p key={deletion.id} className="text-sm">
            {endOf(deletion, noun)}
          </p>
        ))}
      </LiveRegion>
    </>
  );
}

const endOf = ({ matched, deleted, complete }: RecordDeletion, noun: string) =>
  complete
    ? `${formatNumber(deleted)} ${noun} were deleted.`
    : `The deletion was interrupted after ${formatNumber(deleted)} of ${formatNumber(matched)} ${noun}.`;
