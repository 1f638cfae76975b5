import { Navigate, useLocation } from 'react-router-dom';
import { userProfilePath } from '#parts/paths.ts';
import { useSession } from '#session/session.ts';

/** Redirects to the signed-in user's profile, with the tab that the address names. */
export function ToOwnProfile() {
  const user = useSession()?.user;
  const { search } = useLocation();
  return user && <Navigate to={{ pathname: userProfilePath(user.id), search }} replace />;
}
