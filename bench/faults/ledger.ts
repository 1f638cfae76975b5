/**
 * What clients know about the values they write: the last acknowledged one, and those that were sent later and got no
 * response, each of which may or may not have taken effect. A missing value is `none`.
 */
export interface Ledger {
  /** Call it before the write is sent. */
  attempt: (thing: string, value: string) => void;
  acknowledge: (thing: string, value: string) => void;
  /** The entries whose value is neither the last acknowledged one nor one that was sent later. */
  differences: (found: Map<string, string>) => string[];
  things: () => number;
}

/** Stands for a value that the server chooses. */
export const anyValue = '*';

const mayBe = (possible: string[], value: string) =>
  possible.includes(value) || (possible.includes(anyValue) && value !== 'none');

export function openLedger(): Ledger {
  const entries = new Map<string, { known: string; possible: string[] }>();
  const entryOf = (thing: string) => {
    const entry = entries.get(thing) ?? { known: 'none', possible: [] };
    entries.set(thing, entry);
    return entry;
  };
  return {
    attempt: (thing, value) => entryOf(thing).possible.push(value),
    acknowledge: (thing, value) => entries.set(thing, { known: value, possible: [] }),
    differences: (found) =>
      [...entries].flatMap(([thing, { known, possible }]) => {
        const value = found.get(thing) ?? 'none';
        return value === known || mayBe(possible, value)
          ? []
          : [`${thing} is ${value}, but was acknowledged as ${known}`];
      }),
    things: () => entries.size,
  };
}
