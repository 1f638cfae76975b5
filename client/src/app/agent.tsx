import { layoutTexts } from 'contract/texts.ts';
import type { Session } from '#session/session.ts';
import { askBeforeLosingChanges } from '#parts/use-unsaved-blocker.ts';
import { Button } from '#ui/button.tsx';
import { LogoutCountdown } from './logout-countdown.tsx';
import { useLogout } from './use-logout.ts';
import styles from './agent.module.css';

/** The signed-in user, the logout countdown and the sign-out button, as items of the header's row. */
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
        onClick={() => askBeforeLosingChanges(() => logout(session))}
      >
        {layoutTexts.terminateSession}
      </Button>
    </>
  );
}
