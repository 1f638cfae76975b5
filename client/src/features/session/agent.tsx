import { layoutTexts } from 'contract/messages.ts';
import type { Session } from '#api/session.ts';
import { Button } from '#ui/button.tsx';
import { LogoutCountdown } from './logout-countdown.tsx';
import { useLogout } from './session.queries.ts';
import styles from './agent.module.css';

/** Who is signed in, for how long, and the way out. */
export function Agent({ session }: { session: Session }) {
  const { mutate: logout, isPending } = useLogout();
  return (
    <>
      <p className={styles.agent}>
        AGENT <strong>{session.user.username}</strong>
      </p>
      <LogoutCountdown />
      <Button variant="ghost" loading={isPending} onClick={() => logout(session)}>
        {layoutTexts.terminateSession}
      </Button>
    </>
  );
}
