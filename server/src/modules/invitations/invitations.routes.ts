import { invitationMessages } from 'contract/invitations/invitations.constants.ts';
import * as contract from 'contract/invitations/invitations.ts';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#dependencies.ts';
import { refuseUninvited } from '#domain/invitations/invitations.ts';
import { handle } from '#plugins/route.ts';
import { createInvitation, deleteInvitation, listInvitations } from './invitations.service.ts';

export function invitationRoutes(app: FastifyInstance, deps: Dependencies): void {
  handle(
    app,
    contract.createInvitation,
    async ({ body, ...actor }) => ({
      msg: invitationMessages.created,
      ...(await createInvitation(deps, actor, body)),
    }),
    { createdId: ({ invitation }) => invitation.id },
  );
  handle(app, contract.checkInvitation, ({ body }) => refuseUninvited(deps, body.invitation));
  handle(app, contract.listInvitations, ({ query, caller }) => listInvitations(deps, caller, query), {
    views: ({ userIds }, { query }) => (query.all ? { userIds, request: query } : []),
  });
  handle(app, contract.deleteInvitation, ({ params, ...actor }) => deleteInvitation(deps, actor, params.id));
}
