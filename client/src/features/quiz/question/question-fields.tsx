import { difficultyLabels, quizLimits } from 'contract/quiz/quiz.constants.ts';
import type { ReactNode } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { SelectField, TextAreaField, TextField } from '#parts/form/form-field.tsx';
import { ChoiceFields } from './choice-fields.tsx';
import { NumberFields } from './number-fields.tsx';
import { type QuestionDraft, statusLabels } from './question-draft.ts';

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
          options={Object.entries(statusLabels)}
        />
      </div>
    </div>
  );
}
