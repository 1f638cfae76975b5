import { noticeMessages } from 'contract/notices.constants.ts';
import {
  createNotice as createNoticeRoute,
  deleteNotice as deleteNoticeRoute,
  listNotices as listNoticesRoute,
  updateNotice as updateNoticeRoute,
  withdrawNotice as withdrawNoticeRoute,
} from 'contract/notices.ts';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#dependencies.ts';
import { signalOf } from '#plugins/client-info.ts';
import { handle } from '#route.ts';
import { createNotice, deleteNotice, listNotices, updateNotice, withdrawNotice } from './notices.service.ts';

export function noticeRoutes(app: FastifyInstance, deps: Dependencies): void {
  handle(app, listNoticesRoute, async ({ body, reply }) => {
    const { rows, total, numOfPages, page } = await listNotices(deps, signalOf(reply), body);
    return { data: rows, totalNotice: total, numOfPages, page };
  });
  handle(app, createNoticeRoute, async ({ body, caller, clientInfo }) => ({
    msg: noticeMessages.created,
    notice: await createNotice(deps, { caller, clientInfo }, body),
  }));
  handle(app, updateNoticeRoute, async ({ params, body, caller, clientInfo }) => ({
    msg: noticeMessages.updated,
    notice: await updateNotice(deps, { caller, clientInfo }, params.id, body),
  }));
  handle(app, deleteNoticeRoute, async ({ params, caller, clientInfo }) => {
    await deleteNotice(deps, { caller, clientInfo }, params.id);
    return undefined;
  });
  handle(app, withdrawNoticeRoute, async ({ params, caller, clientInfo }) => ({
    msg: noticeMessages.withdrawn,
    notice: await withdrawNotice(deps, { caller, clientInfo }, params.id),
  }));
}
