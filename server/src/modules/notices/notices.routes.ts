import * as contract from 'contract/notices/notices.ts';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#dependencies.ts';
import { handle } from '#plugins/route.ts';
import { createNotice, deleteNotice, listNotices, updateNotice, withdrawNotice } from './notices.service.ts';

export function noticeRoutes(app: FastifyInstance, deps: Dependencies): void {
  handle(app, contract.listNotices, ({ body }) => listNotices(deps, body));
  handle(app, contract.createNotice, ({ body, ...actor }) => createNotice(deps, actor, body));
  handle(app, contract.updateNotice, ({ params, body, ...actor }) =>
    updateNotice(deps, actor, params.id, body),
  );
  handle(app, contract.deleteNotice, ({ params, ...actor }) => deleteNotice(deps, actor, params.id));
  handle(app, contract.withdrawNotice, ({ params, ...actor }) => withdrawNotice(deps, actor, params.id));
}
