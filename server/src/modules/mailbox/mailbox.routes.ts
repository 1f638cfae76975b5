import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { equals } from '#auth/keys/keys.ts';
import { notFound } from '#errors.ts';
import { isLoopback } from '#platform/ip-addresses.ts';
import type { LocalMailbox, OpenMailbox, StoredMail } from '#platform/mail/local-mailbox.ts';
import { closedPage, mailListPage, mailPage, stylesheet } from './mailbox.page.ts';

/** Allows only inline styles. Links open outside the frame. */
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; " +
  'sandbox allow-popups allow-popups-to-escape-sandbox';

const tokenCookie = 'mailbox_token';

/** The local mailbox, for browsers on this machine with its token. All others get a 404. */
export function mailboxRoutes(parent: FastifyInstance, { mails: mailbox, token }: OpenMailbox): void {
  const askForToken: onRequestAsyncHookHandler = async ({ cookies }, reply) => {
    if (equals(cookies[tokenCookie] ?? '', token)) return;
    await reply.status(403).type('text/html; charset=utf-8').send(closedPage());
  };

  void parent.register(async (app) => {
    app.addHook('onRequest', async (request) => {
      if (!isFromThisMachine(request)) throw notFound();
    });
    app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));

    app.get('/mailbox/mailbox.css', async (_request, reply) =>
      reply.type('text/css; charset=utf-8').send(stylesheet),
    );

    app.get<ListPath>('/mailbox', {
      onRequest: async (request, reply) => {
        if (!equals(request.query.token ?? '', token)) return askForToken.call(app, request, reply);
        const attributes = { path: '/mailbox', httpOnly: true, sameSite: 'strict' } as const;
        await reply.setCookie(tokenCookie, token, attributes).redirect('/mailbox', 303);
      },
      handler: async (_request, reply) =>
        reply.type('text/html; charset=utf-8').send(mailListPage(await mailbox.list())),
    });
    app.get<MailPath>('/mailbox/:id', { onRequest: askForToken }, async ({ params }, reply) =>
      reply.type('text/html; charset=utf-8').send(mailPage(await readMail(mailbox, params.id))),
    );
    app.get<MailPath>('/mailbox/:id/html', { onRequest: askForToken }, async ({ params }, reply) => {
      const { html } = await readMail(mailbox, params.id);
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', mailPolicy)
        .header('x-frame-options', 'SAMEORIGIN')
        .send(html.replace('<head>', '<head><base target="_blank">'));
    });
  });
}

interface ListPath {
  Querystring: { token?: string };
}

interface MailPath {
  Params: { id: string };
}

async function readMail(mailbox: LocalMailbox, id: string): Promise<StoredMail> {
  const mail = await mailbox.read(id);
  if (!mail) throw notFound();
  return mail;
}

/** If a proxy's header is present, the peer is not the client. */
const forwardingHeaders =
  /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|x-client-ip|x-cluster-client-ip|x-original-.*|true-client-ip|cf-.*|fastly-.*)$/;

/** Checks the peer, and the Host header against DNS rebinding. */
function isFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  if (Object.keys(headers).some((name) => forwardingHeaders.test(name))) return false;
  return isLoopback(socket.remoteAddress ?? '') && isLoopbackHost(headers.host ?? '');
}

function isLoopbackHost(host: string): boolean {
  const name = /^(\[[\da-f:.]+\]|[^:]+)(:\d+)?$/i.exec(host)?.[1] ?? '';
  return isLoopback(name);
}
