import type { SessionRecord } from 'contract/users/user.ts';
import { deviceName } from '#parts/user/device-name.ts';
import { EntryList, EntryTitle } from '#parts/entry-list/entry-list.tsx';
import { countryOf } from '#parts/records/network-text.ts';
import { QueryPanel } from '#parts/query/query-panel.tsx';
import { Button } from '#ui/controls/button.tsx';
import { askToConfirm } from '#ui/overlays/confirm.tsx';
import { formatLocalTime, LocalTime } from '#ui/local-time.tsx';
import { useDeleteSession, useEndOtherSessions, useSessions } from './devices.queries.ts';

export function SessionsPanel() {
  const sessions = useSessions();
  const removal = useDeleteSession();
  const { mutate: endOthers, isPending: isEndingOthers } = useEndOtherSessions();
  return (
    <QueryPanel title="Sessions" aside={({ data }) => `${data.length} signed in`} query={sessions}>
      {({ data }) => (
        <>
          <EntryList
            label="Sessions"
            entries={data}
            verb="End"
            nameOf={nameOf}
            removal={removal}
            confirmation={confirmationOf}
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

function nameOf({ user_agent, ip_address, last_used_at }: SessionRecord): string {
  return `${deviceName(user_agent)} at ${ip_address}, last used ${formatLocalTime(last_used_at)}`;
}

const confirmationOf = ({ user_agent, ip_address }: SessionRecord) => ({
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
