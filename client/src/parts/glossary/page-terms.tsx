import { Link } from 'react-router-dom';
import { Disclosure } from '#ui/disclosure.tsx';
import { meaningOf, termAnchor } from './glossary.ts';
import styles from './page-terms.module.css';
import { paths } from '#parts/paths.ts';

export function PageTerms({ terms }: { terms: readonly string[] }) {
  return (
    <Disclosure title="Terms on this page" openAtFirst={false} className={styles.panel}>
      <dl className={styles.terms}>
        {terms.map((term) => (
          <div key={term}>
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
