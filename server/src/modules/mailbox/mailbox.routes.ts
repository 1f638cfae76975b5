import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { notFound } from '#errors.ts';
import type { LocalMailbox, StoredMail } from '#platform/mail/local-mailbox.ts';
import { mailListPage, mailPage, stylesheet } from './mailbox.page.ts';

/** Allows inline styles only. Links open outside of the frame. */
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; " +
  'sandbox allow-popups allow-popups-to-escape-sandbox';

/** The local mailbox, served to browsers on this machine only; for all others a 404. */
export function mailboxRoutes(parent: FastifyInstance, mailbox: LocalMailbox): void {
  void parent.register(async (app) => {
    app.addHook('onRequest', async (request) => {
      if (!isFromThisMachine(request)) throw notFound();
    });
    app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));

    app.get('/mailbox', async (_request, reply) =>
      reply.type('text/html; charset=utf-8').send(mailListPage(await mailbox.list())),
    );
    app.get('/mailbox/mailbox.css', async (_request, reply) =>
      reply.type('text/css; charset=utf-8').send(stylesheet),
    );
    app.get<MailPath>('/mailbox/:id', async ({ params }, reply) =>
      reply.type('text/html; charset=utf-8').send(mailPage(await readMail(mailbox, params.id))),
    );
    app.get<MailPath>('/mailbox/:id/html', async ({ params }, reply) => {
      const { html } = await readMail(mailbox, params.id);
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', mailPolicy)
        .header('x-frame-options', 'SAMEORIGIN')
        .send(html.replace('<head>', '<head><base target="_blank">'));
    });
  });
}

interface MailPath {
  Params: { id: string };
}

async function readMail(mailbox: LocalMailbox, id: string): Promise<StoredMail> {
  const mail = await mailbox.read(id);
  if (!mail) throw notFound();
  return mail;
}

/** Headers of proxies: with one of them the peer is not the client. */
const forwardingHeaders =
  /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|x-client-ip|x-cluster-client-ip|x-original-.*|true-client-ip|cf-.*|fastly-.*)$/;

/** Checks the peer and the Host: a web page elsewhere can make a local browser call, but not by our name. */
function isFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  if (Object.keys(headers).some((name) => forwardingHeaders.test(name))) return false;
  return isLoopback(socket.remoteAddress ?? '') && isLoopbackHost(headers.host ?? '');
}

const isLoopback = (address: string) =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';

function isLoopbackHost(host: string): boolean {
  const name = /^(\[[\da-f:.]+\]|[^:]+)(:\d+)?$/i.exec(host)?.[1] ?? '';
  return name.toLowerCase() === 'localhost' || isLoopback(name.replace(/^\[|\]$/g, ''));
}
