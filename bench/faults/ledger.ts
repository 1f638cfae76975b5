/**
 * What clients know about the values they write: the last acknowledged one, and those that were sent later and got no
 * response, each of which may or may not have taken effect. A missing value is `none`.
 */
export interface Ledger {
  /** Call it before the write is sent. */
  attempt: (thing: string, value: string) => void;
  acknowledge: (thing: string, value: string) => void;
  /** Call it with a value that was read. If it belongs to a write without a response, that write has taken effect. */
  see: (thing: string, value: string) => void;
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
