import type { UserOverview } from 'contract/user-overview.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#parts/paths.ts';
import { ipActionLabels } from '#parts/ip-actions.ts';
import { LogLevelTag } from '#parts/log-level-tag.tsx';
import { Panel } from '#ui/panel.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import styles from './admin-user-overview.module.css';
import { deviceName } from './device-name.ts';

export function UserSessions({ sessions }: UserOverview) {
  return (
    <Panel title="Active Sessions" aside={sessions.length}>
      <Lines empty="Signed in nowhere." lines={sessions}>
        {({ user_agent, ip_address, current, created_at, last_used_at, expires_at }) => (
          <>
            <p className={styles.main} title={user_agent}>
              {deviceName(user_agent)} at {ip_address}
              {current && ' (this one)'}
            </p>
            <p>
              Signed in <UtcTime at={created_at} />, last used <UtcTime at={last_used_at} />, ends{' '}
              <UtcTime at={expires_at} />
            </p>
          </>
        )}
      </Lines>
    </Panel>
  );
}

export function UserIpRecords({ user, ip_records }: UserOverview) {
  const all = `${paths.adminIpRecords}?${new URLSearchParams({ user: user.username })}`;
  return (
    <Panel title="Last IP Records" aside={<Link to={all}>All IP records of {user.username}</Link>}>
      <Lines empty="None." lines={ip_records}>
        {({ created_at, action, ip_address }) => (
          <p className={styles.action}>
            <UtcTime at={created_at} />
            <span className={styles.main}>{ipActionLabels[action]}</span>
            <span className={styles.address}>{ip_address}</span>
          </p>
        )}
      </Lines>
    </Panel>
  );
}

export function UserLogRecords({ user, log_records }: UserOverview) {
  const all = `${paths.adminLogRecords}?${new URLSearchParams({ message: user.username })}`;
  return (
    <Panel title="Last Log Lines" aside={<Link to={all}>All log lines that name {user.username}</Link>}>
      <Lines empty="None." lines={log_records}>
        {({ created_at, level, message }) => (
          <>
            <p className={styles.row}>
              <UtcTime at={created_at} />
              <LogLevelTag level={level} />
            </p>
            <p className={styles.main}>{message}</p>
          </>
        )}
      </Lines>
    </Panel>
  );
}

interface LinesProps<Line extends { id: string }> {
  lines: readonly Line[];
  empty: string;
  children: (line: Line) => ReactNode;
}

function Lines<Line extends { id: string }>({ lines, empty, children }: LinesProps<Line>) {
  if (lines.length === 0) return <p className={styles.empty}>{empty}</p>;
  return (
    <ul className={styles.lines}>
      {lines.map((line) => (
        <li key={line.id}>{children(line)}</li>
      ))}
    </ul>
  );
}
