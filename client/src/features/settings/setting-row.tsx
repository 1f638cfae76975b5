import { secondFactorRules } from 'contract/settings.constants.ts';
import type { Setting } from 'contract/settings.ts';
import { useFormContext, useWatch } from 'react-hook-form';
import { inWords } from '#parts/format.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field, FieldError } from '#ui/field.tsx';
import { optionsOf, Select, TextInput } from '#ui/input.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import typography from '#ui/typography.module.css';
import { inputOf, isSame, type SettingsFields, spoken } from './setting-inputs.ts';
import { SocialLinksField } from './social-links-field.tsx';
import styles from './setting-row.module.css';

interface SettingRowProps {
  setting: Setting;
  mayWrite: boolean;
}

export function SettingRow({ setting, mayWrite }: SettingRowProps) {
  const { key, default: usual, updated_at, updated_by } = setting;
  const form = useFormContext<SettingsFields>();
  const isUsual = useWatch({
    control: form.control,
    compute: ({ values }: SettingsFields) => isSame(values[key], inputOf(usual)),
  });
  const title = inWords(key);

  function reset() {
    form.clearErrors(`values.${key}`);
    form.setValue(`values.${key}`, inputOf(usual), { shouldDirty: true });
  }

  return (
    <div className={styles.row}>
      <div className={styles.control}>
        <Control setting={setting} title={title} />
      </div>
      <div className={styles.facts}>
        <p>
          Default: <span className={typography.muted}>{spoken(usual)}</span>
        </p>
        {updated_at && (
          <p>
            Changed by {updated_by ?? 'a user who is gone'}, <UtcTime at={updated_at} /> UTC
          </p>
        )}
        {mayWrite && !isUsual && (
          <Button variant="ghost" className={styles.reset} onClick={reset}>
            Reset <VisuallyHidden>{title.toLowerCase()}</VisuallyHidden> to default
          </Button>
        )}
      </div>
    </div>
  );
}

function Control({ setting: { key, type, description }, title }: { setting: Setting; title: string }) {
  const form = useFormContext<SettingsFields>();
  const error = form.formState.errors.values?.[key]?.message;
  if (key === 'social_links') return <SocialLinksField title={title} hint={description} />;
  if (type === 'boolean') {
    return (
      <>
        <Checkbox {...form.register(`values.${key}`)} label={title} hint={description} />
        {error && <FieldError>{error}</FieldError>}
      </>
    );
  }
  return (
    <Field label={title} hint={description} error={error}>
      {(control) =>
        type === 'choice' ? (
          <Select {...control} {...form.register(`values.${key}`)} options={optionsOf(secondFactorRules)} />
        ) : (
          <TextInput
            {...control}
            {...form.register(`values.${key}`, { setValueAs: (typed: string) => typed.trim() })}
            inputMode={type === 'integer' ? 'numeric' : 'email'}
            autoCapitalize="none"
            spellCheck={false}
          />
        )
      }
    </Field>
  );
}
