import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { useSession } from '#session/session.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { NavBar } from './nav-bar.tsx';
import { barLinks } from './navigation.ts';
import { PasswordNotice } from './signed-in.tsx';
import styles from './layout.module.css';

const mainId = 'main';

/** Header, bar and footer around a screen. */
export function Layout() {
  const session = useSession();
  return (
    <div className={styles.page}>
      <a className={styles.skip} href={`#${mainId}`}>
        Skip to content
      </a>
      <Header />
      <NavBar links={barLinks} />
      <Suspense>{session && <PasswordNotice session={session} />}</Suspense>
      <main className={styles.main} id={mainId} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
    </div>
  );
}
