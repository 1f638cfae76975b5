import { noticeMessages } from 'contract/notices.constants.ts';
import * as contract from 'contract/notices.ts';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#dependencies.ts';
import { signalOf } from '#plugins/client-info.ts';
import { handle } from '#route.ts';
import { createNotice, deleteNotice, listNotices, updateNotice, withdrawNotice } from './notices.service.ts';

export function noticeRoutes(app: FastifyInstance, deps: Dependencies): void {
  handle(app, contract.listNotices, async ({ body, reply }) => {
    const { rows, total, numOfPages, page } = await listNotices(deps, signalOf(reply), body);
    return { data: rows, totalNotice: total, numOfPages, page };
  });
  handle(app, contract.createNotice, async ({ body, caller, clientInfo }) => ({
    msg: noticeMessages.created,
    notice: await createNotice(deps, { caller, clientInfo }, body),
  }));
  handle(app, contract.updateNotice, async ({ params, body, caller, clientInfo }) => ({
    msg: noticeMessages.updated,
    notice: await updateNotice(deps, { caller, clientInfo }, params.id, body),
  }));
  handle(app, contract.deleteNotice, async ({ params, caller, clientInfo }) => {
    await deleteNotice(deps, { caller, clientInfo }, params.id);
  });
  handle(app, contract.withdrawNotice, async ({ params, caller, clientInfo }) => ({
    msg: noticeMessages.withdrawn,
    notice: await withdrawNotice(deps, { caller, clientInfo }, params.id),
  }));
}
