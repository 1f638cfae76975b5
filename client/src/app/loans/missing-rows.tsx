import { count } from 'contract/counts.ts';
import type { FollowedLoan } from 'contract/followed-loans/followed-loan-record.ts';
import { useId } from 'react';
import { useCorrectLoanRows } from '#features/followed-loans/followed-loans.queries.ts';
import { Button } from '#ui/controls/button.tsx';
import { Alert } from '#ui/feedback/alert.tsx';

/** Rows of the loan that the last file lacks. */
export function MissingRows({
  loan,
  rows,
  close,
}: {
  loan: FollowedLoan;
  rows: readonly number[];
  close: () => void;
}) {
  const { mutateAsync: correct, isPending } = useCorrectLoanRows(loan.id);
  const id = useId();
  return (
    <Alert
      tone="info"
      title={`${count(rows.length, 'row')} of yours ${rows.length === 1 ? 'was' : 'were'} not in this file`}
    >
      <p id={id}>
        The bank may have withdrawn them, or the file may be filtered. They are kept unless you remove them.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          loading={isPending}
          aria-describedby={id}
          // The alert may be gone by then, without which `mutate` would call nothing.
          onClick={() => {
            correct({ version: loan.version, remove: [...rows] }).then(close, () => undefined);
          }}
        >
          Remove them
        </Button>
        <Button variant="ghost" onClick={close}>
          Keep them
        </Button>
      </div>
    </Alert>
  );
}
