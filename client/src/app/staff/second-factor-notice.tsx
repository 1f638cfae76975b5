import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import { ApiError } from '#api/api-error.ts';
import { paths } from '#parts/navigation/paths.ts';
import { askToReauthenticate } from '#session/step-up.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { Button } from '#ui/controls/button.tsx';

/**
 * Displayed if the server requires a second factor of staff and the session has not presented one. Until then, the staff
 * screens have no data.
 */
export function SecondFactorNotice() {
  const queryClient = useQueryClient();
  const cache = queryClient.getQueryCache();
  const isNeeded = useSyncExternalStore(
    useCallback((listener) => cache.subscribe(listener), [cache]),
    () => cache.getAll().some(({ state: { error } }) => isRefusedWithoutFactor(error)),
  );
  async function reauthenticate() {
    if (await askToReauthenticate()) await queryClient.invalidateQueries();
  }
  // A live region must exist before its content.
  return (
    <div aria-live="polite">
      {isNeeded && (
        <div className="mb-5">
          <Alert tone="warn" title="STAFF NEED A SECOND FACTOR HERE">
            <p>
              If you have no second factor yet, <Link to={`${paths.profile}?tab=second-factor`}>add one</Link>
              . Otherwise, confirm it:
            </p>
            <p>
              <Button onClick={() => void reauthenticate()}>Show My Second Factor</Button>
            </p>
          </Alert>
        </div>
      )}
    </div>
  );
}

const isRefusedWithoutFactor = (error: unknown) =>
  error instanceof ApiError && error.code === 'second_factor_required';
