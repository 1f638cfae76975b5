import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider, type Path, useForm, useWatch } from 'react-hook-form';
import { ApiError, detailsOf } from '#api/api-error.ts';
import { inWords } from '#parts/format.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Panel } from '#ui/panel.tsx';
import typography from '#ui/typography.module.css';
import layout from '#ui/layout.module.css';
import { changesOf, inputsOf, type SettingsInput, spoken } from './setting-inputs.ts';
import { SettingRow } from './setting-row.tsx';
import { type SettingsPage, settingsPage, useUpdateSettings } from './settings.queries.ts';
import styles from './settings-screen.module.css';

interface Failure {
  title: string;
  lines: string[];
}

export function SettingsForm({ page, mayWrite }: { page: SettingsPage; mayWrite: boolean }) {
  const { data: settings, version } = page;
  const queries = useQueryClient();
  const { mutate, isPending } = useUpdateSettings();
  const [failure, setFailure] = useState<Failure | null>(null);
  const form = useForm<SettingsInput>({
    defaultValues: inputsOf(settings),
    values: inputsOf(settings),
    resetOptions: { keepDirtyValues: true },
  });
  const changed = useWatch({
    control: form.control,
    compute: (input: SettingsInput) => Object.keys(changesOf(settings, input)),
  });
  const groups = [...new Set(settings.map(({ group }) => group))];

  function save(input: SettingsInput) {
    setFailure(null);
    mutate(
      { version, values: changesOf(settings, input) },
      {
        onSuccess: ({ data }) => form.reset(inputsOf(data), { keepDirtyValues: false }),
        onError: (error) => void showFailure(error),
      },
    );
  }

  async function showFailure(error: Error) {
    if (error instanceof ApiError && error.code === 'conflict') return showOthersChanges(error);
    const refused = Object.entries(detailsOf(error)).map(([field, reasons]) => {
      const name = field.replace(/^values\./, '') as Path<SettingsInput>;
      form.setError(name, { message: reasons.join(' ') });
      return name;
    });
    if (refused[0]) form.setFocus(refused[0]);
    setFailure({ title: 'Nothing was saved.', lines: refused[0] ? [] : [error.message] });
  }

  /** Loads the other user's changes and keeps one's own in the form: the next save decides. */
  async function showOthersChanges(error: Error) {
    const { data } = await queries.fetchQuery({ ...settingsPage, staleTime: 0 });
    const theirs = data.filter(({ key, value }) => {
      const shown = settings.find((setting) => setting.key === key);
      return JSON.stringify(shown?.value) !== JSON.stringify(value);
    });
    setFailure({
      title: error.message,
      lines: [
        ...theirs.map(
          ({ key, value, updated_by }) =>
            `${inWords(key)} is now ${spoken(value)}, by ${updated_by ?? 'a user who is gone'}.`,
        ),
        'What you changed is still here, not saved. Look at it again, then save.',
      ],
    });
  }

  return (
    <FormProvider {...form}>
      <form
        className={layout.parts}
        onSubmit={form.handleSubmit(save)}
        noValidate
        aria-label="Settings"
        autoComplete="off"
        data-unsaved={changed.length > 0 || undefined}
      >
        {!mayWrite && (
          <Alert tone="info" title="READ ONLY">
            <p>Only superusers change settings.</p>
          </Alert>
        )}
        {groups.map((group) => (
          <Panel key={group} title={inWords(group)}>
            <fieldset disabled={!mayWrite} aria-label={inWords(group)}>
              {settings
                .filter((setting) => setting.group === group)
                .map((setting) => (
                  <SettingRow key={setting.key} setting={setting} mayWrite={mayWrite} />
                ))}
            </fieldset>
          </Panel>
        ))}
        {failure && (
          <Alert tone="error" role="alert" title={failure.title}>
            {failure.lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </Alert>
        )}
        {mayWrite && (
          <div className={styles.actions}>
            <Button
              type="submit"
              variant="primary"
              className={styles.save}
              loading={isPending}
              disabled={changed.length === 0}
            >
              {isPending ? 'Saving...' : 'Save Changes'}
            </Button>
            <Button
              disabled={changed.length === 0}
              onClick={() => {
                setFailure(null);
                form.reset(inputsOf(settings), { keepDirtyValues: false });
              }}
            >
              Discard
            </Button>
            <p className={typography.faint}>
              {changed.length === 0
                ? 'Nothing is changed.'
                : `Changed: ${changed.map((key) => inWords(key).toLowerCase()).join(', ')}.`}
            </p>
          </div>
        )}
      </form>
    </FormProvider>
  );
}
