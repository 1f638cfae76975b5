/** Crockford's base 32, without i, l, o and u, so that no two characters look alike. */
const characters = '0123456789abcdefghjkmnpqrstvwxyz';

/** Uses 5 bits of each byte, in the form `xxxx-xxxx-…`. */
export function typeableCode(bytes: Uint8Array): string {
  const code = Array.from(bytes, (byte) => characters[byte % 32] ?? '').join('');
  return code.replaceAll(/(.{4})(?=.)/g, '$1-');
}
