import { CreateQuestionBody } from 'contract/quiz/quiz.ts';
import { useWatch } from 'react-hook-form';
import { SelectField } from '#parts/form/form-field.tsx';
import { Form, FormFailure, SubmitButton } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { DrawsPreview } from './question/draws-preview.tsx';
import { contentOf, emptyDraft, type QuestionDraft } from './question/question-draft.ts';
import { QuestionFields } from './question/question-fields.tsx';
import { QuestionPreview } from './question/question-preview.tsx';
import { useCategories, useSaveQuestion } from './quiz.queries.ts';

interface QuestionFormProps {
  /** Undefined for a new question. */
  id?: string;
  initial: QuestionDraft;
  onSaved: () => void;
}

export function QuestionForm({ id, initial, onSaved }: QuestionFormProps) {
  const { data: categories = [] } = useCategories();
  const { mutateAsync: save } = useSaveQuestion(id);
  const form = useApiForm({
    values: initial,
    schema: CreateQuestionBody,
    fieldNames: { category_id: 'category' },
    toBody: (draft) => ({ ...contentOf(draft), category_id: draft.category }),
    onSubmit: save,
    onSaved: (_, intent) => (intent === 'another' ? startAnother() : onSaved()),
  });
  const draft = useWatch({ control: form.control }) as QuestionDraft;

  /** Similar questions are often written in a row. */
  function startAnother() {
    const { kind, category, difficulty, status } = form.getValues();
    // With its references to the fields, so that one of them can take the focus at once.
    form.reset(
      { ...emptyDraft, kind, category, difficulty, status },
      { keepDirtyValues: false, keepFieldsRef: true },
    );
    form.setFocus('text');
  }

  return (
    <div className="grid grid-fit-[28rem] items-start gap-x-7 gap-y-6">
      <Panel title="Question">
        <Form
          form={form}
          className="flex min-w-0 flex-col gap-5"
          label="Quiz question"
          guarded
          failure={form.failure && <FormFailure>{form.failure.message}</FormFailure>}
          actions={
            <div className="flex flex-wrap items-center gap-3">
              <SubmitButton form={form} busyLabel="Saving...">
                Save
              </SubmitButton>
              {id === undefined && (
                <SubmitButton form={form} intent="another" variant="secondary">
                  Save and add another
                </SubmitButton>
              )}
            </div>
          }
        >
          <QuestionFields
            form={form}
            category={
              <SelectField
                form={form}
                name="category"
                label="Category"
                error={form.formState.errors.category && 'Choose a category.'}
                options={[
                  ['', 'Choose…'],
                  ...categories.map(({ id: value, name }) => [value, name] as const),
                ]}
              />
            }
          />
        </Form>
      </Panel>
      {draft.kind === 'number' ? (
        <DrawsPreview draft={draft} />
      ) : (
        <QuestionPreview
          draft={draft}
          categoryName={categories.find((category) => category.id === draft.category)?.name ?? ''}
        />
      )}
    </div>
  );
}
