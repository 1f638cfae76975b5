import { useUnsubscribe } from '../accounts.queries.ts';
import { UndoCard } from './undo-card.tsx';

export default function UnsubscribeScreen() {
  return (
    <UndoCard
      heading="CASH RATE MAIL"
      text="When the cash rate changes, you get a mail about the payments of your calculations with a variable rate. You can end that here. The notifications under the bell go on."
      label="End this mail"
      pendingText="Ending..."
      undoing={useUnsubscribe()}
      advice="Copy the whole link of the mail into your browser, or sign in and switch the mail off in your preferences."
    />
  );
}
