import { difficultyLabels } from 'contract/quiz/quiz.constants.ts';
import type { AttemptQuestion } from 'contract/training/attempt-fields.ts';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { cx } from '#ui/cx.ts';
import './choice.css';

export type QuestionContent = Pick<AttemptQuestion, 'text' | 'category_name' | 'difficulty'> & {
  choices: readonly string[];
};

interface QuestionViewProps {
  question: QuestionContent;
  chosen: number | null;
  onChoose: (choice: number) => void;
  /** The index of the right choice after the question is answered, which disables the choices; otherwise null. */
  answer: number | null;
  /** Whether a new question takes the focus, so that the keys 1 to 6 work immediately. */
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
    <fieldset ref={group} className="flex flex-col gap-4" disabled={answer !== null}>
      <legend className="max-w-measure text-lg leading-[1.45] font-semibold wrap-anywhere whitespace-pre-wrap text-strong md:text-xl">
        {text}
      </legend>
      <p className="text-sm text-muted">
        {category_name} · {difficultyLabels[difficulty]}
      </p>
      <div className="grid gap-2">
        {choices.map((choice, index) => (
          <label
            // oxlint-disable-next-line react/no-array-index-key -- the index identifies a choice.
            key={index}
            className={cx(
              'choice',
              index === chosen && 'choice-chosen',
              index === answer && 'choice-right',
              answer !== null && index === chosen && index !== answer && 'choice-wrong',
            )}
          >
            <input
              type="radio"
              className="absolute inset-0 cursor-[inherit] appearance-none outline-none"
              name={name}
              checked={index === chosen}
              onChange={() => onChoose(index)}
              onKeyDown={chooseByKey}
            />
            <span className="choice-key" aria-hidden="true">
              {index + 1}
            </span>
            <span className="min-w-0 wrap-anywhere whitespace-pre-wrap max-sm:flex-[1_1_0]">{choice}</span>
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
  const toneClass = isRight ? 'text-ok' : 'text-error';
  return (
    <span
      className={cx(
        'ms-auto flex-none text-xs font-bold tracking-wide max-sm:ms-0 max-sm:basis-full max-sm:ps-[calc(var(--target)+var(--space-3))]',
        toneClass,
      )}
    >
      {isRight ? 'RIGHT ANSWER' : 'YOUR CHOICE'}
    </span>
  );
}
