import { attemptPath, paths } from '#parts/paths.ts';
import { QueryState } from '#parts/query-state.tsx';
import { Button } from '#ui/button.tsx';
import { formatLocalDay } from '#ui/local-time.tsx';
import { Panel } from '#ui/panel.tsx';
import { percent, shareOf } from './shares.ts';
import { useAttempts } from './training.queries.ts';
import styles from './training.module.css';

/** On the dashboard. */
export function LastResultCard() {
  const attempts = useAttempts(1, 1);
  const open = attempts.data?.data.find(({ finished_at }) => !finished_at);
  return (
    <Panel title="Training">
      <div className={styles.stack}>
        <QueryState query={attempts} failure="Your last training could not be read.">
          {({ data: [last] }) =>
            last ? (
              <p>
                {formatLocalDay(last.started_at)}:{' '}
                {last.finished_at
                  ? `${last.correct} of ${last.total} right (${percent(shareOf(last))})`
                  : `${last.answered} of ${last.total} answered`}
              </p>
            ) : (
              <p className={styles.note}>No training yet.</p>
            )
          }
        </QueryState>
        <div className={styles.buttons}>
          {open && (
            <Button to={attemptPath(open.id)} variant="primary">
              Continue
            </Button>
          )}
          <Button to={paths.training}>Train</Button>
        </div>
      </div>
    </Panel>
  );
}
