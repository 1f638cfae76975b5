import fastifyJwt from '@fastify/jwt';
import { accountMessages } from 'contract/accounts.constants.ts';
import type { Access, OperationName } from 'contract/operations.ts';
import type { Route } from 'contract/route.ts';
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import fp from 'fastify-plugin';
import {
  type AccessClaims,
  accessTokenOptions,
  type Caller,
  createCallerLookup,
  type GenuineClaims,
} from '#auth/callers.ts';
import { requireRecent } from '#auth/step-up.ts';
import type { Keys } from '#auth/keys.ts';
import { AppError, errorMessages } from '#errors.ts';
import type { Database } from '#platform/database/database.ts';
import { sessionCookies } from './session-cookies.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The hooks of the route's access: authentication (401), then role (403). */
    authorize: (route: Route) => onRequestAsyncHookHandler[];
    /** The hook of a route that asks for a recent authentication (403). */
    requireStepUp: (route: Route) => onRequestAsyncHookHandler[];
    /** The hook of a self-only route: the path must name the caller (403). */
    holdToSelf: (route: Route) => onRequestAsyncHookHandler[];
    /** `seconds` is the time of the database, since 1970. */
    signAccessToken: (session: { id: string; userId: string; seconds: number }) => string;
  }
  interface FastifyRequest {
    /** Who was let in; null on guest routes, which look at no token. */
    caller: Caller | null;
    /** The living session that was shown by cookie, if one was. */
    cookieSessionId: string | null;
    /** For guest routes that serve a signed-in caller differently: null too where the token or session is dead. */
    findCaller: () => Promise<Caller | null>;
  }
}

declare module '@fastify/jwt' {
  interface FastifyJWT {
    payload: AccessClaims;
  }
}

interface AuthOptions {
  deps: { database: Database; keys: Keys };
}

export default fp(async (app: FastifyInstance, { deps }: AuthOptions) => {
  await app.register(fastifyJwt, accessTokenOptions(deps.keys.accessToken));

  app.decorate('signAccessToken', ({ id, userId, seconds }) =>
    app.jwt.sign({ sub: userId, sid: id, iat: seconds }),
  );

  const findCaller = createCallerLookup(deps);
  const authenticate = async (request: FastifyRequest): Promise<Caller> => {
    const shown = shownToken(request);
    if (!shown) throw new AppError('not_authenticated', accountMessages.signInFirst);
    const claims = verify(app, shown.token);
    const caller = claims && (await findCaller(claims));
    if (!caller || (caller.session.isReadOnly && !mayUseReadOnly(request))) throw tokenNotValid();
    if (shown.isCookie) request.cookieSessionId = caller.session.id;
    return caller;
  };

  app.decorateRequest('caller', null);
  app.decorateRequest('cookieSessionId', null);
  app.decorateRequest('findCaller', async function (this: FastifyRequest) {
    try {
      return await authenticate(this);
    } catch (error) {
      if (error instanceof AppError && error.statusCode === 401) return null;
      throw error;
    }
  });

  app.decorate('authorize', ({ access, operation }) => {
    if (access === 'guest') return [];
    return [
      async (request) => {
        request.caller = await authenticate(request);
        checkRole(access, request.caller);
        if (!openToTemporaryPasswords.has(operation)) requireOwnPassword(request.caller);
      },
    ];
  });

  app.decorate('requireStepUp', ({ stepUp }) =>
    stepUp ? [async ({ caller }) => caller && requireRecent(caller)] : [],
  );

  app.decorate('holdToSelf', ({ access }) => {
    if (access !== 'self' && access !== 'selfOrStaff') return [];
    return [
      async (request) => {
        const { id, userId = id } = request.params as { id?: string; userId?: string };
        if (userId === request.caller?.user.id) return;
        if (access === 'self') throw new AppError('forbidden', 'You may do this for yourself only.');
        checkRole('staff', request.caller);
        if (request.caller) requireOwnPassword(request.caller);
      },
    ];
  });
});

/** An `Authorization` header stands for itself: whatever is wrong with it, no cookie is looked at. */
function shownToken({ headers, cookies }: FastifyRequest): { token: string; isCookie: boolean } | undefined {
  if (headers.authorization !== undefined) {
    return { token: /^Bearer +(\S+)$/i.exec(headers.authorization)?.[1] ?? '', isCookie: false };
  }
  const token = cookies[sessionCookies.access];
  return token === undefined ? undefined : { token, isCookie: true };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function verify(app: FastifyInstance, token: string): GenuineClaims | undefined {
  if (token === '') return undefined;
  try {
    const claims = app.jwt.verify<GenuineClaims>(token);
    return [claims.sub, claims.sid].every((id) => uuid.test(id)) ? claims : undefined;
  } catch {
    return undefined;
  }
}

/** To read, and to sign out. */
const mayUseReadOnly = ({ method, routeOptions }: FastifyRequest) =>
  method === 'GET' || method === 'HEAD' || routeOptions.config.contract?.operation === 'logout';

const tokenNotValid = () => new AppError('token_not_valid', accountMessages.sessionOver);

function checkRole(access: Access, caller: Caller | null): void {
  if (access !== 'staff' && access !== 'superuser') return;
  const user = caller?.user;
  const isAdmitted = user?.is_superuser || (access === 'staff' && user?.is_staff);
  if (!isAdmitted) throw new AppError('forbidden', errorMessages.forbidden);
}

/** What somebody may do before changing a password that another has made: read and change one's own record. */
const openToTemporaryPasswords = new Set<OperationName>(['getUser', 'updateUser']);

function requireOwnPassword({ user }: Caller): void {
  if (!user.must_change_password) return;
  throw new AppError('password_change_required', errorMessages.password_change_required);
}
