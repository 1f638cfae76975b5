import { lazy, Suspense, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { refusedForRole, useReturnHere } from '#parts/navigation/return-to.ts';
import { paths, userProfilePath } from '#parts/navigation/paths.ts';
import { isUserKnown, useSession } from '#session/session.ts';
import { Loading } from '#ui/feedback/spinner.tsx';
import { type Access, isAdmitted } from '#parts/navigation/feature.ts';

const UserLoading = lazy(async () => ({
  default: (await import('#app/session/user-loading.tsx')).UserLoading,
}));

/**
 * Redirects to the login unless the user is admitted. A guest, or a user whose session has ended, returns after the
 * sign-in.
 */
export function RequireSession({ access }: { access: Access }) {
  const session = useSession();
  const user = session?.user;
  const here = useReturnHere();
  const [owner, setOwner] = useState(user?.id);
  if (user && user.id !== owner) setOwner(user.id);
  if (session && access !== 'guest' && !isUserKnown(session.user)) {
    return (
      <Suspense fallback={<Loading />}>
        <UserLoading session={session} />
      </Suspense>
    );
  }
  if (isAdmitted(user, access)) return <Outlet />;
  // With a way back the redirects would never end, because the login redirects signed-in users.
  return <Navigate to={paths.login} replace state={user ? refusedForRole : here && { ...here, owner }} />;
}

/** Keeps the tab and the panel in the URL. */
export function ToOwnProfile() {
  const user = useSession()?.user;
  const { search, hash } = useLocation();
  return user && <Navigate to={{ pathname: userProfilePath(user.id), search, hash }} replace />;
}
