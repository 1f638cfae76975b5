import type { FollowedLoanFields } from 'contract/followed-loans/followed-loan-fields.ts';
import { followedLoanLimits } from 'contract/followed-loans/followed-loans.constants.ts';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { SignInFirst } from '#parts/calculator/saved/sign-in-first.tsx';
import { NameField } from '#parts/form/form-field.tsx';
import { FormDialog } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { loanPath, paths } from '#parts/navigation/paths.ts';
import { followParameter, returnTo } from '#parts/navigation/return-to.ts';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { type CheckedPart, followedPartText } from './part-texts.ts';
import { call } from '#session/call.ts';
import { useSession } from '#session/session.ts';
import { Button } from '#ui/controls/button.tsx';

/** Follows the loan of a check. Guests are led through the sign-in, and the check waits. */
export function KeepFollowing({ loan, part }: Omit<FollowDialogProps, 'onClose'>) {
  const isSignedIn = useSession() !== null;
  const { state, search } = useLocation() as { state: { isToSave?: boolean } | null; search: string };
  const isAsked = state?.isToSave === true && new URLSearchParams(search).has(followParameter);
  const [isOpen, setOpen] = useState(isAsked && isSignedIn);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="ghost" className="text-accent" onClick={() => setOpen(true)}>
        Keep following this loan
      </Button>
      {isOpen &&
        (isSignedIn ? (
          <FollowDialog loan={loan} part={part} onClose={close} />
        ) : (
          <SignedOut onClose={close} />
        ))}
    </>
  );
}

interface FollowDialogProps {
  loan: FollowedLoanFields;
  part: CheckedPart | undefined;
  onClose: () => void;
}

function FollowDialog({ loan, part, onClose }: FollowDialogProps) {
  const navigate = useNavigate();
  const { mutateAsync: create } = useApiMutation({
    mutationFn: async (name: string) => {
      const { neededRates } = await import('./needed-rates.ts');
      return call('createLoan', { body: { name, input: await neededRates(loan) } });
    },
    invalidates: ['listLoans'],
  });
  const form = useApiForm({
    values: { name: 'My home loan' },
    onSubmit: ({ name }) => create(name),
    onSaved: (saved) => void navigate(loanPath(saved.loan.id), { state: { isFollowed: true } }),
  });
  return (
    <FormDialog form={form} title="KEEP FOLLOWING THIS LOAN" submitLabel="Follow" onClose={onClose}>
      <NameField form={form} maxLength={followedLoanLimits.nameMaxLength} />
      <p>
        We keep the dates, amounts, balances and kinds of your rows, and no texts. Each month you add the next
        file.
      </p>
      {part && <p>{followedPartText(part)}</p>}
    </FormDialog>
  );
}

function SignedOut({ onClose }: Pick<FollowDialogProps, 'onClose'>) {
  const { hash } = useLocation();
  const state = { ...returnTo(`${paths.statement}?${followParameter}${hash}`), isToSave: true };
  return (
    <SignInFirst title="KEEP FOLLOWING THIS LOAN" act="follow" state={state} onClose={onClose}>
      With an account, you add the next file each month, and read what is owed, when the loan ends, and
      whether each interest charge is right.
    </SignInFirst>
  );
}
