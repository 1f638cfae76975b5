/**
 * What clients know of the things they write: the last value that was acknowledged, and those that were sent since
 * without an answer, each of which may or may not have come to be. What is not there has the value `none`.
 */
export interface Ledger {
  /** To be called before the write is sent. */
  attempt: (thing: string, value: string) => void;
  acknowledge: (thing: string, value: string) => void;
  /** As somebody read it: what was not acknowledged has come to be, if it is that. */
  see: (thing: string, value: string) => void;
  /** Things that hold neither what was acknowledged last nor what was sent since. */
  differences: (found: Map<string, string>) => string[];
  things: () => number;
}

/** In the place of a value that the server chooses. */
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
  const acknowledge = (thing: string, value: string) => {
    entries.set(thing, { known: value, possible: [] });
  };
  return {
    attempt: (thing, value) => entryOf(thing).possible.push(value),
    acknowledge,
    see: (thing, value) => {
      const { known, possible } = entryOf(thing);
      if (value !== known && mayBe(possible, value)) acknowledge(thing, value);
    },
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
