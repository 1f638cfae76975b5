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
import { ProviderError } from '#auth/openid/provider.ts';
import type { Caller } from '#auth/sessions/callers.ts';
import { AppError, unavailable } from '#errors.ts';
import { presentedDeviceToken } from '#plugins/client-info.ts';
import { handle } from '#plugins/route.ts';
import { deleteIdentity, listIdentities } from './identities.service.ts';
import { beginFlow, type Finished, finishFlow, requireProvider } from './openid-flow.service.ts';
import { linkPending, loginOpenId, registerOpenId } from './openid-login.service.ts';
import type { SignIn } from './sign-in.ts';

/** Of the way through the provider, and afterwards of the browser that came back. */
const flowCookie = 'openid';
/** Of an identity that the next sign-in links. */
const pendingCookie = 'openid_pending';

type Send = (request: FastifyRequest, reply: FastifyReply, signIn: SignIn) => SignedIn;

export function openIdRoutes(app: FastifyInstance, deps: Dependencies, send: Send): void {
  const { set, clear } = cookies(deps);

  handle(app, contract.startOpenIdLogin, async ({ request, reply }) => {
    requireProvider(deps.openId);
    try {
      const { url, flow } = await beginFlow(deps, null);
      set(reply, flowCookie, flow, openIdLimits.flow);
      reply.header('location', url);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      leave(request, reply, { outcome: error.failure, cause: error.cause });
    }
  });

  handle(app, contract.finishOpenIdLogin, async ({ request, reply, clientInfo }) => {
    const [, query = ''] = request.url.split('?');
    const flow = request.cookies[flowCookie];
    const finished = await finishFlow(deps, clientInfo, { query, flow });
    if (finished.browser === undefined) clear(reply, flowCookie);
    else set(reply, flowCookie, finished.browser, openIdLimits.identity);
    if (finished.pending !== undefined) set(reply, pendingCookie, finished.pending, openIdLimits.identity);
    leave(request, reply, finished);
  });

  handle(app, contract.loginOpenId, async ({ body, clientInfo, request, reply }) => {
    requireProvider(deps.openId);
    const browser = request.cookies[flowCookie];
    const deviceToken = presentedDeviceToken(request);
    const outcome = await loginOpenId(deps, clientInfo, { ...body, browser, deviceToken });
    clear(reply, flowCookie);
    if ('signIn' in outcome) return send(request, reply, outcome.signIn);
    return { msg: secondFactorMessages.needed, second_factor: outcome.secondFactor };
  });

  handle(app, contract.registerOpenId, async ({ body, clientInfo, request, reply }) => {
    requireProvider(deps.openId);
    const browser = request.cookies[flowCookie];
    const deviceToken = presentedDeviceToken(request);
    const input = { ...body, browser, deviceToken };
    const outcome = await registerOpenId({ ...deps, logger: request.log }, clientInfo, input);
    clear(reply, flowCookie);
    if ('msg' in outcome) return outcome;
    if ('secondFactor' in outcome) throw new AppError('second_factor_required');
    return send(request, reply, outcome.signIn);
  });

  handle(app, contract.listIdentities, (actor) => listIdentities(deps, actor));

  handle(app, contract.linkIdentity, async ({ caller, reply }) => {
    const url = await beginInSession(deps, reply, caller, 'link');
    return { url };
  });

  handle(app, contract.deleteIdentity, ({ params, ...actor }) => deleteIdentity(deps, actor, params.id));
}

/** The URL of the provider. Sets the cookie of the way through it. */
export async function beginInSession(
  deps: Dependencies,
  reply: FastifyReply,
  caller: Caller,
  aim: 'link' | 'confirm',
): Promise<string> {
  requireProvider(deps.openId);
  try {
    const { url, flow } = await beginFlow(deps, { session: caller, aim });
    cookies(deps).set(reply, flowCookie, flow, openIdLimits.flow);
    return url;
  } catch (error) {
    if (error instanceof ProviderError) throw unavailable(error.cause);
    throw error;
  }
}

/** Links the identity of the cookie to the account that has just signed in. */
export async function linkPendingIdentity(
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  { clientInfo, signIn }: { clientInfo: Parameters<typeof linkPending>[1]; signIn: SignIn },
): Promise<void> {
  const pending = request.cookies[pendingCookie];
  if (pending === undefined || !deps.openId) return;
  await linkPending(deps, clientInfo, signIn, pending);
  cookies(deps).clear(reply, pendingCookie);
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
    set: (reply: FastifyReply, name: string, value: string, maxAge: number) =>
      void reply.setCookie(name, value, { ...attributes, maxAge }),
    clear: (reply: FastifyReply, name: string) => void reply.clearCookie(name, attributes),
  };
}

const successes = new Set<OpenIdOutcome>(['done', 'register', 'linked', 'confirmed']);

/** To the page that goes on, with nothing of the provider's text. */
function leave(request: FastifyRequest, reply: FastifyReply, { outcome, code, cause }: Finished): void {
  if (cause instanceof Error) {
    const { message } = cause;
    request.log.warn({ outcome, cause: message }, 'the OpenID sign-in failed');
  }
  if (request.headers.accept === 'application/json' && !successes.has(outcome)) {
    if (outcome === 'unavailable') throw unavailable(undefined);
    throw new AppError('invalid_code', identityMessages.over);
  }
  const fragment = code === undefined ? '' : `#code=${code}`;
  const page = outcome === 'register' ? '/register?via=oidc' : `/login?oidc=${outcome}`;
  reply.header('location', page + fragment);
}
