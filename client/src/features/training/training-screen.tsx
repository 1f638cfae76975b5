import { count } from 'contract/counts.ts';
import type { AttemptSummary } from 'contract/training/training.ts';
import { Link, useSearchParams } from 'react-router-dom';
import { Chart } from '#parts/chart/chart.tsx';
import { SignedImage } from '#parts/images/signed-image.tsx';
import { attemptPath, paths } from '#parts/navigation/paths.ts';
import { QueryPanel } from '#parts/query/query-panel.tsx';
import { QueryState } from '#parts/query/query-state.tsx';
import { guestSample } from '#parts/unsaved/guest-work.ts';
import { useSession } from '#session/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { Pagination } from '#ui/controls/pagination.tsx';
import { Alert } from '#ui/feedback/alert.tsx';
import { Page } from '#ui/layout/page.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { Cell, FigureHead, HeaderCell, Table } from '#ui/layout/table.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { formatLocalDay, formatLocalTime, LocalTime } from '#ui/local-time.tsx';
import { askToConfirm } from '#ui/overlays/confirm.tsx';
import { Sample } from './sample.tsx';
import { Setup } from './setup.tsx';
import {
  correctFraction,
  percent,
  useAttempts,
  useDeleteAttempt,
  useFriendResults,
  useIsSharing,
  useSaveSample,
} from './training.queries.ts';

export default function TrainingScreen() {
  const session = useSession();
  return (
    <Page
      heading="TRAINING"
      lede="Questions on money and the economy, one at a time, each with an explanation. General information, not advice."
    >
      {session ? (
        <>
          <SaveSample />
          <Setup />
          <History />
          <FriendResults />
        </>
      ) : (
        <Sample />
      )}
    </Page>
  );
}

const imageSizePx = 32;

function FriendResults() {
  return (
    <QueryPanel
      title="Friends"
      query={useFriendResults()}
      failure="Your friends’ results could not be loaded"
    >
      {(friends) => (friends.length > 0 ? <FriendTable friends={friends} /> : <NoResults />)}
    </QueryPanel>
  );
}

function NoResults() {
  return (
    <QueryState query={useIsSharing()} failure="Your preferences could not be loaded.">
      {(isSharing) => (
        <p className="text-muted">
          {isSharing ? (
            'None of your friends share training results yet.'
          ) : (
            <>
              Friends who both share their results see each other’s. You do not share yours:{' '}
              <Link to={paths.profile}>change this in your profile</Link>.
            </>
          )}
        </p>
      )}
    </QueryState>
  );
}

type Friend = NonNullable<ReturnType<typeof useFriendResults>['data']>[number];

function FriendTable({ friends }: { friends: readonly Friend[] }) {
  return (
    <Table caption="In finished trainings">
      <FigureHead row="Friend" figures={['Finished', 'Right']} />
      <tbody>
        {friends.map(({ id, username, user_image, finished, correct_share }) => (
          <tr key={id}>
            <Cell>
              <span className="flex flex-wrap items-center gap-x-3 gap-y-2 wrap-anywhere">
                <SignedImage path={user_image} alt="" size={imageSizePx} />
                <span className="min-w-0 flex-1">{username}</span>
              </span>
            </Cell>
            <Cell numeric>{finished}</Cell>
            <Cell numeric>{finished > 0 ? percent(correct_share) : '–'}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Offers to save the answers to a sample in this browser from before the sign-in. */
function SaveSample() {
  const sample = guestSample.useWork();
  const { mutate, isPending, error } = useSaveSample();
  if (!sample) return null;
  return (
    <Panel title="Your Sample">
      <div className="flex flex-col gap-4">
        <p>
          You answered {count(sample.answers.length, 'question')} in this browser before you signed in. Save
          them as your first training, and they come back when you have probably begun to forget them.
        </p>
        {error && <Alert tone="error" role="alert" title={error.message} />}
        <div className="flex flex-wrap gap-3">
          <Button
            variant="primary"
            loading={isPending}
            onClick={() => mutate(sample, { onSuccess: guestSample.drop })}
          >
            Save my answers
          </Button>
          <Button onClick={guestSample.drop}>Discard</Button>
        </div>
      </div>
    </Panel>
  );
}

const pageSize = 10;

function History() {
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
