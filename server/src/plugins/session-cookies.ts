import fastifyCookie from '@fastify/cookie';
import { sessionLimits } from 'contract/accounts/sessions.constants.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import fp from 'fastify-plugin';

declare module 'fastify' {
  interface FastifyReply {
    /** Sets the session's tokens for cookie clients. Scripts cannot read them. */
    setSessionCookies: (tokens: { access: string; refresh?: string }) => FastifyReply;
    clearSessionCookies: () => FastifyReply;
  }
}

export const sessionCookies = { access: 'access_token', refresh: 'refresh_token' } as const;

export default fp(async function cookieSession(app: FastifyInstance, { isHttps }: { isHttps: boolean }) {
  await app.register(fastifyCookie);
  const attributes = { path: '/api', httpOnly: true, sameSite: 'lax', secure: isHttps } as const;

  app.decorateReply('setSessionCookies', function (this: FastifyReply, { access, refresh }) {
    this.setCookie(sessionCookies.access, access, {
      ...attributes,
      maxAge: sessionLimits.accessTokenSeconds,
    });
    if (refresh === undefined) return this;
    return this.setCookie(sessionCookies.refresh, refresh, {
      ...attributes,
      maxAge: sessionLimits.sessionMs / 1000,
    });
  });

  app.decorateReply('clearSessionCookies', function (this: FastifyReply) {
    return this.clearCookie(sessionCookies.access, attributes).clearCookie(
      sessionCookies.refresh,
      attributes,
    );
  });
});
