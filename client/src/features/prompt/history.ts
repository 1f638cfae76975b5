const maxLines = 50;

/** For as long as the page lasts: lines hold a person's amounts, which the next one at the device must not find. */
const lines: string[] = [];

/** The lines that were run, oldest first. */
export const history = {
  add(line: string) {
    if (lines.at(-1) !== line) lines.push(line);
    if (lines.length > maxLines) lines.shift();
  },
  length: () => lines.length,
  /** @param back 1 for the last line; 0 for none. */
  line: (back: number) => (back > 0 ? (lines.at(-back) ?? '') : ''),
};
