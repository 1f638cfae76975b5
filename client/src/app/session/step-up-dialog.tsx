import { useQuery } from '@tanstack/react-query';
import { accountMessages } from 'contract/accounts/accounts.constants.ts';
import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { ApiError, UserError } from '#api/api-error.ts';
import { fieldRefusal } from '#parts/form/field-refusal.ts';
import { PasswordField } from '#parts/form/form-field.tsx';
import { Form, FormFailure, SubmitButton } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { FactorFields, type TypedFactor } from '#parts/second-factor/factor-fields.tsx';
import { passkeyFailure, requestPasskey } from '#parts/second-factor/passkeys.ts';
import { leaveForProvider } from '#parts/second-factor/provider-return.ts';
import { methodsOf, secondFactors } from '#parts/second-factor/second-factors.queries.ts';
import { finishReauthentication } from '#session/step-up.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Loading } from '#ui/feedback/spinner.tsx';
import { useSite } from '#parts/site/site.ts';
import { sendAuthorizedRequest } from '#session/authorized-request.ts';
import { apiQuery, call } from '#session/call.ts';

/** Opens over the page that made the call, and asks for the second factor, or for the password if there is none. */
export function StepUpDialog() {
  const { data, isPending: isLoading } = useQuery({ ...secondFactors, staleTime: 0 });
  const { mutateAsync: reauthenticate } = useReauthenticate();
  const provider = useSite()?.openid_name;
  const identities = useQuery({ ...apiQuery('listIdentities'), enabled: Boolean(provider) });
  const toProvider = useProviderConfirmation();
  const methods = data ? methodsOf(data) : [];
  const [first] = methods;
  // For a user without a second factor, the field `code` contains the password.
  const form = useApiForm<TypedFactor>({
    values: { method: first ?? 'totp', code: '' },
    onSubmit: async ({ method, code }) => {
      const isPasskey = first !== undefined && method === 'passkey';
      if (!code && !isPasskey) {
        throw fieldRefusal('code', first ? 'Please enter the code.' : accountMessages.currentPasswordNeeded);
      }
      try {
        await reauthenticate(first ? { method, code } : { password: code });
      } catch (failure) {
        if (!isRefusal(failure)) throw failure;
        form.setValue('code', '');
        throw isPasskey ? failure : fieldRefusal('code', failure.message);
      }
    },
    onSaved: () => finishReauthentication(true),
  });
  const { failure, isFieldRefused } = form;
  const isLoadingAny = isLoading || identities.isLoading;
  if (!isLoadingAny && !first && identities.data && !identities.data.has_password) {
    return (
      <Dialog
        title="CONFIRM IT IS YOU"
        onClose={() => finishReauthentication(false)}
        actions={
          <>
            <Button onClick={() => finishReauthentication(false)}>Cancel</Button>
            <Button variant="primary" loading={toProvider.isPending} onClick={() => toProvider.mutate()}>
              Use {provider}
            </Button>
          </>
        }
      >
        <p>You signed in a while ago. Sign in with {provider} again. You then return to this page.</p>
      </Dialog>
    );
  }
  return (
    <Dialog
      title="CONFIRM IT IS YOU"
      onClose={form.inFlight ? undefined : () => finishReauthentication(false)}
      actions={
        <>
          <Button onClick={() => finishReauthentication(false)}>Cancel</Button>
          {!isLoadingAny && (
            <SubmitButton form={form} busyLabel="Confirming...">
              Confirm
            </SubmitButton>
          )}
        </>
      }
    >
      {isLoadingAny ? (
        <Loading />
      ) : (
        <Form
          form={form}
          failure={
            failure &&
            !isFieldRefused && <FormFailure>{passkeyFailure(failure) ?? failure.message}</FormFailure>
          }
        >
          {first ? (
            <>
              <p>You signed in a while ago. Use your second factor to continue.</p>
              <FactorFields form={form} methods={methods} onEdit={form.clearFailure} />
            </>
          ) : (
            <PasswordFields form={form} />
          )}
        </Form>
      )}
    </Dialog>
  );
}

function PasswordFields({ form }: { form: UseFormReturn<TypedFactor> }) {
  const { setFocus } = form;
  useEffect(() => {
    setFocus('code');
  }, [setFocus]);
  return (
    <>
      <p>You signed in a while ago. Enter your password to continue.</p>
      <PasswordField form={form} name="code" label="Password" required autoComplete="current-password" />
    </>
  );
}

const isRefusal = (failure: unknown): failure is ApiError =>
  failure instanceof ApiError && (failure.code === 'invalid_code' || failure.code === 'invalid_credentials');

function useReauthenticate() {
  return useApiMutation({
    mutationFn: async (proof: { password: string } | TypedFactor) => {
      if ('password' in proof) {
        return call('reauthenticate', { body: { current_password: proof.password } });
      }
      const { method, code } = proof;
      if (method !== 'passkey') return call('reauthenticate', { body: { method, code } });
      const { token, options } = await call('getPasskeyLoginOptions');
      const credential = await requestPasskey(options);
      return call('reauthenticate', { body: { method, token, credential } });
    },
    success: null,
  });
}

/** For a user without a password and a second factor: leaves the app for the provider, which leads back to this page. */
function useProviderConfirmation() {
  return useApiMutation({
    mutationFn: async () => {
      // The URL is a part of the refusal.
      const response = await sendAuthorizedRequest('reauthenticate', { body: { current_password: 'none' } });
      const { url, msg } = (await response.json()) as { url?: string; msg: string };
      if (url === undefined) throw new UserError(msg);
      return url;
    },
    toastsFailure: true,
    onSuccess: (url) => leaveForProvider(url),
  });
}
