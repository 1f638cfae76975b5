import { durationTexts } from 'contract/durations.ts';
import { useUndoDeletion } from '../accounts.queries.ts';
import { UndoCard } from './undo-card.tsx';

export default function UndoDeletionScreen() {
  return (
    <UndoCard
      heading="ACCOUNT DELETION"
      text="Your account is closed and will be deleted. If you want to keep it, open it again here: your details, files, friends and all else are as you left them. You only have to sign in again."
      label="Keep my account"
      undoing={useUndoDeletion()}
      advice={`A link works for ${durationTexts.undoDeletion} after the deletion was asked for. Then the account is gone.`}
    />
  );
}
