import { durationTexts } from 'contract/durations.ts';
import { Link } from 'react-router-dom';
import { useUndoEmailChange } from '../accounts.queries.ts';
import { paths } from '#parts/navigation/paths.ts';
import { UndoCard } from './undo-card.tsx';

export default function UndoEmailChangeScreen() {
  return (
    <UndoCard
      heading="EMAIL CHANGE"
      text="The email address of your account was changed. If that was not you, take your previous address back here. All sessions of the account end with it, and its present password stops working, since somebody else may know it. Then reset the password to sign in again."
      label="Restore my previous address"
      undoing={useUndoEmailChange()}
      advice={`A link works for ${durationTexts.undoEmailChange} after the change, and no more once an earlier address is back.`}
    >
      <p>
        <Link to={paths.forgotPassword}>Reset the password</Link>
      </p>
    </UndoCard>
  );
}
