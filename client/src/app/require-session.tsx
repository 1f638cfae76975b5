import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useReturnHere } from '#features/accounts/return-to.ts';
import { paths, userProfilePath } from '#parts/paths.ts';
import { useSession } from '#session/session.ts';
import { type Access, isAdmitted } from './access.ts';

/**
 * A layout route that redirects everyone who is not admitted to the login and renders nothing within. A guest returns
 * here after the sign-in.
 */
export function RequireSession({ access }: { access: Access }) {
  const user = useSession()?.user;
  const here = useReturnHere();
  if (isAdmitted(user, access)) return <Outlet />;
  // The login sends a signed-in user back at once: with a way back to here, the redirects would never end.
  return <Navigate to={paths.login} replace state={user ? undefined : here} />;
}

/** Redirects to the signed-in user's profile, with the tab that the address names. */
export function ToOwnProfile() {
  const user = useSession()?.user;
  const { search } = useLocation();
  return user && <Navigate to={{ pathname: userProfilePath(user.id), search }} replace />;
}
