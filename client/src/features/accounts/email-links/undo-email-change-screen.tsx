import { spokenTimes } from 'contract/spoken-times.ts';
import { Link } from 'react-router-dom';
import { paths } from '#parts/paths.ts';
import { Button } from '#ui/button.tsx';
import { AccessCard } from '#features/accounts/access-card.tsx';
import { useUndoEmailChange } from '#features/accounts/accounts.queries.ts';
import { LinkFailure, LinkResult, useAccountLink } from './link-result.tsx';

/** Sent by a button, because mail scanners open links and this one ends every session. */
export default function UndoEmailChangeScreen() {
  const link = useAccountLink();
  const { mutate, data, error, isPending } = useUndoEmailChange();
  const undo = () => mutate(link);
  return (
    <AccessCard heading="EMAIL CHANGE">
      {!data && !error && (
        <>
          <p>
            The email address of your account was changed. If that was not you, take your previous address
            back here. All sessions of the account end with it, and its present password stops working, since
            somebody else may know it. Then reset the password to sign in again.
          </p>
          <Button variant="primary" loading={isPending} onClick={undo}>
            {isPending ? 'Restoring...' : 'Restore my previous address'}
          </Button>
        </>
      )}
      <LinkResult pending={isPending && error !== null && 'Restoring...'} success={data?.msg}>
        <p>
          <Link to={paths.forgotPassword}>Reset the password</Link>
        </p>
      </LinkResult>
      {error && !isPending && (
        <LinkFailure
          error={error}
          advice={`A link works for ${spokenTimes.undoEmailChange} after the change, and no more once an earlier address is back.`}
          retry={undo}
        />
      )}
    </AccessCard>
  );
}
