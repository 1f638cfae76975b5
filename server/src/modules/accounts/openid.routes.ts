import {
  identityMessages,
  openIdLimits,
  type OpenIdOutcome,
} from 'contract/identities/identities.constants.ts';
import * as contract from 'contract/identities/identities.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { secondFactorMessages } from 'contract/second-factors/second-factors.constants.ts';
import type { SignedIn } from 'contract/accounts/signed-in.ts';
import type { Dependencies } from '#dependencies.ts';
import { failureDetails, ProviderError } from '#auth/openid/failures.ts';
import type { Caller } from '#auth/sessions/callers.ts';
import { refuseUninvited } from '#domain/invitations/invitations.ts';
import { AppError, unavailable } from '#errors.ts';
import { presentedDeviceToken } from '#plugins/client-info.ts';
import { handle } from '#plugins/route.ts';
import { deleteIdentity, listIdentities } from './identities.service.ts';
import {
  attemptOf,
  beginFlow,
  type FlowResult,
  type FlowStart,
  finishFlow,
  requireProvider,
} from './openid-flow.service.ts';
import { linkPendingIdentity, loginOpenId, registerOpenId } from './openid-login.service.ts';
import type { SignIn } from './sign-in.ts';

/** Of each way through the provider, and afterwards of the browser that came back. Its own end clears it, and a sign-out. */
const cookiePrefix = 'openid_';

type Send = (request: FastifyRequest, reply: FastifyReply, signIn: SignIn) => SignedIn;

const cookiesOf = (request: FastifyRequest) => (attempt: string) => request.cookies[cookiePrefix + attempt];

export function openIdRoutes(app: FastifyInstance, deps: Dependencies, send: Send): void {
  const { set, clear } = cookies(deps);

  void app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => {
      const isLimit = error instanceof AppError && error.code === 'too_many_requests';
      if (!isLimit || acceptsOnlyJson(request)) throw error;
      reply.status(303);
      leave(request, reply, { outcome: 'too_many' });
      return reply.send();
    });

    handle(scope, contract.startOpenIdLogin, async ({ request, reply }) => {
      requireProvider(deps.openId);
      try {
        const { url, attempt, flow } = await beginFlow(deps, {});
        clearOldest(deps, request, reply);
        set(reply, attempt, flow, openIdLimits.flow);
        reply.header('location', url);
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        leave(request, reply, { outcome: error.failure, cause: error.cause });
      }
    });
  });

  handle(app, contract.startOpenIdRegistration, async ({ body, request, reply }) => {
    requireProvider(deps.openId);
    await refuseUninvited(deps, body.invitation);
    return { url: await begin(deps, body, { request, reply }) };
  });

  handle(app, contract.finishOpenIdLogin, async ({ request, reply, clientInfo }) => {
    const [, query = ''] = request.url.split('?');
    const attempt = attemptOf(new URLSearchParams(query).get('state') ?? '');
    const flow = cookiesOf(request)(attempt);
    const result = await finishFlow(deps, clientInfo, { query, flow });
    // A page that is loaded again must not end what it has begun.
    if (!result) return leave(request, reply, { outcome: 'expired' });
    if (result.browser === undefined) clear(reply, attempt);
    else set(reply, attempt, result.browser, openIdLimits.identity);
    leave(request, reply, result);
  });

  handle(app, contract.loginOpenId, async ({ body, clientInfo, request, reply }) => {
    requireProvider(deps.openId);
    const deviceToken = presentedDeviceToken(request);
    const input = { ...body, cookieOf: cookiesOf(request), deviceToken };
    const outcome = await loginOpenId(deps, clientInfo, input);
    clear(reply, outcome.attempt);
    if ('signIn' in outcome) return send(request, reply, outcome.signIn);
    return { msg: secondFactorMessages.needed, second_factor: outcome.secondFactor };
  });

  handle(app, contract.registerOpenId, async ({ body, clientInfo, request, reply }) => {
    requireProvider(deps.openId);
    const deviceToken = presentedDeviceToken(request);
    const input = { ...body, cookieOf: cookiesOf(request), deviceToken };
    const outcome = await registerOpenId({ ...deps, logger: request.log }, clientInfo, input);
    if ('sentTo' in outcome) {
      reply.status(202);
      return { msg: identityMessages.emailCodeSent, email: outcome.sentTo };
    }
    clear(reply, outcome.attempt);
    if ('secondFactor' in outcome) throw new AppError('second_factor_required');
    return send(request, reply, outcome.signIn);
  });

  handle(app, contract.linkPendingIdentity, async ({ body, request, reply, ...actor }) => {
    requireProvider(deps.openId);
    const { attempt } = await linkPendingIdentity(deps, actor, { ...body, cookieOf: cookiesOf(request) });
    clear(reply, attempt);
  });

  handle(app, contract.listIdentities, (actor) => listIdentities(deps, actor));

  handle(app, contract.linkIdentity, async (call) => ({ url: await beginInSession(deps, call, 'link') }));

  handle(app, contract.deleteIdentity, ({ params, ...actor }) => deleteIdentity(deps, actor, params.id));
}

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The URL of the provider. Sets the cookie of the way through it. */
async function begin(deps: Dependencies, start: FlowStart, { request, reply }: Exchange): Promise<string> {
  requireProvider(deps.openId);
  try {
    const { url, attempt, flow } = await beginFlow(deps, start);
    clearOldest(deps, request, reply);
    cookies(deps).set(reply, attempt, flow, openIdLimits.flow);
    return url;
  } catch (error) {
    if (error instanceof ProviderError) throw unavailable(error.cause);
    throw error;
  }
}

export const beginInSession = (
  deps: Dependencies,
  { caller, ...exchange }: { caller: Caller } & Exchange,
  aim: 'link' | 'confirm',
): Promise<string> => begin(deps, { session: caller, aim }, exchange);

/** Browsers send the oldest cookie first. */
const attemptsIn = ({ cookies: sent }: FastifyRequest) =>
  Object.keys(sent).flatMap((name) =>
    name.startsWith(cookiePrefix) ? [name.slice(cookiePrefix.length)] : [],
  );

/** Without a limit the header would become too large. */
function clearOldest(deps: Dependencies, request: FastifyRequest, reply: FastifyReply): void {
  const attempts = attemptsIn(request);
  const surplus = attempts.slice(0, Math.max(0, attempts.length + 1 - openIdLimits.attempts));
  for (const attempt of surplus) cookies(deps).clear(reply, attempt);
}

/** The next person who signs in with this browser must not find what the one before has begun at the provider. */
export function forgetAttempts(deps: Dependencies, request: FastifyRequest, reply: FastifyReply): void {
  for (const attempt of attemptsIn(request)) cookies(deps).clear(reply, attempt);
}

function cookies({ publicUrl }: Dependencies) {
  // Lax, because the browser comes back from another site.
  const attributes = {
    path: '/api/user',
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
  } as const;
  return {
    set: (reply: FastifyReply, attempt: string, value: string, maxAge: number) =>
      void reply.setCookie(cookiePrefix + attempt, value, { ...attributes, maxAge }),
    clear: (reply: FastifyReply, attempt: string) =>
      void reply.clearCookie(cookiePrefix + attempt, attributes),
  };
}

const successes = new Set<OpenIdOutcome>(['done', 'register', 'link_required', 'linked', 'confirmed']);

const acceptsOnlyJson = ({ headers }: FastifyRequest) => headers.accept === 'application/json';

/** To the page that goes on, with nothing of the provider's text. */
function leave(request: FastifyRequest, reply: FastifyReply, result: FlowResult): void {
  const { outcome, code, email, cause } = result;
  if (cause instanceof Error)
    request.log.warn({ outcome, ...failureDetails(cause) }, 'the OpenID sign-in failed');
  if (acceptsOnlyJson(request) && !successes.has(outcome)) {
    if (outcome === 'unavailable') throw unavailable(undefined);
    throw new AppError('invalid_code', identityMessages.over);
  }
  const fragment = new URLSearchParams({
    ...(code !== undefined && { code }),
    ...(email !== undefined && { email }),
  });
  const page = outcome === 'register' ? '/register?via=oidc' : `/login?oidc=${outcome}`;
  reply.header('location', fragment.size === 0 ? page : `${page}#${fragment.toString()}`);
}
