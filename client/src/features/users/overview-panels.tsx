import { count } from 'contract/counts.ts';
import type { UserOverview } from 'contract/users/user-overview.ts';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { kindInWords } from '#parts/format/format.ts';
import { type Network, networkText } from '#parts/records/network-text.ts';
import { LogLevelTag } from '#parts/records/log-level-tag.tsx';
import { auditActionLabel } from '#parts/records/audit-actions.ts';
import { adminUserPath, filteredPath, paths, timelinePath } from '#parts/navigation/paths.ts';
import { deviceName } from '#parts/user/device-name.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Segmented } from '#ui/controls/segmented.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { cx } from '#ui/cx.ts';
import { UtcTime } from '#ui/utc-time.tsx';
import { askTo, useUserAction } from './users.queries.ts';

export function UserLock({ user, lock, may_manage: isManaged }: UserOverview) {
  const { mutate, isPending } = useUserAction('unlockUser');
  const lockedDevices = lock.devices.filter(({ locked_until }) => locked_until !== null);
  if (lock.locked_until === null && lockedDevices.length === 0) return null;
  return (
    <Alert tone="warn" title={lock.locked_until === null ? 'A DEVICE IS LOCKED' : 'ACCOUNT LOCKED'}>
      {lock.locked_until !== null && (
        <>
          <p>{lock.reason}</p>
          <p>
            Locked until <UtcTime at={lock.locked_until} /> UTC
            {lock.last_failed_at !== null && (
              <>
                ; last failure at <UtcTime at={lock.last_failed_at} />
              </>
            )}
            .
          </p>
        </>
      )}
      {lockedDevices.map(({ attempts, locked_until }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two devices may have failed alike; nothing else tells them apart
        <p key={index}>
          Sign-in has failed {count(attempts, 'time')} on a known device: it is locked until{' '}
          <UtcTime at={locked_until} /> UTC.
        </p>
      ))}
      {isManaged && (
        <p>
          <Button loading={isPending} onClick={() => mutate(user.id)}>
            Unlock {user.username}
          </Button>
        </p>
      )}
    </Alert>
  );
}

export function UserSecondFactors({ user, second_factors: factors, may_manage: isManaged }: UserOverview) {
  const { mutate, isPending } = useUserAction('resetSecondFactor');
  return (
    <Panel title="Second Factors" aside={factors}>
      {factors === 0 ? (
        <p className="text-sm text-muted">A sign-in of this user asks for none.</p>
      ) : isManaged ? (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 text-sm text-muted">
          <p>For a user who has lost all second factors, after you have checked their identity.</p>
          <Button
            variant="danger"
            loading={isPending}
            onClick={() => askTo('resetSecondFactor', user, () => mutate(user.id))}
          >
            Reset Second Factors
          </Button>
        </div>
      ) : (
        <p className="text-sm text-muted">A sign-in needs one of them.</p>
      )}
    </Panel>
  );
}

export function UserSessions({ sessions }: UserOverview) {
  return (
    <Panel title="Active Sessions" aside={sessions.length}>
      <Lines empty="No active sessions." lines={sessions}>
        {({ user_agent, ip_address, network, current, created_at, last_used_at, expires_at }) => (
          <>
            <p className="text-strong" title={user_agent}>
              {deviceName(user_agent)} at {ip_address}
              {current && ' (this one)'}
            </p>
            <NetworkLine network={network} />
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

function NetworkLine({ network }: { network: Network }) {
  const text = networkText(network);
  return text && <p>{text}</p>;
}

/** Leads to everybody who used an IP address. */
export function UserAddresses({ user, addresses }: UserOverview) {
  const all = filteredPath(paths.adminIpRecords, { user: user.username });
  return (
    <Panel title="IP Addresses" aside={<Link to={all}>All IP records of {user.username}</Link>}>
      <Lines empty="None." lines={addresses.map((address) => ({ id: address.ip_address, ...address }))}>
        {({ ip_address, network, records, last_at, accounts, failures_before: failures }) => (
          <>
            <p className="flex flex-wrap items-baseline gap-x-4">
              <span className="me-auto">
                <Link
                  className={cx(failures !== null && 'text-warn')}
                  to={
                    failures === null
                      ? filteredPath(paths.adminIpRecords, { ip_address })
                      : timelinePath({ ip_address })
                  }
                >
                  {ip_address}
                </Link>
                {accounts > 1 && ` · ${count(accounts, 'account')}`}
                {failures !== null && (
                  <span className="text-warn"> · signed in after {count(failures, 'failure')}</span>
                )}
              </span>
              <span className="text-strong tabular-nums">{count(records, 'record')}</span>
              <UtcTime at={last_at} />
            </p>
            <NetworkLine network={network} />
          </>
        )}
      </Lines>
    </Panel>
  );
}

/** Who invited the user, and whom the user invited. Nothing without either. */
export function UserInvitations({ invited, invited_by: inviter }: UserOverview) {
  if (!inviter && invited.length === 0) return null;
  return (
    <Panel title="Invitations" aside={invited.length > 0 && `${invited.length} invited`}>
      {inviter && (
        <p className="mb-2 text-sm text-muted">
          Invited by <Link to={adminUserPath(inviter.id)}>{inviter.username}</Link>
        </p>
      )}
      {invited.length > 0 && (
        <Lines empty="" lines={invited}>
          {({ id, username, registered_at }) => (
            <p className="flex flex-wrap items-baseline gap-x-4">
              <span className="me-auto">
                <Link to={adminUserPath(id)}>{username}</Link>
              </span>
              <UtcTime at={registered_at} />
            </p>
          )}
        </Lines>
      )}
    </Panel>
  );
}

const kinds = [
  ['all', 'All'],
  ['ip', 'IP'],
  ['log', 'Log'],
  ['audit', 'By staff'],
] as const;

const mostEntries = 12;

/** After the last one if there is none. */
function indexOfSecond(logs: UserOverview['log_records'], at: string): number {
  const index = logs.findIndex(({ created_at }) => created_at.slice(0, 19) === at.slice(0, 19));
  return index === -1 ? logs.length : index;
}

/** The latest records of each kind as one. The whole timeline is a screen of its own. */
export function UserTimeline({ user, ip_records, log_records, staff_actions }: UserOverview) {
  const [kind, setKind] = useState<(typeof kinds)[number][0]>('all');
  // As in the whole timeline, an IP and a log record of one second are one entry.
  const logs = [...log_records];
  const messages = new Map<string, string>();
  for (const { id, created_at } of kind === 'all' ? ip_records : []) {
    const [log] = logs.splice(indexOfSecond(logs, created_at), 1);
    if (log) messages.set(id, log.message);
  }
  const entries = [
    ...ip_records.map(({ id, created_at, action, ip_address }) => ({
      id,
      kind: 'ip',
      at: created_at,
      text: messages.get(id) ?? kindInWords(action),
      source: ip_address,
    })),
    ...logs.map(({ id, created_at, message, level }) => ({
      id,
      kind: 'log',
      at: created_at,
      text: message,
      source: level === 'INFO' ? '' : <LogLevelTag level={level} />,
    })),
    ...staff_actions.map(({ id, created_at, action, actor }) => ({
      id,
      kind: 'audit',
      at: created_at,
      text: auditActionLabel(action),
      source: actor ?? 'a deleted agent',
    })),
  ]
    .filter((entry) => kind === 'all' || entry.kind === kind)
    .toSorted((a, b) => b.at.localeCompare(a.at));
  const timeline = timelinePath({ user_id: user.id });
  return (
    <Panel title="Timeline" aside={<Link to={timeline}>Timeline of {user.username}</Link>}>
      <div className="mb-3">
        <Segmented label="Kind" options={kinds} value={kind} onChange={setKind} />
      </div>
      <Lines empty="No records yet." lines={entries.slice(0, mostEntries)}>
        {({ at, text, source }) => (
          <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
            <UtcTime at={at} />
            {/* Below the time where its longest word has no room beside it. */}
            <span className="max-w-full flex-[1_1_8rem] wrap-break-word text-strong">{text}</span>
            <span>{source}</span>
          </p>
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
  if (lines.length === 0) return <p className="text-sm text-muted">{empty}</p>;
  return (
    <ul className="flex flex-col text-sm wrap-anywhere text-muted [&_li+li]:border-t [&_li+li]:border-t-rule [&_p]:max-w-none">
      {lines.map((line) => (
        <li className="py-1" key={line.id}>
          {children(line)}
        </li>
      ))}
    </ul>
  );
}
