import { Link } from 'react-router-dom';
import { paths } from '#parts/navigation/paths.ts';
import { QueryPanel } from '#parts/query/query-panel.tsx';
import { QueryState } from '#parts/query/query-state.tsx';
import { SignedImage } from '#parts/images/signed-image.tsx';
import { Cell, FigureHead, Table } from '#ui/layout/table.tsx';
import { percent, useFriendResults, useIsSharing } from './training.queries.ts';

const imageSizePx = 32;

export function FriendResults() {
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
