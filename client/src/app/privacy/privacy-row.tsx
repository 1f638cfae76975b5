import type { ReactNode } from 'react';
import type { ReadQuery } from '#parts/query/query-state.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Labelled } from '#ui/controls/labelled.tsx';

interface PrivacyRowProps {
  title: string;
  /** Describes the current state in one sentence. */
  children: ReactNode;
  action?: ReactNode;
}

export function PrivacyRow({ title, children, action }: PrivacyRowProps) {
  return (
    <li className="grid grid-cols-[13rem_minmax(0,1fr)_auto] items-center gap-x-5 gap-y-1 border-t border-rule py-3 first:border-t-0 first:pt-0 last:pb-0 max-md:grid-cols-1">
      <h3 className="label">{title}</h3>
      <div>{children}</div>
      {action && <div>{action}</div>}
    </li>
  );
}

interface QueryRowProps<Data> {
  title: string;
  query: ReadQuery<Data>;
  /** The screen with the details. */
  link: { to: string; label: string };
  children: (data: Data) => ReactNode;
}

/** A row whose state is read from the server. */
export function QueryRow<Data>({
  title,
  query: { data, error, refetch },
  link,
  children,
}: QueryRowProps<Data>) {
  return (
    <PrivacyRow
      title={title}
      action={
        <Button variant="ghost" to={link.to}>
          <Labelled name={title}>{link.label}</Labelled>
        </Button>
      }
    >
      {data !== undefined ? (
        <p>{children(data)}</p>
      ) : error ? (
        <p role="alert">
          This could not be read. <Button onClick={() => void refetch()}>Try Again</Button>
        </p>
      ) : (
        <p>Reading…</p>
      )}
    </PrivacyRow>
  );
}
