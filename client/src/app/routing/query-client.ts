import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#api/api-error.ts';
import { onSessionChange } from '#session/session.ts';

const maxRetries = 2;
/** Short enough to show a failure within two seconds. */
const retryDelayMs = 500;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Without a network a call fails visibly.
      networkMode: 'always',
      refetchOnReconnect: true,
      // A refusal is final.
      retryDelay: retryDelayMs,
      retry: (failures, error) => failures < maxRetries && !(error instanceof ApiError && isRefusal(error)),
    },
    // No password, code or secret stays in memory after its screen.
    mutations: { networkMode: 'always', gcTime: 0 },
  },
});

function isRefusal({ status }: ApiError): boolean {
  return status >= 400 && status < 500;
}

onSessionChange(() => queryClient.clear());
