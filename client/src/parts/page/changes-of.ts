/** Each number less the one before, which is shorter in the page of a server. */
export const changesOf = (list: readonly number[]): number[] =>
  list.map((one, index) => one - (list[index - 1] ?? 0));
