import { messages } from 'contract/messages.ts';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { followLoss, useSession } from '#api/session.ts';
import { useReturnHere } from '#features/accounts/return-to.ts';
import { notify } from '#ui/toast.ts';
import { paths } from './paths.ts';
import { WithSessionParts } from './with-session-parts.tsx';

/** Runs the session's timer on every screen, and leads to the login when the server has ended the session. */
export function SessionWatch() {
  const session = useSession();
  const navigate = useNavigate();
  const here = useReturnHere();

  const leave = useEffectEvent(() => {
    notify.info(messages.seeYou);
    void navigate(paths.login, { state: here });
  });

  useEffect(() => followLoss(() => leave()), []);

  return (
    session && (
      <WithSessionParts>
        {({ SessionTimer }) => <SessionTimer key={session.refresh} session={session} />}
      </WithSessionParts>
    )
  );
}
