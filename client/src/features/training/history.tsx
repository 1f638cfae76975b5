import { count } from 'contract/counts.ts';
import type { AttemptSummary } from 'contract/training/training.ts';
import { Link, useSearchParams } from 'react-router-dom';
import { Chart } from '#parts/chart/chart.tsx';
import { attemptPath } from '#parts/navigation/paths.ts';
import { QueryPanel } from '#parts/query/query-panel.tsx';
import { Button } from '#ui/controls/button.tsx';
import { askToConfirm } from '#ui/overlays/confirm.tsx';
import { formatLocalDay, formatLocalTime, LocalTime } from '#ui/local-time.tsx';
import { Pagination } from '#ui/controls/pagination.tsx';
import { Cell, HeaderCell, Table } from '#ui/layout/table.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { correctFraction, percent, useAttempts, useDeleteAttempt } from './training.queries.ts';

const pageSize = 10;

export function History() {
  const [search, setSearch] = useSearchParams();
  const page = Math.max(1, Number.parseInt(search.get('page') ?? '1', 10) || 1);
  const attempts = useAttempts(page, pageSize);
  return (
    <QueryPanel title="History" query={attempts} failure="Your history could not be loaded">
      {({ data, totalAttempt: total, page: currentPage, numOfPages }) =>
        total === 0 ? (
          <p className="text-muted">
            You have no trainings yet. Your trainings will appear here with their scores, and you can continue
            them after a break.
          </p>
        ) : (
          <>
            <ShareChart />
            <AttemptTable attempts={data} />
            <Pagination
              page={currentPage}
              pages={numOfPages}
              total={count(total, 'training')}
              onPage={(next) =>
                setSearch(next > 1 ? { page: String(next) } : {}, { preventScrollReset: true })
              }
            />
          </>
        )
      }
    </QueryPanel>
  );
}

function AttemptTable({ attempts }: { attempts: readonly AttemptSummary[] }) {
  const { mutate, isPending } = useDeleteAttempt();
  const ask = (attempt: AttemptSummary) =>
    askToConfirm({
      title: 'Delete this training?',
      message: `The training of ${formatLocalTime(attempt.started_at)} with ${count(attempt.total, 'question')} is deleted permanently.`,
      confirmLabel: 'Delete training',
      onConfirm: () => mutate(attempt),
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
                <LocalTime at={attempt.started_at} />
              </Link>
            </Cell>
            <Cell numeric>
              {attempt.correct} of {attempt.finished_at ? attempt.total : attempt.answered}
            </Cell>
            <Cell numeric>{attempt.finished_at ? percent(correctFraction(attempt)) : 'open'}</Cell>
            <Cell className="text-right [&_button]:min-h-6 [&_button]:px-2 [&_button]:py-1">
              <Button variant="ghost" aria-disabled={isPending} onClick={() => ask(attempt)}>
                Delete <VisuallyHidden>the training of {formatLocalTime(attempt.started_at)}</VisuallyHidden>
              </Button>
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** The maximum page size of a list. */
const maxAttempts = 100;

/** A chart of the finished attempts among the latest; the table has the same figures. */
function ShareChart() {
  const { data } = useAttempts(1, maxAttempts);
  const finished = data?.data.filter(({ finished_at }) => finished_at !== null).toReversed() ?? [];
  const [first, last] = [finished[0], finished.at(-1)];
  // A line needs two points.
  if (!first || !last || first === last) return null;
  const best = Math.max(...finished.map(correctFraction));
  return (
    <Chart
      kind="line"
      unit="percent"
      labels={finished.map(({ started_at }) => formatLocalDay(started_at))}
      series={[{ name: 'Share of right answers', color: 'ok', values: finished.map(correctFraction) }]}
      label={`Line chart: the share of right answers in ${count(finished.length, 'training')}, from ${percent(correctFraction(first))} on ${formatLocalDay(first.started_at)} to ${percent(correctFraction(last))} on ${formatLocalDay(last.started_at)}, at best ${percent(best)}. Each stands in the table.`}
    />
  );
}
