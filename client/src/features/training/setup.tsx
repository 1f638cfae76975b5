import { difficultyLabels } from 'contract/quiz.constants.ts';
import { trainingLimits } from 'contract/training.constants.ts';
import { type SyntheticEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { detailsOf } from '#api/api-error.ts';
import { attemptPath } from '#parts/paths.ts';
import { QueryState } from '#parts/query-state.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { NumberInput, Select } from '#ui/input.tsx';
import { Panel } from '#ui/panel.tsx';
import typography from '#ui/typography.module.css';
import { useStartAttempt, useTrainingCategories } from './training.queries.ts';
import styles from './training.module.css';

export function Setup() {
  return (
    <Panel title="New Training">
      <QueryState query={useTrainingCategories()} failure="The categories could not be read">
        {(categories) =>
          categories.length > 0 ? (
            <SetupForm categories={categories} />
          ) : (
            <p className={typography.muted}>There are no questions yet. Please come back later.</p>
          )
        }
      </QueryState>
    </Panel>
  );
}

type Category = NonNullable<ReturnType<typeof useTrainingCategories>['data']>[number];

function SetupForm({ categories }: { categories: readonly Category[] }) {
  const { mutate, isPending, error } = useStartAttempt();
  const navigate = useNavigate();
  const [category, setCategory] = useState('');
  const [difficulty, setDifficulty] = useState('');
  const [count, setCount] = useState(String(trainingLimits.usualQuestions));
  const refusedCount = detailsOf(error)['count']?.join(' ');

  function start(event: SyntheticEvent) {
    event.preventDefault();
    mutate(
      {
        category_id: category || null,
        difficulty: difficulty ? Number(difficulty) : null,
        // The server refuses other text.
        count: Number(count.trim() || NaN),
      },
      { onSuccess: ({ attempt }) => void navigate(attemptPath(attempt.id)) },
    );
  }

  return (
    <form className={styles.setup} onSubmit={start} noValidate aria-label="New training">
      <Field label="Category">
        {(control) => (
          <Select
            {...control}
            value={category}
            onChange={({ target }) => setCategory(target.value)}
            options={[
              ['', 'All categories'],
              ...categories.map(
                ({ id, name, published_count }) => [id, `${name} (${published_count})`] as const,
              ),
            ]}
          />
        )}
      </Field>
      <Field label="Difficulty">
        {(control) => (
          <Select
            {...control}
            value={difficulty}
            onChange={({ target }) => setDifficulty(target.value)}
            options={[['', 'Any difficulty'], ...Object.entries(difficultyLabels)]}
          />
        )}
      </Field>
      <Field label={`Questions (1–${trainingLimits.questions})`} error={refusedCount}>
        {(control) => (
          <NumberInput
            {...control}
            inputMode="numeric"
            value={count}
            onChange={({ target }) => setCount(target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" loading={isPending}>
        {isPending ? 'Starting…' : 'Start'}
      </Button>
      {categories.find(({ id }) => id === category)?.description && (
        <p className={styles.wide}>{categories.find(({ id }) => id === category)?.description}</p>
      )}
      {error && !refusedCount && (
        <div className={styles.wide}>
          <Alert tone="error" role="alert" title={error.message} />
        </div>
      )}
    </form>
  );
}
