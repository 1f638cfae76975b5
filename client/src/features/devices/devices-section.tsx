import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { deviceLimits } from 'contract/accounts/accounts.constants.ts';
import { count } from 'contract/counts.ts';
import type { Device, SignIn } from 'contract/devices/devices.ts';
import type { SessionRecord } from 'contract/users/user.ts';
import { useState } from 'react';
import { EntryList, EntryTitle } from '#parts/entry-list/entry-list.tsx';
import { QueryPanel } from '#parts/query/query-panel.tsx';
import { useOperation } from '#parts/query/use-operation.ts';
import { countryOf } from '#parts/records/network-text.ts';
import { deviceName } from '#parts/user/device-name.ts';
import { apiQuery } from '#session/call.ts';
import { Button } from '#ui/controls/button.tsx';
import { Pagination } from '#ui/controls/pagination.tsx';
import { Tag } from '#ui/feedback/tag.tsx';
import { formatLocalTime, LocalTime } from '#ui/local-time.tsx';
import { askToConfirm } from '#ui/overlays/confirm.tsx';

export function DevicesSection() {
  return (
    <div className="grid grid-fit-[26rem] items-start gap-x-7 gap-y-6">
      <SessionsPanel />
      <DevicesPanel />
      <div className="col-span-full">
        <SignInsPanel />
      </div>
    </div>
  );
}

function DevicesPanel() {
  const devices = useQuery(apiQuery('listDevices'));
  return (
    <QueryPanel
      title="Known Devices"
      aside={({ data }) => `${data.length} of ${deviceLimits.perUser}`}
      query={devices}
    >
      {({ data }) => (
        <>
          <p className="text-sm text-muted">
            You have signed in on these devices before, so other people’s failed sign-ins do not lock them
            out. A device is removed after {deviceLimits.knownDays} days without a sign-in.
          </p>
          <EntryList
            label="Known devices"
            entries={data}
            verb="Forget"
            nameOf={nameOf}
            operation="deleteDevice"
            success="Device forgotten."
            confirmation={confirmationOf}
          >
            {({ user_agent, current, created_at, last_used_at }) => (
              <>
                <EntryTitle name={deviceName(user_agent)} isCurrent={current} />
                <p>
                  Known since <LocalTime at={created_at} />
                </p>
                <p>
                  Last sign-in <LocalTime at={last_used_at} />
                </p>
              </>
            )}
          </EntryList>
        </>
      )}
    </QueryPanel>
  );
}

function nameOf({ user_agent, last_used_at }: Device): string {
  return `${deviceName(user_agent)}, last sign-in ${formatLocalTime(last_used_at)}`;
}

const confirmationOf = ({ user_agent }: Device) => ({
  title: 'FORGET THIS DEVICE?',
  message: `${deviceName(user_agent)} will count as a new device at its next sign-in. Its session does not end.`,
  confirmLabel: 'Forget device',
});

function SignInsPanel() {
  const [page, setPage] = useState(1);
  const signIns = useQuery({
    ...apiQuery('listSignIns', { query: { page } }),
    placeholderData: keepPreviousData,
  });
  return (
    <QueryPanel title="Sign-Ins" aside={({ totalSignIn }) => `${totalSignIn} recorded`} query={signIns}>
      {({ data, totalSignIn, numOfPages, page: currentPage }) => (
        <>
          <ol className="aria-busy:opacity-60" aria-label="Sign-ins" aria-busy={signIns.isPlaceholderData}>
            {data.map((signIn) => (
              <li
                key={`${signIn.created_at} ${signIn.ip_address} ${signIn.result} ${signIn.user_agent}`}
                className="grid grid-cols-[13rem_10rem_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-b border-rule py-3 text-sm tabular-nums max-md:flex max-md:flex-wrap max-md:justify-between [&>:nth-child(2)]:justify-self-start"
              >
                <LocalTime at={signIn.created_at} />
                <Result result={signIn.result} />
                <span>{deviceName(signIn.user_agent)}</span>
                <span className="wrap-anywhere text-muted">
                  {[signIn.ip_address, countryOf(signIn.network)].filter(Boolean).join(', ')}
                </span>
              </li>
            ))}
          </ol>
          <Pagination
            page={currentPage}
            pages={numOfPages}
            total={count(totalSignIn, 'sign-in')}
            onPage={setPage}
          />
        </>
      )}
    </QueryPanel>
  );
}

const results = {
  success: ['info', 'Signed in'],
  failed: ['warn', 'Failed'],
  locked: ['error', 'Locked'],
  unknown: ['quiet', 'Unknown'],
} as const;

function Result({ result }: Pick<SignIn, 'result'>) {
  const [tone, label] = results[result];
  return <Tag tone={tone}>{label}</Tag>;
}

function SessionsPanel() {
  const sessions = useQuery(apiQuery('listSessions'));
  const { mutate: endOthers, isPending: isEndingOthers } = useOperation('endOtherSessions', {
    toastsFailure: true,
    invalidates: ['listSessions', 'listDevices'],
  });
  return (
    <QueryPanel title="Sessions" aside={({ data }) => `${data.length} signed in`} query={sessions}>
      {({ data }) => (
        <>
          <EntryList
            label="Sessions"
            entries={data}
            verb="End"
            nameOf={nameOfSession}
            operation="deleteSession"
            success="Session ended."
            confirmation={endingOf}
          >
            {({ user_agent, current, ip_address, network, last_used_at }) => (
              <>
                <EntryTitle name={deviceName(user_agent)} isCurrent={current} />
                <p>{[ip_address, countryOf(network)].filter(Boolean).join(', ')}</p>
                <p>
                  Last used <LocalTime at={last_used_at} />
                </p>
              </>
            )}
          </EntryList>
          <Button variant="danger" loading={isEndingOthers} onClick={() => askToEndOthers(endOthers)}>
            End All Others
          </Button>
        </>
      )}
    </QueryPanel>
  );
}

function nameOfSession({ user_agent, ip_address, last_used_at }: SessionRecord): string {
  return `${deviceName(user_agent)} at ${ip_address}, last used ${formatLocalTime(last_used_at)}`;
}

const endingOf = ({ user_agent, ip_address }: SessionRecord) => ({
  title: 'END THIS SESSION?',
  message: `${deviceName(user_agent)} at ${ip_address} will be signed out.`,
  confirmLabel: 'End session',
});

function askToEndOthers(end: () => void): void {
  askToConfirm({
    title: 'END ALL OTHERS?',
    message: 'Every other session ends, and every other device is forgotten. This session continues.',
    confirmLabel: 'End all others',
    onConfirm: end,
  });
}
