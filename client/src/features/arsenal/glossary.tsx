import { glossary, termAnchor } from '#parts/glossary/glossary.ts';
import styles from './arsenal.module.css';

/** Each term has an anchor, for links from guides and screens. */
export function Glossary() {
  return (
    <section aria-labelledby="glossary">
      <h2 className={styles.title} id="glossary">
        Glossary
      </h2>
      <dl className={styles.terms}>
        {glossary.map(({ term, meaning }) => (
          <div key={term} id={termAnchor(term)}>
            <dt>{term}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
