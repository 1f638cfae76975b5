import { userMessages } from 'contract/users.constants.ts';
import {
  adminUpdateUser as adminUpdateUserRoute,
  deleteSession as deleteSessionRoute,
  deleteUser as deleteUserRoute,
  endUserSessions as endUserSessionsRoute,
  exportUser as exportUserRoute,
  getUser as getUserRoute,
  getUserOverview as getUserOverviewRoute,
  listSessions as listSessionsRoute,
  listUsers as listUsersRoute,
  undoEmailChange as undoEmailChangeRoute,
  undoDeletion as undoDeletionRoute,
  unlockUser as unlockUserRoute,
  updateUser as updateUserRoute,
} from 'contract/users.ts';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#dependencies.ts';
import { recordLook } from '#auth/audit.ts';
import { signalOf } from '#plugins/client-info.ts';
import { handle } from '#route.ts';
import { adminUpdateUser } from './admin-update-user.service.ts';
import { deleteUser, refuseUndeletable } from './delete-user.service.ts';
import { exportUser } from './export-user.service.ts';
import { deleteSession, listSessions } from './sessions.service.ts';
import { undoDeletion } from './undo-deletion.service.ts';
import { undoEmailChange } from './undo-email-change.service.ts';
import { endUserSessions, getUser, listUsers, refuseUnknownUser, unlockUser } from './users.service.ts';
import { updateUser } from './update-user.service.ts';
import { getUserOverview } from './user-overview.service.ts';

export function userRoutes(app: FastifyInstance, deps: Dependencies): void {
  handle(app, getUserRoute, async ({ params, caller, clientInfo }) => {
    const user = await getUser(deps, caller, params.id);
    await recordLook(deps, clientInfo, caller, { action: 'getUser', userId: params.id });
    return user;
  });

  handle(app, updateUserRoute, async ({ body, upload, caller, clientInfo }) => {
    const user = await updateUser(deps, clientInfo, caller, { body, upload });
    return { msg: userMessages.userUpdated, user };
  });
  handle(
    app,
    deleteUserRoute,
    async ({ params, body, caller, clientInfo, reply }) => {
      await deleteUser(deps, clientInfo, caller, {
        id: params.id,
        currentPassword: body?.current_password,
      });
      if (params.id === caller.user.id) reply.clearSessionCookies();
      return undefined;
    },
    { refuseForeign: ({ params, caller }) => refuseUndeletable(deps, caller, params.id) },
  );
  handle(app, undoEmailChangeRoute, async ({ params, clientInfo }) => {
    await undoEmailChange(deps, clientInfo, params);
    return { msg: userMessages.emailChangeUndone };
  });

  handle(app, undoDeletionRoute, async ({ params, clientInfo }) => {
    await undoDeletion(deps, clientInfo, params);
    return { msg: userMessages.deletionUndone };
  });

  handle(app, listSessionsRoute, ({ caller }) => listSessions(deps, caller));
  handle(app, deleteSessionRoute, async ({ params, caller, clientInfo, reply }) => {
    await deleteSession(deps, clientInfo, caller, params.id);
    if (params.id === caller.session.id) reply.clearSessionCookies();
    return undefined;
  });
  handle(app, exportUserRoute, async ({ caller, reply }) => {
    const { name, json } = await exportUser(deps, caller);
    await reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(json);
    return undefined;
  });

  handle(app, listUsersRoute, async ({ query, reply }) => {
    const { rows, total, numOfPages, page } = await listUsers(deps, signalOf(reply), query);
    return { data: rows, totalUser: total, numOfPages, page };
  });
  handle(app, getUserOverviewRoute, async ({ params, caller, clientInfo }) => {
    const { userId } = params;
    const overview = await getUserOverview(deps, caller, userId);
    await recordLook(deps, clientInfo, caller, { action: 'getUserOverview', userId });
    return overview;
  });
  handle(
    app,
    adminUpdateUserRoute,
    async ({ params, body, upload, caller, clientInfo }) => {
      const user = await adminUpdateUser(deps, clientInfo, caller, { id: params.userId, body, upload });
      return { msg: userMessages.userUpdated, user };
    },
    { refuseForeign: ({ params }) => refuseUnknownUser(deps, params.userId) },
  );
  handle(app, endUserSessionsRoute, async ({ params, caller, clientInfo }) => {
    await endUserSessions(deps, clientInfo, caller, params.userId);
    return { msg: userMessages.sessionsEnded };
  });
  handle(app, unlockUserRoute, async ({ params, caller, clientInfo }) => {
    await unlockUser(deps, clientInfo, caller, params.userId);
    return { msg: userMessages.userUnlocked };
  });
}
