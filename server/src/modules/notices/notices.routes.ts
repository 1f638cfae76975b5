import * as contract from 'contract/notices/notices.ts';
import type { FastifyInstance } from 'fastify';
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
  handle(app, contract.listNotices, ({ body }) => listNotices(deps, body), {
    views: ({ data, page }, { body }) => ({
      userIds: data.map(({ user_id }) => user_id),
      request: { ...body, page },
    }),
  });
  handle(app, contract.createNotice, ({ body, ...actor }) => createNotice(deps, actor, body), {
    readCreated: (_call, id) => readNotice(deps, id),
  });
  handle(app, contract.updateNotice, ({ params, body, ...actor }) =>
    updateNotice(deps, actor, params.id, body),
  );
  handle(app, contract.deleteNotice, ({ params, ...actor }) => deleteNotice(deps, actor, params.id));
  handle(app, contract.withdrawNotice, ({ params, ...actor }) => withdrawNotice(deps, actor, params.id), {
    // The event of a withdrawal names the recipient.
    views: ({ id, user_id, isRepeated }) => ({
      userIds: isRepeated ? [user_id] : [],
      request: { notice_id: id },
    }),
  });
}
