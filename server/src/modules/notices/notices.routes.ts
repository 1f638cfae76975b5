import * as contract from 'contract/notices/notices.ts';
import type { FastifyInstance } from 'fastify';
import { recordListView } from '#audit/audit.ts';
import type { Dependencies } from '#dependencies.ts';
import { handle } from '#plugins/route.ts';
import {
  createNotice,
  deleteNotice,
  listNotices,
  readNotice,
  updateNotice,
  withdrawNotice,
} from './notices.service.ts';

export function noticeRoutes(app: FastifyInstance, deps: Dependencies): void {
  handle(app, contract.listNotices, async ({ body, ...actor }) => {
    const notices = await listNotices(deps, body);
    const userIds = notices.data.map(({ user_id }) => user_id);
    await recordListView(deps, actor, { action: 'listNotices', request: body, userIds });
    return notices;
  });
  handle(app, contract.createNotice, ({ body, ...actor }) => createNotice(deps, actor, body), {
    readCreated: (_call, id) => readNotice(deps, id),
  });
  handle(app, contract.updateNotice, ({ params, body, ...actor }) =>
    updateNotice(deps, actor, params.id, body),
  );
  handle(app, contract.deleteNotice, ({ params, ...actor }) => deleteNotice(deps, actor, params.id));
  handle(app, contract.withdrawNotice, ({ params, ...actor }) => withdrawNotice(deps, actor, params.id));
}
