import { difficultyLabels, quizLimits } from 'contract/quiz.constants.ts';
import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { SelectField, TextAreaField, TextField } from '#parts/form/form-field.tsx';
import layout from '#ui/layout.module.css';
import { ChoiceFields } from './choice-fields.tsx';
import { type QuestionDraft, statusLabels } from './question-draft.ts';
import styles from './question-form.module.css';

interface QuestionFieldsProps {
  form: UseFormReturn<QuestionDraft>;
  /** The field of the category. */
  category: ReactNode;
}

export function QuestionFields({ form, category }: QuestionFieldsProps) {
  return (
    <div className={layout.parts}>
      <TextAreaField form={form} name="text" label="Question" rows={3} maxLength={quizLimits.textMaxLength} />
      <ChoiceFields form={form} />
      <TextAreaField
        form={form}
        name="explanation"
        label="Explanation"
        hint="Shown after the answer: why it is right."
        maxLength={quizLimits.explanationMaxLength}
      />
      <div className={styles.pair}>
        {category}
        <SelectField
          form={form}
          name="difficulty"
          label="Difficulty"
          options={Object.entries(difficultyLabels)}
        />
      </div>
      <div className={styles.pair}>
        <TextField
          form={form}
          name="source"
          label="Source"
          hint="Where a reader can look it up."
          maxLength={quizLimits.sourceMaxLength}
          autoComplete="off"
          autoCapitalize="sentences"
          spellCheck
        />
        <SelectField
          form={form}
          name="status"
          label="Status"
          hint="Users are asked published ones."
          options={Object.entries(statusLabels)}
        />
      </div>
    </div>
  );
}
