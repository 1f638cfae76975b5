import * as contract from 'contract/accounts/accounts.ts';
import { secondFactorMessages } from 'contract/second-factors/second-factors.constants.ts';
import type { SignedIn } from 'contract/accounts/signed-in.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Dependencies } from '#dependencies.ts';
import { presentedDeviceToken } from '#plugins/client-info.ts';
import { handle } from '#plugins/route.ts';
import { login } from './login.service.ts';
import { getPasskeyLoginOptions, loginPasskey, loginSecondFactor } from './second-factor-login.service.ts';
import type { SignIn } from './sign-in.ts';

export function signInRoutes(app: FastifyInstance, deps: Dependencies): void {
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
      identifier: body.username_or_email,
      password: body.password,
      deviceToken: presentedDeviceToken(request),
      findFormerSession: (userId) => findFormerSession(request, userId),
    });
    if ('signIn' in outcome) return send(request, reply, outcome.signIn);
    return { msg: secondFactorMessages.needed, second_factor: outcome.secondFactor };
  });

  handle(app, contract.loginSecondFactor, async ({ body, clientInfo, request, reply }) =>
    send(request, reply, await loginSecondFactor(deps, clientInfo, body)),
  );

  handle(app, contract.getPasskeyLoginOptions, () => getPasskeyLoginOptions(deps));

  handle(app, contract.loginPasskey, async ({ body, clientInfo, request, reply }) => {
    const input = { ...body, deviceToken: presentedDeviceToken(request) };
    return send(request, reply, await loginPasskey(deps, clientInfo, input));
  });
}

/** For clients that sign in again after a password change, with the token of the session that changed the password. */
async function findFormerSession(request: FastifyRequest, userId: string): Promise<string | null> {
  if (request.headers.authorization === undefined) return null;
  const caller = await request.findCaller();
  const hasJustPassed =
    caller?.user.id === userId && caller.session.isReadOnly && caller.session.hasPassedSecondFactor;
  return hasJustPassed ? caller.session.id : null;
}
