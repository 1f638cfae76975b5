import { userMessages } from 'contract/users/users.constants.ts';
import * as contract from 'contract/users/users.ts';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#dependencies.ts';
import { readPage } from '#domain/lists/lists.ts';
import { withNetworks } from '#domain/networks/network-names.ts';
import { signalOf } from '#plugins/client-info.ts';
import { handle } from '#plugins/route.ts';
import { adminUpdateUser, comparesRecord, refuseUnchangeable } from './admin-update-user.service.ts';
import { deleteUser, refuseUndeletable } from './delete-user.service.ts';
import { exportUser } from './export-user.service.ts';
import {
  deleteSession,
  listValidSessions,
  endUserSessions,
  readViewedUser,
  unlockUser,
} from './users.service.ts';
import { endSuspension, suspendUser } from './suspension.service.ts';
import { undoDeletion, undoEmailChange } from './undo.service.ts';
import { nameOf, userList } from './users.list.ts';
import { updateUser } from './update-user.service.ts';
import { getUserOverview } from './user-overview.service.ts';

export function userRoutes(app: FastifyInstance, deps: Dependencies): void {
  handle(app, contract.getUser, ({ params, caller }) => readViewedUser(deps, caller, params.id), {
    views: ({ id, view_reason }) => ({ userId: id, reason: view_reason }),
  });

  handle(app, contract.updateUser, ({ body, upload, reply, ...actor }) =>
    updateUser({ ...deps, logger: actor.request.log }, actor, { body, upload, signal: signalOf(reply) }),
  );
  handle(
    app,
    contract.deleteUser,
    async ({ params, body, reply, ...actor }) => {
      await deleteUser(deps, actor, { id: params.id, currentPassword: body?.current_password });
      if (params.id === actor.caller.user.id) reply.clearSessionCookies();
    },
    { checkOwnership: ({ params, caller }) => refuseUndeletable(deps, caller, params.id) },
  );
  handle(app, contract.undoEmailChange, ({ params, clientInfo }) =>
    undoEmailChange(deps, clientInfo, params),
  );

  handle(app, contract.undoDeletion, async ({ params, clientInfo }) => {
    const isOpen = await undoDeletion(deps, clientInfo, params);
    return { msg: isOpen ? userMessages.deletionUndone : userMessages.deletionUndoneDisabled };
  });

  handle(app, contract.listSessions, async ({ caller }) => ({
    data: withNetworks(deps, await listValidSessions(deps.database.prisma, caller, caller.user.id)),
  }));
  handle(app, contract.deleteSession, async ({ params, reply, ...actor }) => {
    await deleteSession(deps, actor, params.id);
    if (params.id === actor.caller.session.id) reply.clearSessionCookies();
  });
  handle(app, contract.exportUser, async ({ caller, reply }) => {
    const { name, json } = await exportUser(deps, caller);
    await reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(json);
  });

  handle(
    app,
    contract.listUsers,
    async ({ query: { view, ...query }, reply }) => {
      const found = await readPage(deps.database, signalOf(reply), userList, { ...query, view });
      return view === null ? found : { ...found, data: found.data.map(nameOf) };
    },
    {
      // A search by name shows names, which is no view of a record.
      views: ({ data, page }, { query: { view, ...query } }) => ({
        userIds: view === null ? data.map(({ id }) => id) : [],
        request: { ...query, page },
      }),
    },
  );
  handle(
    app,
    contract.getUserOverview,
    ({ params, caller }) => getUserOverview(deps, caller, params.userId),
    {
      views: ({ user }) => ({ userId: user.id }),
    },
  );
  handle(
    app,
    contract.adminUpdateUser,
    ({ params, body, upload, reply, ...actor }) =>
      adminUpdateUser(deps, actor, { id: params.userId, body, upload, signal: signalOf(reply) }),
    {
      checkOwnership: ({ params, caller }) => refuseUnchangeable(deps, caller, params.userId),
      compares: ({ params, body }) => (comparesRecord(body) ? params.userId : undefined),
      // Without a change the response says that all fields have the values of the request. A change is an event of its own.
      views: ({ id, ...changes }, { body }) =>
        Object.keys(changes).length === 0 && comparesRecord(body) ? { userId: id } : [],
    },
  );
  handle(app, contract.endUserSessions, ({ params, ...actor }) =>
    endUserSessions(deps, actor, params.userId),
  );
  handle(app, contract.suspendUser, ({ params, body, ...actor }) =>
    suspendUser(deps, actor, params.userId, body),
  );
  handle(app, contract.endSuspension, ({ params, body, ...actor }) =>
    endSuspension(deps, actor, params.userId, body.reason),
  );
  handle(app, contract.unlockUser, ({ params, ...actor }) => unlockUser(deps, actor, params.userId));
}
