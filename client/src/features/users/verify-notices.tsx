import { toastLimits } from 'contract/limits.ts';
import { useEffect, useState } from 'react';
import { Alert } from '#ui/feedback/alert.tsx';
import { LiveRegion } from '#ui/feedback/live-region.tsx';

const rightNames = { is_staff: 'staff', is_premium_user: 'a premium user', is_active: 'active' } as const;

type Right = keyof typeof rightNames;

/** The rights that the saved user has, for 60 seconds. */
export function useVerifyNotices() {
  const [rightsToVerify, setRights] = useState<readonly Right[]>([]);
  useEffect(() => {
    if (rightsToVerify.length === 0) return undefined;
    const timer = setTimeout(() => setRights([]), toastLimits.verifyNoticeMs);
    return () => clearTimeout(timer);
  }, [rightsToVerify]);
  return {
    rightsToVerify,
    showRights: (rights: readonly Right[]) => setRights(rights),
  };
}

export function VerifyNotices({ username, rights }: { username: string; rights: readonly Right[] }) {
  return (
    <LiveRegion>
      {rights.map((right) => (
        <Alert
          key={right}
          tone="info"
          title={`Please verify that ${username} should be ${rightNames[right]}.`}
        />
      ))}
    </LiveRegion>
  );
}
