import { useQuery } from '@tanstack/react-query';
import type { Attempt, AttemptQuestion } from 'contract/training/training.ts';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { paths } from '#parts/navigation/paths.ts';
import { QueryState } from '#parts/query/query-state.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Alert } from '#ui/feedback/alert.tsx';
import { Page } from '#ui/layout/page.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { isRightlyAnswered, outcomeOf } from './answer.ts';
import { QuestionStep } from './question-step.tsx';
import { ReadAgain } from './read-again.tsx';
import { QuestionProgress, Score } from './training-parts.tsx';
import { attemptQuery, useAnswerQuestion, useStartAttempt } from './training.queries.ts';

export default function AttemptScreen() {
  const { attemptId = '' } = useParams();
  const attempt = useQuery(attemptQuery(attemptId));
  return (
    <Page heading="TRAINING" back={{ to: paths.training, label: 'Training' }}>
      <QueryState
        query={attempt}
        failure="The training could not be loaded"
        unknown={{ title: 'No such training.' }}
      >
        {(data) => <Questions key={data.id} attempt={data} />}
      </QueryState>
    </Page>
  );
}

/** Resumes at the first unanswered question. */
function Questions({ attempt }: { attempt: Attempt }) {
  const { mutate, isPending, error, reset } = useAnswerQuestion(attempt.id);
  const firstOpen = attempt.questions.findIndex(({ chosen }) => chosen === null);
  const [currentIndex, setCurrentIndex] = useState(firstOpen);
  const question = attempt.questions[currentIndex];
  if (!question) return <AttemptResult attempt={attempt} />;
  const { id } = question;
  return (
    <QuestionProgress
      number={currentIndex + 1}
      total={attempt.total}
      answered={attempt.answered}
      right={attempt.correct}
    >
      <QuestionStep
        key={id}
        question={question}
        outcome={outcomeOf(question)}
        isPending={isPending}
        error={error}
        onAnswer={(answer) => mutate({ question_id: id, ...answer })}
        nextLabel={firstOpen === -1 ? 'See the result' : 'Next question'}
        onNext={() => {
          reset();
          setCurrentIndex(firstOpen);
        }}
      />
    </QuestionProgress>
  );
}

const isWrong = (question: AttemptQuestion): boolean => !isRightlyAnswered(question);

function AttemptResult({ attempt }: { attempt: Attempt }) {
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
