import { useQuery } from '@tanstack/react-query';
import type { Attempt } from 'contract/training/training.ts';
import { useId, useState } from 'react';
import { useParams } from 'react-router-dom';
import { paths } from '#parts/navigation/paths.ts';
import { QueryState } from '#parts/query/query-state.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { Page } from '#ui/layout/page.tsx';
import { outcomeOf } from './answer.ts';
import { AttemptResult } from './attempt-result.tsx';
import { QuestionStep } from './question-step.tsx';
import { attemptQuery, useAnswerQuestion } from './training.queries.ts';

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
  const positionId = useId();
  const question = attempt.questions[currentIndex];
  if (!question) return <AttemptResult attempt={attempt} />;
  const { id } = question;
  const position = `Question ${currentIndex + 1} of ${attempt.total}`;
  return (
    <section className="flex max-w-[52rem] min-w-0 flex-col gap-5" aria-label={position}>
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-2 text-sm text-muted tabular-nums">
        <p id={positionId}>{position}</p>
        <p className="text-muted">{attempt.correct} right so far</p>
        <ProgressBar
          className="h-2 basis-full"
          aria-labelledby={positionId}
          max={attempt.total}
          value={attempt.answered}
        />
      </div>
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
    </section>
  );
}
