import { useEffect, useEffectEvent, useId } from 'react';
import { formatNumber } from '#parts/format/format.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { LiveRegion } from '#ui/feedback/live-region.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import type { Matching } from './matching.ts';
import type { MatchingDeletion } from './use-matching-deletion.ts';

interface DeletionProgressProps {
  deletion: MatchingDeletion;
  many: string;
  failure: string;
  onClosed: () => void;
}

export function DeletionProgress(props: DeletionProgressProps) {
  const { matching, isPending, isStopped, error } = props.deletion;
  const isShown = isPending || isStopped || error;
  return matching && isShown ? <Progress {...props} matching={matching} /> : null;
}

/** Modal until the result has been read. */
function Progress({
  deletion,
  matching,
  many,
  failure,
  onClosed,
}: DeletionProgressProps & { matching: Matching }) {
  const { deleted, isPending, isStopped, error } = deletion;
  const total = formatNumber(matching.total);
  const labelId = useId();
  const closed = useEffectEvent(onClosed);
  // After the dialog has restored the focus.
  useEffect(() => () => closed(), []);
  return (
    <Dialog
      title={`Delete ${total} ${many}`}
      onClose={isPending ? undefined : deletion.reset}
      actions={
        isPending ? (
          <Button onClick={deletion.stop}>Stop</Button>
        ) : (
          <Button variant="danger" onClick={deletion.resume}>
            {error ? 'Try Again' : 'Go On'}
          </Button>
        )
      }
    >
      <p id={labelId} className="mb-2 tabular-nums [&~[role='alert']>*]:mt-4">
        {formatNumber(deleted)} of {total} deleted
      </p>
      <ProgressBar aria-labelledby={labelId} max={matching.total} value={deleted} />
      <LiveRegion role="alert">
        {error && (
          <Alert tone="error" title={failure}>
            <p>{error.message}</p>
            <p>What is not deleted yet is still there.</p>
          </Alert>
        )}
        {isStopped && <Alert tone="info" title="Stopped. What is not deleted yet is still there." />}
      </LiveRegion>
    </Dialog>
  );
}
