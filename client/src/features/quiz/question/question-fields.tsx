import { difficultyLabels, questionStatuses, quizLimits } from 'contract/quiz/quiz.constants.ts';
import { type ReactNode, useId, useRef } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { choicesInWords } from '#parts/format/format.ts';
import { SelectField, TextAreaField, TextField } from '#parts/form/form-field.tsx';
import { Button } from '#ui/controls/button.tsx';
import { FieldError } from '#ui/controls/field.tsx';
import { TextInput } from '#ui/controls/input.tsx';
import { Icon } from '#ui/icon.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { NumberFields } from './number-fields.tsx';
import { type Choices, type QuestionDraft, withoutChoice } from './question-draft.ts';

const kindLabels = { choice: 'One of several choices', number: 'A number' };

interface QuestionFieldsProps {
  form: UseFormReturn<QuestionDraft>;
  /** The field of the category. */
  category: ReactNode;
}

export function QuestionFields({ form, category }: QuestionFieldsProps) {
  const kind = useWatch({ control: form.control, name: 'kind' });
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <SelectField form={form} name="kind" label="Kind of answer" options={Object.entries(kindLabels)} />
      <TextAreaField
        form={form}
        name="text"
        label="Question"
        hint={kind === 'number' && 'Write {name} where the figure of a variable belongs.'}
        rows={3}
        maxLength={quizLimits.textMaxLength}
      />
      {kind === 'number' ? <NumberFields form={form} /> : <ChoiceFields form={form} />}
      <TextAreaField
        form={form}
        name="explanation"
        label="Explanation"
        hint={
          kind === 'number'
            ? 'How the answer comes about, with {name} for a figure and {answer} for the answer. Users see it after they answer.'
            : 'Why the answer is right. Users see it after they answer.'
        }
        maxLength={quizLimits.explanationMaxLength}
      />
      <div className="fields">
        {category}
        <SelectField
          form={form}
          name="difficulty"
          label="Difficulty"
          options={Object.entries(difficultyLabels)}
        />
      </div>
      <div className="fields">
        <TextField
          form={form}
          name="source"
          label="Source"
          hint="Where users can read more."
          maxLength={quizLimits.sourceMaxLength}
          isProse
        />
        <SelectField
          form={form}
          name="status"
          label="Status"
          hint="Users see only published questions."
          options={choicesInWords(questionStatuses)}
        />
      </div>
    </div>
  );
}

/** Two to six texts, one of them marked as right. */
function ChoiceFields({ form }: { form: UseFormReturn<QuestionDraft> }) {
  const { errors, isSubmitted } = form.formState;
  const [choices, answer] = useWatch({ control: form.control, name: ['choices', 'answer'] });
  const id = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  const refusedAnswer = errors.answer?.message;
  const unmarked = refusedAnswer && answer === null ? 'Mark the right choice.' : refusedAnswer;
  const messages = [errors.choices?.message, unmarked].filter((message) => message !== undefined);

  function change(next: Choices) {
    const options = { shouldDirty: true, shouldValidate: isSubmitted };
    form.setValue('choices', next.choices, options);
    form.setValue('answer', next.answer, options);
  }

  function remove(index: number) {
    change(withoutChoice({ choices, answer }, index));
    // The pressed button disappears.
    group.current
      ?.querySelector<HTMLInputElement>(`input[name="choices.${Math.max(0, index - 1)}"]`)
      ?.focus();
  }

  return (
    <fieldset
      ref={group}
      className="flex flex-col gap-2"
      aria-describedby={messages.length > 0 ? `${id}errors` : undefined}
    >
      <legend className="label">Choices</legend>
      <p className="text-xs text-muted">
        Enter {quizLimits.minChoices} to {quizLimits.maxChoices} choices and mark the right one. Users see
        them in random order.
      </p>
      {choices.map((choice, index) => {
        const error = errors.choices?.[index]?.message;
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a choice is its place.
          <div key={index} className="flex items-start gap-2">
            <label className="grid size-control flex-none cursor-pointer place-items-center">
              <input
                className="radio"
                type="radio"
                name={`${id}answer`}
                checked={answer === index}
                onChange={() => change({ choices, answer: index })}
              />
              <VisuallyHidden>Choice {index + 1} is right</VisuallyHidden>
            </label>
            <div className="flex min-w-0 flex-1 flex-col gap-1">
              <TextInput
                name={`choices.${index}`}
                aria-label={`Choice ${index + 1}`}
                aria-invalid={error ? true : undefined}
                aria-describedby={error ? `${id}${index}` : undefined}
                value={choice}
                maxLength={quizLimits.choiceMaxLength}
                autoComplete="off"
                onChange={({ target }) => change({ choices: choices.with(index, target.value), answer })}
              />
              {error && <FieldError id={`${id}${index}`}>{error}</FieldError>}
            </div>
            {choices.length > quizLimits.minChoices && (
              <Button variant="ghost" className="flex-none px-2" onClick={() => remove(index)}>
                <Icon>
                  <path d="M6 6l12 12M18 6L6 18" />
                </Icon>
                <VisuallyHidden>Remove choice {index + 1}</VisuallyHidden>
              </Button>
            )}
          </div>
        );
      })}
      {choices.length < quizLimits.maxChoices && (
        <Button className="self-start" onClick={() => change({ choices: [...choices, ''], answer })}>
          Add a choice
        </Button>
      )}
      <div id={`${id}errors`}>
        {messages.map((message) => (
          <FieldError key={message}>{message}</FieldError>
        ))}
      </div>
    </fieldset>
  );
}
