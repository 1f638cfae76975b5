import { type ObjectiveKind, objectiveLimits } from 'contract/objectives.constants.ts';
import type { Objective } from 'contract/objectives.ts';
import { type ChangeEvent, useState } from 'react';
import { detailsOf } from '#api/api-error.ts';
import { FormDialog } from '#parts/form/form-dialog.tsx';
import { plainNumber } from '#parts/form/typed-numbers.ts';
import { Field } from '#ui/field.tsx';
import { NumberInput, Select, TextInput } from '#ui/input.tsx';
import styles from './objectives.module.css';
import { useOwnCalculations, useSaveObjective } from './objectives.queries.ts';

interface ObjectiveDialogProps {
  /** Absent for a new one. */
  objective?: Objective | undefined;
  onClose: () => void;
}

const kinds: Record<ObjectiveKind, { label: string; target: string; current: string }> = {
  save: { label: 'Save up to an amount', target: 'Amount to Save', current: 'Saved so Far' },
  pay_off: { label: 'Pay off a debt', target: 'Debt to Pay Off', current: 'Repaid so Far' },
};

interface Typed extends Record<string, string> {
  title: string;
  kind: ObjectiveKind;
  target_amount: string;
  current_amount: string;
  target_date: string;
  calculation_id: string;
}

const typedOf = (objective: Objective | undefined): Typed => ({
  title: objective?.title ?? '',
  kind: objective?.kind ?? 'save',
  target_amount: String(objective?.target_amount ?? ''),
  current_amount: String(objective?.current_amount ?? ''),
  target_date: objective?.target_date ?? '',
  calculation_id: objective?.calculation_id ?? '',
});

export function ObjectiveDialog({ objective, onClose }: ObjectiveDialogProps) {
  const { mutate, error, isPending } = useSaveObjective(objective);
  const { data: calculations = [] } = useOwnCalculations();
  const [typed, setTyped] = useState(() => typedOf(objective));
  const choices = calculations.map(({ id, name }): [string, string] => [id, name]);
  // While the names load, and behind the hundred that do.
  const present = objective?.calculation_id;
  if (present && !choices.some(([id]) => id === present)) choices.unshift([present, 'The present one']);
  const details = detailsOf(error);
  const names = kinds[typed.kind];

  const control = (field: Exclude<keyof Typed, number>) => ({
    value: typed[field],
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      setTyped({ ...typed, [field]: target.value }),
  });
  const errorOf = (field: string) => details[field]?.join(' ');

  function submit() {
    const body = {
      title: typed.title,
      kind: typed.kind,
      target_amount: plainNumber(typed.target_amount),
      current_amount: plainNumber(typed.current_amount) || '0',
      target_date: typed.target_date,
      calculation_id: typed.calculation_id || null,
    };
    mutate(body, { onSuccess: onClose });
  }

  return (
    <FormDialog
      title={objective ? 'UPDATE THE OBJECTIVE' : 'SET AN OBJECTIVE'}
      submitLabel={isPending ? 'Saving...' : 'Save'}
      isPending={isPending}
      error={error}
      isFieldRefused={Object.keys(details).some((field) => field in typed)}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Kind" error={errorOf('kind')}>
        {(field) => (
          <Select
            {...field}
            {...control('kind')}
            options={Object.entries(kinds).map(([kind, { label }]) => [kind, label])}
          />
        )}
      </Field>
      <Field label="Title" error={errorOf('title')}>
        {(field) => (
          <TextInput
            {...field}
            {...control('title')}
            maxLength={objectiveLimits.titleMaxLength}
            required
            autoComplete="off"
          />
        )}
      </Field>
      <div className={styles.pair}>
        <Field label={names.target} hint="Australian dollars" error={errorOf('target_amount')}>
          {(field) => <NumberInput {...field} {...control('target_amount')} required />}
        </Field>
        <Field label={names.current} hint="Australian dollars" error={errorOf('current_amount')}>
          {(field) => <NumberInput {...field} {...control('current_amount')} />}
        </Field>
      </div>
      <div className={styles.pair}>
        <Field label="By" error={errorOf('target_date')}>
          {(field) => <TextInput {...field} {...control('target_date')} type="date" required />}
        </Field>
        <Field label="Calculation (optional)" error={errorOf('calculation_id')}>
          {(field) => (
            <Select {...field} {...control('calculation_id')} options={[['', 'None'], ...choices]} />
          )}
        </Field>
      </div>
    </FormDialog>
  );
}
