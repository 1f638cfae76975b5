import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { accountMessages } from 'contract/accounts/accounts.constants.ts';
import type { Input } from '#api/call.ts';
import { call } from '#session/call.ts';
import { deviceHeaders, startSession } from '#session/session.ts';
import { dismissToasts } from '#ui/feedback/dismiss-toasts.ts';
import { toast } from '#ui/feedback/toast.ts';
import { emailFlag } from './email-flag.ts';
import { type RegisterUserInput, registrationFailure, resendFailure } from './failures.ts';
import { storeRegistration } from './registration.ts';

export type LoginInput = Input<'login'>['body'];
type ResendInput = Input<'resendVerificationEmail'>['body'];
type ResetRequestInput = Input<'requestPasswordReset'>['body'];

/** The parameters of a link in an email. */
export interface AccountLink {
  uid: string;
  token: string;
}

/** Options of a query that consumes a link: it runs once per screen and again only when the user retries. */
const once = {
  retry: false,
  staleTime: Infinity,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

export function useLogin() {
  return useMutation({
    onMutate: () => void dismissToasts(),
    mutationFn: async (body: LoginInput) => {
      const requestedAtMs = Date.now();
      const response = await call('login', { body, headers: deviceHeaders() });
      if ('user' in response) startSession(response, requestedAtMs);
      return response;
    },
    onSuccess: (response) => {
      if ('user' in response) toast.success(`Welcome back ${response.user.username}`);
    },
  });
}

export function useRegisterUser() {
  return useMutation({
    onMutate: () => void dismissToasts(),
    mutationFn: (input: RegisterUserInput) => {
      const body = new FormData();
      for (const [field, value] of Object.entries(input)) body.append(field, value);
      return call('registerUser', { body });
    },
    onSuccess: ({ msg, user }) => {
      toast.success(msg || accountMessages.registrationSuccessful);
      storeRegistration(user);
      emailFlag.raise();
    },
    onError: (error) => registrationFailure(error).toasts.forEach((reason) => toast.error(reason)),
  });
}

export function useVerifyEmail(link: AccountLink) {
  const queryClient = useQueryClient();
  return useQuery({
    ...once,
    queryKey: ['verifyEmail', link],
    queryFn: async () => {
      const response = await call('verifyEmail', { params: link });
      emailFlag.clear();
      // The link may have confirmed a changed email address.
      void queryClient.invalidateQueries({ queryKey: ['getUser'] });
      return response;
    },
  });
}

export function useResendVerificationEmail() {
  return useMutation({
    mutationFn: (body: ResendInput) => call('resendVerificationEmail', { body, headers: deviceHeaders() }),
    onError: (error) => toast.error(resendFailure(error)),
  });
}

export function useRequestPasswordReset() {
  return useMutation({
    mutationFn: (body: ResetRequestInput) => call('requestPasswordReset', { body }),
    onSuccess: ({ msg }) => toast.success(msg || accountMessages.resetLinkSent),
  });
}

export function useResetPassword(link: AccountLink) {
  return useQuery({
    ...once,
    queryKey: ['resetPassword', link],
    queryFn: () => call('resetPassword', { params: link }),
  });
}

export function useUndoDeletion() {
  return useMutation({
    mutationFn: (params: AccountLink) => call('undoDeletion', { params }),
  });
}

export const useUndoEmailChange = () => useUndo('undoEmailChange');

export const useDisownSecondFactor = () => useUndo('disownSecondFactor');

function useUndo(operation: 'undoEmailChange' | 'disownSecondFactor') {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (params: AccountLink) => call(operation, { params }),
    // The server has ended all sessions of the account, so the refetch gets a 401 and signs the user out.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['getUser'] }),
  });
}

export function useUnsubscribe() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (params: AccountLink) => call('unsubscribe', { params }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['getPreferences'] }),
  });
}
