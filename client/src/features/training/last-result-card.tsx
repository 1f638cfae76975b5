import { count } from 'contract/counts.ts';
import { attemptPath, paths } from '#parts/navigation/paths.ts';
import { QueryState } from '#parts/query/query-state.tsx';
import { guestSample } from '#parts/unsaved/guest-work.ts';
import { Button } from '#ui/controls/button.tsx';
import { formatLocalDay } from '#ui/local-time.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { correctFraction, percent, useAttempts, useTrainingCategories } from './training.queries.ts';

/** The number of attempts to load: the last finished one may follow several unfinished ones. */
const recent = 10;

export function LastResultCard() {
  const attempts = useAttempts(1, recent);
  const hasSample = guestSample.useWork() !== null;
  const due = useTrainingCategories().data?.due ?? 0;
  const [latest] = attempts.data?.data ?? [];
  const open = latest && !latest.finished_at ? latest : null;
  return (
    <Panel title="Training">
      <div className="flex flex-col gap-4">
        <QueryState query={attempts} failure="Your last training could not be loaded.">
          {({ data }) => {
            const last = data.find(({ finished_at }) => finished_at) ?? data[0];
            return last ? (
              <p>
                {formatLocalDay(last.started_at)}:{' '}
                {last.finished_at
                  ? `${last.correct} of ${last.total} right (${percent(correctFraction(last))})`
                  : `${last.answered} of ${last.total} answered`}
              </p>
            ) : (
              <p className="text-muted">You have no trainings yet.</p>
            );
          }}
        </QueryState>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          {open && (
            <Button to={attemptPath(open.id)} variant="primary">
              Continue
            </Button>
          )}
          {hasSample && (
            <Button to={paths.training} variant="primary">
              Save your sample
            </Button>
          )}
          <Button to={paths.training}>Train</Button>
          {due > 0 && <p>{count(due, 'question is', 'questions are')} due</p>}
        </div>
      </div>
    </Panel>
  );
}
