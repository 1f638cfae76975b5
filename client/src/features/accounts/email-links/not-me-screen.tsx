import { durationTexts } from 'contract/durations.ts';
import { useDisownSecondFactor } from '../accounts.queries.ts';
import { UndoCard } from './undo-card.tsx';

export default function NotMeScreen() {
  return (
    <UndoCard
      heading="SECOND FACTOR"
      text="A second factor was added to your account. If that was not you, remove it here. This also ends all sessions of the account. Because somebody else may know your password, we also send you a link to reset it."
      label="This was not me"
      pendingText="Removing..."
      undoing={useDisownSecondFactor()}
      advice={`A link works once, for ${durationTexts.notMe} after we send the email. If the second factor is still there, sign in and remove it in your profile, or contact us.`}
    />
  );
}
