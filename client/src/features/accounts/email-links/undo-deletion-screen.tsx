import { spokenTimes } from 'contract/spoken-times.ts';
import { Button } from '#ui/button.tsx';
import { AccessCard } from '#features/accounts/access-card.tsx';
import { useUndoDeletion } from '#features/accounts/accounts.queries.ts';
import { LinkFailure, LinkResult, useAccountLink } from './link-result.tsx';

/** Sent by a button, because mail scanners open links. */
export default function UndoDeletionScreen() {
  const link = useAccountLink();
  const { mutate, data, error, isPending } = useUndoDeletion();
  const undo = () => mutate(link);
  return (
    <AccessCard heading="ACCOUNT DELETION">
      {!data && !error && (
        <>
          <p>
            Your account is closed and will be deleted. If you want to keep it, open it again here: your
            details, files, friends and all else are as you left them. You only have to sign in again.
          </p>
          <Button variant="primary" loading={isPending} onClick={undo}>
            {isPending ? 'Restoring...' : 'Keep my account'}
          </Button>
        </>
      )}
      <LinkResult pending={isPending && error !== null && 'Restoring...'} success={data?.msg} />
      {error && !isPending && (
        <LinkFailure
          error={error}
          advice={`A link works for ${spokenTimes.undoDeletion} after the deletion was asked for. Then the account is gone.`}
          retry={undo}
        />
      )}
    </AccessCard>
  );
}
