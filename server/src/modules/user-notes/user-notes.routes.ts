import * as contract from 'contract/user-notes/user-notes.ts';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#dependencies.ts';
import { handle } from '#plugins/route.ts';
import { createUserNote, deleteUserNote, listUserNotes } from './user-notes.service.ts';

export function userNoteRoutes(app: FastifyInstance, deps: Dependencies): void {
  handle(app, contract.listUserNotes, ({ params }) => listUserNotes(deps, params.userId), {
    views: (_notes, { params }) => ({ userId: params.userId }),
  });
  handle(app, contract.createUserNote, ({ params, body, ...actor }) =>
    createUserNote(deps, actor, params.userId, body.text),
  );
  handle(app, contract.deleteUserNote, ({ params, ...actor }) => deleteUserNote(deps, actor, params));
}
