import { deviceLimits } from 'contract/accounts/accounts.constants.ts';
import type { Device } from 'contract/devices/devices.ts';
import { deviceName } from '#parts/user/device-name.ts';
import { EntryList, EntryTitle } from '#parts/entry-list/entry-list.tsx';
import { QueryPanel } from '#parts/query/query-panel.tsx';
import { formatLocalTime, LocalTime } from '#ui/local-time.tsx';
import { useDeleteDevice, useDevices } from './devices.queries.ts';

export function DevicesPanel() {
  const devices = useDevices();
  const removal = useDeleteDevice();
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
            removal={removal}
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
