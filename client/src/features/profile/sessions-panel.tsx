import type { SessionRecord } from 'contract/user.ts';
import { useRef } from 'react';
import { deviceName } from '#parts/user/device-name.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { askToConfirm } from '#ui/confirm.tsx';
import { Panel } from '#ui/panel.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { useDeleteSessions, useSessions } from './profile.queries.ts';
import styles from './sessions-panel.module.css';

const time = new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium', timeStyle: 'short' });

export function SessionsPanel() {
  const { data, error, refetch } = useSessions();
  const { mutate: end, isPending, variables } = useDeleteSessions();
  const list = useRef<HTMLUListElement>(null);
  // The pressed button disappears with its row.
  const endKeepingFocus = (ids: string[]) => {
    list.current?.focus({ preventScroll: true });
    end(ids);
  };
  const others = data?.data.filter(({ current }) => !current) ?? [];
  return (
    <Panel title="Sessions" aside={data && `${data.data.length} signed in`}>
      {data ? (
        <div className={styles.panel}>
          <ul ref={list} className={styles.sessions} aria-label="Sessions" tabIndex={-1}>
            {data.data.map((session) => (
              <li key={session.id} className={styles.session}>
                <SessionFacts session={session} />
                {!session.current && (
                  <Button
                    loading={isPending && variables.includes(session.id)}
                    onClick={() => askToEnd(session, () => endKeepingFocus([session.id]))}
                  >
                    <span>
                      End <VisuallyHidden>{inWords(session)}</VisuallyHidden>
                    </span>
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {others.length > 1 && (
            <Button
              variant="danger"
              loading={isPending && variables.length > 1}
              onClick={() => askToEndAll(others.length, () => endKeepingFocus(others.map(({ id }) => id)))}
            >
              End All Other Sessions
            </Button>
          )}
        </div>
      ) : error ? (
        <div className={styles.failure}>
          <Alert tone="error" title="Your sessions could not be read." />
          <Button onClick={() => void refetch()}>Try Again</Button>
        </div>
      ) : (
        <output className={styles.loading}>
          <Spinner /> Loading…
        </output>
      )}
    </Panel>
  );
}

function SessionFacts({ session }: { session: SessionRecord }) {
  return (
    <div className={styles.facts}>
      <p className={styles.device}>
        {deviceName(session.user_agent)}
        {session.current && <span className={styles.current}>this one</span>}
      </p>
      <p>{session.ip_address}</p>
      <p>
        Last used <time dateTime={session.last_used_at}>{lastUse(session)}</time>
      </p>
    </div>
  );
}

function lastUse({ last_used_at: lastUsedAt }: SessionRecord): string {
  return time.format(new Date(lastUsedAt));
}

/** For screen readers. */
function inWords(session: SessionRecord): string {
  return `${deviceName(session.user_agent)} at ${session.ip_address}, last used ${lastUse(session)}`;
}

function askToEndAll(count: number, end: () => void): void {
  askToConfirm({
    title: 'END ALL OTHER SESSIONS?',
    message: `${count} sessions will be signed out. This one stays.`,
    confirmLabel: 'End sessions',
    onConfirm: end,
  });
}

function askToEnd({ user_agent, ip_address }: SessionRecord, end: () => void): void {
  askToConfirm({
    title: 'END THIS SESSION?',
    message: `${deviceName(user_agent)} at ${ip_address} will be signed out.`,
    confirmLabel: 'End session',
    onConfirm: end,
  });
}
