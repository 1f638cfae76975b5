import { useState } from 'react';
import { flushSync } from 'react-dom';
import { isVisible } from '#ui/compatibility.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { type GuardedForm, useUnsavedForms } from './unsaved-forms.tsx';

interface LeaveDialogProps {
  onStay: () => void;
  onLeave: () => void;
  onSaved?: () => void;
}

export function LeaveDialog({ onStay, onLeave, onSaved = onLeave }: LeaveDialogProps) {
  const [isClosed, setClosed] = useState(false);
  const form = useUnsavedForms().firstUnsaved();
  if (isClosed) return null;

  function save(unsaved: GuardedForm) {
    // The dialog closes synchronously first, because a modal dialog would prevent a refused field from taking the
    // focus.
    flushSync(() => setClosed(true));
    onStay();
    void saveChangesThen(unsaved, onSaved);
  }

  return (
    <Dialog
      title="LEAVE WITHOUT SAVING?"
      onClose={onStay}
      actions={
        <>
          <Button onClick={onStay}>Cancel</Button>
          <Button variant="danger" onClick={onLeave}>
            Leave
          </Button>
          {/* A form in a hidden tab could not display why a save is refused. */}
          {form && isVisible(form.element) && (
            <Button variant="primary" onClick={() => save(form)}>
              Save
            </Button>
          )}
        </>
      }
    >
      <p>Your changes on this page will be lost.</p>
    </Dialog>
  );
}

/**
 * Saves the form, then calls `next`, unless the save fails or the user presses a key or the pointer during the save.
 */
async function saveChangesThen(form: GuardedForm, next: () => void): Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  for (const eventType of ['pointerdown', 'keydown']) {
    document.addEventListener(eventType, () => controller.abort(), { signal });
  }
  const isSaved = await form.save();
  if (isSaved && !signal.aborted) next();
  controller.abort();
}
