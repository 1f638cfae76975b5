import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useSession } from '#api/session.ts';
import { Loading } from '#ui/spinner.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { NavBar } from './nav-bar.tsx';
import { navLinks } from './nav-links.ts';
import { WithSessionParts } from './with-session-parts.tsx';
import styles from './layout.module.css';

const mainId = 'main';

/** Header, bar and footer around a screen; a screen that breaks leaves them standing. */
export function Layout() {
  const { pathname, key } = useLocation();
  const session = useSession();
  return (
    <div className={styles.page}>
      <a className={styles.skip} href={`#${mainId}`}>
        Skip to content
      </a>
      <Header />
      <NavBar links={navLinks} />
      {session && (
        <WithSessionParts>{({ PasswordNotice }) => <PasswordNotice session={session} />}</WithSessionParts>
      )}
      <main className={styles.main} id={mainId} tabIndex={-1}>
        {/* Outside of what the path renews: so the old screen stays until the new one's code is here. */}
        <Suspense fallback={<Loading />}>
          <ErrorBoundary key={pathname} visit={key}>
            <Outlet />
          </ErrorBoundary>
        </Suspense>
      </main>
      <Footer />
    </div>
  );
}
