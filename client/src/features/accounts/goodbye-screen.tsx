import { durationTexts } from 'contract/durations.ts';
import { useLocation } from 'react-router-dom';
import { LocalTime } from '#ui/local-time.tsx';
import { AccessCard, coreLink } from './access-card.tsx';

/** Displayed after the deletion of an account. */
export default function GoodbyeScreen() {
  const { state } = useLocation() as { state: { undoUntil?: string } | null };
  return (
    <AccessCard heading="GOODBYE" links={[coreLink]}>
      <p>Your account is closed, and you are signed out on every device.</p>
      <p>
        Have you changed your mind? The link that we sent to your email address restores your account with
        everything in it.{' '}
        {state?.undoUntil ? (
          <>
            It works until{' '}
            <strong className="font-semibold text-strong">
              <LocalTime at={state.undoUntil} />
            </strong>
            .
          </>
        ) : (
          `It works for ${durationTexts.undoDeletion}.`
        )}{' '}
        After that we delete the account permanently.
      </p>
    </AccessCard>
  );
}
