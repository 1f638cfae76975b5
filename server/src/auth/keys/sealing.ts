import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * AES-256-GCM: nonce, ciphertext, tag. The context, such as the id of a row, is authenticated, so that
 * sealed data cannot be moved to another row.
 */
export function seal(key: Buffer, plain: Buffer, context: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Undefined if no key fits or the context differs. */
export function unseal(keys: readonly Buffer[], sealed: Uint8Array, context: string): Buffer | undefined {
  for (const key of keys) {
    const plain = unsealWith(key, sealed, context);
    if (plain) return plain;
  }
  return undefined;
}

function unsealWith(key: Buffer, sealed: Uint8Array, context: string): Buffer | undefined {
  if (sealed.length < nonceBytes + tagBytes) return undefined;
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes))
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]);
  } catch {
    return undefined;
  }
}
