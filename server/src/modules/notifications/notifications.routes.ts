import { notificationLimits, notificationMessages } from 'contract/notifications/notifications.constants.ts';
import * as contract from 'contract/notifications/notifications.ts';
import { messages } from 'contract/texts.ts';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#dependencies.ts';
import { type AppError, tooManyRequests } from '#errors.ts';
import { openStreams } from '#platform/observability/counts.ts';
import { handle } from '#plugins/route.ts';
import { openHintStream } from './hint-stream.ts';
import { createHints } from './hints.ts';
import { listNotifications, readNotifications } from './notifications.service.ts';

export function notificationRoutes(app: FastifyInstance, deps: Dependencies): void {
  handle(app, contract.listNotifications, ({ query, caller }) => listNotifications(deps, caller, query));

  handle(app, contract.readNotifications, async ({ body, caller }) => ({
    msg: notificationMessages.read,
    unread: await readNotifications(deps, caller, body.ids ?? null),
  }));

  const hints = createHints(deps.database);
  app.draining.onBegin(hints.drain);
  app.addHook('onClose', hints.close);
  handle(app, contract.streamNotifications, async ({ caller, reply }) => {
    void reply.headers(streamHeaders);
    const stream = openHintStream(reply.raw, { userId: caller.user.id, sessionId: caller.session.id });
    if (!hints.add(stream)) throw tooManyStreams();
    openStreams.inc();
    reply.raw.once('close', () => {
      hints.remove(stream);
      openStreams.dec();
    });
    for (const [name, value = ''] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value);
    reply.hijack().raw.flushHeaders();
  });
}

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Disables nginx's buffering.
  'x-accel-buffering': 'no',
};

function tooManyStreams(): AppError {
  const { streams, checkSeconds } = notificationLimits;
  const msg = `${messages.tooManyRequests}: at most ${streams} streams at once.`;
  return tooManyRequests(checkSeconds, msg);
}
