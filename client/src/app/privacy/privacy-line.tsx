import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { Labelled } from '#ui/labelled.tsx';
import styles from './privacy-line.module.css';

interface PrivacyLineProps {
  title: string;
  /** The current state, in a sentence. */
  children: ReactNode;
  action?: ReactNode;
}

export function PrivacyLine({ title, children, action }: PrivacyLineProps) {
  return (
    <li className={styles.line}>
      <h3 className={styles.title}>{title}</h3>
      <div>{children}</div>
      {action && <div className={styles.action}>{action}</div>}
    </li>
  );
}

interface ReadLineProps<Data> {
  title: string;
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  /** The screen with the details. */
  link: { to: string; label: string };
  children: (data: Data) => ReactNode;
}

/** A line whose state is read from the server. */
export function ReadLine<Data>({
  title,
  query: { data, error, refetch },
  link,
  children,
}: ReadLineProps<Data>) {
  return (
    <PrivacyLine
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
    </PrivacyLine>
  );
}
