import { identityMessages } from 'contract/identities/identities.constants.ts';
import type { OpenIdProvider } from '#auth/openid/provider.ts';
import type { RelyingParty } from '#auth/second-factor/passkeys.ts';
import { AppError } from '#errors.ts';
import type { Transaction } from '#platform/database/database.ts';

export interface SignInMethods {
  /** Null if there is no provider. */
  openId: Pick<OpenIdProvider, 'issuer'> | null;
  /** Null if passkeys are disabled. */
  relyingParty: RelyingParty | null;
}

interface User {
  id: string;
  has_password: boolean;
}

/** The ids of the passkeys and identities with which a user can sign in alone. */
async function waysOf(tx: Transaction, { openId, relyingParty }: SignInMethods, { id: user_id }: User) {
  const passkeys = await tx.secondFactor.findMany({
    where: { user_id, method: 'passkey', confirmed_at: { not: null } },
    select: { id: true },
  });
  const identities = await tx.identity.findMany({ where: { user_id } });
  return [
    ...(relyingParty ? passkeys : []),
    // Those of a former provider cannot sign in.
    ...identities.filter(({ issuer }) => openId && originOf(issuer) === originOf(openId.issuer)),
  ].map(({ id }) => id);
}

/**
 * Throws `conflict` if a user without a password would be left with no way to sign in. The caller has locked the user's
 * row, so that two removals at once do not leave nothing.
 */
export async function refuseLastWay(
  tx: Transaction,
  methods: SignInMethods,
  user: User,
  removed: { id: string },
): Promise<void> {
  if (user.has_password) return;
  const [id, ...others] = await waysOf(tx, methods, user);
  if (others.length === 0 && id === removed.id) throw new AppError('conflict', identityMessages.lastWay);
}

/** Whether a user has no way to sign in. */
export const isLockedOut = async (tx: Transaction, methods: SignInMethods, user: User): Promise<boolean> =>
  !user.has_password && (await waysOf(tx, methods, user)).length === 0;

/** The tenants of one provider may have issuers of their own. */
const originOf = (issuer: string) => new URL(issuer).origin;
