import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiError } from '#api/api-error.ts';
import { OpenAlerts } from '#features/notifications/open-alerts.tsx';
import { OldestFlag } from '#features/flags/oldest-flag.tsx';
import { Today } from '#features/reports/today.tsx';
import { call } from '#session/call.ts';
import { useSession } from '#session/session.ts';
import { eitherSignal } from '#ui/compatibility.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { LiveRegion } from '#ui/feedback/live-region.tsx';
import { Page } from '#ui/layout/page.tsx';
import { UtcTime } from '#ui/utc-time.tsx';

/** Decorative: the screen states that it is not a measurement. */
const lastBreachAttempt = '2025-03-14T03:14:15Z';

export default function DashboardScreen() {
  const user = useSession()?.user;
  return (
    <Page heading={<span className="max-md:text-lg">WELCOME, AGENT {user?.username}</span>}>
      <SystemStatus>
        <span>SURVEILLANCE IS ACTIVE.</span> <span>All actions are logged.</span> Last Breach Attempt{' '}
        <UtcTime at={lastBreachAttempt} /> UTC, a fixed figure.
      </SystemStatus>
      <OpenAlerts />
      <OldestFlag />
      <Today />
    </Page>
  );
}

/** The timing of the health check. */
const healthLimits = { checkEveryMs: 30_000, slowMs: 2_000, timeoutMs: 10_000 } as const;

/** The constant text ONLINE after the children, with the result of the health check: in the line, or an alert where it failed. */
function SystemStatus({ children }: { children: ReactNode }) {
  const { data, error, isFetching } = useReadiness();
  const isLate = useIsLate(isFetching);

  const [isWarning, text]: [boolean, string] | [] = isLate
    ? [true, 'The health check is taking longer than it should.']
    : error
      ? []
      : !data
        ? [false, 'Running the health check…']
        : data.failed.length > 0
          ? [true, `The server works, but a check failed: ${data.failed.join(', ')}. Tell its operator.`]
          : data.tookMs >= healthLimits.slowMs
            ? [true, `The health check passed, but slowly: it took ${(data.tookMs / 1000).toFixed(1)} s.`]
            : [
                false,
                `The health check passed (${data.passed.join(', ')}) in ${Math.round(data.tookMs)} ms.`,
              ];

  return (
    <>
      <LiveRegion role="alert">
        {error && !isLate && <Alert tone="error" title={failureTitle(error)} />}
      </LiveRegion>
      <p className="-mt-4 max-w-none text-sm text-muted">
        {children} System Status <span>ONLINE</span>.{' '}
        {text && <output className={isWarning ? "sign text-warn [--sign:'!_']" : undefined}>{text}</output>}
      </p>
    </>
  );
}

function failureTitle(error: Error): string {
  const reason =
    error.name === 'TimeoutError'
      ? `no response within ${healthLimits.timeoutMs / 1000} seconds.`
      : error instanceof ApiError && error.status > 0
        ? 'the server reports that it cannot serve requests now.'
        : 'the server did not respond.';
  return `The last health check failed: ${reason}`;
}

function useIsLate(isFetching: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isFetching) return undefined;
    const timer = setTimeout(() => setLate(true), healthLimits.slowMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isFetching]);
  return isLate;
}

function useReadiness() {
  return useQuery({
    queryKey: ['getReadiness'],
    queryFn: async ({ signal }) => {
      const startedAtMs = performance.now();
      const timeout = AbortSignal.timeout(healthLimits.timeoutMs);
      const { checks } = await call('getReadiness', { signal: eitherSignal(signal, timeout) });
      const namesOf = (result: 'ok' | 'failed') =>
        Object.keys(checks)
          .filter((name) => checks[name] === result)
          .map((name) => name.replaceAll('_', ' '));
      return { passed: namesOf('ok'), failed: namesOf('failed'), tookMs: performance.now() - startedAtMs };
    },
    refetchInterval: healthLimits.checkEveryMs,
    retry: false,
  });
}
