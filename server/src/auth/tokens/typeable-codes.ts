/** Crockford's base 32, without i, l, o and u, so that no two characters look alike. */
const characters = '0123456789abcdefghjkmnpqrstvwxyz';

const inGroups = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, '$1-');

/** Uses 5 bits of each byte, in the form `xxxx-xxxx-…`. */
export function typeableCode(bytes: Uint8Array): string {
  return inGroups(Array.from(bytes, (byte) => characters[byte % 32] ?? '').join(''));
}

/**
 * The code that a user typed or pasted, as `typeableCode` wrote it. Letter case, spaces, every kind of hyphen and
 * invisible characters do not count, and letters that look like digits are digits.
 */
export function readTypeableCode(typed: string): string {
  const code = typed
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{Dash}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1');
  return inGroups(code);
}
