import type { AttemptQuestion } from 'contract/training.ts';
import { Link } from 'react-router-dom';
import { Panel } from '#ui/panel.tsx';
import layout from '#ui/layout.module.css';
import { readings } from './reading.ts';
import styles from './training.module.css';

/** Wrong answers by category, most first. */
export function ReadAgain({ questions }: { questions: readonly AttemptQuestion[] }) {
  const names = [...new Set(questions.map(({ category_name }) => category_name))];
  const groups = names
    .map((name) => ({ name, missed: questions.filter(({ category_name }) => category_name === name) }))
    .toSorted((one, other) => other.missed.length - one.missed.length);
  return (
    <Panel title="What to Read">
      <div className={layout.stack}>
        {groups.map(({ name, missed }) => (
          <section key={name} className={styles.group} aria-label={name}>
            <h3 className={styles.groupName}>{name}</h3>
            <ul className={styles.missed}>
              {missed.map(({ id, text, choices, chosen, answer, explanation }) => (
                <li key={id}>
                  <p className={styles.asked}>{text}</p>
                  <p>
                    <span className={styles.dim}>You chose</span> {choices[chosen ?? -1]}
                  </p>
                  <p>
                    <span className={styles.dim}>Right is</span> {choices[answer ?? -1]}
                  </p>
                  {explanation && <p className={styles.explanation}>{explanation}</p>}
                </li>
              ))}
            </ul>
            <ReadingLinks category={name} />
          </section>
        ))}
      </div>
    </Panel>
  );
}

/** None for categories made or renamed by staff. */
function ReadingLinks({ category }: { category: string }) {
  const links = Object.hasOwn(readings, category) ? readings[category] : undefined;
  return (
    links && (
      <p className={styles.reading}>
        <span className={styles.dim}>Read</span>
        <span className={styles.links}>
          {links.map(({ to, title }) => (
            <Link key={to} to={to}>
              {title}
            </Link>
          ))}
        </span>
      </p>
    )
  );
}
