import { useQuery } from '@tanstack/react-query';
import { healthLimits } from 'contract/system.constants.ts';
import { call } from '#session/call.ts';

/** The server's readiness, polled, with the response time. */
export function useReadiness() {
  return useQuery({
    queryKey: ['getReadiness'],
    queryFn: async ({ signal }) => {
      const askedAtMs = performance.now();
      const timeout = AbortSignal.timeout(healthLimits.timeoutMs);
      const { checks } = await call('getReadiness', { signal: AbortSignal.any([signal, timeout]) });
      return { checks: Object.keys(checks), tookMs: performance.now() - askedAtMs };
    },
    refetchInterval: healthLimits.checkEveryMs,
    // The next poll comes soon.
    retry: false,
  });
}
