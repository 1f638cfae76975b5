import { toastLimits } from 'contract/limits.ts';
import type { User } from 'contract/users/user.ts';
import { useEffect, useState } from 'react';
import { Alert } from '#ui/feedback/alert.tsx';
import { LiveRegion } from '#ui/feedback/live-region.tsx';

const rightNames = { is_staff: 'staff', is_premium_user: 'a premium user', is_active: 'active' } as const;

type Right = keyof typeof rightNames;

/** The rights that the agent has just granted, for 60 seconds. */
export function useVerifyNotices() {
  const [given, setGiven] = useState<readonly Right[]>([]);
  useEffect(() => {
    if (given.length === 0) return undefined;
    const timer = setTimeout(() => setGiven([]), toastLimits.verifyNoticeMs);
    return () => clearTimeout(timer);
  }, [given]);
  return {
    given,
    showGiven: (user: User, changed: readonly Right[]) => setGiven(changed.filter((right) => user[right])),
  };
}

export function VerifyNotices({ username, given }: { username: string; given: readonly Right[] }) {
  return (
    <LiveRegion>
      {given.map((right) => (
        <Alert
          key={right}
          tone="info"
          title={`Please verify that ${username} should be ${rightNames[right]}.`}
        />
      ))}
    </LiveRegion>
  );
}
