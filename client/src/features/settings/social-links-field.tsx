import { settingLimits } from 'contract/settings/settings.constants.ts';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { TextField } from '#parts/form/form-field.tsx';
import { Button } from '#ui/controls/button.tsx';
import { FieldError } from '#ui/controls/field.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import type { SettingsFields } from './setting-inputs.ts';

export function SocialLinksField({ title, hint }: { title: string; hint: string }) {
  const form = useFormContext<SettingsFields>();
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'values.social_links' });
  const errors = form.formState.errors.values?.social_links;
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="label">{title}</legend>
      <p className="text-xs text-muted">{hint}</p>
      {fields.map(({ id }, index) => (
        <div
          key={id}
          className="fields grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto] @max-[56rem]:grid-cols-1 @max-[56rem]:border-b @max-[56rem]:border-rule @max-[56rem]:pb-3"
        >
          <TextField
            form={form}
            name={`values.social_links.${index}.label`}
            label={`Label ${index + 1}`}
            isProse
          />
          <TextField
            form={form}
            name={`values.social_links.${index}.url`}
            label={`URL ${index + 1}`}
            inputMode="url"
            placeholder="https://"
          />
          <div className="field justify-items-start">
            <Button variant="ghost" onClick={() => remove(index)}>
              Remove <VisuallyHidden>link {index + 1}</VisuallyHidden>
            </Button>
          </div>
        </div>
      ))}
      {errors?.message && <FieldError>{errors.message}</FieldError>}
      {fields.length < settingLimits.socialLinks && (
        <Button className="self-start" onClick={() => append({ label: '', url: '' })}>
          Add a link
        </Button>
      )}
    </fieldset>
  );
}
