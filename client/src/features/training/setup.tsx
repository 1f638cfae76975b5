import { difficultyLabels } from 'contract/quiz/quiz.constants.ts';
import { trainingLimits } from 'contract/training/training.constants.ts';
import { useWatch } from 'react-hook-form';
import { NumberField, SelectField } from '#parts/form/form-field.tsx';
import { Form, FormFailure, SubmitButton } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { QueryPanel } from '#parts/query/query-panel.tsx';
import { DueQuestions } from './due-questions.tsx';
import { useStartAttempt, useTrainingCategories } from './training.queries.ts';

export function Setup() {
  return (
    <QueryPanel
      title="New Training"
      query={useTrainingCategories()}
      failure="The categories could not be loaded"
    >
      {({ categories, due, fresh, nextDueAt }) =>
        categories.length > 0 ? (
          <div className="flex flex-col gap-6">
            <DueQuestions due={due} fresh={fresh} nextDueAt={nextDueAt} />
            <SetupForm categories={categories} />
          </div>
        ) : (
          <p className="text-muted">There are no questions yet. Please come back later.</p>
        )
      }
    </QueryPanel>
  );
}

type Category = NonNullable<ReturnType<typeof useTrainingCategories>['data']>['categories'][number];

const initial = { category_id: '', difficulty: '', count: String(trainingLimits.defaultQuestions) };

function SetupForm({ categories }: { categories: readonly Category[] }) {
  const { mutateAsync: start } = useStartAttempt();
  const form = useApiForm({
    values: initial,
    schema: async () => (await import('contract/training/training.ts')).StartAttemptBody,
    toBody: ({ category_id, difficulty, count }) => ({
      category_id: category_id || null,
      difficulty: difficulty ? Number(difficulty) : null,
      count: Number(count || NaN),
    }),
    onSubmit: start,
  });
  const chosen = useWatch({ control: form.control, name: 'category_id' });
  const description = categories.find(({ id }) => id === chosen)?.description;

  return (
    <Form
      form={form}
      className="fields"
      label="New training"
      failure={
        form.failure &&
        !form.isFieldRefused && (
          <div className="col-span-full text-sm text-muted">
            <FormFailure>{form.failure.message}</FormFailure>
          </div>
        )
      }
    >
      <SelectField
        form={form}
        name="category_id"
        label="Category"
        options={[
          ['', 'All categories'],
          ...categories.map(
            ({ id, name, published_count, due_count }) =>
              [id, `${name} (${published_count}${due_count > 0 ? `, ${due_count} due` : ''})`] as const,
          ),
        ]}
      />
      <SelectField
        form={form}
        name="difficulty"
        label="Difficulty"
        options={[['', 'Any difficulty'], ...Object.entries(difficultyLabels)]}
      />
      <NumberField
        form={form}
        name="count"
        label={`Questions (1–${trainingLimits.questions})`}
        inputMode="numeric"
      />
      <div className="field">
        <SubmitButton form={form} busyLabel="Starting…" variant="secondary">
          Start
        </SubmitButton>
      </div>
      {description && <p className="col-span-full text-sm text-muted">{description}</p>}
    </Form>
  );
}
