import { layoutTexts, messages } from 'contract/texts.ts';
import { spokenTimes } from 'contract/spoken-times.ts';
import { paths } from '#parts/paths.ts';
import { Button } from '#ui/button.tsx';
import { AccessCard } from './access-screen.tsx';
import { useAccountLink } from './account-link.ts';
import { failureText } from './failure-text.ts';
import { LinkFailure, LinkResult } from './link-result.tsx';
import { useUndoEmailChange } from './recovery.queries.ts';

const links = [
  { to: paths.login, label: 'ACCESS SYSTEM' },
  { to: paths.core, label: layoutTexts.returnToCore },
];

/** Calls on a press only: mail scanners open links, and this one ends every session. */
export default function UndoEmailChangeScreen() {
  const link = useAccountLink();
  const { mutate, data, error, isPending } = useUndoEmailChange();
  const undo = () => mutate(link);
  return (
    <AccessCard heading="EMAIL CHANGE" links={links}>
      {!data && !error && (
        <>
          <p>
            The email address of your account was changed. If that was not you, take your previous address
            back here. All sessions of the account end with it; then sign in and choose another password.
          </p>
          <Button variant="primary" loading={isPending} onClick={undo}>
            {isPending ? 'Restoring...' : 'Restore my previous address'}
          </Button>
        </>
      )}
      <LinkResult pending={isPending && error !== null && 'Restoring...'} success={data?.msg} />
      {error && !isPending && (
        <LinkFailure
          error={error}
          title={failureText(error, {
            unsaid: messages.anErrorOccurred,
            unanswered: messages.anUnexpectedErrorOccurred,
          })}
          advice={`A link works for ${spokenTimes.undoEmailChange} after the change, and no more once an earlier address is back.`}
          retry={undo}
        />
      )}
    </AccessCard>
  );
}
