import { describe, expect, it } from 'vitest';
import { oneLine } from './log-text.ts';

describe('oneLine', () => {
  it.each([
    ['a line break', 'a\r\nb', 'a\\u000d\\u000ab'],
    ['an ANSI escape', '\u001b[31mred', '\\u001b[31mred'],
    ['a one-byte control sequence introducer', '\u009b31m', '\\u009b31m'],
    ['NUL', 'a\0b', 'a\\u0000b'],
    ['bidirectional control characters', 'a\u202eb\u2066c', 'a\\u202eb\\u2066c'],
    ['invisible characters', 'a\u200bb\ufeffc', 'a\\u200bb\\ufeffc'],
    ['line and paragraph separators', 'a\u2028b\u2029c', 'a\\u2028b\\u2029c'],
  ])('escapes %s', (_what, text, expected) => {
    expect(oneLine(text)).toBe(expected);
  });

  it('does not change letters of any script', () => {
    expect(oneLine('Ἀθῆναι 東京 🦊 ñ')).toBe('Ἀθῆναι 東京 🦊 ñ');
  });

  it('truncates a text to 8 KiB without splitting a character', () => {
    const truncated = oneLine('🦊'.repeat(5_000));
    expect(Buffer.byteLength(truncated)).toBe(8_192);
    expect(truncated).toBe('🦊'.repeat(2_048));
    const odd = oneLine(`x${'🦊'.repeat(5_000)}`);
    expect(odd).toBe(`x${'🦊'.repeat(2_047)}`);
  });
});
