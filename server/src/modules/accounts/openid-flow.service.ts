import { randomBytes } from 'node:crypto';
import type { OpenIdOutcome } from 'contract/identities/identities.constants.ts';
import type { ClientInfo } from '#audit/audit.ts';
import { type OpenIdProvider, type ProvenIdentity, ProviderError } from '#auth/openid/provider.ts';
import { makeToken, readToken } from '#auth/second-factor/tokens.ts';
import type { Caller } from '#auth/sessions/callers.ts';
import { newChallenge } from '#auth/second-factor/passkeys.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { Dependencies } from '#dependencies.ts';
import { notFound } from '#errors.ts';
import { selectAddressHolder } from './identities.queries.ts';
import { addIdentity, announceIdentity } from './identities.service.ts';

export type OpenIdDependencies = Pick<Dependencies, 'database' | 'keys' | 'settings' | 'openId'>;

export function requireProvider(openId: OpenIdProvider | null): OpenIdProvider {
  if (!openId) throw notFound();
  return openId;
}

type Aim = 'link' | 'confirm';

interface Begun {
  url: string;
  /** For the cookie that binds the way through the provider to the browser. */
  flow: string;
}

/** Without a caller, to sign in. Throws `ProviderError`. */
export async function beginFlow(
  { database, keys, openId }: OpenIdDependencies,
  caller: { session: Caller; aim: Aim } | null,
): Promise<Begun> {
  const { url, secrets } = await requireProvider(openId).begin(caller?.aim === 'confirm');
  const session = caller && {
    id: caller.session.session.id,
    userId: caller.session.user.id,
    aim: caller.aim,
  };
  return { url, flow: await makeToken(database, keys, 'openIdFlow', { ...secrets, session }) };
}

export interface Finished {
  outcome: OpenIdOutcome;
  /** For the fragment of the URL. */
  code?: string;
  /** The cookie of the browser afterwards: who may use the code. */
  browser?: string;
  /** The cookie with an identity that the next sign-in links. */
  pending?: string;
  cause?: unknown;
}

/** Never throws for what the provider or the browser sends: every failure has an outcome. */
export async function finishFlow(
  deps: OpenIdDependencies,
  clientInfo: ClientInfo,
  { query, flow }: { query: string; flow: string | undefined },
): Promise<Finished> {
  const { database, keys } = deps;
  const openId = requireProvider(deps.openId);
  const state = flow === undefined ? undefined : await readToken(database, keys, 'openIdFlow', flow);
  if (!state) return { outcome: 'expired' };
  const { session, ...secrets } = state;
  try {
    const identity = await openId.finish(query, secrets, session?.aim === 'confirm');
    if (session) return await finishInSession(deps, clientInfo, session, identity);
    return await decide(deps, identity);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return { outcome: error.failure, cause: error.cause };
  }
}

async function finishInSession(
  { database }: OpenIdDependencies,
  clientInfo: ClientInfo,
  { id, userId, aim }: { id: string; userId: string; aim: Aim },
  identity: ProvenIdentity,
): Promise<Finished> {
  return database.prisma.$transaction(async (tx): Promise<Finished> => {
    const now = await readClock(tx);
    const active = { id, user_id: userId, revoked_at: null, expires_at: { gt: now } };
    if (aim === 'link') {
      const session = await tx.session.findFirst({ where: active, include: { user: true } });
      if (!session) return { outcome: 'expired' };
      if (!(await addIdentity(tx, clientInfo, session.user, identity))) return { outcome: 'failed' };
      await announceIdentity(tx, session.user);
      return { outcome: 'linked' };
    }
    const { issuer, subject } = identity;
    const own = await tx.identity.count({ where: { issuer, subject, user_id: userId } });
    if (own === 0) return { outcome: 'failed' };
    const { count } = await tx.session.updateMany({ where: active, data: { authenticated_at: now } });
    return { outcome: count === 1 ? 'confirmed' : 'expired' };
  });
}

/** An identity is linked by its issuer and subject, never by its email address. */
async function decide(
  { database, keys, settings }: OpenIdDependencies,
  { issuer, subject, email, isEmailVerified, name }: ProvenIdentity,
): Promise<Finished> {
  const browser = randomBytes(16).toString('base64url');
  const cookie = await makeToken(database, keys, 'openIdBrowser', { browser });
  const known = await database.prisma.identity.findUnique({
    where: { issuer_subject: { issuer, subject } },
  });
  if (known) {
    const data = { last_used_at: await readClock(database), name, email };
    await database.prisma.identity.updateMany({ where: { id: known.id }, data });
    const content = { identityId: known.id, browser, challenge: newChallenge() };
    return {
      outcome: 'done',
      code: await makeToken(database, keys, 'openIdCode', content),
      browser: cookie,
    };
  }
  if (email === null) return { outcome: 'failed', cause: new Error('The provider names no email address.') };
  const identity = { issuer, subject, email, isEmailVerified, name, browser };
  const token = await makeToken(database, keys, 'openIdIdentity', identity);
  const [holder] = await selectAddressHolder(database, email);
  if (holder && !(holder.is_unused && isEmailVerified)) {
    return { outcome: 'link_required', pending: token };
  }
  if (!settings.current().registration_open) return { outcome: 'closed' };
  return { outcome: 'register', code: token, browser: cookie };
}
