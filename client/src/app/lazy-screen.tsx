import { type ComponentType, lazy, useState } from 'react';
import { wasShown } from './error-boundary.tsx';
import { reloadForCode } from './missing-code.ts';
import type { Screen } from './screens.ts';

interface Attempt {
  failure: Error | undefined;
  Shown: ComponentType;
}

/**
 * Shows a screen at once where its code is already here: `lazy` alone would put up the fallback first, and
 * React keeps a fallback for 300 ms once it is up. It also keeps a failure for ever, so code that did not come is
 * asked for anew by whoever comes again once the failure was shown.
 */
export function lazyScreen(screen: Screen) {
  let last = attempt(screen.load);

  function present(): ComponentType {
    if (screen.loaded) return screen.loaded;
    const { failure } = last;
    if (failure && wasShown(failure)) last = attempt(() => reloadForCode(failure, true));
    return last.Shown;
  }

  return function LazyScreen() {
    const [Shown] = useState(present);
    return <Shown />;
  };
}

function attempt(load: Screen['load']): Attempt {
  const self: Attempt = {
    failure: undefined,
    Shown: lazy(() =>
      load().catch((cause: unknown) => {
        // Each attempt has its own: that the one before was shown says nothing about this one.
        self.failure = new Error('The code of a screen did not come.', { cause });
        throw self.failure;
      }),
    ),
  };
  return self;
}
