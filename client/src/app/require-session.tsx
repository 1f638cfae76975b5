import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useSession } from '#api/session.ts';
import { useReturnHere } from '#features/accounts/return-to.ts';
import { paths, userProfilePath } from './paths.ts';

/**
 * A route around those that only signed-in users, or only staff, may open. Everyone else goes to the login, and
 * nothing of the screens within is rendered or fetched; a guest comes back here after it. The server decides for
 * itself.
 */
export function RequireSession({ only }: { only?: 'staff' }) {
  const user = useSession()?.user;
  const isAdmitted = user !== undefined && (only !== 'staff' || user.is_staff || user.is_superuser);
  const here = useReturnHere();
  if (isAdmitted) return <Outlet />;
  // Whom a login does not help, the login would send back here, and this there, for ever.
  return <Navigate to={paths.login} replace state={user ? undefined : here} />;
}

/** For within `RequireSession`. */
export function ToOwnProfile() {
  const user = useSession()?.user;
  const { search } = useLocation();
  return user && <Navigate to={{ pathname: userProfilePath(user.id), search }} replace />;
}
