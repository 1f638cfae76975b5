import { difficultyLabels, quizLimits } from 'contract/quiz.constants.ts';
import type { ReactNode } from 'react';
import { Field, type FieldControl } from '#ui/field.tsx';
import { Select, TextArea, TextInput } from '#ui/input.tsx';
import layout from '#ui/layout.module.css';
import { ChoiceFields } from './choice-fields.tsx';
import { type DraftErrors, type QuestionDraft, statusLabels } from './question-draft.ts';
import styles from './question-form.module.css';

interface QuestionFieldsProps {
  draft: QuestionDraft;
  errors: DraftErrors;
  onChange: (draft: QuestionDraft) => void;
  categoryError: string | undefined;
  /** The control of the category. */
  children: (control: FieldControl) => ReactNode;
}

export function QuestionFields({ draft, errors, onChange, categoryError, children }: QuestionFieldsProps) {
  return (
    <div className={layout.parts}>
      <Field label="Question" error={errors['text']}>
        {(control) => (
          <TextArea
            {...control}
            name="text"
            rows={3}
            value={draft.text}
            maxLength={quizLimits.textMaxLength}
            onChange={({ target }) => onChange({ ...draft, text: target.value })}
          />
        )}
      </Field>
      <ChoiceFields draft={draft} errors={errors} onChange={onChange} />
      <Field
        label="Explanation"
        hint="Shown after the answer: why it is right."
        error={errors['explanation']}
      >
        {(control) => (
          <TextArea
            {...control}
            name="explanation"
            value={draft.explanation}
            maxLength={quizLimits.explanationMaxLength}
            onChange={({ target }) => onChange({ ...draft, explanation: target.value })}
          />
        )}
      </Field>
      <div className={styles.pair}>
        <Field label="Category" error={categoryError}>
          {children}
        </Field>
        <Field label="Difficulty" error={errors['difficulty']}>
          {(control) => (
            <Select
              {...control}
              value={draft.difficulty}
              onChange={({ target }) => onChange({ ...draft, difficulty: Number(target.value) })}
              options={Object.entries(difficultyLabels)}
            />
          )}
        </Field>
      </div>
      <div className={styles.pair}>
        <Field label="Source" hint="Where a reader can look it up." error={errors['source']}>
          {(control) => (
            <TextInput
              {...control}
              name="source"
              value={draft.source}
              maxLength={quizLimits.sourceMaxLength}
              autoComplete="off"
              onChange={({ target }) => onChange({ ...draft, source: target.value })}
            />
          )}
        </Field>
        <Field label="Status" hint="Users are asked published ones." error={errors['status']}>
          {(control) => (
            <Select
              {...control}
              value={draft.status}
              onChange={({ target }) =>
                onChange({ ...draft, status: target.value === 'published' ? 'published' : 'draft' })
              }
              options={Object.entries(statusLabels)}
            />
          )}
        </Field>
      </div>
    </div>
  );
}
