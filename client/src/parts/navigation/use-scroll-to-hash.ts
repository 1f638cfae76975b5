import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** Scrolls to the URL's fragment once the content is ready, which is too late for the browser to do so. */
export function useScrollToHash(isReady = true): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (isReady && hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash, isReady]);
}
