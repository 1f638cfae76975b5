import { count } from 'contract/counts.ts';
import { difficultyLabels } from 'contract/quiz/quiz.constants.ts';
import { trainingLimits } from 'contract/training/training.constants.ts';
import { useWatch } from 'react-hook-form';
import { NumberField, SelectField } from '#parts/form/form-field.tsx';
import { Form, FormFailure, SubmitButton } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { QueryPanel } from '#parts/query/query-panel.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Alert } from '#ui/feedback/alert.tsx';
import { formatLocalTime } from '#ui/local-time.tsx';
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
    toBody: ({ category_id, difficulty, ...body }) => ({
      category_id: category_id || null,
      difficulty: difficulty ? Number(difficulty) : null,
      count: Number(body.count || NaN),
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

interface DueQuestionsProps {
  due: number;
  /** The questions that the user has not answered yet. */
  fresh: number;
  nextDueAt: string | null;
}

/** Starts with what is nearly forgotten; without that, with what is new. */
function DueQuestions({ due, fresh, nextDueAt }: DueQuestionsProps) {
  const { mutate, isPending, error } = useStartAttempt();
  const total = due > 0 ? due : fresh;
  const start = () =>
    mutate({
      due: true,
      count: Math.min(total, due > 0 ? trainingLimits.questions : trainingLimits.defaultQuestions),
    });
  return (
    <div className="flex flex-col items-start gap-3">
      {total > 0 && (
        <Button variant="primary" loading={isPending} onClick={start}>
          {due > 0
            ? `Train what is due (${due})`
            : `Train ${count(Math.min(fresh, trainingLimits.defaultQuestions), 'new question')}`}
        </Button>
      )}
      {error && <Alert tone="error" role="alert" title={error.message} />}
      <p className="text-muted">{dueText(due, fresh, nextDueAt)}</p>
    </div>
  );
}

function dueText(due: number, fresh: number, nextDueAt: string | null): string {
  if (due > 0) {
    return 'You have probably begun to forget these answers. The questions come back with new figures.';
  }
  const next =
    nextDueAt === null ? '' : `Nothing is due. The next question is due on ${formatLocalTime(nextDueAt)}.`;
  const later = 'Each question that you answer comes back when you have probably begun to forget its answer.';
  return [next, fresh > 0 || next === '' ? later : ''].filter(Boolean).join(' ');
}
