/**
 * Removes secrets from messages of libraries, URLs and headers. Prefers false positives: a text that looks like a
 * token is removed.
 */
export function redact(text: string): string {
  return patterns.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text);
}

const hidden = '[redacted]';

const names = 'authorization|token|access|refresh|device|password|secret';

/** Each pattern has bounded backtracking. */
const patterns: [RegExp, string][] = [
  // Emailed links: the token after the id of the link.
  [
    /((?:verify-email|reset-password|undo-email-change|undo-deletion|not-me)\/[^/\s"'?#]{1,100}\/)(?!:)[^/\s"'?#]+/gi,
    `$1${hidden}`,
  ],
  // URLs with a user and a password.
  [/(?<!\w)(\w{1,20}:\/\/)[^\s/@"']{1,500}@/g, `$1${hidden}@`],
  [/\b(bearer|basic)\s{1,5}[^\s"',]+/gi, `$1 ${hidden}`],
  // Named values, as in JSON, headers, forms and cookies. The value of a header may contain spaces.
  [/\b((?:set-)?cookie["']?\s?[:=]\s?)[^\r\n]+/gi, `$1${hidden}`],
  [
    new RegExp(
      `(?<![\\w-])([\\w-]{0,40}(?:${names})[\\w-]{0,40}["']?\\s?[:=]\\s?)("[^"]*"|[^\\s"',;&]+)`,
      'gi',
    ),
    `$1${hidden}`,
  ],
  // JSON web tokens, and any text as long and random as the app's tokens (43 characters) and their hashes.
  [/(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]*/g, hidden],
  [/(?<![\w-])(?=[\w-]*\d)[\w-]{40,}/g, hidden],
  // Temporary passwords.
  [/(?<![\w-])[0-9a-hjkmnp-tv-z]{4}(?:-[0-9a-hjkmnp-tv-z]{4}){3}(?![\w-])/gi, hidden],
];

const messageMaxBytes = 8 * 1024;

/** A log line without secrets, each of its texts at most 8 KiB long. Lines that contain only texts of the app do not change. */
export function redactLine(line: string): string {
  if (routineLine.test(line) && !line.includes('"err":')) return line;
  const fields = JSON.parse(line) as object;
  const redacted = JSON.stringify(fields, (name, value: unknown) =>
    typeof value === 'string' ? redactField(name, value) : value,
  );
  return `${redacted}\n`;
}

/** The level is the first field. */
const routineLine = /^\{"level":"(?:trace|debug|info)"/;

/** The name of the field may show that the text is a secret. The second cut removes a secret that the first cut has split. */
function redactField(name: string, text: string): string {
  const redacted = redact(`${name}=${text.slice(0, 2 * messageMaxBytes)}`);
  return redacted.slice(name.length + 1).slice(0, messageMaxBytes);
}

/**
 * Control characters, line separators, and invisible or bidirectional characters. They could make one event look like
 * several.
 */
const misleading =
  // oxlint-disable-next-line no-control-regex -- finding them is the point
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu;

/** The text as one line of at most 8 KiB, without split characters. */
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
