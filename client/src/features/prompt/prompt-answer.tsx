import { Link } from 'react-router-dom';
import type { Answer } from './command.ts';
import styles from './prompt.module.css';

export interface Exchange {
  id: number;
  line: string;
  answer?: Answer;
}

export function PromptAnswer({
  exchange: { line, answer },
  close,
}: {
  exchange: Exchange;
  close: () => void;
}) {
  return (
    <div className={styles.exchange}>
      <p className={styles.echo}>{line}</p>
      {answer ? (
        <>
          {answer.problems?.map((problem) => (
            <p className={styles.problem} key={problem}>
              {problem}
            </p>
          ))}
          {answer.lines?.map((text) => (
            <p key={text}>{text}</p>
          ))}
          {answer.figures && answer.figures.length > 0 && (
            <dl className={styles.figures}>
              {answer.figures.map(([label, figure]) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{figure}</dd>
                </div>
              ))}
            </dl>
          )}
          {answer.link && (
            <p>
              <Link to={answer.link.address} onClick={close}>
                {answer.link.label}
              </Link>
            </p>
          )}
        </>
      ) : (
        <p>Calculating…</p>
      )}
    </div>
  );
}
