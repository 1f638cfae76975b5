import { count } from 'contract/counts.ts';
import type { UserOverview } from 'contract/users/user-overview.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ipActionLabels } from '#parts/records/ip-actions.ts';
import { LogLevelTag } from '#parts/records/log-level-tag.tsx';
import { auditActionLabel } from '#parts/records/audit-actions.ts';
import { filteredPath, paths, timelinePath } from '#parts/navigation/paths.ts';
import { deviceName } from '#parts/user/device-name.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { askToEndSessions, askToResetSecondFactor, useUserAction } from './users.queries.ts';

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
            Unlock <span className="normal-case">{user.username}</span>
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
        <p className="text-muted">This user signs in with the password alone.</p>
      ) : isManaged ? (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 text-sm text-muted">
          <p>For a user who has lost all second factors, after you have checked their identity.</p>
          <Button
            variant="danger"
            loading={isPending}
            onClick={() => askToResetSecondFactor(user, () => mutate(user.id))}
          >
            Reset Second Factors
          </Button>
        </div>
      ) : (
        <p className="text-muted">A sign-in needs one of them.</p>
      )}
    </Panel>
  );
}

export function UserSessions({ user, sessions, may_manage: isManaged }: UserOverview) {
  const { mutate, isPending } = useUserAction('endUserSessions');
  return (
    <Panel title="Active Sessions" aside={sessions.length}>
      <Lines empty="No active sessions." lines={sessions}>
        {({ user_agent, ip_address, current, created_at, last_used_at, expires_at }) => (
          <>
            <p className="text-strong" title={user_agent}>
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
      {isManaged && sessions.length > 0 && (
        <Button
          className="mt-4"
          loading={isPending}
          onClick={() => askToEndSessions(user, () => mutate(user.id))}
        >
          End All Sessions
        </Button>
      )}
    </Panel>
  );
}

/** Leads to everybody who used an IP address. */
export function UserAddresses({ addresses }: UserOverview) {
  return (
    <Panel title="IP Addresses" aside={addresses.length}>
      <Lines empty="None." lines={addresses.map((address) => ({ id: address.ip_address, ...address }))}>
        {({ ip_address, records, last_at, accounts }) => (
          <p className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-1">
            <Link to={filteredPath(paths.adminIpRecords, { ip_address })}>{ip_address}</Link>
            <UtcTime at={last_at} />
            <span>{count(records, 'record')}</span>
            <span className={accounts > 1 ? 'text-warn' : undefined}>{count(accounts, 'account')}</span>
          </p>
        )}
      </Lines>
    </Panel>
  );
}

export function UserIpRecords({ user, ip_records }: UserOverview) {
  const all = filteredPath(paths.adminIpRecords, { user: user.username });
  return (
    <Panel title="Last IP Records" aside={<Link to={all}>All IP records of {user.username}</Link>}>
      <Lines empty="None." lines={ip_records}>
        {({ created_at, action, ip_address }) => (
          <EventLine at={created_at} action={ipActionLabels[action]} source={ip_address} />
        )}
      </Lines>
    </Panel>
  );
}

export function UserLogRecords({ user, log_records }: UserOverview) {
  const all = filteredPath(paths.adminLogRecords, { message: user.username });
  return (
    <Panel title="Last Log Lines" aside={<Link to={all}>All log lines that name {user.username}</Link>}>
      <Lines empty="None." lines={log_records}>
        {({ created_at, level, message }) => (
          <>
            <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
              <UtcTime at={created_at} />
              <LogLevelTag level={level} />
            </p>
            <p className="text-strong">{message}</p>
          </>
        )}
      </Lines>
    </Panel>
  );
}

export function UserStaffActions({ user, staff_actions }: UserOverview) {
  const timeline = timelinePath({ user_id: user.id });
  return (
    <Panel title="By Staff" aside={<Link to={timeline}>Timeline of {user.username}</Link>}>
      <Lines empty="No agent has viewed, changed or exported this record." lines={staff_actions}>
        {({ created_at, action, actor }) => (
          <EventLine at={created_at} action={auditActionLabel(action)} source={actor ?? 'a deleted agent'} />
        )}
      </Lines>
    </Panel>
  );
}

/** An event with its IP address or its agent. */
function EventLine({ at, action, source }: { at: string; action: string; source: string }) {
  return (
    <p className="grid grid-cols-[auto_1fr_auto] items-baseline gap-x-4 gap-y-1 max-md:grid-cols-[auto_1fr]">
      <UtcTime at={at} />
      <span className="text-strong">{action}</span>
      <span className="max-md:col-span-full">{source}</span>
    </p>
  );
}

interface LinesProps<Line extends { id: string }> {
  lines: readonly Line[];
  empty: string;
  children: (line: Line) => ReactNode;
}

function Lines<Line extends { id: string }>({ lines, empty, children }: LinesProps<Line>) {
  if (lines.length === 0) return <p className="text-muted">{empty}</p>;
  return (
    <ul className="flex flex-col text-sm wrap-anywhere text-muted [&_li+li]:border-t [&_li+li]:border-t-rule [&_p]:max-w-none">
      {lines.map((line) => (
        <li className="py-2" key={line.id}>
          {children(line)}
        </li>
      ))}
    </ul>
  );
}
