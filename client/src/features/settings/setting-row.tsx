import { settingChoices, settingLimits } from 'contract/settings/settings.constants.ts';
import type { Setting } from 'contract/settings/settings.ts';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { TextField } from '#parts/form/form-field.tsx';
import { friendsSectionPath } from '#parts/navigation/paths.ts';
import { inWords } from '#parts/format/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { Field, FieldError } from '#ui/controls/field.tsx';
import { optionsOf, Select, TextInput } from '#ui/controls/input.tsx';
import { cx } from '#ui/cx.ts';
import { Tag } from '#ui/feedback/tag.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { inputOf, isSame, type SettingsFields, settingText } from './setting-inputs.ts';

export function SettingRow({ setting, mayWrite }: { setting: Setting; mayWrite: boolean }) {
  const { key, default: defaultValue, updated_at, updated_by } = setting;
  const form = useFormContext<SettingsFields>();
  const isDefault = useWatch({
    control: form.control,
    compute: ({ values }: SettingsFields) => isSame(values[key], inputOf(defaultValue)),
  });
  const title = inWords(key);

  function reset() {
    form.clearErrors(`values.${key}`);
    form.setValue(`values.${key}`, inputOf(defaultValue), { shouldDirty: true });
  }

  return (
    <div
      className={cx(
        'grid grid-cols-1 items-start gap-x-6 gap-y-2 border-s-2 py-4 ps-4 @min-[56rem]:grid-cols-[minmax(0,1fr)_minmax(0,15rem)]',
        isDefault ? 'border-transparent' : 'border-accent',
      )}
    >
      <div className="flex min-w-0 flex-col gap-2">
        <Control setting={setting} title={title} />
      </div>
      <div className="flex flex-col items-start gap-1 text-xs wrap-anywhere text-muted @min-[56rem]:pt-2">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span>
            Default:{' '}
            <span className="text-text">
              {[settingText(defaultValue), units[key]].filter(Boolean).join(' ')}
            </span>
          </span>
          {!isDefault && <Tag tone="info">Changed</Tag>}
        </p>
        {updated_at && (
          <p>
            Changed by {updated_by ?? 'a deleted user'}, <UtcTime at={updated_at} /> UTC
          </p>
        )}
        {mayWrite && !isDefault && (
          <Button variant="ghost" className="min-h-target text-xs" onClick={reset}>
            Reset <VisuallyHidden>{title.toLowerCase()}</VisuallyHidden> to default
          </Button>
        )}
      </div>
    </div>
  );
}

const units: Partial<Record<Setting['key'], string>> = {
  storage_limit: 'records',
  storage_limit_premium: 'records',
  record_retention_days: 'days',
  audit_details_retention_days: 'days',
  lock_free_tries: 'tries',
  lock_first_wait_seconds: 'seconds',
  lock_longest_wait_seconds: 'seconds',
};

function Control({ setting: { key, type, description }, title }: { setting: Setting; title: string }) {
  const form = useFormContext<SettingsFields>();
  const error = form.formState.errors.values?.[key]?.message;
  if (key === 'social_links') return <SocialLinksField title={title} hint={description} />;
  if (type === 'boolean') {
    return (
      <>
        <Checkbox {...form.register(`values.${key}`)} label={title} hint={description} />
        {key === 'registration_open' && (
          <p className="text-sm text-muted">
            While registration is closed, people register with an invitation.{' '}
            <Link to={friendsSectionPath('invitations')}>Create one among your friends</Link>.
          </p>
        )}
        {error && <FieldError>{error}</FieldError>}
      </>
    );
  }
  return (
    <Field label={title} hint={description} error={error} isRow>
      {(control) =>
        key === 'staff_second_factor' || key === 'view_reason' || key === 'data_refresh' ? (
          <Select {...control} {...form.register(`values.${key}`)} options={optionsOf(settingChoices[key])} />
        ) : (
          <span className="flex items-center gap-3">
            <TextInput
              {...control}
              {...form.register(`values.${key}`, { setValueAs: (text: string) => text.trim() })}
              inputMode={type === 'integer' ? 'numeric' : 'email'}
              autoCapitalize="none"
              spellCheck={false}
            />
            {units[key] && <span className="text-sm text-muted">{units[key]}</span>}
          </span>
        )
      }
    </Field>
  );
}

function SocialLinksField({ title, hint }: { title: string; hint: string }) {
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
