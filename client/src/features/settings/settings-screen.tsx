import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { ApiError } from '#api/api-error.ts';
import { Form, SubmitButton } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { inWords } from '#parts/format/format.ts';
import { QueryState } from '#parts/query/query-state.tsx';
import { UnsavedBlocker } from '#parts/unsaved/unsaved-blocker.tsx';
import { useSession } from '#session/session.ts';
import { StaffPage } from '#parts/navigation/staff-page.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Alert } from '#ui/feedback/alert.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { Backups } from './backups.tsx';
import { DatasetRefreshes } from './dataset-refreshes.tsx';
import { changesOf, inputsOf, type SettingsFields, settingText } from './setting-inputs.ts';
import { SettingRow } from './setting-row.tsx';
import { settingsPage, type SettingsPage, useUpdateSettings } from './settings.queries.ts';
import { testMailLimits } from 'contract/test-mails/test-mails.constants.ts';
import type { TestMail as Answer } from 'contract/test-mails/test-mails.ts';
import { newerVersionText } from 'contract/texts.ts';
import { useOperation } from '#parts/query/use-operation.ts';
import { apiQuery } from '#session/call.ts';
import { Failure } from '#ui/feedback/failure.tsx';

export default function SettingsScreen() {
  const settings = useQuery(settingsPage);
  const mayWrite = useSession()?.user.is_superuser === true;
  return (
    <StaffPage
      heading="Settings"
      lede="Changes take effect everywhere within two seconds, without a restart."
    >
      <UnsavedBlocker />
      <QueryState query={settings} failure="Failed to fetch the settings">
        {(page) => <SettingsForm page={page} mayWrite={mayWrite} />}
      </QueryState>
      {mayWrite && (
        <>
          <Backups />
          <TestMail />
        </>
      )}
    </StaffPage>
  );
}

function SettingsForm({ page, mayWrite }: { page: SettingsPage; mayWrite: boolean }) {
  const { data: settings, version } = page;
  const queries = useQueryClient();
  const { mutateAsync: update } = useUpdateSettings();
  const [othersChanges, setOthersChanges] = useState<string[]>([]);
  const form = useApiForm({
    values: { values: inputsOf(settings) },
    schema: async () => (await import('contract/settings/settings.ts')).UpdateSettingsBody,
    toBody: ({ values }) => ({ version, values: changesOf(settings, values) }),
    onSubmit: async (body) => {
      setOthersChanges([]);
      try {
        return await update(body);
      } catch (error) {
        if (error instanceof ApiError && error.code === 'conflict') await loadOthersChanges();
        throw error;
      }
    },
  });
  const changed = useWatch({
    control: form.control,
    compute: ({ values }: SettingsFields) => Object.keys(changesOf(settings, values)),
  });
  const groups = [...new Set(settings.map(({ group }) => group))];

  /** The user's own changes stay in the form; the next save overwrites. */
  async function loadOthersChanges() {
    const { data } = await queries.fetchQuery({ ...settingsPage, staleTime: 0 });
    const theirs = data.filter(({ key, value }) => {
      const former = settings.find((setting) => setting.key === key);
      return JSON.stringify(former?.value) !== JSON.stringify(value);
    });
    setOthersChanges([
      ...theirs.map(
        ({ key, value, updated_by }) =>
          `${inWords(key)} is now ${settingText(value)}, by ${updated_by ?? 'a deleted user'}.`,
      ),
      'Your changes are still in the form but not saved. Check them, then save again.',
    ]);
  }

  function discard() {
    form.clearFailure();
    form.reset({ values: inputsOf(settings) }, { keepDirtyValues: false });
  }

  return (
    <Form
      form={form}
      className="flex min-w-0 flex-col gap-6"
      label="Settings"
      autoComplete="off"
      guarded
      failure={
        form.failure && (
          <SaveFailure error={form.failure} othersChanges={othersChanges} isAtField={form.isFieldRefused} />
        )
      }
      actions={
        mayWrite && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
            <SubmitButton
              form={form}
              className="min-w-[min(12rem,100%)] max-sm:flex-1"
              busyLabel="Saving..."
              disabled={changed.length === 0}
            >
              Save Changes
            </SubmitButton>
            <Button disabled={changed.length === 0} onClick={discard}>
              Discard
            </Button>
            <p className="text-xs text-muted">
              {changed.length === 0
                ? 'There are no unsaved changes.'
                : `Changed: ${changed.map((key) => inWords(key).toLowerCase()).join(', ')}.`}
            </p>
          </div>
        )
      }
    >
      {!mayWrite && (
        <Alert tone="info" title="READ ONLY">
          <p>Only superusers can change settings.</p>
        </Alert>
      )}
      {groups.map((group) => (
        <Panel key={group} title={inWords(group)}>
          <fieldset className="@container" disabled={!mayWrite} aria-label={inWords(group)}>
            {settings
              .filter((setting) => setting.group === group)
              .map((setting) => (
                <SettingRow key={setting.key} setting={setting} mayWrite={mayWrite} />
              ))}
          </fieldset>
          {group === 'data' && <DatasetRefreshes />}
        </Panel>
      ))}
    </Form>
  );
}

interface SaveFailureProps {
  error: Error;
  /** After a conflict. */
  othersChanges: string[];
  isAtField: boolean;
}

function SaveFailure({ error, othersChanges, isAtField }: SaveFailureProps) {
  const isConflict = othersChanges.length > 0;
  const lines = isConflict ? othersChanges : isAtField ? [] : [error.message];
  return (
    <Alert tone="error" role="alert" title={isConflict ? error.message : 'Nothing was saved.'}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Alert>
  );
}

/** The polling interval until the mail server has answered. */
const pollMs = 1000;

const { max, windowSeconds } = testMailLimits.requests;

export function TestMail() {
  const {
    mutate: send,
    isPending,
    data: sent,
  } = useOperation('createTestMail', {
    success: null,
    toastsFailure: (error) =>
      error instanceof ApiError && error.code === 'too_many_requests'
        ? `At most ${max} test emails can be sent in ${windowSeconds / 60} minutes. Try again later.`
        : error.message,
  });
  const id = sent?.test_mail.id;
  const answer = useQuery({
    ...apiQuery('getTestMail', { params: { id: id ?? '' } }),
    enabled: id !== undefined,
    refetchInterval: ({ state: { data } }) => (data?.outcome ? false : pollMs),
  });
  const isWaiting = id !== undefined && !answer.error && !answer.data?.outcome;
  return (
    <Panel
      title="Email"
      aside={
        <Button loading={isPending || isWaiting} onClick={() => send()}>
          Send a test email
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <p>A test email goes to your own address, through the queue of all emails.</p>
        <output className="wrap-anywhere">
          {isWaiting && 'The test email is on its way.'}
          {answer.data && answerText(answer.data)}
        </output>
        {answer.error && (
          <Failure title="The answer could not be loaded" error={answer.error} retry={answer.refetch} />
        )}
      </div>
    </Panel>
  );
}

/** What the mail server answered. */
function answerText({ outcome, host, code, answer }: Answer): string {
  if (outcome === null) return '';
  return {
    accepted: `${host} accepted the email with the code ${code}: ${answer}`,
    refused: `${host} refused the email with the code ${code}: ${answer}`,
    unreachable: `${host} cannot be reached: ${answer}`,
    mailbox: 'There is no mail server (SMTP_URL). The email is in the local mailbox.',
    unknown: newerVersionText,
  }[outcome];
}
