import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { QuestionView, type ShownQuestion } from '#parts/quiz/question-view.tsx';
import { Button } from '#ui/button.tsx';
import { LiveRegion } from '#ui/live-region.tsx';
import layout from '#ui/layout.module.css';
import styles from './training.module.css';

interface Outcome {
  chosen: number;
  answer: number;
  explanation: string;
}

interface QuestionStepProps {
  question: ShownQuestion;
  /** Null until it is answered. */
  outcome: Outcome | null;
  isPending: boolean;
  failure: ReactNode;
  onAnswer: (choice: number) => void;
  nextLabel: string;
  onNext: () => void;
}

/** Asks one question, then shows the right answer with its reason. Keys: 1 to 6, Enter, Enter. */
export function QuestionStep({
  question,
  outcome,
  isPending,
  failure,
  onAnswer,
  nextLabel,
  onNext,
}: QuestionStepProps) {
  const [choice, setChoice] = useState<number | null>(null);
  const [isMissing, setMissing] = useState(false);
  const next = useRef<HTMLButtonElement>(null);
  const isAnswered = outcome !== null;

  useEffect(() => {
    if (isAnswered) next.current?.focus();
  }, [isAnswered]);

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (isPending) return;
    if (isAnswered) onNext();
    else if (choice === null) setMissing(true);
    else onAnswer(choice);
  }

  return (
    <form className={layout.parts} onSubmit={submit} aria-label="Question">
      <QuestionView
        question={question}
        chosen={outcome?.chosen ?? choice}
        onChoose={(chosen) => {
          setChoice(chosen);
          setMissing(false);
        }}
        answer={outcome?.answer ?? null}
        takesFocus={!isAnswered}
      />
      <LiveRegion>{outcome && <Feedback outcome={outcome} choices={question.choices} />}</LiveRegion>
      {failure}
      <div className={styles.buttons}>
        {isAnswered ? (
          <Button ref={next} type="submit" variant="primary">
            {nextLabel}
          </Button>
        ) : (
          <Button type="submit" variant="primary" loading={isPending}>
            Answer
          </Button>
        )}
        <output className={styles.keys}>
          {isMissing
            ? 'Choose an answer first.'
            : isAnswered
              ? 'Enter goes on.'
              : `Keys 1 to ${question.choices.length} choose, Enter answers.`}
        </output>
      </div>
    </form>
  );
}

function Feedback({ outcome, choices }: { outcome: Outcome; choices: readonly string[] }) {
  const isRight = outcome.chosen === outcome.answer;
  return (
    <div className={isRight ? styles.right : styles.wrong}>
      <p className={styles.verdict}>
        {isRight ? 'Right.' : `Not quite. The right answer is: ${choices[outcome.answer] ?? ''}`}
      </p>
      {outcome.explanation && <p className={styles.explanation}>{outcome.explanation}</p>}
    </div>
  );
}
