import type { FollowedLoan } from 'contract/followed-loans/followed-loan-record.ts';
import { FormDialog } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { useUpdateLoan } from './followed-loans.queries.ts';
import { bodyOfTerms, TermsFields, termsOf } from './loan-terms-form.tsx';

const schema = async () => (await import('contract/followed-loans/followed-loans.ts')).updateLoan.body;

/** A change of the other owner meanwhile is loaded, and what was typed stays. */
export function TermsDialog({ loan, onClose }: { loan: FollowedLoan; onClose: () => void }) {
  const { mutateAsync: update } = useUpdateLoan(loan.id);
  const form = useApiForm({
    values: { terms: termsOf(loan.input) },
    schema,
    toBody: ({ terms }) => ({ version: loan.version, terms: bodyOfTerms(terms) }),
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
      <TermsFields form={form} prefix="terms" />
    </FormDialog>
  );
}
