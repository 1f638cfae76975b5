import { Navigate, Outlet } from 'react-router-dom';
import { useSession } from '#api/session.ts';
import { paths } from './paths.ts';

/**
 * The routes inside are for signed-in users or, with `staff`, for staff; everyone else is sent to the login. It
 * guards what is shown: what may be done is the server's to decide.
 */
export function RequireSession({ staff = false }: { staff?: boolean }) {
  const session = useSession();
  const isAdmitted = staff ? session?.user.is_staff : session;
  return isAdmitted ? <Outlet /> : <Navigate to={paths.login} replace />;
}
