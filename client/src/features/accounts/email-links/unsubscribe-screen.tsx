import { useUnsubscribe } from '../accounts.queries.ts';
import { UndoCard } from './undo-card.tsx';

export default function UnsubscribeScreen() {
  return (
    <UndoCard
      heading="CASH RATE MAIL"
      text="When the cash rate changes, we email you about the payments of your calculations with a variable rate. You can stop these emails here. You will still get the notifications under the bell."
      label="End this mail"
      pendingText="Ending..."
      undoing={useUnsubscribe()}
      advice="Copy the whole link from the email into your browser, or sign in and switch the emails off in your preferences."
    />
  );
}
