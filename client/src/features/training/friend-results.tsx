import { Link } from 'react-router-dom';
import { paths } from '#parts/paths.ts';
import { SignedImage } from '#parts/signed-image.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Panel } from '#ui/panel.tsx';
import { Loading } from '#ui/spinner.tsx';
import { Cell, HeaderCell, Table } from '#ui/table.tsx';
import { percent } from './shares.ts';
import { useFriendResults } from './training.queries.ts';
import styles from './training.module.css';

const imageSizePx = 32;

export function FriendResults() {
  const { data, error, refetch } = useFriendResults();
  return (
    <Panel title="Friends">
      {data ? (
        data.friends.length > 0 ? (
          <FriendTable friends={data.friends} />
        ) : (
          <p className={styles.note}>
            {data.isSharing ? (
              'None of your friends shares training results yet.'
            ) : (
              <>
                Friends who both share see one another’s results. You do not share yours:{' '}
                <Link to={paths.profile}>change that on your profile</Link>.
              </>
            )}
          </p>
        )
      ) : error ? (
        <Alert tone="error" role="alert" title="Your friends’ results could not be read">
          <p>{error.message}</p>
          <Button onClick={() => void refetch()}>Try Again</Button>
        </Alert>
      ) : (
        <Loading />
      )}
    </Panel>
  );
}

type Friend = NonNullable<ReturnType<typeof useFriendResults>['data']>['friends'][number];

function FriendTable({ friends }: { friends: readonly Friend[] }) {
  return (
    <Table caption="In finished trainings">
      <thead>
        <tr>
          <HeaderCell>Friend</HeaderCell>
          <HeaderCell numeric>Finished</HeaderCell>
          <HeaderCell numeric>Right</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {friends.map(({ id, username, user_image, finished, correct_share }) => (
          <tr key={id}>
            <Cell>
              <span className={styles.friend}>
                <SignedImage path={user_image} alt="" size={imageSizePx} />
                {username}
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
