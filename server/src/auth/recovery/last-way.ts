import { identityMessages } from 'contract/identities/identities.constants.ts';
import type { OpenIdProvider } from '#auth/openid/provider.ts';
import type { RelyingParty } from '#auth/second-factor/passkeys.ts';
import { AppError } from '#errors.ts';
import type { Transaction } from '#platform/database/database.ts';

export interface SignInMethods {
  /** Null if there is no provider. */
  openId: OpenIdProvider | null;
  /** Null if passkeys are disabled. */
  relyingParty: RelyingParty | null;
}

/**
 * Throws `conflict` if a user without a password would be left with no way to sign in. The caller has locked the user's
 * row, so that two removals at once do not leave nothing.
 */
export async function refuseLastWay(
  tx: Transaction,
  { openId, relyingParty }: SignInMethods,
  user: { id: string; has_password: boolean },
  removed: { id: string },
): Promise<void> {
  if (user.has_password) return;
  const passkeys = await tx.secondFactor.findMany({
    where: { user_id: user.id, method: 'passkey', confirmed_at: { not: null } },
    select: { id: true },
  });
  const identities = await tx.identity.findMany({ where: { user_id: user.id } });
  const working = [
    ...(relyingParty ? passkeys : []),
    // Those of a former provider cannot sign in.
    ...identities.filter(({ issuer }) => openId && originOf(issuer) === originOf(openId.issuer)),
  ];
  if (working.length === 1 && working[0]?.id === removed.id) {
    throw new AppError('conflict', identityMessages.lastWay);
  }
}

/** The tenants of one provider may have issuers of their own. */
const originOf = (issuer: string) => new URL(issuer).origin;
