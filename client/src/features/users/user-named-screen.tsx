import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router-dom';
import { adminUserPath, filteredPath, paths } from '#parts/navigation/paths.ts';
import { findUser } from '#parts/records/find-user.ts';
import { Loading } from '#ui/feedback/spinner.tsx';

/** Redirects to the user of exactly this name, or else to the list filtered by it. */
export default function UserNamedScreen() {
  const { username = '' } = useParams();
  const { data: user, isPending } = useQuery({
    queryKey: ['listUsers', 'named', username],
    queryFn: ({ signal }) => findUser(username, signal),
    retry: false,
  });
  if (isPending) return <Loading />;
  return (
    <Navigate to={user ? adminUserPath(user.id) : filteredPath(paths.adminUserList, { username })} replace />
  );
}
