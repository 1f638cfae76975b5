import { newerVersionText } from 'contract/texts.ts';
import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { detailsOf } from '#api/api-error.ts';
import { FigureField } from './figure-field.tsx';
import { QuestionView } from '#parts/quiz/question-view.tsx';
import { Alert } from '#ui/feedback/alert.tsx';
import { Button } from '#ui/controls/button.tsx';
import { LiveRegion } from '#ui/feedback/live-region.tsx';
import { type Answer, answerText, type AskedQuestion, isNumber, type Outcome } from './answer.ts';
import { CalculationLink } from './calculation-link.tsx';

interface QuestionStepProps {
  question: AskedQuestion;
  /** Null until the question is answered. */
  outcome: Outcome | null;
  isPending: boolean;
  error: Error | null;
  onAnswer: (answer: Answer) => void;
  nextLabel: string;
  onNext: () => void;
}

/** Asks one question, then shows the right answer with its reason. Keys: 1 to 6 or a number, Enter, Enter. */
export function QuestionStep({
  question,
  outcome,
  isPending,
  error,
  onAnswer,
  nextLabel,
  onNext,
}: QuestionStepProps) {
  const [choice, setChoice] = useState<number | null>(null);
  const [typed, setTyped] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [isEdited, setEdited] = useState(false);
  const next = useRef<HTMLButtonElement>(null);
  const isAnswered = outcome !== null;
  const isFigure = isNumber(question);
  const refusal = isEdited ? undefined : error && detailsOf(error)['value']?.join(' ');

  useEffect(() => {
    if (isAnswered) next.current?.focus();
  }, [isAnswered]);

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (isPending) return;
    if (isAnswered) return onNext();
    setEdited(false);
    if (isFigure && typed.trim()) onAnswer({ value: typed });
    else if (!isFigure && choice !== null) onAnswer({ choice });
    else setMissing(true);
  }

  return (
    <form className="flex min-w-0 flex-col gap-5" onSubmit={submit} aria-label="Question" noValidate>
      {question.kind === 'unknown' ? (
        <p className="text-muted">{newerVersionText}.</p>
      ) : isFigure ? (
        <FigureField
          question={question}
          typed={typed}
          onType={(text) => {
            setTyped(text);
            setMissing(false);
            setEdited(true);
          }}
          refusal={refusal ?? undefined}
          outcome={outcome}
          takesFocus={!isAnswered}
        />
      ) : (
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
      )}
      <LiveRegion>{outcome && <Feedback outcome={outcome} question={question} />}</LiveRegion>
      {error && !refusal && !isEdited && <Alert tone="error" role="alert" title={error.message} />}
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
            ? isFigure
              ? 'Type an answer first.'
              : 'Choose an answer first.'
            : keyboardHint(keysText(question, isAnswered))}
        </output>
      </div>
    </form>
  );
}

function keysText(question: AskedQuestion, isAnswered: boolean): string {
  if (isAnswered) return 'Press Enter to continue.';
  return isNumber(question)
    ? 'Press Enter to answer.'
    : `Press 1 to ${question.choices.length} to choose, then Enter to answer.`;
}

function Feedback({ outcome, question }: { outcome: Outcome; question: AskedQuestion }) {
  const { isRight, answer, explanation, calculation } = outcome;
  return (
    <div
      className={
        isRight
          ? 'flex flex-col gap-2 border-s-[3px] border-s-ok bg-raised px-4 py-3'
          : 'flex flex-col gap-2 border-s-[3px] border-s-error bg-raised px-4 py-3'
      }
    >
      <p className="font-semibold wrap-anywhere">
        {isRight ? 'Right.' : `Not quite. The right answer is: ${answerText(question, answer)}`}
      </p>
      {explanation && <p className="wrap-anywhere whitespace-pre-wrap text-muted">{explanation}</p>}
      {calculation && <CalculationLink calculation={calculation} />}
    </div>
  );
}

/** A phone has no keyboard. */
const keyboardHint = (text: string): ReactNode => <span className="pointer-coarse:hidden">{text}</span>;
