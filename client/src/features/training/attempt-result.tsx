import type { Attempt, AttemptQuestion } from 'contract/training/training.ts';
import { paths } from '#parts/navigation/paths.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { isRightlyAnswered } from './answer.ts';
import { ReadAgain } from './read-again.tsx';
import { Score } from './training-parts.tsx';
import { useStartAttempt } from './training.queries.ts';

const isWrong = (question: AttemptQuestion): boolean => !isRightlyAnswered(question);

export function AttemptResult({ attempt }: { attempt: Attempt }) {
  const wrong = attempt.questions.filter(isWrong);
  return (
    <div className="flex flex-col gap-4">
      <Panel title="Result">
        <div className="flex flex-col gap-4">
          <Score {...attempt} />
          <WhatNext attempt={attempt} wrong={wrong.length} />
        </div>
      </Panel>
      {wrong.length > 0 && <ReadAgain questions={wrong} />}
    </div>
  );
}

function WhatNext({ attempt, wrong }: { attempt: Attempt; wrong: number }) {
  const { mutate, isPending, error } = useStartAttempt();
  const tryAgain = () => mutate({ count: wrong, retry_of: attempt.id });
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
