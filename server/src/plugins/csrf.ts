import { sessionLimits } from 'contract/accounts/sessions.constants.ts';
import type { Route } from 'contract/route.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import fp from 'fastify-plugin';
import { isCsrfToken, makeCsrfToken } from '#auth/tokens/signed-tokens.ts';
import { equals, type Keys } from '#auth/keys/keys.ts';
import { AppError } from '#errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The hooks that refuse cross-site requests (403). */
    checkCsrf: (route: Route) => onRequestHookHandler[];
  }
  interface FastifyRequest {
    /** Throws `csrf_failed` unless the request sends the session's `csrftoken` as `X-CSRFToken`. */
    requireCsrfToken: (sessionId: string) => void;
    /** Whether the request has any `csrftoken` of this server, which identifies cookie clients. */
    carriesCsrfToken: () => boolean;
  }
  interface FastifyReply {
    setCsrfCookie: (sessionId: string | null) => void;
    hasCsrfCookie: boolean;
  }
}

interface CsrfOptions {
  keys: Keys;
  isOwnOrigin: (origin: string) => boolean;
  isHttps: boolean;
}

const cookieName = 'csrftoken';
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

export default fp(async function csrf(app: FastifyInstance, { keys, isOwnOrigin, isHttps }: CsrfOptions) {
  const attributes = { path: '/', sameSite: 'lax', secure: isHttps } as const;
  // Bound to no session, so that all guests can have the same token.
  const guestCookie = app.serializeCookie(cookieName, makeCsrfToken(keys, null), attributes);

  app.decorateReply('setCsrfCookie', function (this: FastifyReply, sessionId) {
    this.hasCsrfCookie = true;
    if (sessionId === null) return void this.header('set-cookie', guestCookie);
    // Lives as long as the session cookies, whose writes need it.
    const maxAge = sessionLimits.sessionMs / 1000;
    this.setCookie(cookieName, makeCsrfToken(keys, sessionId), { ...attributes, maxAge });
  });
  app.decorateReply('hasCsrfCookie', false);

  app.decorateRequest('carriesCsrfToken', function (this: FastifyRequest) {
    return isCarriedBack(this) && isCsrfToken(keys, this.cookies[cookieName]);
  });

  app.decorateRequest('requireCsrfToken', function (this: FastifyRequest, sessionId) {
    if (isCarriedBack(this) && isCsrfToken(keys, this.cookies[cookieName], sessionId)) return;
    throw new AppError('csrf_failed');
  });

  app.decorate('checkCsrf', ({ method, isPublicData }) => {
    // Public data depends on no cookie.
    if (safeMethods.has(method) || isPublicData) return [];
    return [
      (request, _reply, done) => {
        const { origin } = request.headers;
        if (origin !== undefined && !isOwnOrigin(origin)) {
          throw new AppError('csrf_failed', 'Requests from this origin are not accepted.');
        }
        if (request.cookieSessionId !== null) request.requireCsrfToken(request.cookieSessionId);
        done();
      },
    ];
  });

  // A session with the token of another session, for example after a second sign-in, gets a new one.
  app.addHook('onSend', (request, reply, payload, done) => {
    // Callers with an Authorization header need no token.
    const isCookieClient = request.headers.authorization === undefined;
    if (isCookieClient && !reply.hasCsrfCookie && isResponseOrPage(request, reply)) {
      const sessionId = request.cookieSessionId;
      if (!isCsrfToken(keys, request.cookies?.[cookieName], sessionId ?? undefined)) {
        reply.setCsrfCookie(sessionId);
      }
    }
    done(null, payload);
  });
});

function isCarriedBack({ headers, cookies }: FastifyRequest): boolean {
  const [header, cookie] = [headers['x-csrftoken'], cookies[cookieName]];
  return typeof header === 'string' && cookie !== undefined && equals(header, cookie);
}

/** Assets, stored images and public pages are cached and shared. */
function isResponseOrPage({ routeOptions }: FastifyRequest, reply: FastifyReply): boolean {
  if (/public|max-age=[1-9]/.test(String(reply.getHeader('cache-control') ?? ''))) return false;
  if (routeOptions.config?.contract) return true;
  return /^(application\/json|text\/html)/.test(String(reply.getHeader('content-type') ?? ''));
}
