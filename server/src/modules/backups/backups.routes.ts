import { basename } from 'node:path';
import fastifyStatic from '@fastify/static';
import { backupLimits } from 'contract/backups/backups.constants.ts';
import * as contract from 'contract/backups/backups.ts';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#dependencies.ts';
import { notFound } from '#errors.ts';
import { handle } from '#plugins/route.ts';
import {
  findLinkedBackup,
  isLinkProof,
  linkBackup,
  listBackups,
  recordDownload,
  requestBackup,
} from './backups.service.ts';

/** That of the browser in which the link was asked for. */
const proofCookie = 'backup_link';

export async function backupRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const { folder } = deps.backups;
  // For `sendFile` alone, which answers requests for a part of a large file.
  await app.register(fastifyStatic, {
    serve: false,
    setHeaders: (reply, path) =>
      void reply.header('content-disposition', `attachment; filename="${basename(path)}"`),
  });

  handle(app, contract.listBackups, () => listBackups(deps));
  handle(app, contract.createBackup, (actor) => requestBackup(deps, actor));
  handle(app, contract.linkBackup, async ({ params, body, reply, ...actor }) => {
    const { path, proof } = await linkBackup(deps, actor, params.name, body.current_password);
    // A navigation has no `Authorization` header, and the cookies of the session are those of cookie clients alone.
    const secure = deps.publicUrl.startsWith('https:');
    const maxAge = backupLimits.linkSeconds;
    void reply.setCookie(proofCookie, proof, { path, maxAge, secure, httpOnly: true, sameSite: 'lax' });
    // Without an origin, because the cookie belongs to that of the request.
    return { url: path };
  });
  handle(app, contract.downloadBackup, async ({ params, clientInfo, request, reply }) => {
    const link = await findLinkedBackup(deps, params);
    // A link that somebody has copied works in no other browser.
    if (!link) throw notFound();
    const isInBrowser = isLinkProof(deps, params.id, request.cookies[proofCookie] ?? '');
    if (!isInBrowser && (await request.findCaller())?.session.id !== link.session.id) throw notFound();
    const caller = await app.authorizeSession(contract.listBackups, link.session, clientInfo.ipAddress);
    if (request.method !== 'HEAD')
      await recordDownload(deps, { caller, clientInfo }, link.name, request.headers.range);
    return reply.type('application/octet-stream').sendFile(link.name, folder, { cacheControl: false });
  });
}
