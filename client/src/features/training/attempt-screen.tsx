import { useQuery } from '@tanstack/react-query';
import type { Attempt } from 'contract/training/training.ts';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { paths } from '#parts/navigation/paths.ts';
import { QueryState } from '#parts/query/query-state.tsx';
import { Page } from '#ui/layout/page.tsx';
import { outcomeOf } from './answer.ts';
import { AttemptResult } from './attempt-result.tsx';
import { QuestionStep } from './question-step.tsx';
import { QuestionProgress } from './training-parts.tsx';
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
