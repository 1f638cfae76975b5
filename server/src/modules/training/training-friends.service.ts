import type { RouteResponse } from 'contract/route.ts';
import type { listTrainingFriends as listTrainingFriendsRoute } from 'contract/training.ts';
import type { Caller } from '#auth/callers.ts';
import type { TrainingDependencies } from './attempts.service.ts';
import { selectSharingFriends } from './training.queries.ts';

type FriendResult = RouteResponse<typeof listTrainingFriendsRoute>['data'][number];

/** By username; empty while the caller does not share. */
export async function listTrainingFriends(
  { database }: TrainingDependencies,
  { user }: Caller,
): Promise<FriendResult[]> {
  return selectSharingFriends(database, user.id);
}
