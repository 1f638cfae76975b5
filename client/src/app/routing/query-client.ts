import { QueryClient } from '@tanstack/react-query';
import { rateLimits } from 'contract/limits.ts';
import { ApiError } from '#api/api-error.ts';
import { onSessionChange, readSession } from '#session/session.ts';
import { toast } from '#ui/feedback/toast.ts';

const maxRetries = 2;
/** Short enough that a failure is displayed within two seconds. */
const retryDelayMs = 500;

/** The library keeps the result of a first fetch that was in progress at the invalidation, although it may be outdated. */
class RestartingQueryClient extends QueryClient {
  override async invalidateQueries(...[filters, options]: Parameters<QueryClient['invalidateQueries']>) {
    await this.cancelQueries({
      ...filters,
      predicate: (query) => query.state.data === undefined && (filters?.predicate?.(query) ?? true),
    });
    return super.invalidateQueries(filters, options);
  }
}

export const queryClient = new RestartingQueryClient({
  defaultOptions: {
    queries: {
      // While offline, a call fails visibly instead of waiting for the network.
      networkMode: 'always',
      refetchOnReconnect: true,
      retryDelay: (_, error) => waitMsOf(error) ?? retryDelayMs,
      // A 4xx response is final, but that of a limit which soon allows it.
      retry: (failures, error) =>
        waitMsOf(error) === undefined
          ? failures < maxRetries && !(error instanceof ApiError && isClientError(error))
          : failures === 0,
    },
    // Variables of mutations may contain passwords, codes or secrets, so they are removed from memory immediately.
    mutations: { networkMode: 'always', gcTime: 0 },
  },
});

/** How long a limit refuses more, where a person would wait for it: own changes of large loans use up that of computations. */
function waitMsOf(error: Error): number | undefined {
  if (!(error instanceof ApiError) || error.status !== 429) return undefined;
  const { retryAfterSeconds: seconds = Infinity } = error;
  return seconds <= rateLimits.computation.windowSeconds ? 1_000 * seconds : undefined;
}

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
