import { useState } from 'react';
import { saveFile } from '#api/save-file.ts';
import { Button } from '#ui/controls/button.tsx';
import { copyText } from '#ui/controls/copy-text.ts';
import { Field } from '#ui/controls/field.tsx';
import { TextArea } from '#ui/controls/input.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { letterText } from './letter-text.ts';
import type { Checked } from './statement-inputs.ts';

interface LetterDialogProps {
  checked: Pick<Checked, 'result' | 'possible' | 'part'>;
  onClose: () => void;
}

/** A letter about the charges that differ, to edit, copy or save. */
export function LetterDialog({ checked, onClose }: LetterDialogProps) {
  const [text, setText] = useState(() => letterText(checked));
  const save = () =>
    saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), 'letter-to-your-bank.txt');
  return (
    <Dialog
      title="ASK YOUR BANK"
      onClose={onClose}
      actions={
        <>
          <Button onClick={save}>Save as .txt</Button>
          <Button
            variant="primary"
            onClick={() =>
              void copyText(text, {
                copied: 'Letter copied.',
                refused: 'The browser does not let us copy. Select the text and copy it.',
              })
            }
          >
            Copy
          </Button>
        </>
      }
    >
      <Field label="Letter to your bank" hint="Fill in the brackets. The letter stays on this device.">
        {(control) => (
          <TextArea {...control} rows={18} value={text} onChange={({ target }) => setText(target.value)} />
        )}
      </Field>
    </Dialog>
  );
}
