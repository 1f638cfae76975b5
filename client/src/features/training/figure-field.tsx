import { count } from 'contract/counts.ts';
import { figureText } from 'contract/quiz/figures.ts';
import { difficultyLabels, figureLimits, type FigureUnit } from 'contract/quiz/quiz.constants.ts';
import { useEffect, useId, useRef } from 'react';
import { Field } from '#ui/controls/field.tsx';
import { NumberInput } from '#ui/controls/input.tsx';

interface FigureQuestion {
  text: string;
  unit?: FigureUnit | null;
  tolerance?: number | null;
  category_name: string;
  difficulty: number;
}

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
export function FigureField({
  question,
  typed,
  onType,
  refusal,
  outcome,
  takesFocus = false,
}: FigureFieldProps) {
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
