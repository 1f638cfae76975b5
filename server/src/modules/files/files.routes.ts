import * as contract from 'contract/files/files.ts';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#dependencies.ts';
import { handle } from '#plugins/route.ts';
import { getSignedUrl, getStorageUsage, getStoredFile } from './files.service.ts';

export function fileRoutes(app: FastifyInstance, deps: Dependencies): void {
  handle(app, contract.getSignedUrl, ({ params }) => getSignedUrl(deps, params.filePath));

  handle(app, contract.getStoredFile, async ({ params, query: { expires = '', signature = '' }, reply }) => {
    const file = await getStoredFile(deps, { key: params.filePath, expires, signature });
    void reply
      .type(file.contentType)
      .header('content-disposition', file.disposition)
      // The signed URL is the permission. Pages of other allowed origins may display images, too.
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('cache-control', `private, max-age=${file.secondsLeft}, immutable`)
      .send(file.bytes);
  });

  handle(app, contract.getStorageUsage, ({ caller }) => getStorageUsage(deps, caller));
}
