import type { AttemptSummary } from 'contract/training.ts';
import { useRef } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { attemptPath } from '#parts/paths.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { askToConfirm } from '#ui/confirm.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { Panel } from '#ui/panel.tsx';
import { Loading } from '#ui/spinner.tsx';
import { Cell, HeaderCell, Table } from '#ui/table.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { ShareChart } from './share-chart.tsx';
import { formatMoment, percent, shareOf } from './shares.ts';
import { useAttempts, useDeleteAttempt } from './training.queries.ts';
import styles from './training.module.css';

const pageSize = 10;

export function History() {
  const [search, setSearch] = useSearchParams();
  const page = Math.max(1, Number.parseInt(search.get('page') ?? '1', 10) || 1);
  const { data, error, refetch, isPlaceholderData } = useAttempts(page, pageSize);
  const region = useRef<HTMLDivElement>(null);
  return (
    <Panel title="History">
      <div ref={region} className={styles.stack} tabIndex={-1} aria-busy={isPlaceholderData}>
        {data?.totalAttempt === 0 && (
          <p className={styles.note}>
            Nothing yet. Every training is kept here, with its score, and can be taken up again after a break.
          </p>
        )}
        {data && data.totalAttempt > 0 && (
          <>
            <ShareChart />
            <AttemptTable attempts={data.data} onDeleted={() => region.current?.focus()} />
            <Pagination
              page={data.page}
              pages={data.numOfPages}
              total={`${data.totalAttempt.toLocaleString('en-AU')} ${data.totalAttempt === 1 ? 'training' : 'trainings'}`}
              onPage={(next) =>
                setSearch(next > 1 ? { page: String(next) } : {}, { preventScrollReset: true })
              }
            />
          </>
        )}
        {!data && error && (
          <Alert tone="error" role="alert" title="Your history could not be read">
            <p>{error.message}</p>
            <Button onClick={() => void refetch()}>Try Again</Button>
          </Alert>
        )}
        {!data && !error && <Loading />}
      </div>
    </Panel>
  );
}

interface AttemptTableProps {
  attempts: readonly AttemptSummary[];
  onDeleted: () => void;
}

function AttemptTable({ attempts, onDeleted }: AttemptTableProps) {
  const { mutate, isPending } = useDeleteAttempt();
  const ask = (attempt: AttemptSummary) =>
    askToConfirm({
      title: 'Delete this training?',
      message: `The training of ${formatMoment(attempt.started_at)} with ${attempt.total} questions is deleted for good.`,
      confirmLabel: 'Delete training',
      onConfirm: () => mutate(attempt, { onSuccess: onDeleted }),
    });
  return (
    <Table caption="The latest first">
      <thead>
        <tr>
          <HeaderCell>Started</HeaderCell>
          <HeaderCell numeric>Right</HeaderCell>
          <HeaderCell numeric>Share</HeaderCell>
          <HeaderCell>
            <VisuallyHidden>Actions</VisuallyHidden>
          </HeaderCell>
        </tr>
      </thead>
      <tbody>
        {attempts.map((attempt) => (
          <tr key={attempt.id}>
            <Cell>
              <Link to={attemptPath(attempt.id)}>
                {!attempt.finished_at && 'Continue: '}
                <time dateTime={attempt.started_at}>{formatMoment(attempt.started_at)}</time>
              </Link>
            </Cell>
            <Cell numeric>
              {attempt.correct} of {attempt.finished_at ? attempt.total : attempt.answered}
            </Cell>
            <Cell numeric>{attempt.finished_at ? percent(shareOf(attempt)) : 'open'}</Cell>
            <Cell className={styles.delete}>
              <Button variant="ghost" aria-disabled={isPending} onClick={() => ask(attempt)}>
                Delete <VisuallyHidden>the training of {formatMoment(attempt.started_at)}</VisuallyHidden>
              </Button>
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
