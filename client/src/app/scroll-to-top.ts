import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** A new page starts at its top; going back and forth keeps the place that the browser remembers. */
export function ScrollToTop() {
  const { pathname } = useLocation();
  const navigation = useNavigationType();

  useEffect(() => {
    if (navigation !== 'POP') window.scrollTo(0, 0);
    // Only a new path is a new page: a change of the query or the fragment is not.
  }, [pathname]);

  return null;
}
