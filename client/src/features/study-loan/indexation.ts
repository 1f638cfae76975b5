// oxlint-disable-next-line no-restricted-imports -- content is outside of the workspaces.
import file from '../../../../content/study-loan-indexation.json';

interface IndexationYear {
  year: number;
  percent: number;
  /** What the consumer price index alone gave, which the law replaced. */
  before_the_cap?: number;
  sources: string[];
}

/** The published indexation, the oldest year first. The server validates it when it starts. */
export const indexation: { rates: readonly IndexationYear[] } = file;

const sources: Readonly<Record<string, { name: string; url: string }>> = file.sources;

export const sourcesOf = ({ sources: names }: IndexationYear) =>
  names.map((name) => ({ ...sources[name]!, seen: file.seen }));
