const maxLines = 50;

/** In memory only: lines hold personal amounts, and the device may be shared. */
const lines: string[] = [];

/** Oldest first. */
export const history = {
  add(line: string) {
    if (lines.at(-1) !== line) lines.push(line);
    if (lines.length > maxLines) lines.shift();
  },
  length: () => lines.length,
  /** @param back 1 for the last line; 0 for none. */
  line: (back: number) => lines[lines.length - back] ?? '',
};
