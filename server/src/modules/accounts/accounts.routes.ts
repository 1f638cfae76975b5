import * as contract from 'contract/accounts/accounts.ts';
import type { FastifyInstance, FastifyRequest, FastifyReply } from 'fastify';
import { secondFactorMessages } from 'contract/second-factors/second-factors.constants.ts';
import type { SignedIn } from 'contract/accounts/signed-in.ts';
import type { Dependencies } from '#dependencies.ts';
import type { Caller } from '#auth/sessions/callers.ts';
import { endSession, findSession, type ActiveSession, renewSession } from '#auth/sessions/sessions.ts';
import { AppError } from '#errors.ts';
import { presentedDeviceToken } from '#plugins/client-info.ts';
import { sessionCookies } from '#plugins/session-cookies.ts';
import { handle } from '#plugins/route.ts';
import { requestPasswordReset, resetPassword } from './password-reset.service.ts';
import { needsProvider, reauthenticate, reauthenticateByFactor, login } from './login.service.ts';
import { registerUser } from './register.service.ts';
import { resendVerificationEmail, verifyEmail } from './verification.service.ts';
import { getPasskeyLoginOptions, loginPasskey, loginSecondFactor } from './second-factor-login.service.ts';
import { beginInSession, forgetAttempts, openIdRoutes } from './openid.routes.ts';
import type { SignIn } from './sign-in.ts';

export function accountRoutes(app: FastifyInstance, deps: Dependencies): void {
  signInRoutes(app, deps);

  handle(app, contract.registerUser, ({ body, clientInfo, request }) =>
    registerUser({ ...deps, logger: request.log }, clientInfo, body),
  );

  handle(app, contract.verifyEmail, async ({ params, clientInfo, request }) => {
    const caller = await request.findCaller();
    return verifyEmail(deps, clientInfo, {
      path: params,
      caller,
      checkCsrf: () => {
        if (request.cookieSessionId !== null) request.requireCsrfToken(request.cookieSessionId);
      },
    });
  });

  handle(app, contract.resendVerificationEmail, ({ body, clientInfo, request }) =>
    resendVerificationEmail({ ...deps, logger: request.log }, clientInfo, {
      ...body,
      deviceToken: presentedDeviceToken(request),
    }),
  );

  handle(app, contract.requestPasswordReset, ({ body, clientInfo }) =>
    requestPasswordReset(deps, clientInfo, body),
  );
  handle(app, contract.resetPassword, ({ params, clientInfo }) => resetPassword(deps, clientInfo, params));

  const countInvalid = app.limitFailures('invalidRefresh');
  handle(app, contract.refreshAccessToken, async ({ body, clientInfo, request, reply }) => {
    const presented = presentedRefreshToken(request, body?.refresh);
    if (!presented) throw new AppError('not_authenticated');
    const session = await renewSession(deps, presented.token, clientInfo);
    if (!session) {
      await countInvalid(request);
      throw new AppError('token_not_valid');
    }
    if (presented.isCookie) requireCsrfToken(request, session.id);
    const access = app.signAccessToken(session);
    if (presented.isCookie) reply.setSessionCookies({ access });
    return { access };
  });

  handle(app, contract.reauthenticate, async ({ body, ...actor }) => {
    const { current_password: password, method, ...factor } = body;
    if (method === undefined && (await needsProvider(deps, actor.caller))) {
      const url = await beginInSession(deps, actor, 'confirm');
      throw new AppError('use_provider', undefined, { url });
    }
    if (method !== undefined) await reauthenticateByFactor(deps, actor, { ...factor, method });
    else if (password !== undefined) await reauthenticate(deps, actor, password);
  });

  handle(app, contract.logout, async ({ body, clientInfo, request, reply }) => {
    const presented = presentedRefreshToken(request, body?.refresh_token);
    const session = presented
      ? await findSession(deps, presented.token)
      : sessionOf(await request.findCaller());
    if (session) {
      if (presented?.isCookie) requireCsrfToken(request, session.id);
      else if (request.cookieSessionId !== null) request.requireCsrfToken(session.id);
      const message = `${session.username} signed out.`;
      await deps.database.prisma.$transaction((tx) => endSession(tx, clientInfo, session, message));
    }
    forgetAttempts(deps, request, reply);
    reply.clearSessionCookies();
  });
}

/** The error response has a token for this session, so that a client that lost its token can retry. */
function requireCsrfToken(request: FastifyRequest, sessionId: string): void {
  request.cookieSessionId = sessionId;
  request.requireCsrfToken(sessionId);
}

/** The session of an access token, for clients that sign out without their refresh token. */
function sessionOf(caller: Caller | null): ActiveSession | null {
  return caller && { id: caller.session.id, userId: caller.user.id, username: caller.user.username };
}

/** From the body, otherwise from the cookie. With an `Authorization` header, cookies are ignored. */
function presentedRefreshToken({ cookies, headers }: FastifyRequest, bodyToken: string | null | undefined) {
  if (bodyToken) return { token: bodyToken, isCookie: false };
  const token = headers.authorization === undefined ? cookies[sessionCookies.refresh] : undefined;
  return token === undefined ? undefined : { token, isCookie: true };
}

function signInRoutes(app: FastifyInstance, deps: Dependencies): void {
  const send = (request: FastifyRequest, reply: FastifyReply, signIn: SignIn): SignedIn => {
    const { user, session, deviceToken: device } = signIn;
    const access = app.signAccessToken({ ...session, userId: user.id });
    // Only clients with a CSRF token use cookies.
    if (request.carriesCsrfToken()) {
      reply.setSessionCookies({ access, refresh: session.refreshToken }).setCsrfCookie(session.id);
    }
    return { msg: `Welcome back ${user.username}`, access, refresh: session.refreshToken, device, user };
  };

  handle(app, contract.login, async ({ body, clientInfo, request, reply }) => {
    const outcome = await login(deps, clientInfo, {
      ...body,
      deviceToken: presentedDeviceToken(request),
      findFormerSession: (userId) => findFormerSession(request, userId),
    });
    if ('signIn' in outcome) return send(request, reply, outcome.signIn);
    return { msg: secondFactorMessages.needed, second_factor: outcome.secondFactor };
  });

  handle(app, contract.loginSecondFactor, async ({ body, clientInfo, request, reply }) => {
    const signIn = await loginSecondFactor(deps, clientInfo, body);
    return send(request, reply, signIn);
  });

  handle(app, contract.getPasskeyLoginOptions, () => getPasskeyLoginOptions(deps));

  handle(app, contract.loginPasskey, async ({ body, clientInfo, request, reply }) => {
    const input = { ...body, deviceToken: presentedDeviceToken(request) };
    const signIn = await loginPasskey(deps, clientInfo, input);
    return send(request, reply, signIn);
  });

  openIdRoutes(app, deps, send);
}

/** For clients that sign in again after a password change, with the token of the session that changed the password. */
async function findFormerSession(request: FastifyRequest, userId: string): Promise<string | null> {
  if (request.headers.authorization === undefined) return null;
  const caller = await request.findCaller();
  const hasJustPassed =
    caller?.user.id === userId && caller.session.isReadOnly && caller.session.hasPassedSecondFactor;
  return hasJustPassed ? caller.session.id : null;
}
