import { ApiError } from '#api/api-error.ts';
import type { FollowedLoan } from 'contract/followed-loans/followed-loan-record.ts';
import { followedLoanLimits } from 'contract/followed-loans/followed-loans.constants.ts';
import { useState } from 'react';
import { RateEntries } from '#parts/calculator/rate-entries.tsx';
import { NameField } from '#parts/form/form-field.tsx';
import { FormDialog } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { useSession } from '#session/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { Alert } from '#ui/feedback/alert.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useUpdateLoan } from './followed-loans.queries.ts';
import { bodyOfTerms, TermsFields, type TermsInputs, termsOf } from './loan-terms-form.tsx';

interface Inputs {
  name: string;
  terms: TermsInputs;
}

const schema = async () => (await import('contract/followed-loans/followed-loans.ts')).updateLoan.body;

const textOf = (terms: TermsInputs) => JSON.stringify(bodyOfTerms(terms));

/** A change of the other owner meanwhile is loaded, and what was typed stays. */
export function TermsDialog({ loan, onClose }: { loan: FollowedLoan; onClose: () => void }) {
  const { mutateAsync: update } = useUpdateLoan(loan.id);
  const values: Inputs = { name: loan.name, terms: termsOf(loan.input) };
  const form = useApiForm({
    values,
    schema,
    toBody: ({ name, terms }) => ({
      name,
      // Only a change of the terms is one of the loan, which the other owner sees.
      ...(textOf(terms) !== textOf(termsOf(loan.input)) && {
        version: loan.version,
        terms: bodyOfTerms(terms),
      }),
    }),
    onSubmit: update,
    onSaved: onClose,
  });
  const userId = useSession()?.user.id;
  const [isAsking, setAsking] = useState(false);
  const failure = form.failure && !form.isFieldRefused ? failureText(form.failure, loan, userId) : undefined;
  return (
    <FormDialog
      form={form}
      failure={
        failure && (
          <div ref={focusOn} tabIndex={-1}>
            <Alert tone="error" role="alert" title={failure} />
          </div>
        )
      }
      title="THE TERMS OF YOUR LOAN"
      submitLabel="Save"
      busyLabel="Saving..."
      onClose={() => (form.isUnsaved() ? setAsking(true) : onClose())}
    >
      <NameField form={form} hint="Only you see this name." maxLength={followedLoanLimits.nameMaxLength} />
      <TermsFields form={form} prefix="terms" />
      <fieldset className="flex flex-col gap-3">
        <legend className="label mb-2">Past rates</legend>
        <RateEntries
          name="terms.rates"
          hint="Leave them out to take the rates in your rows. With them, each charge is checked against them."
        />
      </fieldset>
      {isAsking && (
        <Dialog
          title="CLOSE WITHOUT SAVING?"
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>Go back</Button>
              <Button variant="danger" onClick={onClose}>
                Discard changes
              </Button>
            </>
          }
        >
          <p>Your changes of the terms will be lost.</p>
        </Dialog>
      )}
    </FormDialog>
  );
}

/** The form is longer than the screen, so that an alert below it would not be seen. */
function focusOn(element: HTMLElement | null): void {
  element?.focus();
}

/** What to do where the loan was changed or deleted meanwhile. */
function failureText(failure: Error, { changes }: FollowedLoan, userId: string | undefined): string {
  if (!(failure instanceof ApiError)) return failure.message;
  if (failure.code === 'not_found') return 'This loan was deleted meanwhile. Nothing was saved.';
  if (failure.code !== 'conflict') return failure.message;
  const { by = null, kind } = changes.at(-1) ?? {};
  const who = by === null ? 'An earlier owner' : by.id === userId ? 'You' : by.username;
  return kind === 'terms'
    ? `${who} changed the terms meanwhile. They are loaded: press Save again.`
    : `${who} changed this loan meanwhile. It is loaded: press Save again.`;
}
