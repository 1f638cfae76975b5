import { type ObjectiveKind, objectiveLimits } from 'contract/objectives/objectives.constants.ts';
import type { Objective } from 'contract/objectives/objectives.ts';
import { useWatch } from 'react-hook-form';
import { NumberField, SelectField, TextField } from '#parts/form/form-field.tsx';
import { FormDialog } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { useOwnCalculations, useSaveObjective } from './objectives.queries.ts';

interface ObjectiveDialogProps {
  /** Undefined for a new objective. */
  objective: Objective | undefined;
  onClose: () => void;
}

const kinds: Record<ObjectiveKind, { label: string; target: string; current: string }> = {
  save: { label: 'Save up to an amount', target: 'Amount to Save', current: 'Saved so Far' },
  pay_off: { label: 'Pay off a debt', target: 'Debt to Pay Off', current: 'Repaid so Far' },
};

const inputOf = (objective: Objective | undefined) => ({
  title: objective?.title ?? '',
  kind: objective?.kind === 'pay_off' ? ('pay_off' as const) : ('save' as const),
  target_amount: String(objective?.target_amount ?? ''),
  current_amount: String(objective?.current_amount ?? ''),
  target_date: objective?.target_date ?? '',
  calculation_id: objective?.calculation_id ?? '',
});

export function ObjectiveDialog({ objective, onClose }: ObjectiveDialogProps) {
  const { mutateAsync: save } = useSaveObjective(objective?.id);
  const { data: calculations = [] } = useOwnCalculations();
  const form = useApiForm({
    values: inputOf(objective),
    schema: async () => (await import('contract/objectives/objectives.ts')).CreateObjectiveBody,
    toBody: ({ current_amount, calculation_id, ...input }) => ({
      ...input,
      current_amount: current_amount || '0',
      calculation_id: calculation_id || null,
    }),
    onSubmit: save,
    onSaved: onClose,
  });
  const choices = calculations.map(({ id, name }): [string, string] => [id, name]);
  // While the calculations load, or if this one is not among the first hundred.
  const currentId = objective?.calculation_id;
  if (currentId && !choices.some(([id]) => id === currentId))
    choices.unshift([currentId, 'The current calculation']);
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
      <div className="fields">
        <TextField form={form} name="target_date" label="By" type="date" required />
        <SelectField
          form={form}
          name="calculation_id"
          label="Calculation (optional)"
          options={[['', 'None'], ...choices]}
        />
      </div>
    </FormDialog>
  );
}
