import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#api/api-error.ts';
import { onSessionChange, readSession } from '#session/session.ts';
import { toast } from '#ui/feedback/toast.ts';

const maxRetries = 2;
/** Short enough that a failure is displayed within two seconds. */
const retryDelayMs = 500;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // While offline, a call fails visibly instead of waiting for the network.
      networkMode: 'always',
      refetchOnReconnect: true,
      // A 4xx response is final.
      retryDelay: retryDelayMs,
      retry: (failures, error) =>
        failures < maxRetries && !(error instanceof ApiError && isClientError(error)),
    },
    // Variables of mutations may contain passwords, codes or secrets, so they are removed from memory immediately.
    mutations: { networkMode: 'always', gcTime: 0 },
  },
});

function isClientError({ status }: ApiError): boolean {
  return status >= 400 && status < 500;
}

let userId = readSession()?.user.id;

onSessionChange(() => {
  queryClient.clear();
  const current = readSession()?.user.id;
  // They are about what the former user did. After a change of password the same user goes on.
  if (current !== userId) toast.closeAll();
  userId = current;
});
