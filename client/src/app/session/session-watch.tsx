import { messages } from 'contract/texts.ts';
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { onSessionExpired, unsentLogouts, useSession } from '#session/session.ts';
import { useIsReauthenticationNeeded } from '#session/step-up.ts';
import { toast } from '#ui/feedback/toast.ts';
import { LogoutSender, SessionTimer } from './signed-in.tsx';

const StepUpDialog = lazy(async () => ({ default: (await import('./step-up-dialog.tsx')).StepUpDialog }));

/**
 * Runs the session timer, and says when the server has ended the session. A page that guests may not open then redirects
 * to the login by itself; see `RequireSession`.
 */
export function SessionWatch() {
  const session = useSession();
  const hasUnsentLogouts = useSyncExternalStore(unsentLogouts.subscribe, unsentLogouts.get, () => null);
  const isReauthenticationNeeded = useIsReauthenticationNeeded();

  useEffect(() => {
    const unsubscribe = onSessionExpired(() => toast.info(messages.seeYou));
    return unsubscribe;
  }, []);

  return (
    <>
      <Suspense>{session && <SessionTimer key={session.refresh} session={session} />}</Suspense>
      <Suspense>{hasUnsentLogouts && <LogoutSender />}</Suspense>
      <Suspense>{isReauthenticationNeeded && <StepUpDialog />}</Suspense>
    </>
  );
}
