import { totalCountHeader } from 'contract/limits.ts';
import { type ExportLinkRoute, getExport } from 'contract/exports.ts';
import type { Route, RouteParsed } from 'contract/route.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import fp from 'fastify-plugin';
import { createExportLink, useExportLink } from '#auth/export-links.ts';
import type { Keys } from '#auth/keys.ts';
import type { CsvExport } from '#domain/csv-export.ts';
import type { ExportRequest } from '#domain/list-export.ts';
import { notFound } from '#errors.ts';
import type { Database } from '#platform/database/database.ts';
import { handle } from '#route.ts';
import { signalOf } from './client-info.ts';

interface ServedExport<R extends Route> {
  /** The operation that creates the one-time URL. */
  link: ExportLinkRoute;
  /** Without date and extension. */
  name: string;
  run: (request: ExportRequest, body: RouteParsed<R>['body']) => Promise<CsvExport>;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Serves an export as CSV, and by one-time URLs. */
    serveExport: <const R extends Route>(route: R, served: ServedExport<R>) => void;
  }
}

interface ExportsOptions {
  deps: { database: Database; keys: Keys };
  publicUrl: string;
}

type RunStored = (request: ExportRequest, body: unknown, reply: FastifyReply) => Promise<FastifyReply>;

export default fp(async function exports(app: FastifyInstance, { deps, publicUrl }: ExportsOptions) {
  const stored = new Map<string, { route: Route; run: RunStored }>();

  app.decorate('serveExport', function (this: FastifyInstance, route, { link, name, run }) {
    handle(this, route, async ({ body, caller, clientInfo, reply }) => {
      const request = { database: deps.database, signal: signalOf(reply), clientInfo, caller };
      await sendCsv(reply, name, await run(request, body));
    });
    handle(this, link, async ({ body, caller }) => {
      const { id, token } = await createExportLink(deps, caller, { operation: route.operation, body });
      return { url: publicUrl + getExport.url.replace(':id', id).replace(':token', token) };
    });
    stored.set(route.operation, {
      route,
      run: async (request, body, reply) =>
        sendCsv(
          reply,
          name,
          await run(request, route.body?.parse(body) as RouteParsed<typeof route>['body']),
        ),
    });
  });

  handle(app, getExport, async ({ params, clientInfo, reply }) => {
    const linked = await useExportLink(deps, params);
    const found = linked && stored.get(linked.operation);
    if (!found) throw notFound();
    const caller = await app.admitSession(found.route, { id: linked.sessionId, userId: linked.userId });
    const request = { database: deps.database, signal: signalOf(reply), clientInfo, caller };
    await found.run(request, linked.body, reply);
  });
});

/** Resolves when everything is sent, or the client is gone. */
function sendCsv(reply: FastifyReply, name: string, { rows, csv }: CsvExport): FastifyReply {
  const day = new Date().toISOString().slice(0, 10);
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}-${day}.csv"`)
    .header(totalCountHeader, rows)
    .send(csv);
}
