import fastifyStatic from '@fastify/static';
import * as contract from 'contract/backups/backups.ts';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#dependencies.ts';
import { notFound } from '#errors.ts';
import { handle } from '#plugins/route.ts';
import {
  findLinkedBackup,
  linkBackup,
  listBackups,
  recordDownload,
  requestBackup,
} from './backups.service.ts';

export async function backupRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const { folder } = deps.backups;
  // For `sendFile` alone, which answers requests for a part of a large file.
  await app.register(fastifyStatic, { serve: false });

  handle(app, contract.listBackups, () => listBackups(deps));
  handle(app, contract.createBackup, (actor) => requestBackup(deps, actor));
  handle(app, contract.linkBackup, ({ params, body, ...actor }) =>
    linkBackup(deps, actor, params.name, body.current_password),
  );
  handle(app, contract.downloadBackup, async ({ params, clientInfo, request, reply }) => {
    const link = await findLinkedBackup(deps, params);
    // A link that somebody has copied works in no other browser.
    if (!link || (await request.findCaller())?.session.id !== link.session.id) throw notFound();
    const caller = await app.authorizeSession(contract.listBackups, link.session, clientInfo.ipAddress);
    if (request.method !== 'HEAD')
      await recordDownload(deps, { caller, clientInfo }, link.name, request.headers.range);
    return reply
      .type('application/octet-stream')
      .header('content-disposition', `attachment; filename="${link.name}"`)
      .sendFile(link.name, folder, { cacheControl: false });
  });
}
