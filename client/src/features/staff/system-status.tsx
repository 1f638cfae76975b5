import { healthLimits } from 'contract/system.constants.ts';
import { useEffect, useState } from 'react';
import { ApiError } from '#api/api-error.ts';
import { cx } from '#ui/cx.ts';
import { useReadiness } from './staff.queries.ts';
import styles from './system-status.module.css';

/** The status as it always stands, and below it what the server's health check really says. */
export function SystemStatus() {
  const { data, error, isFetching } = useReadiness();
  const isLate = useIsLate(isFetching);

  const [tone, line] = isLate
    ? ['warn', 'The health check is taking longer than it should.']
    : error
      ? ['error', `The last health check failed: ${reasonOf(error)}`]
      : !data
        ? ['quiet', 'Running the health check…']
        : data.tookMs >= healthLimits.slowMs
          ? ['warn', `The health check passed, but slowly: it took ${(data.tookMs / 1000).toFixed(1)} s.`]
          : ['ok', `The health check passed (${data.checks.join(', ')}) in ${Math.round(data.tookMs)} ms.`];

  return (
    <>
      <p className={cx(styles.status, styles[tone ?? ''])}>ONLINE</p>
      <output className={cx(styles.line, styles[tone ?? ''])}>{line}</output>
    </>
  );
}

function reasonOf(error: Error): string {
  if (error.name === 'TimeoutError') {
    return `no answer within ${healthLimits.timeoutMs / 1000} seconds.`;
  }
  return error instanceof ApiError && error.status > 0
    ? 'the server says that it cannot serve requests now.'
    : 'the server did not answer.';
}

/** Whether something has been under way for longer than counts as slow. */
function useIsLate(isUnderWay: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isUnderWay) return undefined;
    const timer = setTimeout(() => setLate(true), healthLimits.slowMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isUnderWay]);
  return isLate;
}
