import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** For pages whose content loads after the browser has looked for the fragment. */
export function useScrollToHash(isReady = true): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (isReady && hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash, isReady]);
}
