import type { UserOverview } from 'contract/user-overview.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { useUnlockUser } from './admin-users.queries.ts';

interface UserLockProps extends Pick<UserOverview, 'user' | 'lock' | 'may_manage'> {
  /** The button that unlocked is gone. */
  onUnlocked: () => void;
}

/** Why and until when the user is kept out, by the account's own count or by a device's, and the way to end it. */
export function UserLock({ user, lock, may_manage: isManaged, onUnlocked }: UserLockProps) {
  const { mutate, isPending } = useUnlockUser();
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
          A known device has failed {attempts} times: locked until <UtcTime at={locked_until} /> UTC.
        </p>
      ))}
      {isManaged && (
        <p>
          <Button loading={isPending} onClick={() => mutate(user.id, { onSuccess: onUnlocked })}>
            Unlock {user.username}
          </Button>
        </p>
      )}
    </Alert>
  );
}
