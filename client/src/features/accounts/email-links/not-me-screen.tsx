import { durationTexts } from 'contract/durations.ts';
import { useDisownSecondFactor } from '../accounts.queries.ts';
import { UndoCard } from './undo-card.tsx';

export default function NotMeScreen() {
  return (
    <UndoCard
      heading="SECOND FACTOR"
      text="A second factor was added to your account. If that was not you, remove it here. All sessions of the account end with it, and we send you a link with which you reset your password, since somebody else may know it."
      label="This was not me"
      pendingText="Removing..."
      undoing={useDisownSecondFactor()}
      advice={`A link works once, for ${durationTexts.notMe} after the mail. If the second factor is still there, sign in and remove it in your profile, or ask us.`}
    />
  );
}
