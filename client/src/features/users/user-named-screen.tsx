import { useQuery } from '@tanstack/react-query';
import { listLimits } from 'contract/limits.ts';
import { Navigate, useParams } from 'react-router-dom';
import { adminEditUserPath, filteredPath, paths } from '#parts/paths.ts';
import { call } from '#session/call.ts';
import { Loading } from '#ui/spinner.tsx';

/** Redirects to the user of exactly this name, or else to the list filtered by it. */
export default function UserNamedScreen() {
  const { username = '' } = useParams();
  const { data, isError } = useQuery({
    queryKey: ['listUsers', 'named', username],
    queryFn: ({ signal }) =>
      call('listUsers', { query: { username, sort: 'a-z', page_size: listLimits.maxPageSize }, signal }),
    retry: false,
  });
  const user = data?.data.find((one) => one.username.toLowerCase() === username.toLowerCase());
  if (user) return <Navigate to={adminEditUserPath(user.id)} replace />;
  if (data || isError) return <Navigate to={filteredPath(paths.adminUserList, { username })} replace />;
  return <Loading />;
}
