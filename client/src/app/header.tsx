import { layoutTexts } from 'contract/messages.ts';
import { useSession } from '#api/session.ts';
import { Brand } from '#parts/brand.tsx';
import { Button } from '#ui/button.tsx';
import { paths } from './paths.ts';
import { WithSessionParts } from './with-session-parts.tsx';
import styles from './header.module.css';

export function Header() {
  const session = useSession();
  return (
    <header className={styles.header}>
      <Brand />
      {session ? (
        <WithSessionParts>{({ Agent }) => <Agent session={session} />}</WithSessionParts>
      ) : (
        <Guest />
      )}
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
