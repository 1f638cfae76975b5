import { skipToken, useQuery } from '@tanstack/react-query';
import type { SecondFactorNeeded, SignedIn } from 'contract/accounts/signed-in.ts';
import type { Input } from '#api/call.ts';
import type { TypedFactor } from '#parts/second-factor/factor-fields.tsx';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { requestPasskey } from '#parts/second-factor/passkeys.ts';
import { call } from '#session/call.ts';
import { deviceHeaders } from '#session/session.ts';
import { signInWith } from '#session/sign-in.ts';
import { toast } from '#ui/feedback/toast.ts';

export type SecondFactorChallenge = SecondFactorNeeded['second_factor'];

const welcome = ({ user }: SignedIn) => `Welcome back ${user.username}`;

export function useLoginSecondFactor({ token, passkey_options: options }: SecondFactorChallenge) {
  return useApiMutation({
    mutationFn: async ({ method, code }: TypedFactor) => {
      const proof =
        method === 'passkey' && options ? { credential: await requestPasskey(options) } : { code };
      return signInWith(
        call('loginSecondFactor', { body: { token, method, ...proof }, headers: deviceHeaders() }),
      );
    },
    success: welcome,
  });
}

export type PresentedPasskey = Input<'loginPasskey'>['body'];

/** Signs in with the passkey that the user selected in the identifier field, or with one that the browser prompts for. */
export function useLoginPasskey() {
  return useApiMutation({
    mutationFn: async (suggested: PresentedPasskey | undefined) => {
      const body = suggested ?? (await askForPasskey());
      return signInWith(call('loginPasskey', { body, headers: deviceHeaders() }));
    },
    success: welcome,
  });
}

async function askForPasskey(): Promise<PresentedPasskey> {
  const { token, options } = await call('getPasskeyLoginOptions');
  return { token, credential: await requestPasskey(options) };
}

/** The user goes on in either case. */
export const useLinkPendingIdentity = (onSettled: () => void) =>
  useApiMutation({
    mutationFn: (code: string) => call('linkPendingIdentity', { body: { code } }),
    toastsFailure: true,
    invalidates: ['listIdentities'],
    onSuccess: onSettled,
    onError: onSettled,
  });

/** A query, because it begins with the screen: it runs once, also where effects run twice during development. */
export function useLoginOpenId(code: string | undefined) {
  return useQuery({
    queryKey: ['loginOpenId', code],
    queryFn:
      code === undefined
        ? skipToken
        : async () => {
            const response = await signInWith(
              call('loginOpenId', { body: { code }, headers: deviceHeaders() }),
            );
            if ('user' in response) toast.success(welcome(response));
            return response;
          },
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
