import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#api/api-error.ts';
import { onSessionChange } from '#session/session.ts';

const maxRetries = 3;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Without a network a call fails visibly, instead of waiting for one.
      networkMode: 'always',
      // Off by default in that mode.
      refetchOnReconnect: true,
      // A refusal is final.
      retry: (failures, error) => failures < maxRetries && !(error instanceof ApiError && isRefusal(error)),
    },
    mutations: { networkMode: 'always' },
  },
});

function isRefusal({ status }: ApiError): boolean {
  return status >= 400 && status < 500;
}

// One user's data is never shown to the next, nor to a visitor after a sign-out.
onSessionChange(() => queryClient.clear());
