import { type ComponentType, lazy, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { reloadForCode } from './missing-code.ts';
import type { Screen } from './screens.ts';

interface Attempt {
  /** The history entry in which the code was asked for. */
  visit: string;
  failure: unknown;
  Shown: ComponentType;
}

/**
 * Shows a screen at once where its code is already here: `lazy` alone would put up the fallback first, and
 * React keeps a fallback for 300 ms once it is up. It also keeps a failure for ever, so code that did not come is
 * asked for anew by the next visit.
 */
export function lazyScreen(screen: Screen) {
  let last: Attempt | undefined;

  function shownIn(visit: string): ComponentType {
    if (screen.loaded) return screen.loaded;
    if (!last) last = attempt(visit, screen.load);
    const { failure } = last;
    if (failure !== undefined && last.visit !== visit)
      last = attempt(visit, () => reloadForCode(failure, true));
    return last.Shown;
  }

  return function LazyScreen() {
    const { key } = useLocation();
    const [Shown] = useState(() => shownIn(key));
    return <Shown />;
  };
}

function attempt(visit: string, load: Screen['load']): Attempt {
  const self: Attempt = {
    visit,
    failure: undefined,
    Shown: lazy(() =>
      load().catch((failure: unknown) => {
        self.failure = failure;
        throw failure;
      }),
    ),
  };
  return self;
}
