import { layoutTexts } from 'contract/messages.ts';
import type { Session } from '#api/session.ts';
import { askBeforeLoss } from '#parts/leave-guard.ts';
import { Button } from '#ui/button.tsx';
import { LogoutCountdown } from './logout-countdown.tsx';
import { useLogout } from './session.queries.ts';
import styles from './agent.module.css';

/** Who is signed in, for how long, and the way out: parts of the header's row. */
export function Agent({ session }: { session: Session }) {
  const { mutate: logout, isPending } = useLogout();
  return (
    <>
      <div className={styles.agent}>
        <p className={styles.who}>
          AGENT{' '}
          <strong className={styles.name} title={session.user.username}>
            {session.user.username}
          </strong>
        </p>
        <LogoutCountdown />
      </div>
      <Button
        variant="ghost"
        className={styles.terminate}
        loading={isPending}
        onClick={() => askBeforeLoss(() => logout(session))}
      >
        {layoutTexts.terminateSession}
      </Button>
    </>
  );
}
