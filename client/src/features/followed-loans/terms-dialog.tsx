import type { FollowedLoan } from 'contract/followed-loans/followed-loan-record.ts';
import { followedLoanLimits } from 'contract/followed-loans/followed-loans.constants.ts';
import { TextField } from '#parts/form/form-field.tsx';
import { FormDialog } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { useUpdateLoan } from './followed-loans.queries.ts';
import { bodyOfTerms, TermsFields, type TermsInputs, termsOf } from './loan-terms-form.tsx';

const schema = async () => (await import('contract/followed-loans/followed-loans.ts')).updateLoan.body;

const textOf = (terms: TermsInputs) => JSON.stringify(bodyOfTerms(terms));

/** A change of the other owner meanwhile is loaded, and what was typed stays. */
export function TermsDialog({ loan, onClose }: { loan: FollowedLoan; onClose: () => void }) {
  const { mutateAsync: update } = useUpdateLoan(loan.id);
  const form = useApiForm({
    values: { name: loan.name, terms: termsOf(loan.input) },
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
  return (
    <FormDialog
      form={form}
      title="THE TERMS OF YOUR LOAN"
      submitLabel="Save"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <TextField
        form={form}
        name="name"
        label="Name"
        hint="For you alone."
        maxLength={followedLoanLimits.nameMaxLength}
        required
        isProse
      />
      <TermsFields form={form} prefix="terms" />
    </FormDialog>
  );
}
