import { secondFactorLimits } from 'contract/second-factors.constants.ts';
import { lazy, Suspense, useState } from 'react';
import { useForm } from 'react-hook-form';
import { TextField } from '#parts/form/form-field.tsx';
import { arePasskeysOffered } from '#parts/second-factor/passkeys.ts';
import { Button } from '#ui/button.tsx';
import { Panel } from '#ui/panel.tsx';
import layout from '#ui/layout.module.css';
import { type BegunTotp, useAddPasskey, useAddTotp } from './second-factor-changes.ts';
import styles from './second-factors-tab.module.css';

const TotpDialog = lazy(async () => ({ default: (await import('./totp-dialog.tsx')).TotpDialog }));

/** `onAdded` receives recovery codes with the first factor. */
export function AddFactor({ onAdded }: { onAdded: (codes: string[] | null) => void }) {
  const passkey = useAddPasskey();
  const totp = useAddTotp();
  const [begun, begin] = useState<BegunTotp | null>(null);
  const form = useForm({ defaultValues: { name: '' } });
  const added = (codes: string[] | null) => {
    form.reset();
    onAdded(codes);
  };
  const addPasskey = form.handleSubmit(({ name }) =>
    passkey.mutate(name, { onSuccess: ({ recovery_codes: codes }) => added(codes) }),
  );
  const addTotp = form.handleSubmit(({ name }) => totp.mutate(name, { onSuccess: begin }));
  const isPending = passkey.isPending || totp.isPending;
  return (
    <Panel title="Add a second factor">
      <form className={layout.stack} onSubmit={arePasskeysOffered() ? addPasskey : addTotp} noValidate>
        <TextField
          form={form}
          name="name"
          label="Name"
          hint="Of the device or the app, so that you know it again."
          autoComplete="off"
          autoCapitalize="sentences"
          maxLength={secondFactorLimits.nameMaxLength}
          rules={{ required: 'Give it a name.' }}
          required
        />
        <div className={styles.buttons}>
          {arePasskeysOffered() && (
            <Button type="submit" variant="primary" loading={isPending}>
              Add Passkey
            </Button>
          )}
          <Button loading={isPending} onClick={() => void addTotp()}>
            Add Authenticator App
          </Button>
        </div>
        {!arePasskeysOffered() && <p className={styles.state}>This browser offers no passkeys here.</p>}
      </form>
      {begun && (
        <Suspense>
          <TotpDialog
            begun={begun}
            onAdded={(codes) => {
              begin(null);
              added(codes);
            }}
            onClose={() => begin(null)}
          />
        </Suspense>
      )}
    </Panel>
  );
}
