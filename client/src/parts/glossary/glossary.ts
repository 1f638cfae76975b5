// oxlint-disable-next-line no-restricted-imports -- It lies beside the client: nobody's code.
import terms from '../../../../content/glossary.json';

export const glossary = terms;

export const termAnchor = (term: string) => term.replaceAll(' ', '-');

export function meaningOf(term: string): string {
  const entry = terms.find((one) => one.term === term);
  if (!entry) throw new Error(`The glossary lacks “${term}”.`);
  return entry.meaning;
}
