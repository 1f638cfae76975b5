import { useEffect } from 'react';
import { Outlet, ScrollRestoration, useNavigation } from 'react-router-dom';
import { SessionWatch } from './session-watch.tsx';

/** What runs on every screen. Marks the page while the next screen's code loads; the present one stays until then. */
export function Root() {
  const isLoading = useNavigation().state === 'loading';
  useEffect(() => {
    document.documentElement.toggleAttribute('data-waiting', isLoading);
  }, [isLoading]);
  return (
    <>
      <SessionWatch />
      <Outlet />
      <ScrollRestoration />
    </>
  );
}
