import { noticeMessages } from 'contract/notices/notices.constants.ts';
import * as contract from 'contract/notices/notices.ts';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#dependencies.ts';
import { readPage } from '#domain/lists/lists.ts';
import { signalOf } from '#plugins/client-info.ts';
import { handle } from '#plugins/route.ts';
import { noticeList } from './notices.list.ts';
import { createNotice, deleteNotice, updateNotice, withdrawNotice } from './notices.service.ts';

export function noticeRoutes(app: FastifyInstance, deps: Dependencies): void {
  handle(app, contract.listNotices, ({ body, reply }) =>
    readPage(deps.database, signalOf(reply), noticeList, body),
  );
  handle(app, contract.createNotice, async ({ body, ...actor }) => ({
    msg: noticeMessages.created,
    notice: await createNotice(deps, actor, body),
  }));
  handle(app, contract.updateNotice, async ({ params, body, ...actor }) => ({
    msg: noticeMessages.updated,
    notice: await updateNotice(deps, actor, params.id, body),
  }));
  handle(app, contract.deleteNotice, async ({ params, ...actor }) => {
    await deleteNotice(deps, actor, params.id);
  });
  handle(app, contract.withdrawNotice, async ({ params, ...actor }) => ({
    msg: noticeMessages.withdrawn,
    notice: await withdrawNotice(deps, actor, params.id),
  }));
}
