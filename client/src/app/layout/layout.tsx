import { layoutTexts } from 'contract/texts.ts';
import { lazy, Suspense, useRef } from 'react';
import { Outlet } from 'react-router-dom';
import { NavBar } from '#app/nav-bar.tsx';
import { barLinks } from '#app/navigation.ts';
import { Agent, SessionNotices } from '#app/session/signed-in.tsx';
import { Brand } from '#parts/brand.tsx';
import { paths } from '#parts/paths.ts';
import { useSite } from '#parts/site.ts';
import { useSession } from '#session/session.ts';
import { Button } from '#ui/button.tsx';
import { Footer } from './footer.tsx';
import styles from './layout.module.css';

const mainId = 'main';
const Banner = lazy(async () => ({ default: (await import('./banner.tsx')).Banner }));

export function Layout() {
  const session = useSession();
  const banner = useSite()?.banner;
  const main = useRef<HTMLElement>(null);
  return (
    <div className={styles.page}>
      <a className={styles.skip} href={`#${mainId}`}>
        Skip to content
      </a>
      <header className={styles.header}>
        <Brand />
        {session ? (
          <Suspense>
            <Agent session={session} />
          </Suspense>
        ) : (
          <div className={styles.guest}>
            <Button variant="ghost" to={paths.login}>
              {layoutTexts.accessGuest}
            </Button>
            <Button to={paths.register}>{layoutTexts.initiateProfile}</Button>
          </div>
        )}
      </header>
      <NavBar links={barLinks} />
      <Suspense>{banner && <Banner banner={banner} moveFocus={() => main.current?.focus()} />}</Suspense>
      <Suspense>{session && <SessionNotices session={session} />}</Suspense>
      <main ref={main} className={styles.main} id={mainId} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
    </div>
  );
}
