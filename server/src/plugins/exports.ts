import { totalCountHeader } from 'contract/limits.ts';
import { type ExportLinkRoute, getExport } from 'contract/exports.ts';
import type { Route, RouteParsed } from 'contract/route.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import fp from 'fastify-plugin';
import { createExportLink, useExportLink } from '#auth/links/export-links.ts';
import type { Caller } from '#auth/sessions/callers.ts';
import type { Keys } from '#auth/keys/keys.ts';
import type { CsvExport } from '#domain/lists/csv-export.ts';
import { runSearch, type Search, type ViewDependencies } from '#domain/accounts/user-views.ts';
import type { ExportRequest } from '#domain/lists/list-export.ts';
import { notFound } from '#errors.ts';
import { type Call, handle } from './route.ts';
import { signalOf } from './client-info.ts';

interface ServedExport<R extends Route> {
  /** The operation that creates the single-use URL. */
  link: ExportLinkRoute;
  /** The name of the file, without the date and the extension. */
  name: string;
  run: (request: ExportRequest, body: RouteParsed<R>['body']) => Promise<CsvExport>;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Serves an export as CSV, and with single-use URLs. */
    serveExport: <const R extends Route>(route: R, served: ServedExport<R>) => void;
  }
}

interface ExportsOptions {
  deps: ViewDependencies & { keys: Keys };
  publicUrl: string;
}

type ExportCall = Pick<Call<Route>, 'clientInfo' | 'reply'> & { caller: Caller };

export default fp(async function exports(app: FastifyInstance, { deps, publicUrl }: ExportsOptions) {
  const served = new Map<
    string,
    { route: Route; send: (call: ExportCall, body: unknown, day?: string) => Promise<void> }
  >();

  const requestOf = ({ caller, clientInfo, reply }: ExportCall, search: Search): ExportRequest => ({
    ...deps,
    signal: signalOf(reply),
    clientInfo,
    caller,
    search,
  });

  app.decorate('serveExport', function (this: FastifyInstance, route, { link, name, run }) {
    // The rows are sent as they are read, so their users are unknown when the search is refused.
    const searched = <Result>(call: ExportCall, body: unknown, work: (search: Search) => Promise<Result>) =>
      runSearch(
        deps,
        call,
        { action: route.operation, request: body as object, rowsAreChecked: false },
        work,
      );
    const send = async (call: ExportCall, body: Parameters<typeof run>[1], day?: string) => {
      const csv = await searched(call, body, (search) => run(requestOf(call, search), body));
      await sendCsv(call.reply, `${name}-${day ?? new Date().toISOString().slice(0, 10)}`, csv);
    };
    handle(this, route, ({ body, ...call }) => send(call, body));
    handle(this, link, async ({ body, ...call }) => {
      const { caller } = call;
      const { id, token } = await searched(call, body, () =>
        createExportLink(deps, caller, { operation: route.operation, body }),
      );
      return { url: publicUrl + getExport.url.replace(':id', id).replace(':token', token) };
    });
    served.set(route.operation, {
      route,
      send: (call, body, day) => {
        const parsed = route.body?.safeParse(body);
        // A newer version wrote it.
        if (parsed && !parsed.success) throw notFound();
        return send(call, parsed?.data as Parameters<typeof run>[1], day);
      },
    });
  });

  handle(app, getExport, async ({ params, query, clientInfo, reply }) => {
    const link = await useExportLink(deps, params);
    const found = link && served.get(link.operation);
    if (!found) throw notFound();
    const session = { id: link.session_id, userId: link.user_id };
    const caller = await app.authorizeSession(found.route, session, clientInfo.ipAddress);
    await found.send({ caller, clientInfo, reply }, link.body, query.on);
  });
});

/** Resolves when everything is sent, or the client has disconnected. */
function sendCsv(reply: FastifyReply, name: string, { rows, csv }: CsvExport): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .header(totalCountHeader, rows)
    .send(csv);
}
