/** Entries of the same name have a number behind it. */
export function numbered<Entry extends { name: string }>(entries: readonly Entry[]): readonly Entry[] {
  const keyOf = ({ name }: Entry) => name.trim().toLowerCase();
  return entries.map((entry) => {
    const same = entries.filter((other) => keyOf(other) === keyOf(entry));
    return same.length === 1 ? entry : { ...entry, name: `${entry.name} (${same.indexOf(entry) + 1})` };
  });
}
