import { lazy, Suspense, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { refusedForRole, useReturnState } from '#parts/navigation/return-to.ts';
import { paths, userProfilePath } from '#parts/navigation/paths.ts';
import { isUserKnown, useSession } from '#session/session.ts';
import { Loading } from '#ui/feedback/spinner.tsx';
import { type Access, isAdmitted } from '#parts/navigation/feature.ts';

const UserLoading = lazy(async () => ({
  default: (await import('#app/session/user-loading.tsx')).UserLoading,
}));

const SuperusersOnly = lazy(async () => ({
  default: (await import('#app/staff/superusers-only.tsx')).SuperusersOnly,
}));

/**
 * Redirects to the login unless the user has access. An agent stays in the staff area and reads whose page it is. After the sign-in, a guest, or a user whose session has ended,
 * returns to the page.
 */
export function RequireSession({ access }: { access: Access }) {
  const session = useSession();
  const user = session?.user;
  const state = useReturnState();
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
  if (isAdmitted(user, 'staff')) {
    return (
      <Suspense fallback={<Loading />}>
        <SuperusersOnly />
      </Suspense>
    );
  }
  // A signed-in user without access gets no return path: the login would redirect to this page again for ever.
  return <Navigate to={paths.login} replace state={user ? refusedForRole : state && { ...state, owner }} />;
}

/** Redirects to the user's profile and preserves the query and the fragment, which select a tab and a panel. */
export function ToOwnProfile() {
  const user = useSession()?.user;
  const { search, hash } = useLocation();
  return user && <Navigate to={{ pathname: userProfilePath(user.id), search, hash }} replace />;
}
