import { layoutTexts } from 'contract/messages.ts';
import { useSession } from '#api/session.ts';
import { Agent } from '#features/session/agent.tsx';
import { Brand } from '#parts/brand.tsx';
import { Button } from '#ui/button.tsx';
import { paths } from './paths.ts';
import styles from './header.module.css';

export function Header() {
  const session = useSession();
  return (
    <header className={styles.header}>
      <Brand />
      {session ? <Agent session={session} /> : <Guest />}
    </header>
  );
}

function Guest() {
  return (
    <div className={styles.guest}>
      <Button variant="ghost" to={paths.login}>
        {layoutTexts.accessGuest}
      </Button>
      <Button to={paths.register}>{layoutTexts.initiateProfile}</Button>
    </div>
  );
}
