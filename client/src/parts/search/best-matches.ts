interface Searched {
  title: string;
  /** All text that is searched, with the title. */
  text: string;
}

/**
 * Finds the items that have, for each word of the line, a word that begins with it. Titles that begin with the line come first, then titles and
 * texts with more whole words of the line; equal matches keep their order.
 */
export function bestMatches<Item>(
  line: string,
  items: readonly Item[],
  searched: (item: Item) => Searched,
): Item[] {
  const words = wordsIn(line);
  if (words.length === 0) return [];
  const start = line.trim().toLowerCase();
  return items
    .flatMap((item) => {
      const { title, text } = searched(item);
      const [titleWords, known] = [wordsIn(title), wordsIn(text)];
      if (!words.every((word) => known.some((other) => other.startsWith(word)))) return [];
      const wholeIn = (list: readonly string[]) => words.filter((word) => list.includes(word)).length;
      const startsWithLine = title.toLowerCase().startsWith(start);
      return [{ item, rank: 100 * Number(startsWithLine) + 10 * wholeIn(titleWords) + wholeIn(known) }];
    })
    .toSorted((one, other) => other.rank - one.rank)
    .map(({ item }) => item);
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];
