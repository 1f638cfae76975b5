/**
 * Removes secrets from messages of libraries, addresses and headers. Prefers false positives: what looks like a
 * token is one.
 */
export function redact(text: string): string {
  return patterns.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text);
}

const hidden = '[redacted]';

const names = 'authorization|token|access|refresh|device|password|secret';

/** Each pattern has bounded backtracking. */
const patterns: [RegExp, string][] = [
  // E-mailed links: the token after the link's id.
  [
    /((?:verify-email|reset-password|undo-email-change|undo-deletion|not-me)\/[^/\s"'?#]{1,100}\/)(?!:)[^/\s"'?#]+/gi,
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

const messageMaxBytes = 8 * 1024;

/** A log line without the secrets in its texts, each at most 8 KiB long. Lines that hold only our own texts stay. */
export function redactLine(line: string): string {
  const fields = JSON.parse(line) as { level: string; err?: unknown };
  if (routineLevels.has(fields.level) && fields.err === undefined) return line;
  const redacted = JSON.stringify(fields, (name, value: unknown) =>
    typeof value === 'string' ? redactField(name, value) : value,
  );
  return `${redacted}\n`;
}

const routineLevels = new Set(['trace', 'debug', 'info']);

/** With its name, which may tell that the text is a secret. A secret that the first cut breaks falls to the second. */
function redactField(name: string, text: string): string {
  const redacted = redact(`${name}=${text.slice(0, 2 * messageMaxBytes)}`);
  return redacted.slice(name.length + 1).slice(0, messageMaxBytes);
}

/**
 * Control characters, line separators and invisible or bidirectional marks: with them one event could look like
 * several.
 */
const misleading =
  // oxlint-disable-next-line no-control-regex -- finding them is the point
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu;

/** The text as one line of at most 8 KiB, whole characters only. */
export function oneLine(text: string): string {
  const escaped = text.replace(misleading, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `\\u${code.toString(16).padStart(4, '0')}`;
  });
  if (Buffer.byteLength(escaped) <= messageMaxBytes) return escaped;
  return Buffer.from(escaped)
    .subarray(0, messageMaxBytes)
    .toString()
    .replace(/\ufffd+$/, '');
}
