import { randomBytes } from 'node:crypto';
import type { OpenIdOutcome } from 'contract/identities/identities.constants.ts';
import type { ClientInfo } from '#audit/audit.ts';
import { ProviderError } from '#auth/openid/failures.ts';
import type { OpenIdProvider, ProvenIdentity, SignedInAtProvider } from '#auth/openid/provider.ts';
import { lockUsers } from '#auth/credentials/users.queries.ts';
import { makeToken, readToken } from '#auth/second-factor/tokens.ts';
import type { Caller } from '#auth/sessions/callers.ts';
import { type CallerRow, selectCaller } from '#auth/sessions/callers.queries.ts';
import { newChallenge } from '#auth/second-factor/passkeys.ts';
import { consumeChallenge } from '#auth/second-factor/second-factor.queries.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { Dependencies } from '#dependencies.ts';
import { notFound } from '#errors.ts';
import { selectAddressHolder } from './accounts.queries.ts';
import { addIdentity, announceIdentity } from './identities.service.ts';

export type OpenIdDependencies = Pick<Dependencies, 'database' | 'keys' | 'settings' | 'openId'>;

export function requireProvider(openId: OpenIdProvider | null): OpenIdProvider {
  if (!openId) throw notFound();
  return openId;
}

type Aim = 'link' | 'confirm';

const attemptCharacters = 16;

/** The provider sends the state back. */
export const attemptOf = (state: string): string => state.slice(0, attemptCharacters);

/** In a session, what the way is for. Otherwise to sign in, or to register, perhaps with an invitation. */
export type FlowStart = { session: Caller; aim: Aim } | { invitation?: string };

/**
 * A way through the provider, of which a browser can have several at once: the attempt names its cookie, and the flow in the
 * cookie binds the way to the browser. Throws `ProviderError`.
 */
export async function beginFlow({ database, keys, openId }: OpenIdDependencies, start: FlowStart) {
  const isInSession = 'session' in start;
  const { url, secrets } = await requireProvider(openId).begin(isInSession && start.aim === 'confirm');
  const flow = await makeToken(database, keys, 'openIdFlow', {
    ...secrets,
    ...(isInSession
      ? { session: { id: start.session.session.id, userId: start.session.user.id, aim: start.aim } }
      : { session: null, invitation: start.invitation }),
  });
  return { url, attempt: attemptOf(secrets.state), flow };
}

export interface FlowResult {
  outcome: OpenIdOutcome;
  /** For the fragment of the URL. */
  code?: string;
  email?: string;
  /** The cookie of the browser afterwards: who may use the code. */
  browser?: string;
  cause?: unknown;
}

/**
 * Undefined if the way did not begin in this browser, is over or was answered, or took too long. Otherwise it never throws for what the
 * provider or the browser sends: every failure has an outcome.
 */
export async function finishFlow(
  deps: OpenIdDependencies,
  clientInfo: ClientInfo,
  { query, flow }: { query: string; flow: string | undefined },
): Promise<FlowResult | undefined> {
  const { database, keys } = deps;
  const openId = requireProvider(deps.openId);
  const state = flow === undefined ? undefined : await readToken(database, keys, 'openIdFlow', flow);
  if (!state) return undefined;
  const { session, invitation, ...secrets } = state;
  // Otherwise one cookie would be worth any number of requests to the provider.
  if ((await consumeChallenge(database, secrets.state)).length === 0) return undefined;
  try {
    const proven = await openId.finish(query, secrets, session?.aim === 'confirm');
    if (!session) return await decide(deps, proven, { attempt: attemptOf(secrets.state), invitation });
    if (session.aim === 'confirm') return await confirmSession(deps, session, proven);
    return await linkInSession(deps, clientInfo, session, await proven.complete());
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return { outcome: error.failure, cause: error.cause };
  }
}

interface OwnSession {
  id: string;
  userId: string;
}

const activeSession = ({ id, userId }: OwnSession, now: Date) => ({
  id,
  user_id: userId,
  revoked_at: null,
  expires_at: { gt: now },
});

/** As when it began: a second factor that was added since has not been presented. */
const mayLink = ({ is_read_only, is_recent, must_change_password }: CallerRow) =>
  !is_read_only && is_recent && !must_change_password;

async function linkInSession(
  { database }: OpenIdDependencies,
  clientInfo: ClientInfo,
  own: OwnSession,
  identity: ProvenIdentity,
): Promise<FlowResult> {
  return database.prisma.$transaction(async (tx): Promise<FlowResult> => {
    // A recovery at the same time ends the session first, or the identity afterwards.
    const [user] = await lockUsers(tx, own.userId);
    const [session] = await selectCaller(tx, own.id);
    if (!user || session?.user_id !== user.id || !mayLink(session)) return { outcome: 'expired' };
    const id = await addIdentity(tx, clientInfo, user, identity);
    if (id === null) return { outcome: 'failed' };
    await announceIdentity(tx, user, id);
    return { outcome: 'linked' };
  });
}

async function confirmSession(
  { database }: OpenIdDependencies,
  own: OwnSession,
  { issuer, subject }: ProvenIdentity,
): Promise<FlowResult> {
  return database.prisma.$transaction(async (tx): Promise<FlowResult> => {
    const now = await readClock(tx);
    const isOwn = (await tx.identity.count({ where: { issuer, subject, user_id: own.userId } })) > 0;
    if (!isOwn) return { outcome: 'failed' };
    const data = { authenticated_at: now };
    const { count } = await tx.session.updateMany({ where: activeSession(own, now), data });
    return { outcome: count === 1 ? 'confirmed' : 'expired' };
  });
}

/**
 * An identity is known by its issuer and subject, never by its email address. Whether an account has the address is told
 * only to somebody whose address the provider has verified.
 */
async function decide(
  { database, keys, settings }: OpenIdDependencies,
  proven: SignedInAtProvider,
  { attempt, invitation }: { attempt: string; invitation: string | undefined },
): Promise<FlowResult> {
  const browser = randomBytes(16).toString('base64url');
  const ofAttempt = { attempt, browser, challenge: newChallenge() };
  const cookie = { browser: await makeToken(database, keys, 'openIdBrowser', { browser, invitation }) };
  const { issuer, subject } = proven;
  const existing = await database.prisma.identity.findUnique({
    where: { issuer_subject: { issuer, subject } },
  });
  if (existing) {
    const { name, email } = proven;
    const profile = { ...(name !== null && { name }), ...(email !== null && { email }) };
    const data = { last_used_at: await readClock(database), ...profile };
    await database.prisma.identity.updateMany({ where: { id: existing.id }, data });
    const content = { ...ofAttempt, identityId: existing.id };
    return { outcome: 'done', code: await makeToken(database, keys, 'openIdCode', content), ...cookie };
  }
  const { name, email, isEmailVerified } = await proven.complete();
  if (email === null) return { outcome: 'no_address' };
  const identity = { ...ofAttempt, issuer, subject, email, name };
  const [holder] = isEmailVerified ? await selectAddressHolder(database, email) : [];
  if (holder?.is_deleting) return { outcome: 'deleting' };
  if (holder && !holder.is_unused) {
    const code = await makeToken(database, keys, 'openIdLink', identity);
    return { outcome: 'link_required', code, email, ...cookie };
  }
  if (!settings.current().registration_open && invitation === undefined) return { outcome: 'closed' };
  const code = await makeToken(database, keys, 'openIdIdentity', { ...identity, isEmailVerified });
  return { outcome: 'register', code, ...cookie };
}
