import { count } from 'contract/counts.ts';
import { figureText } from 'contract/quiz/figures.ts';
import { difficultyLabels, figureLimits, type FigureUnit } from 'contract/quiz/quiz.constants.ts';
import { newerVersionText } from 'contract/texts.ts';
import type { AttemptQuestion } from 'contract/training/attempt-fields.ts';
import { trainingMessages } from 'contract/training/training.constants.ts';
import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { detailsOf } from '#api/api-error.ts';
import { type QuestionContent, QuestionView } from '#parts/quiz/question-view.tsx';
import { Alert } from '#ui/feedback/alert.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { NumberInput } from '#ui/controls/input.tsx';
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
      {error && !refusal && !isEdited && (
        <Alert
          tone={isAnswered ? 'info' : 'error'}
          role="alert"
          title={isAnswered ? trainingMessages.answeredAlready : error.message}
        />
      )}
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

type FigureQuestion = Omit<QuestionContent, 'choices'> & Partial<Pick<AttemptQuestion, 'unit' | 'tolerance'>>;

interface FigureFieldProps {
  question: FigureQuestion;
  typed: string;
  onType: (typed: string) => void;
  /** Why the typed text was refused. */
  refusal?: string | undefined;
  /** Set after the question is answered, which makes the field read-only. */
  outcome: { chosen: number; isRight: boolean } | null;
  takesFocus?: boolean;
}

const labels: Readonly<Record<FigureUnit, string>> = {
  AUD: 'Your answer in dollars',
  percent: 'Your answer in per cent',
  months: 'Your answer in months',
  years: 'Your answer in years',
  plain: 'Your answer',
};

const examples: Readonly<Record<FigureUnit, string>> = {
  AUD: 'For example $2,997.75.',
  percent: 'For example 6.19%.',
  months: 'For example 18 or 1 year 6 months.',
  years: 'For example 12.5.',
  plain: 'For example 1,250.5.',
};

/** How close to the exact answer is right. A tolerance of half a decimal is one of rounding. */
function toleranceText(unit: FigureUnit, tolerance: number | null | undefined): string {
  if (typeof tolerance !== 'number') return '';
  if (tolerance === 0) return ' It must match exactly.';
  const decimals = -Math.log10(2 * tolerance);
  if (!Number.isInteger(decimals) || decimals < 0) {
    return ` Right within ${figureText(tolerance, unit)} of the exact answer.`;
  }
  if (decimals === 0) return ' Round it to a whole number.';
  return ` Round it to ${count(decimals, 'decimal')}.`;
}

/** A question whose answer is a number. */
function FigureField({ question, typed, onType, refusal, outcome, takesFocus = false }: FigureFieldProps) {
  const { text, category_name, difficulty } = question;
  const unit = question.unit ?? 'plain';
  const input = useRef<HTMLInputElement>(null);
  const textId = useId();

  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);

  return (
    <div className="flex flex-col gap-4">
      <p
        id={textId}
        className="max-w-measure text-lg leading-[1.45] font-semibold wrap-anywhere whitespace-pre-wrap text-strong md:text-xl"
      >
        {text}
      </p>
      <p className="text-sm text-muted">
        {category_name} · {difficultyLabels[difficulty]}
      </p>
      <div className="max-w-[18rem]">
        <Field
          label={labels[unit]}
          hint={`${examples[unit]}${toleranceText(unit, question.tolerance)}`}
          error={refusal}
        >
          {(control) => (
            <NumberInput
              {...control}
              ref={input}
              aria-describedby={[textId, control['aria-describedby']].filter(Boolean).join(' ')}
              value={outcome ? figureText(outcome.chosen, unit) : typed}
              readOnly={outcome !== null}
              maxLength={figureLimits.typedMaxLength}
              onChange={({ target }) => onType(target.value)}
            />
          )}
        </Field>
      </div>
    </div>
  );
}
