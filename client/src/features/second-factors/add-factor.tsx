import { secondFactorLimits } from 'contract/second-factors/second-factors.constants.ts';
import { lazy, useState } from 'react';
import { TextField } from '#parts/form/form-field.tsx';
import { Form, SubmitButton } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { LazyDialog } from '#parts/lazy/lazy-dialog.tsx';
import { arePasskeysAvailable } from '#parts/second-factor/passkeys.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { type PendingTotp, useAddPasskey, useAddTotp } from './second-factor-changes.ts';

const TotpDialog = lazy(async () => ({ default: (await import('./totp-dialog.tsx')).TotpDialog }));

const empty = { name: '' };
const suggestedNames = { passkey: 'This device', totp: 'Authenticator app' };

/** `onAdded` receives recovery codes when the user adds the first factor. */
export function AddFactor({ onAdded }: { onAdded: (codes: string[] | null) => void }) {
  const { mutateAsync: addPasskey } = useAddPasskey();
  const { mutateAsync: addTotp } = useAddTotp();
  const [pendingTotp, setPendingTotp] = useState<PendingTotp | null>(null);
  const hasPasskeys = arePasskeysAvailable();
  const form = useApiForm({
    values: empty,
    schema: async () => (await import('contract/second-factors/second-factors.ts')).addTotp.body,
    toBody: ({ name }, intent) => {
      const isPasskey = hasPasskeys && intent !== 'totp';
      return { name: name || suggestedNames[isPasskey ? 'passkey' : 'totp'], isPasskey };
    },
    onSubmit: async ({ name, isPasskey }) => (isPasskey ? addPasskey(name) : addTotp(name)),
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
