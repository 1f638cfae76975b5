import { attemptPath, paths } from '#parts/paths.ts';
import { Button } from '#ui/button.tsx';
import { Panel } from '#ui/panel.tsx';
import { Loading } from '#ui/spinner.tsx';
import { formatLocalDay } from '#ui/local-time.tsx';
import { percent, shareOf } from './shares.ts';
import { useAttempts } from './training.queries.ts';
import styles from './training.module.css';

/** On the dashboard. */
export function LastResultCard() {
  const { data, error } = useAttempts(1, 1);
  const last = data?.data[0];
  return (
    <Panel title="Training">
      <div className={styles.stack}>
        {last ? (
          <p>
            {formatLocalDay(last.started_at)}:{' '}
            {last.finished_at
              ? `${last.correct} of ${last.total} right (${percent(shareOf(last))})`
              : `${last.answered} of ${last.total} answered`}
          </p>
        ) : data ? (
          <p className={styles.note}>No training yet.</p>
        ) : error ? (
          <p className={styles.note}>Your last training could not be read.</p>
        ) : (
          <Loading />
        )}
        <div className={styles.buttons}>
          {last && !last.finished_at && (
            <Button to={attemptPath(last.id)} variant="primary">
              Continue
            </Button>
          )}
          <Button to={paths.training}>Train</Button>
        </div>
      </div>
    </Panel>
  );
}
