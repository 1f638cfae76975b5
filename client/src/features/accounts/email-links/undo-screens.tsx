import { durationTexts } from 'contract/durations.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#parts/navigation/paths.ts';
import { Button } from '#ui/controls/button.tsx';
import { AccessCard } from '../access-card.tsx';
import { type UndoOperation, useUndo } from '../accounts.queries.ts';
import { LinkFailure, LinkResult, useAccountLink } from './link-result.tsx';

interface UndoTexts {
  heading: string;
  /** What the button does. */
  text: string;
  label: string;
  pendingText: string;
  advice: string;
  /** Content below the success message. */
  next?: ReactNode;
}

/** The user presses a button to undo the change, because mail scanners open links. */
const undoScreen = (
  operation: UndoOperation,
  { heading, text, label, pendingText, advice, next }: UndoTexts,
) =>
  function UndoScreen() {
    const link = useAccountLink();
    const { mutate, data, error, isPending } = useUndo(operation);
    const undo = () => mutate(link);
    return (
      <AccessCard heading={heading}>
        {!data && !error && (
          <>
            <p>{text}</p>
            <Button variant="primary" loading={isPending} onClick={undo}>
              {isPending ? pendingText : label}
            </Button>
          </>
        )}
        <LinkResult pending={isPending && error !== null && pendingText} success={data?.msg}>
          {next}
        </LinkResult>
        {error && !isPending && <LinkFailure error={error} advice={advice} retry={undo} />}
      </AccessCard>
    );
  };

export const NotMeScreen = undoScreen('disownSecondFactor', {
  heading: 'YOUR ACCOUNT',
  text: 'A second factor was added to your account, or an account of a provider was linked to it. If that was not you, remove it here, with every way to sign in and every API token that was added since and in the week before. What is older remains: your profile lists it. This also ends all sessions of the account and its password, because somebody else may know it, and we send you a link to a new one. If the email address of the account was changed or its deletion requested since, that is undone as well.',
  label: 'This was not me',
  pendingText: 'Removing...',
  advice: `A link works once, for ${durationTexts.notMe} after we send the email. If the second factor or the linked account is still there, sign in and remove it in your profile, or contact us.`,
});

export const UndoDeletionScreen = undoScreen('undoDeletion', {
  heading: 'ACCOUNT DELETION',
  text: 'Your account is closed and will be deleted. If you want to keep it, restore it here: your details, files, friends and everything else are as you left them. Somebody else may have asked for the deletion. So second factors and linked accounts that were added in the week before are removed, and if the account has a password, it stops working: we send you a link to a new one.',
  label: 'Keep my account',
  pendingText: 'Restoring...',
  advice: `A link works for ${durationTexts.undoDeletion} after you requested the deletion. After that the account is deleted.`,
});

export const UndoEmailChangeScreen = undoScreen('undoEmailChange', {
  heading: 'EMAIL CHANGE',
  text: 'The email address of your account was changed. If that was not you, restore your previous email address here. This also ends all sessions of the account, and removes the second factors, linked accounts, API tokens and remembered devices that were added since the change and in the week before. What is older remains: your profile lists it. If the account has a password, it stops working, because somebody else may know it: reset it to sign in again.',
  label: 'Restore my previous email address',
  pendingText: 'Restoring...',
  advice: `A link works for ${durationTexts.undoEmailChange} after the change. It stops working when an earlier email address is restored.`,
  next: (
    <p>
      <Link to={paths.forgotPassword}>Reset the password</Link>
    </p>
  ),
});

export const UnsubscribeScreen = undoScreen('unsubscribe', {
  heading: 'CASH RATE MAIL',
  text: 'When the cash rate changes, we email you about the payments of your calculations with a variable rate. You can stop these emails here. You will still get the notifications under the bell.',
  label: 'End this mail',
  pendingText: 'Ending...',
  advice:
    'Copy the whole link from the email into your browser, or sign in and switch the emails off in your preferences.',
});
