import { Navigate, Outlet } from 'react-router-dom';
import { useReturnHere } from '#features/accounts/return-to.ts';
import { paths } from '#parts/paths.ts';
import { useSession } from '#session/session.ts';
import { type Access, isAdmitted } from './access.ts';

/**
 * A route around those that need a session: everyone who is not admitted goes to the login, and nothing within is
 * rendered. A guest comes back here after it.
 */
export function RequireSession({ access }: { access: Access }) {
  const user = useSession()?.user;
  const here = useReturnHere();
  if (isAdmitted(user, access)) return <Outlet />;
  // A signed-in user without the right would be sent back here by the login, and so on for ever.
  return <Navigate to={paths.login} replace state={user ? undefined : here} />;
}
