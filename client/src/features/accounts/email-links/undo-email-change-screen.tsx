import { durationTexts } from 'contract/durations.ts';
import { Link } from 'react-router-dom';
import { useUndoEmailChange } from '../accounts.queries.ts';
import { paths } from '#parts/navigation/paths.ts';
import { UndoCard } from './undo-card.tsx';

export default function UndoEmailChangeScreen() {
  return (
    <UndoCard
      heading="EMAIL CHANGE"
      text="The email address of your account was changed. If that was not you, restore your previous email address here. This also ends all sessions of the account. Because somebody else may know the current password, it stops working. Reset the password to sign in again."
      label="Restore my previous address"
      undoing={useUndoEmailChange()}
      advice={`A link works for ${durationTexts.undoEmailChange} after the change. It stops working when an earlier email address is restored.`}
    >
      <p>
        <Link to={paths.forgotPassword}>Reset the password</Link>
      </p>
    </UndoCard>
  );
}
