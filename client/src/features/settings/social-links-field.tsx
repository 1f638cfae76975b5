import { settingLimits } from 'contract/settings.constants.ts';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { Button } from '#ui/button.tsx';
import { Field, FieldError } from '#ui/field.tsx';
import { TextInput } from '#ui/input.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import typography from '#ui/typography.module.css';
import type { SettingsFields } from './setting-inputs.ts';
import styles from './social-links-field.module.css';

const trimmed = { setValueAs: (typed: string) => typed.trim() };

export function SocialLinksField({ title, hint }: { title: string; hint: string }) {
  const form = useFormContext<SettingsFields>();
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'values.social_links' });
  const errors = form.formState.errors.values?.social_links;
  return (
    <fieldset className={styles.links}>
      <legend className={styles.legend}>{title}</legend>
      <p className={typography.faint}>{hint}</p>
      {fields.map(({ id }, index) => (
        <div key={id} className={styles.link}>
          <Field label={`Label ${index + 1}`} error={errors?.[index]?.label?.message}>
            {(control) => (
              <TextInput {...control} {...form.register(`values.social_links.${index}.label`, trimmed)} />
            )}
          </Field>
          <Field label={`URL ${index + 1}`} error={errors?.[index]?.url?.message}>
            {(control) => (
              <TextInput
                {...control}
                {...form.register(`values.social_links.${index}.url`, trimmed)}
                inputMode="url"
                placeholder="https://"
                autoCapitalize="none"
                spellCheck={false}
              />
            )}
          </Field>
          <Button variant="ghost" onClick={() => remove(index)}>
            Remove <VisuallyHidden>link {index + 1}</VisuallyHidden>
          </Button>
        </div>
      ))}
      {errors?.message && <FieldError>{errors.message}</FieldError>}
      {fields.length < settingLimits.socialLinks && (
        <Button className={styles.add} onClick={() => append({ label: '', url: '' })}>
          Add a link
        </Button>
      )}
    </fieldset>
  );
}
