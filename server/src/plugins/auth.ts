import fastifyJwt from '@fastify/jwt';
import type { Access, OperationName } from 'contract/operations.ts';
import type { Route } from 'contract/route.ts';
import type { TokenScope } from 'contract/tokens/tokens.constants.ts';
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import fp from 'fastify-plugin';
import { validate as isUuid } from 'uuid';
import { createSuperuserNotes } from '#auth/sessions/sessions.ts';
import { findTokenCaller, isApiToken } from '#auth/tokens/api-tokens.ts';
import {
  type AccessClaims,
  accessTokenOptions,
  type Caller,
  createCallerLookup,
  type GenuineClaims,
} from '#auth/sessions/callers.ts';
import { isSecondFactorRequired } from '#auth/second-factor/factors.ts';
import { requireRecent } from '#auth/sessions/step-up.ts';
import type { Keys } from '#auth/keys/keys.ts';
import { AppError } from '#errors.ts';
import type { Database } from '#platform/database/database.ts';
import type { Settings } from '#settings/settings.ts';
import { ipAddressOf } from './client-info.ts';
import { sessionCookies } from './session-cookies.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The hooks that check a route's access: authentication (401), then scope and role (403). */
    authorize: (route: Route) => onRequestAsyncHookHandler[];
    /** The caller with this session, checked as if the session had called the route itself (401, 403). */
    authorizeSession: (
      route: Route,
      session: { id: string; userId: string },
      ipAddress: string,
    ) => Promise<Caller>;
    /** The caller of an API token, checked as if the token had called the route itself (401, 403). */
    authorizeToken: (route: Route, caller: Caller | null) => Caller;
    /** The hook of a route that requires recent authentication (403). */
    requireStepUp: (route: Route) => onRequestAsyncHookHandler[];
    /** The hook of a self-only route: the path must contain the id of the caller (403). */
    requireSelf: (route: Route) => onRequestAsyncHookHandler[];
    /** `seconds` is the time of the database, in seconds since 1970. */
    signAccessToken: (session: { id: string; userId: string; seconds: number }) => string;
  }
  interface FastifyRequest {
    /** Null on guest routes, which check no token. */
    caller: Caller | null;
    /** For logs: the user and the session or token in the credentials, or `null` if there are none. */
    presentedIds: () => { user: string | null; session: string | null };
    /** The valid session of the cookie, if there is one. */
    cookieSessionId: string | null;
    /**
     * The caller's session, for guest routes that treat signed-in callers differently. Null for
     * sessions that have ended and for API tokens.
     */
    findCaller: () => Promise<Caller | null>;
    /** The caller of a valid session or API token. Without credentials it costs no query. */
    findAnyCaller: () => Promise<Caller | null>;
    /** The caller of a valid API token. Cookies and access tokens are ignored. */
    findTokenCaller: () => Promise<Caller | null>;
  }
}

declare module '@fastify/jwt' {
  interface JWT {
    /** The signer and verifier for `JWT_SECRET_PREVIOUS`. */
    previous?: JWT;
  }
  interface FastifyJWT {
    payload: AccessClaims;
  }
}

interface AuthOptions {
  deps: { database: Database; keys: Keys; settings: Settings };
}

export default fp(async function auth(app: FastifyInstance, { deps }: AuthOptions) {
  await app.register(fastifyJwt, accessTokenOptions(deps.keys.accessToken));
  const { previous } = deps.keys;
  if (previous) {
    await app.register(fastifyJwt, { ...accessTokenOptions(previous.accessToken), namespace: 'previous' });
  }

  app.decorate('signAccessToken', ({ id, userId, seconds }) =>
    app.jwt.sign({ sub: userId, sid: id, iat: seconds }),
  );

  const requireRights = (access: Access, caller: Caller | null, operation?: OperationName) => {
    checkRole(access, caller);
    if (!operation || !openToTemporaryPasswords.has(operation)) requireOwnPassword(caller);
    const isForStaff = access === 'staff' || access === 'superuser';
    if (!isForStaff || caller?.session.hasPassedSecondFactor) return;
    if (isSecondFactorRequired(deps.settings)) throw new AppError('second_factor_required');
  };
  const findCaller = createCallerLookup(deps);
  const noteSuperuser = createSuperuserNotes(deps.database);
  const findOwner = async (request: FastifyRequest, token: string) => {
    const caller = await findTokenCaller(deps, token);
    if (caller) noteSuperuser(caller, ipAddressOf(request));
    return caller;
  };
  const authenticate = async (request: FastifyRequest): Promise<Caller> => {
    const presented = presentedToken(request);
    if (!presented) throw new AppError('not_authenticated');
    if (!presented.isCookie && isApiToken(presented.token)) {
      const caller = await findOwner(request, presented.token);
      if (!caller) throw tokenNotValid();
      return caller;
    }
    const claims = verify(app, presented.token);
    const { countsAsActivity = true } = request.routeOptions.config.contract ?? {};
    const usedFrom = countsAsActivity ? ipAddressOf(request) : null;
    const caller = claims && (await findCaller(claims, usedFrom));
    if (!caller || (caller.session.isReadOnly && !mayUseReadOnly(request))) throw tokenNotValid();
    noteSuperuser(caller, ipAddressOf(request));
    if (presented.isCookie) request.cookieSessionId = caller.session.id;
    return caller;
  };

  app.decorateRequest('caller', null);
  app.decorateRequest('presentedIds', function (this: FastifyRequest) {
    const claims = this.caller ? undefined : verify(app, presentedToken(this)?.token ?? '');
    return {
      user: this.caller?.user.id ?? claims?.sub ?? null,
      session: this.caller?.session.id ?? claims?.sid ?? null,
    };
  });
  app.decorateRequest('cookieSessionId', null);
  app.decorateRequest('findCaller', async function (this: FastifyRequest) {
    try {
      const caller = await authenticate(this);
      return caller.scopes === null ? caller : null;
    } catch (error) {
      if (error instanceof AppError && error.statusCode === 401) return null;
      throw error;
    }
  });

  app.decorateRequest('findAnyCaller', async function (this: FastifyRequest) {
    if (!presentedToken(this)) return null;
    try {
      return await authenticate(this);
    } catch (error) {
      if (error instanceof AppError && error.statusCode < 500) return null;
      throw error;
    }
  });

  app.decorateRequest('findTokenCaller', async function (this: FastifyRequest) {
    if (this.headers.authorization === undefined) return null;
    return findOwner(this, presentedToken(this)?.token ?? '');
  });

  const requireAccess = ({ access, operation, scope, staffScope }: Route, caller: Caller) => {
    checkScope([scope, staffScope], caller);
    requireRights(access, caller, operation);
  };

  app.decorate('authorize', (route) => {
    if (route.access === 'guest') return [];
    return [
      async (request) => {
        request.caller = await authenticate(request);
        requireAccess(route, request.caller);
      },
    ];
  });

  app.decorate('authorizeToken', (route, caller) => {
    if (!caller) throw new AppError('not_authenticated');
    requireAccess(route, caller);
    return caller;
  });

  app.decorate('authorizeSession', async ({ access }, { id, userId }, usedFrom) => {
    const caller = await findCaller({ sub: userId, sid: id, iat: 0, exp: Infinity }, usedFrom);
    if (!caller || caller.session.isReadOnly) throw tokenNotValid();
    noteSuperuser(caller, usedFrom);
    requireRights(access, caller);
    return caller;
  });

  app.decorate('requireStepUp', ({ stepUp }) =>
    stepUp ? [async ({ caller }) => caller && requireRecent(caller)] : [],
  );

  app.decorate('requireSelf', ({ access, scope, staffScope }) => {
    if (access !== 'self' && access !== 'selfOrStaff') return [];
    return [
      async (request) => {
        const { id, userId = id } = request.params as { id?: string; userId?: string };
        const isSelf = userId === request.caller?.user.id;
        checkScope([isSelf ? scope : staffScope], request.caller);
        if (isSelf) return;
        if (access === 'self') throw new AppError('forbidden', 'You may do this for yourself only.');
        requireRights('staff', request.caller);
      },
    ];
  });
});

/** If an `Authorization` header is present, cookies are ignored, even if the header is invalid. */
function presentedToken({
  headers,
  cookies,
}: FastifyRequest): { token: string; isCookie: boolean } | undefined {
  if (headers.authorization !== undefined) {
    return { token: /^Bearer +(\S+)$/i.exec(headers.authorization)?.[1] ?? '', isCookie: false };
  }
  const token = cookies[sessionCookies.access];
  return token === undefined ? undefined : { token, isCookie: true };
}

function verify({ jwt }: FastifyInstance, token: string): GenuineClaims | undefined {
  if (token === '') return undefined;
  for (const verifier of [jwt, jwt.previous]) {
    try {
      const claims = verifier?.verify<GenuineClaims>(token);
      if (claims) return [claims.sub, claims.sid].every((id) => isUuid(id)) ? claims : undefined;
    } catch {
      // The token is malformed, or was signed with another secret.
    }
  }
  return undefined;
}

const readOnlyOperations: unknown[] = ['logout', 'login'] satisfies OperationName[];

/** After a password change, a session may still read, sign out and authenticate again. */
const mayUseReadOnly = ({ method, routeOptions }: FastifyRequest) =>
  method === 'GET' ||
  method === 'HEAD' ||
  readOnlyOperations.includes(routeOptions.config.contract?.operation);

const tokenNotValid = () => new AppError('token_not_valid');

/** An API token needs one of the scopes. */
function checkScope(scopes: (TokenScope | undefined)[], caller: Caller | null): void {
  if (!caller?.scopes || scopes.some((scope) => scope && caller.scopes?.includes(scope))) return;
  throw new AppError('insufficient_scope');
}

function checkRole(access: Access, caller: Caller | null): void {
  if (access !== 'staff' && access !== 'superuser') return;
  const user = caller?.user;
  const isAdmitted = user?.is_superuser || (access === 'staff' && user?.is_staff);
  if (!isAdmitted) throw new AppError('forbidden');
}

/** With a temporary password, a user may only read and change their own record. */
const openToTemporaryPasswords = new Set<OperationName>(['getUser', 'updateUser']);

function requireOwnPassword(caller: Caller | null): void {
  if (!caller?.user.must_change_password) return;
  throw new AppError('password_change_required');
}
