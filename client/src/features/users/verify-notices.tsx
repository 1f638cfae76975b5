import { toastLimits } from 'contract/limits.ts';
import { useEffect, useState } from 'react';
import { Alert } from '#ui/feedback/alert.tsx';
import { LiveRegion } from '#ui/feedback/live-region.tsx';

const rightNames = { is_staff: 'staff', is_premium_user: 'a premium user', is_active: 'active' } as const;

type Right = keyof typeof rightNames;

/** The rights that the agent has just granted, for 60 seconds. */
export function useVerifyNotices() {
  const [granted, setGranted] = useState<readonly Right[]>([]);
  useEffect(() => {
    if (granted.length === 0) return undefined;
    const timer = setTimeout(() => setGranted([]), toastLimits.verifyNoticeMs);
    return () => clearTimeout(timer);
  }, [granted]);
  return {
    granted,
    showGranted: (rights: readonly Right[]) => setGranted(rights),
  };
}

export function VerifyNotices({ username, granted }: { username: string; granted: readonly Right[] }) {
  return (
    <LiveRegion>
      {granted.map((right) => (
        <Alert
          key={right}
          tone="info"
          title={`Please verify that ${username} should be ${rightNames[right]}.`}
        />
      ))}
    </LiveRegion>
  );
}
