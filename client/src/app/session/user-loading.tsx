import { useQuery } from '@tanstack/react-query';
import { QueryState } from '#parts/query/query-state.tsx';
import { ownUser } from '#session/session.queries.ts';
import type { Session } from '#session/session.ts';
import { Loading } from '#ui/feedback/spinner.tsx';

/** Loads the user of a session; the session timer stores the result, which ends the loading state. */
export function UserLoading({ session }: { session: Session }) {
  return (
    <QueryState query={useQuery(ownUser(session))} failure="Could not retrieve session information.">
      {() => <Loading />}
    </QueryState>
  );
}
