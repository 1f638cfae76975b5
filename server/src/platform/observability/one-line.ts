const messageMaxBytes = 8 * 1024;

/**
 * Control characters (ANSI escapes begin with one), line separators, and what changes or hides the direction and
 * presence of text: with them one event could look like several, or like another.
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
  // A cut through a character's bytes leaves replacement characters at the end.
  return Buffer.from(escaped)
    .subarray(0, messageMaxBytes)
    .toString()
    .replace(/\ufffd+$/, '');
}
