import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ApiError } from '#api/api-error.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { Failure } from '#ui/feedback/failure.tsx';
import { focusRegion } from '#ui/keep-focus.ts';
import { Loading } from '#ui/feedback/spinner.tsx';

/** The fields of a query that its display needs. */
export interface ReadQuery<Data> {
  data: Data | undefined;
  error: Error | null;
  refetch: () => unknown;
}

interface QueryStateProps<Data> {
  query: ReadQuery<Data>;
  failure: string;
  /** Names the content for screen readers, if it is not a part of a named section. */
  label?: string;
  /** Displayed for `not_found`. */
  unknown?: { title: string; link?: { to: string; label: string } };
  className?: string | undefined;
  /** As high as the content, by default a spinner. */
  loading?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Displays the data of a query, a loading indicator, or the failure with a retry button. */
export function QueryState<Data>({
  query,
  failure,
  label,
  unknown,
  className,
  loading,
  children,
}: QueryStateProps<Data>) {
  const { data, error, refetch } = query;
  const Region = label === undefined ? 'div' : 'section';
  const isUnknown = error instanceof ApiError && error.code === 'not_found';
  return (
    <Region className={className} aria-label={label} {...focusRegion}>
      {unknown && isUnknown ? (
        <Alert tone="error" role="alert" title={unknown.title}>
          {unknown.link && (
            <p>
              <Link to={unknown.link.to}>{unknown.link.label}</Link>
            </p>
          )}
        </Alert>
      ) : data !== undefined ? (
        children(data)
      ) : error ? (
        <Failure title={failure} error={error} retry={refetch} />
      ) : (
        (loading ?? <Loading />)
      )}
    </Region>
  );
}
