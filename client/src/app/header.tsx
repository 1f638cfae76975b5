import { layoutTexts } from 'contract/messages.ts';
import { useNavigate } from 'react-router-dom';
import { type SessionUser, endSession, useSession } from '#api/session.ts';
import { Brand } from '#parts/brand.tsx';
import { Button } from '#ui/button.tsx';
import { paths } from './paths.ts';
import styles from './header.module.css';

export function Header() {
  const session = useSession();
  return (
    <header className={styles.header}>
      <Brand />
      <div className={styles.actions}>{session ? <Agent user={session.user} /> : <Guest />}</div>
    </header>
  );
}

function Guest() {
  return (
    <>
      <Button variant="ghost" to={paths.login}>
        {layoutTexts.accessGuest}
      </Button>
      <Button to={paths.register}>{layoutTexts.initiateProfile}</Button>
    </>
  );
}

function Agent({ user }: { user: SessionUser }) {
  const navigate = useNavigate();
  return (
    <>
      <p className={styles.agent}>
        AGENT <strong>{user.username}</strong>
      </p>
      <Button
        variant="ghost"
        onClick={() => {
          endSession();
          void navigate(paths.core);
        }}
      >
        {layoutTexts.terminateSession}
      </Button>
    </>
  );
}
