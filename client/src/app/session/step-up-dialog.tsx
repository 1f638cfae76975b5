import { useMutation } from '@tanstack/react-query';
import { accountMessages } from 'contract/accounts.constants.ts';
import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { ApiError } from '#api/api-error.ts';
import { call } from '#session/call.ts';
import { finishReauthentication } from '#session/step-up.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { LiveRegion } from '#ui/live-region.tsx';
import { PasswordInput } from '#ui/password-input.tsx';
import styles from './step-up-dialog.module.css';

/** Opens over the page that made the call, which stays as it is. */
export function StepUpDialog() {
  const { mutate, error, isPending } = useReauthenticate();
  const [password, setPassword] = useState('');
  const [refusal, refuse] = useState<{ text: string } | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const formId = useId();

  // The refusal of a try focuses it again.
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    if (refusal) field.current?.focus();
  }, [refusal]);

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (isPending) return;
    if (!password) return refuse({ text: accountMessages.currentPasswordNeeded });
    refuse(null);
    mutate(password, {
      onSuccess: () => finishReauthentication(true),
      onError: (failure) => {
        if (!(failure instanceof ApiError) || failure.code !== 'invalid_credentials') return;
        setPassword('');
        refuse({ text: failure.message });
      },
    });
  }

  return (
    <Dialog
      title="CONFIRM IT IS YOU"
      onClose={isPending ? undefined : () => finishReauthentication(false)}
      actions={
        <>
          <Button onClick={() => finishReauthentication(false)}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" loading={isPending}>
            {isPending ? 'Confirming...' : 'Confirm'}
          </Button>
        </>
      }
    >
      <form className={styles.form} id={formId} onSubmit={submit} noValidate>
        <p>You signed in a while ago. Give your password, and what you began goes on.</p>
        <Field label="Password" error={refusal?.text}>
          {(control) => (
            <PasswordInput
              {...control}
              ref={field}
              value={password}
              required
              autoComplete="current-password"
              onChange={({ target }) => setPassword(target.value)}
            />
          )}
        </Field>
        <LiveRegion role="alert">
          {error && !refusal && <Alert tone="error" title={error.message} />}
        </LiveRegion>
      </form>
    </Dialog>
  );
}

function useReauthenticate() {
  return useMutation<unknown, Error, string>({
    mutationKey: ['reauthenticate'],
    // The password does not outlive the dialog in memory.
    gcTime: 0,
    mutationFn: (password) => call('reauthenticate', { body: { current_password: password } }),
  });
}
