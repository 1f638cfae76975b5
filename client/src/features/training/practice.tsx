import type { AttemptQuestion } from 'contract/training.ts';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Panel } from '#ui/panel.tsx';
import { Progress } from './progress.tsx';
import { QuestionStep } from './question-step.tsx';
import styles from './training.module.css';

interface PracticeProps {
  /** Answered already, so that what is right is known. */
  questions: readonly AttemptQuestion[];
  onEnd: () => void;
}

/** The same questions once more. Not kept: it would tell more of memory than of knowledge. */
export function Practice({ questions, onEnd }: PracticeProps) {
  const [round, setRound] = useState(questions);
  const [at, setAt] = useState(0);
  const [choices, setChoices] = useState<readonly number[]>([]);
  const isRight = (index: number) => choices[index] === round[index]?.answer;
  const correct = choices.filter((_, index) => isRight(index)).length;
  const question = round[at];

  if (!question) {
    const wrong = round.filter((_, index) => !isRight(index));
    const again = () => {
      setRound(wrong);
      setAt(0);
      setChoices([]);
    };
    return (
      <Panel title="Practice">
        <div className={styles.stack}>
          <p className={styles.headline}>
            {correct} of {round.length} right
          </p>
          <div className={styles.buttons}>
            {wrong.length > 0 && (
              <Button variant="primary" onClick={again}>
                Try again what was wrong ({wrong.length})
              </Button>
            )}
            <Button onClick={onEnd}>Back to the result</Button>
          </div>
        </div>
      </Panel>
    );
  }

  const chosen = choices[at];
  return (
    <section className={styles.panel} aria-label={`Practice, question ${at + 1} of ${round.length}`}>
      <p className={styles.note}>Practice: this round is not kept.</p>
      <Progress number={at + 1} done={choices.length} total={round.length} correct={correct} />
      <QuestionStep
        key={`${round.length} ${question.id}`}
        question={question}
        outcome={
          chosen === undefined
            ? null
            : { chosen, answer: question.answer ?? -1, explanation: question.explanation ?? '' }
        }
        onAnswer={(choice) => setChoices([...choices, choice])}
        nextLabel={at + 1 === round.length ? 'See the result' : 'Next question'}
        onNext={() => setAt(at + 1)}
      />
    </section>
  );
}
