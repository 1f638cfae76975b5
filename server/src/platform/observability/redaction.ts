/**
 * Takes secrets out of text that nobody composed with care: messages of libraries, addresses, headers. Better too much
 * than too little: what looks like a token is one.
 */
export function redact(text: string): string {
  return patterns.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text);
}

const hidden = '[redacted]';

const names = 'authorization|token|access|refresh|device|password|secret';

/** Each looks at a place of the text a bounded number of times, however long and odd the text is. */
const patterns: [RegExp, string][] = [
  // E-mailed links: the token after the link's id.
  [
    /((?:verify-email|reset-password|undo-email-change)\/[^/\s"'?#]{1,100}\/)(?!:)[^/\s"'?#]+/gi,
    `$1${hidden}`,
  ],
  // Addresses with a user and a password.
  [/(?<!\w)(\w{1,20}:\/\/)[^\s/@"']{1,500}@/g, `$1${hidden}@`],
  [/\b(bearer|basic)\s{1,5}[^\s"',]+/gi, `$1 ${hidden}`],
  // Named values, as JSON, headers, forms and cookies write them; a header's value may hold blanks.
  [/\b((?:set-)?cookie["']?\s?[:=]\s?)[^\r\n]+/gi, `$1${hidden}`],
  [
    new RegExp(
      `(?<![\\w-])([\\w-]{0,40}(?:${names})[\\w-]{0,40}["']?\\s?[:=]\\s?)("[^"]*"|[^\\s"',;&]+)`,
      'gi',
    ),
    `$1${hidden}`,
  ],
  // JSON web tokens, and anything as long and random as our tokens (43 characters) and their hashes.
  [/(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]*/g, hidden],
  [/(?<![\w-])(?=[\w-]*\d)[\w-]{40,}/g, hidden],
  // Temporary passwords.
  [/(?<![\w-])[0-9a-hjkmnp-tv-z]{4}(?:-[0-9a-hjkmnp-tv-z]{4}){3}(?![\w-])/gi, hidden],
];
