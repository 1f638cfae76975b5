import { useQuery } from '@tanstack/react-query';
import { accountMessages } from 'contract/accounts.constants.ts';
import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
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
import { useReauthenticate } from './step-up.queries.ts';

type Refusal = { text: string } | null;

/** Opens over the page that made the call. Asks for the second factor of a user who has one. */
export function StepUpDialog() {
  const { data, isPending: isLoading } = useQuery({ ...secondFactors, staleTime: 0 });
  const reauthentication = useReauthenticate();
  const formId = useId();
  const methods = data ? methodsOf(data) : [];
  const [first] = methods;
  const { isPending } = reauthentication;
  return (
    <Dialog
      title="CONFIRM IT IS YOU"
      onClose={isPending ? undefined : () => finishReauthentication(false)}
      actions={
        <>
          <Button onClick={() => finishReauthentication(false)}>Cancel</Button>
          {!isLoading && (
            <Button type="submit" form={formId} variant="primary" loading={isPending}>
              {isPending ? 'Confirming...' : 'Confirm'}
            </Button>
          )}
        </>
      }
    >
      {isLoading ? (
        <Loading />
      ) : first ? (
        <FactorForm id={formId} reauthentication={reauthentication} methods={methods} first={first} />
      ) : (
        <PasswordForm id={formId} reauthentication={reauthentication} />
      )}
    </Dialog>
  );
}

interface FormProps {
  id: string;
  reauthentication: ReturnType<typeof useReauthenticate>;
}

function PasswordForm({ id, reauthentication: { mutate, error, isPending } }: FormProps) {
  const [password, setPassword] = useState('');
  const [refusal, refuse] = useState<Refusal>(null);
  const field = useRef<HTMLInputElement>(null);

  // A refusal focuses it again.
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    if (refusal) field.current?.focus();
  }, [refusal]);

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
    <form className="flex flex-col gap-4" id={id} onSubmit={submit} noValidate>
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
  );
}

interface FactorFormProps extends FormProps {
  methods: TypedFactor['method'][];
  first: TypedFactor['method'];
}

function FactorForm({ id, reauthentication, methods, first }: FactorFormProps) {
  const { mutate, error, isPending, reset } = reauthentication;
  const [typed, type] = useState<TypedFactor>({ method: first, code: '' });
  const [refusal, refuse] = useState<Refusal>(null);

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
    <form className="flex flex-col gap-4" id={id} onSubmit={submit} noValidate>
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
  );
}

function Failure({ error }: { error: Error | null }) {
  return (
    <LiveRegion role="alert">
      {error && <Alert tone="error" title={passkeyFailure(error) ?? error.message} />}
    </LiveRegion>
  );
}
