import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useMatch, useMatches } from 'react-router-dom';
import { isOwnScreen } from '#app/routing/to-route.tsx';
import { paths } from '#parts/navigation/paths.ts';
import { ownUser } from '#session/session.queries.ts';
import type { Session } from '#session/session.ts';
import { Alert } from '#ui/feedback/alert.tsx';

/** Asks users to change a temporary password, and redirects blocked screens to the profile, where they change it. */
export function PasswordNotice({ session }: { session: Session }) {
  const { data: mustChange } = useQuery({
    ...ownUser(session),
    refetchOnMount: false,
    refetchOnWindowFocus: false,
    select: (user) => user.must_change_password,
  });
  const isOwn = useMatches().some(({ handle }) => isOwnScreen(handle));
  const isProfile = useMatch(paths.userProfile) !== null;
  if (mustChange && isOwn && !isProfile) return <Navigate to={paths.profile} replace />;
  // A live region must exist before its content.
  return (
    <div aria-live="polite">
      {mustChange && (
        <div className="mx-auto w-full max-w-page px-gutter pt-4 pb-0">
          <Alert tone="warn" title="YOUR PASSWORD MUST BE CHANGED">
            <p>
              You signed in with a password that was created for you.{' '}
              <Link to={paths.profile}>Change it on your profile page.</Link> Until then, you cannot use other
              screens.
            </p>
          </Alert>
        </div>
      )}
    </div>
  );
}
