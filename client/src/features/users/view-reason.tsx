import { useState } from 'react';
import { ViewReasonDialog } from '#parts/records/view-reasons.tsx';
import { Button } from '#ui/controls/button.tsx';

/** Where no reason is required, an agent may still add one. */
export function AddViewReason({ userId }: { userId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="ghost" aria-haspopup="dialog" className="self-start" onClick={() => setOpen(true)}>
        Add a reason
      </Button>
      {isOpen && (
        <ViewReasonDialog
          of={{ userId }}
          title="Add a Reason"
          submitLabel="Save"
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
