// oxlint-disable-next-line no-restricted-imports -- The file is content outside of the client's source.
import terms from '../../../../content/glossary.json';

export const glossary = terms;

export const termAnchor = (term: string) => term.replaceAll(' ', '-');

export function meaningOf(term: string): string {
  const entry = terms.find((candidate) => candidate.term === term);
  if (!entry) throw new Error(`The glossary lacks “${term}”.`);
  return entry.meaning;
}
