import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { QuestionView, type QuestionContent } from '#parts/quiz/question-view.tsx';
import { Button } from '#ui/controls/button.tsx';
import { LiveRegion } from '#ui/feedback/live-region.tsx';

interface Outcome {
  chosen: number;
  answer: number;
  explanation: string;
}

interface QuestionStepProps {
  question: QuestionContent;
  /** Null until the question is answered. */
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
    <form className="flex min-w-0 flex-col gap-5" onSubmit={submit} aria-label="Question">
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
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        {isAnswered ? (
          <Button ref={next} type="submit" variant="primary">
            {nextLabel}
          </Button>
        ) : (
          <Button type="submit" variant="primary" loading={isPending}>
            Answer
          </Button>
        )}
        <output className="text-sm text-muted">
          {isMissing
            ? 'Choose an answer first.'
            : isAnswered
              ? keyboardHint('Press Enter to continue.')
              : keyboardHint(`Press 1 to ${question.choices.length} to choose, then Enter to answer.`)}
        </output>
      </div>
    </form>
  );
}

function Feedback({ outcome, choices }: { outcome: Outcome; choices: readonly string[] }) {
  const isRight = outcome.chosen === outcome.answer;
  return (
    <div
      className={
        isRight
          ? 'flex flex-col gap-2 border-s-[3px] border-s-ok bg-raised px-4 py-3'
          : 'flex flex-col gap-2 border-s-[3px] border-s-error bg-raised px-4 py-3'
      }
    >
      <p className="font-semibold wrap-anywhere">
        {isRight ? 'Right.' : `Not quite. The right answer is: ${choices[outcome.answer] ?? ''}`}
      </p>
      {outcome.explanation && (
        <p className="wrap-anywhere whitespace-pre-wrap text-muted">{outcome.explanation}</p>
      )}
    </div>
  );
}

/** A phone has no keyboard. */
const keyboardHint = (text: string) => <span className="pointer-coarse:hidden">{text}</span>;
