import { messages } from 'contract/messages.ts';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { followLoss, useSession } from '#api/session.ts';
import { SessionTimer } from '#features/session/session-timer.tsx';
import { notify } from '#ui/toast.ts';
import { paths } from './paths.ts';

/** Runs the session's timer on every screen, and leads to the login when the server has ended the session. */
export function SessionWatch() {
  const session = useSession();
  const navigate = useNavigate();

  useEffect(
    () =>
      followLoss(() => {
        notify.info(messages.seeYou);
        void navigate(paths.login);
      }),
    [navigate],
  );

  return session && <SessionTimer key={session.refresh} session={session} />;
}
