import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { NumberInput, Select } from '#ui/input.tsx';
import { Panel } from '#ui/panel.tsx';
import { AmountInput } from './amount-input.tsx';
import type { TermsField } from './terms.ts';
import type { TypedTerms, useTerms } from './use-terms.ts';
import styles from './terms-form.module.css';

interface TermsFormProps {
  title: string;
  fields: readonly TermsField[];
  calculator: Pick<ReturnType<typeof useTerms>, 'form' | 'typed' | 'submit' | 'clear'>;
  /** Called if the terms are those already shown. */
  repeat: () => unknown;
  isPending: boolean;
}

export function TermsForm({ title, fields, calculator, repeat, isPending }: TermsFormProps) {
  const { form, typed, submit, clear } = calculator;
  const { errors } = form.formState;
  return (
    <Panel title={title} className={styles.panel}>
      <form className={styles.form} onSubmit={submit(repeat)} noValidate aria-label={title}>
        {fields.map((field) => (
          <div className={styles.field} key={field.name}>
            <Field label={field.label} hint={hintOf(field, typed)} error={errors[field.name]?.message}>
              {(control) =>
                field.choices ? (
                  <Select {...control} {...form.register(field.name)} options={field.choices} />
                ) : field.isAmount ? (
                  <AmountInput {...control} {...form.register(field.name)} required={!field.isOptional} />
                ) : (
                  <NumberInput
                    {...control}
                    {...form.register(field.name)}
                    // Units may be typed too.
                    inputMode={field.echo ? 'text' : 'decimal'}
                    required={!field.isOptional}
                  />
                )
              }
            </Field>
          </div>
        ))}
        <div className={styles.actions}>
          <Button type="submit" variant="primary" loading={isPending}>
            Calculate
          </Button>
          <Button onClick={clear}>Clear Form</Button>
        </div>
      </form>
    </Panel>
  );
}

function hintOf({ name, hint, read, echo }: TermsField, typed: Partial<TypedTerms>): string {
  const understood = echo?.(read?.(typed[name] ?? '') ?? '');
  return understood ? `${hint}: ${understood}` : hint;
}
