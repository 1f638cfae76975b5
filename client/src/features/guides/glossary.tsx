import { glossary, termAnchor } from '#parts/glossary/glossary.ts';

/** Each term has an anchor, for links from guides and screens. */
export function Glossary() {
  return (
    <dl className="flex flex-col gap-3">
      {glossary.map(({ term, meaning }) => (
        <div
          className="grid scroll-mt-[calc(var(--bar-height)+var(--space-5))] grid-cols-[14rem_minmax(0,1fr)] gap-3 max-md:grid-cols-1 max-md:gap-1"
          key={term}
          id={termAnchor(term)}
        >
          <dt className="text-strong">{term}</dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
