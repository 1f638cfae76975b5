import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#api/api-error.ts';
import { onSessionChange } from '#session/session.ts';

const maxRetries = 3;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Without a network a call fails and says so, instead of waiting for one unseen.
      networkMode: 'always',
      // Which is off in that mode, unless it is asked for.
      refetchOnReconnect: true,
      // What the server refused, it will refuse again.
      retry: (failures, error) => failures < maxRetries && !(error instanceof ApiError && isRefusal(error)),
    },
    mutations: { networkMode: 'always' },
  },
});

function isRefusal({ status }: ApiError): boolean {
  return status >= 400 && status < 500;
}

// One user's data is never shown to the next, nor to whoever comes after a sign-out.
onSessionChange(() => queryClient.clear());
