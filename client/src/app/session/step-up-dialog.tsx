import { useQuery } from '@tanstack/react-query';
import { accountMessages } from 'contract/accounts.constants.ts';
import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { ApiError } from '#api/api-error.ts';
import { FactorFields, type TypedFactor } from '#parts/second-factor/factor-fields.tsx';
import { passkeyFailure } from '#parts/second-factor/passkeys.ts';
import { methodsOf, secondFactors } from '#parts/second-factor/second-factors.queries.ts';
import { finishReauthentication } from '#session/step-up.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { LiveRegion } from '#ui/live-region.tsx';
import { PasswordInput } from '#ui/password-input.tsx';
import { Loading } from '#ui/spinner.tsx';
import styles from './step-up-dialog.module.css';
import { useReauthenticate } from './step-up.queries.ts';

type Refusal = { text: string } | null;

/** Opens over the page that made the call, which stays as it is. Asks for the second factor of a user who has one. */
export function StepUpDialog() {
  const { data, isPending } = useQuery({ ...secondFactors, staleTime: 0 });
  if (isPending) {
    return (
      <Frame isPending={false}>
        <Loading />
      </Frame>
    );
  }
  const methods = data ? methodsOf(data) : [];
  const [first] = methods;
  return first ? <FactorForm methods={methods} first={first} /> : <PasswordForm />;
}

function PasswordForm() {
  const { mutate, error, isPending } = useReauthenticate();
  const [password, setPassword] = useState('');
  const [refusal, refuse] = useState<Refusal>(null);
  const field = useRef<HTMLInputElement>(null);
  const formId = useId();

  // The refusal of a try focuses it again.
  useEffect(() => field.current?.focus(), [refusal]);

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (isPending) return;
    if (!password) return refuse({ text: accountMessages.currentPasswordNeeded });
    refuse(null);
    mutate(
      { password },
      {
        onSuccess: () => finishReauthentication(true),
        onError: (failure) => {
          if (!(failure instanceof ApiError) || failure.code !== 'invalid_credentials') return;
          setPassword('');
          refuse({ text: failure.message });
        },
      },
    );
  }

  return (
    <Frame formId={formId} isPending={isPending}>
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
        <Failure error={refusal ? null : error} />
      </form>
    </Frame>
  );
}

function FactorForm({ methods, first }: { methods: TypedFactor['method'][]; first: TypedFactor['method'] }) {
  const { mutate, error, isPending, reset } = useReauthenticate();
  const [typed, type] = useState<TypedFactor>({ method: first, code: '' });
  const [refusal, refuse] = useState<Refusal>(null);
  const formId = useId();

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (isPending) return;
    if (typed.method !== 'passkey' && !typed.code.trim()) return refuse({ text: 'Please give the code.' });
    refuse(null);
    mutate(typed, {
      onSuccess: () => finishReauthentication(true),
      onError: (failure) => {
        if (!(failure instanceof ApiError) || failure.code !== 'invalid_code') return;
        type({ ...typed, code: '' });
        if (typed.method !== 'passkey') refuse({ text: failure.message });
      },
    });
  }

  return (
    <Frame formId={formId} isPending={isPending}>
      <form className={styles.form} id={formId} onSubmit={submit} noValidate>
        <p>You signed in a while ago. Show your second factor, and what you began goes on.</p>
        <FactorFields
          methods={methods}
          typed={typed}
          onType={(next) => {
            type(next);
            refuse(null);
            reset();
          }}
          refusal={refusal}
        />
        <Failure error={refusal ? null : error} />
      </form>
    </Frame>
  );
}

function Failure({ error }: { error: Error | null }) {
  return (
    <LiveRegion role="alert">
      {error && <Alert tone="error" title={passkeyFailure(error) ?? error.message} />}
    </LiveRegion>
  );
}

interface FrameProps {
  /** Without a form there is nothing to confirm yet. */
  formId?: string;
  isPending: boolean;
  children: ReactNode;
}

function Frame({ formId, isPending, children }: FrameProps) {
  return (
    <Dialog
      title="CONFIRM IT IS YOU"
      onClose={isPending ? undefined : () => finishReauthentication(false)}
      actions={
        <>
          <Button onClick={() => finishReauthentication(false)}>Cancel</Button>
          {formId && (
            <Button type="submit" form={formId} variant="primary" loading={isPending}>
              {isPending ? 'Confirming...' : 'Confirm'}
            </Button>
          )}
        </>
      }
    >
      {children}
    </Dialog>
  );
}
