import { apiQuery } from '#session/call.ts';

export const friendLists = apiQuery('listFriendRequests');
