// oxlint-disable-next-line no-restricted-imports -- It lies beside the client: nobody's code.
import terms from '../../../../content/glossary.json';
import styles from './arsenal.module.css';

/** Each term has an address of its own, to which guides and screens can link. */
export function Glossary() {
  return (
    <section aria-labelledby="glossary">
      <h2 className={styles.title} id="glossary">
        Glossary
      </h2>
      <dl className={styles.terms}>
        {terms.map(({ term, meaning }) => (
          <div key={term} id={term.replaceAll(' ', '-')}>
            <dt>{term}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
