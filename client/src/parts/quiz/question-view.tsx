import { difficultyLabels } from 'contract/quiz.constants.ts';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { cx } from '#ui/cx.ts';
import layout from '#ui/layout.module.css';
import styles from './question-view.module.css';

export interface ShownQuestion {
  text: string;
  choices: readonly string[];
  category_name: string;
  difficulty: number;
}

interface QuestionViewProps {
  question: ShownQuestion;
  chosen: number | null;
  onChoose: (choice: number) => void;
  /** The index of the right choice once the question is answered; then no other can be chosen. */
  answer: number | null;
  /** For a new question: the keys 1 to 6 choose at once. */
  takesFocus?: boolean;
}

/** A question as users see it. */
export function QuestionView({ question, chosen, onChoose, answer, takesFocus = false }: QuestionViewProps) {
  const { text, choices, category_name, difficulty } = question;
  const group = useRef<HTMLFieldSetElement>(null);
  const name = useId();

  useEffect(() => {
    if (takesFocus) group.current?.querySelector('input')?.focus();
  }, [takesFocus]);

  function chooseByKey(event: KeyboardEvent) {
    const choice = Number(event.key) - 1;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isPlain || !Number.isInteger(choice) || choices[choice] === undefined) return;
    event.preventDefault();
    onChoose(choice);
    group.current?.querySelectorAll('input')[choice]?.focus();
  }

  return (
    <fieldset ref={group} className={cx(layout.stack, styles.question)} disabled={answer !== null}>
      <legend className={styles.text}>{text}</legend>
      <p className={styles.kind}>
        {category_name} · {difficultyLabels[difficulty]}
      </p>
      <div className={styles.choices}>
        {choices.map((choice, index) => (
          <label
            // oxlint-disable-next-line react/no-array-index-key -- the index is what is chosen.
            key={index}
            className={cx(
              styles.choice,
              index === chosen && styles.chosen,
              index === answer && styles.right,
              answer !== null && index === chosen && index !== answer && styles.wrong,
            )}
          >
            <input
              type="radio"
              className={styles.radio}
              name={name}
              checked={index === chosen}
              onChange={() => onChoose(index)}
              onKeyDown={chooseByKey}
            />
            <span className={styles.key} aria-hidden="true">
              {index + 1}
            </span>
            <span className={styles.words}>{choice}</span>
            <Mark
              isRight={index === answer}
              isWrong={answer !== null && index === chosen && index !== answer}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Mark({ isRight, isWrong }: { isRight: boolean; isWrong: boolean }) {
  if (!isRight && !isWrong) return null;
  return <span className={styles.mark}>{isRight ? 'RIGHT ANSWER' : 'YOUR CHOICE'}</span>;
}
