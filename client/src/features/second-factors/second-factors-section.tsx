import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { secondFactorLimits } from 'contract/second-factors/second-factors.constants.ts';
import type { SecondFactor } from 'contract/second-factors/second-factors.ts';
import { messages, newerVersionText } from 'contract/texts.ts';
import { lazy, useState } from 'react';
import type { ResponseOf } from '#api/call.ts';
import { EntryList, EntryTitle } from '#parts/entry-list/entry-list.tsx';
import { TextField } from '#parts/form/form-field.tsx';
import { Form, SubmitButton } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { LazyDialog } from '#parts/lazy/lazy-dialog.tsx';
import { QueryPanel } from '#parts/query/query-panel.tsx';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { useOperation } from '#parts/query/use-operation.ts';
import { useFirstFactor } from '#parts/second-factor/first-factor.ts';
import { arePasskeysAvailable, loadWebAuthn, passkeyFailure } from '#parts/second-factor/passkeys.ts';
import { secondFactors } from '#parts/second-factor/second-factors.queries.ts';
import { call } from '#session/call.ts';
import { Button } from '#ui/controls/button.tsx';
import { Alert } from '#ui/feedback/alert.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { askToConfirm } from '#ui/overlays/confirm.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

const failureText = (error: Error) => (passkeyFailure(error) ?? error.message) || messages.anErrorOccurred;

export function SecondFactorsSection() {
  const list = useQuery(secondFactors);
  const firstFactor = useFirstFactor();
  const [codes, setCodes] = useState<string[] | null>(null);
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <p className="text-muted">
        With a second factor, nobody can sign in with {firstFactor} alone. Add a passkey, with which you can
        also sign in without anything else, or an authenticator app that shows a new code every 30 seconds.
      </p>
      <div className="grid grid-fit-[26rem] items-start gap-x-7 gap-y-6">
        <div className="flex min-w-0 flex-col gap-6">
          <FactorList list={list} />
          {list.data && list.data.data.length > 0 && (
            <RecoveryCodesPanel left={list.data.recovery_codes_left} onMade={setCodes} />
          )}
        </div>
        <AddFactor onAdded={setCodes} />
      </div>
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </div>
  );
}

const kinds = { totp: 'Authenticator app', passkey: 'Passkey' } as const;

function FactorList({ list }: { list: UseQueryResult<ResponseOf<'listSecondFactors'>> }) {
  const firstFactor = useFirstFactor();
  return (
    <QueryPanel
      title="Your Second Factors"
      aside={({ data }) => (data.length > 0 ? 'On' : 'Off')}
      query={list}
    >
      {({ data }) => (
        <EntryList
          label="Your second factors"
          entries={data}
          empty={`You have no second factor. You sign in with ${firstFactor} alone.`}
          verb="Remove"
          nameOf={({ name }) => name}
          operation="deleteSecondFactor"
          success="Second factor removed."
          failureOf={failureText}
          confirmation={(factor) => confirmationOf(factor, data.length === 1)}
        >
          {({ name, method, created_at, last_used_at }) => (
            <>
              <EntryTitle name={name} />
              <p>{method === 'unknown' ? newerVersionText : kinds[method]}</p>
              <p>
                Added <LocalTime at={created_at} />,{' '}
                {last_used_at ? (
                  <>
                    last used <LocalTime at={last_used_at} />
                  </>
                ) : (
                  'not used yet'
                )}
              </p>
            </>
          )}
        </EntryList>
      )}
    </QueryPanel>
  );
}

const confirmationOf = ({ name }: SecondFactor, isLast: boolean) => ({
  title: 'REMOVE THIS SECOND FACTOR?',
  message: isLast
    ? `“${name}” is your last second factor. Your recovery codes are deleted with it, and signing in has no second step.`
    : `You can no longer sign in with “${name}”.`,
  confirmLabel: 'Remove it',
});

/** At this number or fewer, the panel suggests new codes. */
const lowCount = 3;

function RecoveryCodesPanel({ left, onMade }: { left: number; onMade: (codes: string[]) => void }) {
  const { mutate, isPending } = useOperation('makeRecoveryCodes', {
    toastsFailure: failureText,
    invalidates: ['listSecondFactors'],
  });
  const make = () => mutate(undefined, { onSuccess: ({ recovery_codes: codes }) => onMade(codes) });
  return (
    <Panel title="Recovery codes" aside={`${left} of ${secondFactorLimits.recoveryCodes} left`}>
      <div className="flex flex-col gap-4">
        <p>Use a recovery code to sign in if you lose your second factor. Each code works once.</p>
        {left <= lowCount && (
          <Alert tone="warn" title="You have few recovery codes left. Make new codes soon." />
        )}
        <div>
          <Button
            loading={isPending}
            onClick={() =>
              askToConfirm({
                title: 'MAKE NEW RECOVERY CODES?',
                message: 'The codes that you have now stop working.',
                confirmLabel: 'Make new codes',
                onConfirm: make,
              })
            }
          >
            Make New Codes
          </Button>
        </div>
      </div>
    </Panel>
  );
}

const TotpDialog = lazy(async () => ({ default: (await import('./totp-dialog.tsx')).TotpDialog }));

const empty = { name: '' };
const suggestedNames = { passkey: 'This device', totp: 'Authenticator app' };

/** `onAdded` receives recovery codes when the user adds the first factor. */
function AddFactor({ onAdded }: { onAdded: (codes: string[] | null) => void }) {
  const { mutateAsync: addPasskey } = useApiMutation({
    mutationFn: async (name: string) => {
      const { token, options } = await call('getPasskeyOptions');
      const { startRegistration } = await loadWebAuthn();
      const credential = await startRegistration({ optionsJSON: options });
      return call('addPasskey', { body: { token, name, credential } });
    },
    toastsFailure: failureText,
    // The session has now passed a second factor, so queries that the server refused may succeed.
    invalidates: 'everything',
  });
  const { mutateAsync: addTotp } = useOperation('addTotp', { success: null, toastsFailure: failureText });
  const [pendingTotp, setPendingTotp] = useState<ResponseOf<'addTotp'> | null>(null);
  const hasPasskeys = arePasskeysAvailable();
  const form = useApiForm({
    values: empty,
    schema: async () => (await import('contract/second-factors/second-factors.ts')).addTotp.body,
    toBody: ({ name }, intent) => {
      const isPasskey = hasPasskeys && intent !== 'totp';
      return { name: name || suggestedNames[isPasskey ? 'passkey' : 'totp'], isPasskey };
    },
    onSubmit: async ({ name, isPasskey }) => (isPasskey ? addPasskey(name) : addTotp({ name })),
    onSaved: (result) => ('secret' in result ? setPendingTotp(result) : added(result.recovery_codes)),
  });

  function added(codes: string[] | null) {
    form.reset(empty);
    onAdded(codes);
  }

  return (
    <Panel title="Add a second factor">
      <Form
        form={form}
        failure={null}
        actions={
          <>
            <div className="flex flex-wrap items-center gap-3">
              {hasPasskeys && <SubmitButton form={form}>Add Passkey</SubmitButton>}
              <SubmitButton form={form} variant="secondary" intent={hasPasskeys ? 'totp' : undefined}>
                Add Authenticator App
              </SubmitButton>
            </div>
            {!hasPasskeys && (
              <p className="flex flex-wrap items-center gap-3 text-muted">
                This browser does not support passkeys here.
              </p>
            )}
          </>
        }
      >
        <TextField
          form={form}
          name="name"
          label="Name"
          hint={`So that you can recognise it. Leave it empty for “${Object.values(hasPasskeys ? suggestedNames : [suggestedNames.totp]).join('” or “')}”.`}
          autoComplete="off"
          autoCapitalize="sentences"
          maxLength={secondFactorLimits.nameMaxLength}
        />
      </Form>
      {pendingTotp && (
        <LazyDialog onClose={() => setPendingTotp(null)}>
          <TotpDialog
            pending={pendingTotp}
            onAdded={(codes) => {
              setPendingTotp(null);
              added(codes);
            }}
            onClose={() => setPendingTotp(null)}
          />
        </LazyDialog>
      )}
    </Panel>
  );
}
