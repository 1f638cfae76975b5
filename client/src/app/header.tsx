import { layoutTexts } from 'contract/texts.ts';
import { Suspense } from 'react';
import { Brand } from '#parts/brand.tsx';
import { paths } from '#parts/paths.ts';
import { useSession } from '#session/session.ts';
import { Button } from '#ui/button.tsx';
import { Agent } from './signed-in.tsx';
import styles from './header.module.css';

export function Header() {
  const session = useSession();
  return (
    <header className={styles.header}>
      <Brand />
      {session ? (
        <Suspense>
          <Agent session={session} />
        </Suspense>
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
