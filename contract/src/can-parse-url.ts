/** `URL.canParse`, which Chrome has from 120 and Safari from 17. */
export function canParseUrl(text: string): boolean {
  try {
    return Boolean(new URL(text));
  } catch {
    return false;
  }
}
