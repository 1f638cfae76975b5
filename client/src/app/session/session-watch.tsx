import { accountMessages } from 'contract/accounts.constants.ts';
import { Suspense, useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { useReturnHere } from '#parts/return-to.ts';
import { paths } from '#parts/paths.ts';
import { onSessionExpired, useSession } from '#session/session.ts';
import { toast } from '#ui/toast.ts';
import { SessionTimer } from './signed-in.tsx';

/** Runs the session timer, and goes to the login when the server has ended the session. */
export function SessionWatch() {
  const session = useSession();
  const navigate = useNavigate();
  const here = useReturnHere();

  const leave = useEffectEvent(() => {
    toast.info(accountMessages.seeYou);
    void navigate(paths.login, { state: here });
  });

  useEffect(() => onSessionExpired(() => leave()), []);

  return <Suspense>{session && <SessionTimer key={session.refresh} session={session} />}</Suspense>;
}
