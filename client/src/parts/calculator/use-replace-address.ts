import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router-dom';

interface Address {
  search: string;
  hash: string;
}

/**
 * Replaces query and fragment of the screen's address. Not where they are that already, nor once another screen is on
 * its way or there: the step to it would be lost.
 */
export function useReplaceAddress(): (address: Address) => void {
  const navigate = useNavigate();
  const { search, hash } = useLocation();
  const { state } = useNavigation();
  const [path] = useState(() => location.pathname);
  const shown = useRef({ search, hash, isLeft: false });
  useEffect(() => {
    shown.current = { search, hash, isLeft: state !== 'idle' };
  }, [search, hash, state]);
  return (next) => {
    const isSame = next.search === shown.current.search && next.hash === shown.current.hash;
    // The browser's address is that of the next screen before this one is gone.
    if (isSame || shown.current.isLeft || location.pathname !== path) return;
    void navigate(next, { replace: true, preventScrollReset: true });
  };
}
