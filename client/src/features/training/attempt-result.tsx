import type { Attempt, AttemptQuestion } from 'contract/training/training.ts';
import { useNavigate } from 'react-router-dom';
import { attemptPath, paths } from '#parts/navigation/paths.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { isRightlyAnswered } from './answer.ts';
import { CategoryScores } from './category-scores.tsx';
import { ReadAgain } from './read-again.tsx';
import { correctFraction, percent, useStartAttempt } from './training.queries.ts';

const isWrong = (question: AttemptQuestion): boolean => !isRightlyAnswered(question);

export function AttemptResult({ attempt }: { attempt: Attempt }) {
  const { correct, total, by_category: categories, questions } = attempt;
  const wrong = questions.filter(isWrong);
  return (
    <div className="flex flex-col gap-4">
      <Panel title="Result">
        <div className="flex flex-col gap-4">
          <p className="text-lg">
            <strong className="me-3 text-3xl leading-[1.1] text-accent">
              {percent(correctFraction(attempt))}
            </strong>{' '}
            {correct} of {total} right
          </p>
          <CategoryScores categories={categories} />
          <WhatNext attempt={attempt} wrong={wrong.length} />
        </div>
      </Panel>
      {wrong.length > 0 && <ReadAgain questions={wrong} />}
    </div>
  );
}

function WhatNext({ attempt, wrong }: { attempt: Attempt; wrong: number }) {
  const { mutate, isPending, error } = useStartAttempt();
  const navigate = useNavigate();
  const tryAgain = () =>
    mutate(
      { count: wrong, retry_of: attempt.id },
      { onSuccess: ({ attempt: next }) => void navigate(attemptPath(next.id)) },
    );
  return (
    <>
      {error && <Alert tone="error" role="alert" title={error.message} />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        {wrong > 0 && (
          <Button variant="primary" loading={isPending} onClick={tryAgain}>
            Retry wrong answers ({wrong})
          </Button>
        )}
        <Button to={paths.training} variant={wrong > 0 ? 'secondary' : 'primary'}>
          New training
        </Button>
      </div>
    </>
  );
}
