import type { Dependencies } from '#dependencies.ts';
import { keyNameOf } from '#auth/keys/keys.ts';
import { seal, unseal } from '#auth/keys/sealing.ts';

/** An idempotent job: re-encrypts secrets that only the previous secret decrypts. */
export async function resealSecrets({
  database,
  keys,
}: Pick<Dependencies, 'database' | 'keys'>): Promise<void> {
  const { previous, totpSecret } = keys;
  if (!previous || keyNameOf(previous.totpSecret) === keyNameOf(totpSecret)) return;
  const factors = await database.prisma.secondFactor.findMany({
    where: { sealed_secret: { not: null } },
    select: { id: true, sealed_secret: true },
  });
  for (const { id, sealed_secret } of factors) {
    const plain = sealed_secret && unseal([previous.totpSecret], sealed_secret, id);
    if (!plain) continue;
    const resealed = Uint8Array.from(seal(totpSecret, plain, id));
    await database.prisma.secondFactor.updateMany({ where: { id }, data: { sealed_secret: resealed } });
  }
}
