import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { detailsOf } from '#api/api-error.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/input.tsx';
import { Panel } from '#ui/panel.tsx';
import {
  contentOf,
  type DraftErrors,
  emptyDraft,
  errorsIn,
  errorsOf,
  type QuestionDraft,
} from './question/question-draft.ts';
import { QuestionFields } from './question/question-fields.tsx';
import { QuestionPreview } from './question/question-preview.tsx';
import { useCategories, useSaveQuestion } from './quiz.queries.ts';
import styles from './question/question-form.module.css';
import layout from '#ui/layout.module.css';

interface QuestionFormProps {
  /** Undefined for a new question. */
  id?: string;
  initial: QuestionDraft;
  onSaved: () => void;
}

export function QuestionForm({ id, initial, onSaved }: QuestionFormProps) {
  const { data: categories = [] } = useCategories();
  const { mutate, isPending } = useSaveQuestion();
  const [draft, setDraft] = useState(initial);
  const [saved, setSaved] = useState(initial);
  const [errors, setErrors] = useState<DraftErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const isUnsaved = JSON.stringify(draft) !== JSON.stringify(saved);

  useEffect(() => {
    const isRefused = Object.keys(errors).length > 0;
    if (isRefused) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

  function refuse(refused: DraftErrors, message: string | null) {
    setErrors(refused);
    setFailure(message);
  }

  async function save(isLast: boolean) {
    const body = { ...contentOf(draft), category_id: draft.category };
    const { CreateQuestionBody } = await import('contract/quiz.ts');
    const checked = CreateQuestionBody.safeParse(body);
    if (!checked.success) return refuse(errorsOf(checked.error), null);
    setErrors({});
    setFailure(null);
    mutate(
      { id, body },
      {
        onSuccess: () => {
          // Similar questions are often written in a row.
          const { category, difficulty, status } = draft;
          const next = isLast ? draft : { ...emptyDraft, category, difficulty, status };
          // Synchronously: the unsaved form would block the navigation.
          flushSync(() => {
            setDraft(next);
            setSaved(next);
          });
          if (isLast) onSaved();
          else form.current?.querySelector('textarea')?.focus();
        },
        onError: (error) => refuse(errorsIn(detailsOf(error)), error.message),
      },
    );
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (!isPending) void save(true);
  }

  return (
    <div className={styles.columns}>
      <Panel title="Question">
        <form
          ref={form}
          className={layout.parts}
          onSubmit={submit}
          noValidate
          aria-label="Quiz question"
          data-unsaved={isUnsaved || undefined}
        >
          <QuestionFields
            draft={draft}
            errors={errors}
            onChange={setDraft}
            categoryError={errors['category_id'] && 'Choose a category.'}
          >
            {(control) => (
              <Select
                {...control}
                value={draft.category}
                onChange={({ target }) => setDraft({ ...draft, category: target.value })}
                options={[
                  ['', 'Choose…'],
                  ...categories.map(({ id: value, name }) => [value, name] as const),
                ]}
              />
            )}
          </QuestionFields>
          {failure && <Alert tone="error" role="alert" title={failure} />}
          <div className={styles.buttons}>
            <Button type="submit" variant="primary" loading={isPending}>
              {isPending ? 'Saving...' : 'Save'}
            </Button>
            {id === undefined && (
              <Button loading={isPending} onClick={() => void save(false)}>
                Save and add another
              </Button>
            )}
          </div>
        </form>
      </Panel>
      <QuestionPreview
        draft={draft}
        categoryName={categories.find((category) => category.id === draft.category)?.name ?? ''}
      />
    </div>
  );
}
