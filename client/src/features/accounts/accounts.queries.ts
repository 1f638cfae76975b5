import { useQuery, useQueryClient } from '@tanstack/react-query';
import { accountMessages } from 'contract/accounts/accounts.constants.ts';
import type { ApiQuery, Input } from '#api/call.ts';
import { useReturn } from '#parts/navigation/return-to.ts';
import { guestResult } from '#parts/unsaved/guest-work.ts';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { useOperation } from '#parts/query/use-operation.ts';
import { apiQuery, call } from '#session/call.ts';
import { deviceHeaders } from '#session/session.ts';
import { signInWith } from '#session/sign-in.ts';
import { toast } from '#ui/feedback/toast.ts';
import { emailFlag } from './email-flag.ts';
import { type RegisterUserInput, resendFailure } from './failures.ts';
import { storeRegistration } from './registration.ts';
import { forgetInvitation } from './invitation.ts';

export type LoginInput = Input<'login'>['body'];
type ResendInput = Input<'resendVerificationEmail'>['body'];

/** The parameters of a link in an email. */
export interface AccountLink {
  uid: string;
  token: string;
}

/**
 * A query that consumes a link: it runs once per screen and again only when the user retries. It is never aborted, since
 * the server may have consumed the link by then.
 */
const consuming = <Response>({ queryKey, queryFn }: ApiQuery<Response>) => ({
  queryKey,
  queryFn: () => queryFn({ signal: new AbortController().signal }),
  retry: false,
  staleTime: Infinity,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});

export function useLogin() {
  return useApiMutation({
    onMutate: () => toast.closeAll(),
    mutationFn: (body: LoginInput) => signInWith(call('login', { body, headers: deviceHeaders() })),
    success: (response) => ('user' in response ? `Welcome back ${response.user.username}` : undefined),
  });
}

/** Remembers the result to be saved, too, if the user came to save one. */
export function useRegisterUser() {
  const { saveState } = useReturn();
  return useApiMutation({
    onMutate: () => toast.closeAll(),
    mutationFn: (input: RegisterUserInput) => {
      const body = new FormData();
      for (const [field, value] of Object.entries(input))
        if (value !== undefined && value !== null) body.append(field, value);
      return call('registerUser', { body });
    },
    success: ({ msg }) => msg || accountMessages.registrationSuccessful,
    onSuccess: (_, registration) => {
      storeRegistration(registration);
      forgetInvitation();
      emailFlag.raise();
      if (saveState) guestResult.store(saveState.returnTo, registration.username);
    },
  });
}

/** Before the form is filled in. The registration decides. */
export const useInvitationCheck = (invitation: string | undefined) =>
  useQuery({
    ...apiQuery('checkInvitation', { body: { invitation: invitation ?? '' } }),
    enabled: invitation !== undefined,
    retry: false,
    staleTime: Infinity,
  });

/** Signs the user in, unless the email address has to be proven first. */
export const useStartOpenIdRegistration = () =>
  useApiMutation({
    mutationFn: (invitation: string) => call('startOpenIdRegistration', { body: { invitation } }),
    toastsFailure: true,
  });

export const useRegisterOpenId = () =>
  useApiMutation({
    onMutate: () => toast.closeAll(),
    mutationFn: (body: Input<'registerOpenId'>['body']) =>
      signInWith(call('registerOpenId', { body, headers: deviceHeaders() })),
    onSuccess: forgetInvitation,
  });

export function useVerifyEmail(link: AccountLink) {
  const queryClient = useQueryClient();
  const query = consuming(apiQuery('verifyEmail', { params: link }));
  return useQuery({
    ...query,
    queryFn: async () => {
      const response = await query.queryFn();
      emailFlag.clear();
      // The link may have confirmed a changed email address.
      void queryClient.invalidateQueries({ queryKey: ['getUser'] });
      return response;
    },
  });
}

export const useResendVerificationEmail = () =>
  useApiMutation({
    onMutate: () => toast.closeAll(),
    mutationFn: (body: ResendInput) => call('resendVerificationEmail', { body, headers: deviceHeaders() }),
    success: null,
    toastsFailure: resendFailure,
  });

export const useRequestPasswordReset = () =>
  useOperation('requestPasswordReset', {
    onMutate: () => toast.closeAll(),
    success: ({ msg }) => msg || accountMessages.resetLinkSent,
  });

export const useResetPassword = (link: AccountLink) =>
  useQuery(consuming(apiQuery('resetPassword', { params: link })));

/** The operations of links that undo a change, with the queries whose results change. */
const undoneQueries = {
  undoDeletion: [],
  // The server has ended all sessions of the account, so the refetch gets a 401 and signs the user out.
  undoEmailChange: ['getUser'],
  disownSecondFactor: ['getUser'],
  unsubscribe: ['getPreferences'],
} as const;

export type UndoOperation = keyof typeof undoneQueries;

export const useUndo = (operation: UndoOperation) =>
  useApiMutation({
    mutationFn: (params: AccountLink) => call(operation, { params }),
    success: null,
    invalidates: undoneQueries[operation],
  });
