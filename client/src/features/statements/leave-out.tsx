import { useState } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { optionsOf, Select, TextInput } from '#ui/controls/input.tsx';
import { Labelled } from '#ui/controls/labelled.tsx';
import type { TableRow } from './table-rows.ts';
import type { AccountFiles } from './use-account-files.ts';

const otherReason = 'Another reason';
const reasons = ['No transaction', 'Counted twice', 'Another account', otherReason] as const;
const reasonOptions = optionsOf(reasons);
const maxLength = 60;

/** Leaves a row out, with a reason. */
export function LeaveOut({ row, files }: { row: TableRow; files: AccountFiles }) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState<string>(reasons[0]);
  const [text, setText] = useState('');
  const { file, number, label } = row;

  function leaveOut() {
    const stated = reason === otherReason ? text.trim() || otherReason : reason;
    setOpen(false);
    files.answerOf([file], ({ leftOut = [], takenIn = [] }) => ({
      leftOut: new Map([...leftOut, [number, stated]]),
      takenIn: new Set([...takenIn].filter((other) => other !== number)),
    }));
  }

  if (!isOpen) {
    return (
      <Button variant="ghost" onClick={() => setOpen(true)}>
        <Labelled name={`row ${label}`}>Leave out</Labelled>
      </Button>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        className="w-auto max-w-full text-sm"
        // The button that opened it is gone.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        aria-label={`Why row ${label} is left out`}
        value={reason}
        options={reasonOptions}
        onChange={({ target }) => setReason(target.value)}
      />
      {reason === otherReason && (
        <TextInput
          className="max-w-[16rem] text-sm"
          aria-label="Reason"
          value={text}
          maxLength={maxLength}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Not the form around it.
            event.preventDefault();
            leaveOut();
          }}
        />
      )}
      <Button onClick={leaveOut}>
        <Labelled name={`row ${label}`}>Leave out</Labelled>
      </Button>
      <Button variant="ghost" onClick={() => setOpen(false)}>
        Cancel
      </Button>
    </div>
  );
}
