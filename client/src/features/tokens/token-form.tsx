import { tokenLimits } from 'contract/tokens.constants.ts';
import { useForm } from 'react-hook-form';
import { TextField } from '#parts/form/form-field.tsx';
import { isAdmitted } from '#parts/feature.ts';
import { useSession } from '#session/session.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field, FieldError } from '#ui/field.tsx';
import { Select } from '#ui/input.tsx';
import { Panel } from '#ui/panel.tsx';
import layout from '#ui/layout.module.css';
import { scopes } from './scopes.ts';
import { ShownToken } from './shown-token.tsx';
import { type NewToken, useCreateToken } from './tokens.queries.ts';
import styles from './tokens-tab.module.css';

const ends = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', '1 year'],
] as const;

export function TokenForm() {
  const user = useSession()?.user;
  const { mutate: create, data: created, isPending, reset: forget } = useCreateToken();
  const form = useForm<NewToken>({ defaultValues: { name: '', scopes: [], days: '90' } });
  const submit = form.handleSubmit((input) => create(input, { onSuccess: () => form.reset() }));
  const { errors } = form.formState;
  return (
    <Panel title="New Token">
      <form className={layout.stack} onSubmit={submit} noValidate>
        <TextField
          form={form}
          name="name"
          label="Name"
          hint="What the program is, so that you know it again."
          autoComplete="off"
          maxLength={tokenLimits.nameMaxLength}
          rules={{ required: 'Give it a name.' }}
        />
        <fieldset className={styles.scopes} aria-describedby={errors.scopes ? 'scopes-error' : undefined}>
          <legend className={styles.legend}>What it may do</legend>
          {scopes
            .filter(({ isForStaff }) => isAdmitted(user, isForStaff ? 'staff' : 'user'))
            .map(({ scope, label }) => (
              <Checkbox
                key={scope}
                {...form.register('scopes', { required: 'Choose at least one.' })}
                value={scope}
                label={label}
                hint={scope}
              />
            ))}
          {errors.scopes && <FieldError id="scopes-error">{errors.scopes.message}</FieldError>}
        </fieldset>
        <Field label="Ends after" hint="We mail you a week before.">
          {(control) => <Select {...control} {...form.register('days')} options={ends} />}
        </Field>
        <div>
          <Button type="submit" variant="primary" loading={isPending}>
            {isPending ? 'Making...' : 'Make Token'}
          </Button>
        </div>
      </form>
      {created && <ShownToken name={created.data.name} token={created.token} onClose={forget} />}
    </Panel>
  );
}
