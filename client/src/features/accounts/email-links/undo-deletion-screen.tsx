import { durationTexts } from 'contract/durations.ts';
import { useUndoDeletion } from '../accounts.queries.ts';
import { UndoCard } from './undo-card.tsx';

export default function UndoDeletionScreen() {
  return (
    <UndoCard
      heading="ACCOUNT DELETION"
      text="Your account is closed and will be deleted. If you want to keep it, restore it here: your details, files, friends and everything else are as you left them. You then only need to sign in again."
      label="Keep my account"
      undoing={useUndoDeletion()}
      advice={`A link works for ${durationTexts.undoDeletion} after you requested the deletion. After that the account is deleted.`}
    />
  );
}
