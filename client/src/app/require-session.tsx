import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useReturnHere } from '#parts/return-to.ts';
import { paths, userProfilePath } from '#parts/paths.ts';
import { useSession } from '#session/session.ts';
import { type Access, isAdmitted } from '#parts/feature.ts';

/** Redirects to the login unless the user is admitted. A guest returns here after the sign-in. */
export function RequireSession({ access }: { access: Access }) {
  const user = useSession()?.user;
  const here = useReturnHere();
  if (isAdmitted(user, access)) return <Outlet />;
  // The login redirects a signed-in user: with a way back, the redirects would never end.
  return <Navigate to={paths.login} replace state={user ? undefined : here} />;
}

/** Keeps the tab in the address. */
export function ToOwnProfile() {
  const user = useSession()?.user;
  const { search } = useLocation();
  return user && <Navigate to={{ pathname: userProfilePath(user.id), search }} replace />;
}
