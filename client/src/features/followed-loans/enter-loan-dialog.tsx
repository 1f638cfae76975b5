import { followedLoanLimits } from 'contract/followed-loans/followed-loans.constants.ts';
import { localDate } from '#parts/calculator/local-date.ts';
import { NameField, NumberField, TextField } from '#parts/form/form-field.tsx';
import { FormDialog } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { type LoadedLoan, useCreateLoan } from './followed-loans.queries.ts';
import { bodyOfTerms, emptyTerms, TermsFields } from './loan-terms-form.tsx';

const schema = async () => (await import('contract/followed-loans/followed-loans.ts')).createLoan.body;

const values = { name: '', input: { ...emptyTerms, owed: '', owed_on: localDate(new Date()) } };

interface EnterLoanDialogProps {
  onSaved: (loan: LoadedLoan['loan']) => void;
  onClose: () => void;
}

/** A loan of which there are no rows yet. */
export function EnterLoanDialog({ onSaved, onClose }: EnterLoanDialogProps) {
  const { mutateAsync: create } = useCreateLoan();
  const form = useApiForm({
    values,
    schema,
    toBody: ({ name, input }) => ({ name, input: bodyOfTerms(input) }),
    onSubmit: create,
    onSaved: ({ loan }) => onSaved(loan),
  });
  return (
    <FormDialog form={form} title="ENTER A LOAN" submitLabel="Follow" busyLabel="Saving..." onClose={onClose}>
      <NameField form={form} maxLength={followedLoanLimits.nameMaxLength} />
      <div className="fields">
        <NumberField form={form} name="input.owed" label="Owed" hint="Australian dollars" required />
        <TextField form={form} name="input.owed_on" label="On" type="date" required />
      </div>
      <TermsFields form={form} prefix="input" />
    </FormDialog>
  );
}
