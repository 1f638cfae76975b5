import * as contract from 'contract/friends/friends.ts';
import { friendMessages } from 'contract/friends/friends.constants.ts';
import type { FastifyInstance } from 'fastify';
import { handle } from '#plugins/route.ts';
import {
  blockUser,
  listBlocks,
  unblockUser,
  deleteFriendRequest,
  assertOwnRequest,
  readFriendRequest,
  removeFriend,
  respondFriendRequest,
  listRelations,
  type SendDependencies,
  sendFriendRequest,
} from './friends.service.ts';
import { selectUsersByName } from './friends.queries.ts';

const answerMessages = {
  pending: friendMessages.friendRequestSent,
  accepted: friendMessages.friendRequestAccepted,
  rejected: friendMessages.friendRequestRejected,
  /** It was sent, and a newer version has decided it since. */
  unknown: friendMessages.friendRequestSent,
};

export function friendRoutes(app: FastifyInstance, deps: SendDependencies): void {
  handle(
    app,
    contract.sendFriendRequest,
    async ({ params, caller, reply }) => {
      const request = await sendFriendRequest(deps, caller, params.id);
      if (request.status === 'pending') reply.status(201);
      return { msg: answerMessages[request.status], request };
    },
    {
      createdId: ({ request }) => request.id,
      readCreated: async ({ caller }, id) => {
        const request = await readFriendRequest(deps, caller, id);
        return { msg: answerMessages[request.status], request };
      },
    },
  );

  handle(
    app,
    contract.respondFriendRequest,
    async ({ params, body, caller }) => {
      const request = await respondFriendRequest(deps, caller, params.requestId, body.action);
      return { msg: answerMessages[request.status], request };
    },
    { checkOwnership: ({ params, caller }) => assertOwnRequest(deps, caller, params.requestId) },
  );

  handle(app, contract.listFriendRequests, ({ caller }) => listRelations(deps.database, caller));

  handle(app, contract.deleteFriendRequest, ({ params, caller }) =>
    deleteFriendRequest(deps, caller, params.id),
  );

  handle(app, contract.removeFriend, ({ params, caller }) => removeFriend(deps, caller, params.id));

  handle(app, contract.searchUsers, async ({ query, caller }) => ({
    data: await selectUsersByName(deps.database, caller.user.id, query.query),
  }));

  handle(app, contract.blockUser, ({ params, caller }) => blockUser(deps, caller, params.id));

  handle(app, contract.unblockUser, ({ params, caller }) => unblockUser(deps, caller, params.id));

  handle(app, contract.listBlocks, async ({ caller }) => ({ data: await listBlocks(deps, caller) }));
}
