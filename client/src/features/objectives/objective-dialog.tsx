import { objectiveLimits, type typedObjectiveKinds } from 'contract/objectives/objectives.constants.ts';
import type { Objective } from 'contract/objectives/objectives.ts';
import { useWatch } from 'react-hook-form';
import { NumberField, SelectField, TextField } from '#parts/form/form-field.tsx';
import { FormDialog } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { useSaveObjective } from './objectives.queries.ts';

interface ObjectiveDialogProps {
  /** Undefined for a new objective. */
  objective: Objective | undefined;
  onClose: () => void;
}

type TypedKind = (typeof typedObjectiveKinds)[number];

const kinds: Record<TypedKind, { label: string; target: string; current: string }> = {
  save: { label: 'Save up to an amount', target: 'Amount to Save', current: 'Saved so Far' },
  pay_off: { label: 'Pay off a debt', target: 'Debt to Pay Off', current: 'Repaid so Far' },
};

const inputOf = (objective: Objective | undefined) => ({
  title: objective?.title ?? '',
  kind: objective?.kind === 'pay_off' ? ('pay_off' as const) : ('save' as const),
  target_amount: String(objective?.target_amount ?? ''),
  current_amount: String(objective?.current_amount ?? ''),
  target_date: objective?.target_date ?? '',
});

export function ObjectiveDialog({ objective, onClose }: ObjectiveDialogProps) {
  const { mutateAsync: save } = useSaveObjective(objective?.id);
  const form = useApiForm({
    values: inputOf(objective),
    schema: async () => (await import('contract/objectives/objectives.ts')).CreateObjectiveBody,
    toBody: ({ current_amount, ...input }) => ({ ...input, current_amount: current_amount || '0' }),
    onSubmit: save,
    onSaved: onClose,
  });
  const names = kinds[useWatch({ control: form.control, name: 'kind' })];

  return (
    <FormDialog
      form={form}
      title={objective ? 'UPDATE THE OBJECTIVE' : 'SET AN OBJECTIVE'}
      submitLabel="Save"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <SelectField
        form={form}
        name="kind"
        label="Kind"
        options={Object.entries(kinds).map(([kind, { label }]) => [kind, label])}
      />
      <TextField
        form={form}
        name="title"
        label="Title"
        maxLength={objectiveLimits.titleMaxLength}
        required
        isProse
      />
      <div className="fields">
        <NumberField
          form={form}
          name="target_amount"
          label={names.target}
          hint="Australian dollars"
          required
        />
        <NumberField form={form} name="current_amount" label={names.current} hint="Australian dollars" />
      </div>
      <TextField form={form} name="target_date" label="By" type="date" required />
    </FormDialog>
  );
}
