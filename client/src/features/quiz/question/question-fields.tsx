import { difficultyLabels, quizLimits } from 'contract/quiz/quiz.constants.ts';
import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { SelectField, TextAreaField, TextField } from '#parts/form/form-field.tsx';
import { ChoiceFields } from './choice-fields.tsx';
import { type QuestionDraft, statusLabels } from './question-draft.ts';

interface QuestionFieldsProps {
  form: UseFormReturn<QuestionDraft>;
  /** The field of the category. */
  category: ReactNode;
}

export function QuestionFields({ form, category }: QuestionFieldsProps) {
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <TextAreaField form={form} name="text" label="Question" rows={3} maxLength={quizLimits.textMaxLength} />
      <ChoiceFields form={form} />
      <TextAreaField
        form={form}
        name="explanation"
        label="Explanation"
        hint="Why the answer is right. Users see it after they answer."
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
