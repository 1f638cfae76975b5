import { messages } from 'contract/texts.ts';
import { lazy, Suspense, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import { useReturnState } from '#parts/navigation/return-to.ts';
import { paths } from '#parts/navigation/paths.ts';
import { onSessionExpired, unsentLogouts, useSession } from '#session/session.ts';
import { useIsReauthenticationNeeded } from '#session/step-up.ts';
import { toast } from '#ui/feedback/toast.ts';
import { LogoutSender, SessionTimer } from './signed-in.tsx';

const StepUpDialog = lazy(async () => ({ default: (await import('./step-up-dialog.tsx')).StepUpDialog }));

/** Runs the session timer, and navigates to the login when the server has ended the session. */
export function SessionWatch() {
  const session = useSession();
  const navigate = useNavigate();
  const returnState = useReturnState();
  const hasUnsentLogouts = useSyncExternalStore(unsentLogouts.subscribe, unsentLogouts.get);
  const isReauthenticationNeeded = useIsReauthenticationNeeded();

  const leave = useEffectEvent((owner: string) => {
    toast.info(messages.seeYou);
    void navigate(paths.login, { state: returnState && { ...returnState, owner } });
  });

  useEffect(() => {
    const unsubscribe = onSessionExpired(({ user }) => leave(user.id));
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
