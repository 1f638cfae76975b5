import { Link } from 'react-router-dom';
import { Disclosure } from '#ui/controls/disclosure.tsx';
import { meaningOf, termAnchor } from './glossary.ts';
import { paths } from '#parts/navigation/paths.ts';

export function PageTerms({ terms }: { terms: readonly string[] }) {
  return (
    <Disclosure title="Terms on this page" defaultOpen={false} className="print:hidden">
      <dl className="grid gap-3">
        {terms.map((term) => (
          <div className="grid grid-cols-[14rem_minmax(0,1fr)] gap-x-3 gap-y-1 max-md:grid-cols-1" key={term}>
            <dt>
              <Link to={`${paths.arsenal}#${termAnchor(term)}`}>{term}</Link>
            </dt>
            <dd>{meaningOf(term)}</dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  );
}
