import { keyedHash, keyNameOf } from './keys.ts';

export const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

export const signSeal = (key: Buffer, hash: Uint8Array): Buffer => keyedHash(key, hex(hash));

interface SignedSeal {
  id: string;
  key_name: string;
  hash: Uint8Array;
  mac: Uint8Array;
}

/** The key with this name, among the known keys. */
export const keyNamed = (name: string, keys: readonly Buffer[]): Buffer | undefined =>
  keys.find((key) => keyNameOf(key) === name);

/** The fault in the signature of a seal, or undefined if a known key signed it. */
export function signatureFault(seal: SignedSeal, keys: readonly Buffer[]): string | undefined {
  const key = keyNamed(seal.key_name, keys);
  if (!key) return `Seal ${seal.id} is signed with the key ${seal.key_name}, which is not known here.`;
  if (hex(signSeal(key, seal.hash)) === hex(seal.mac)) return undefined;
  return `Seal ${seal.id} was forged: the key ${seal.key_name} did not sign it.`;
}
