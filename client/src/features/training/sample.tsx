import { useQuery, useQueryClient } from '@tanstack/react-query';
import { trainingLimits } from 'contract/training/training.constants.ts';
import type { SampleQuestion } from 'contract/training/training.ts';
import { useState } from 'react';
import { paths } from '#parts/navigation/paths.ts';
import { useReturnState } from '#parts/navigation/return-to.ts';
import { useIsStatic } from '#parts/page/today.ts';
import { QueryState } from '#parts/query/query-state.tsx';
import { guestSample } from '#parts/unsaved/guest-work.ts';
import { Button } from '#ui/controls/button.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import type { Answer, Outcome } from './answer.ts';
import { QuestionStep } from './question-step.tsx';
import { QuestionProgress, Score } from './training-parts.tsx';
import { sampleQuery, useCheckSample } from './training.queries.ts';

/** Ten questions for guests. Their answers stay in the browser. */
export function Sample() {
  const sample = useQuery(sampleQuery);
  const isStatic = useIsStatic();
  return (
    <>
      <p className="text-muted">
        Try {trainingLimits.sampleQuestions} questions without an account. Many ask for a number, and their
        figures are new each time.
      </p>
      {/* A screen high, so that the footer stays where it is when the first question arrives. */}
      <div className="min-h-screen">
        <noscript>The questions need JavaScript.</noscript>
        {!isStatic && (
          <QueryState query={sample} failure="The questions could not be loaded">
            {({ data, token }) =>
              data.length > 0 ? (
                <SampleQuestions key={token} questions={data} token={token} />
              ) : (
                <p className="text-muted">There are no questions yet. Please come back later.</p>
              )
            }
          </QueryState>
        )}
      </div>
    </>
  );
}

interface SampleQuestionsProps {
  questions: readonly SampleQuestion[];
  token: string;
}

interface Answered {
  question: SampleQuestion;
  answer: Answer;
  outcome: Outcome;
}

function SampleQuestions({ questions, token }: SampleQuestionsProps) {
  const { mutate, isPending, error, reset } = useCheckSample();
  const [answered, setAnswered] = useState<readonly Answered[]>([]);
  const [index, setIndex] = useState(0);
  const total = questions.length;
  const question = questions[index];
  if (!question) return <SampleResult answered={answered} />;
  const outcome = answered[index]?.outcome ?? null;

  const send = (answer: Answer) =>
    mutate(
      { token, question_id: question.id, ...answer },
      {
        onSuccess: ({ correct: isRight, ...checked }) => {
          const all = [...answered, { question, answer, outcome: { isRight, ...checked } }];
          setAnswered(all);
          guestSample.store({
            token,
            answers: all.map((each) => ({ question_id: each.question.id, ...each.answer })),
          });
        },
      },
    );

  return (
    <QuestionProgress
      number={index + 1}
      total={total}
      answered={answered.length}
      right={answered.filter((each) => each.outcome.isRight).length}
    >
      <QuestionStep
        key={question.id}
        question={question}
        outcome={outcome}
        isPending={isPending}
        error={error}
        onAnswer={send}
        nextLabel={index + 1 === total ? 'See the result' : 'Next question'}
        onNext={() => {
          reset();
          setIndex(index + 1);
        }}
      />
    </QuestionProgress>
  );
}

function SampleResult({ answered }: { answered: readonly Answered[] }) {
  const queries = useQueryClient();
  const returnState = useReturnState();
  const right = answered.filter(({ outcome }) => outcome.isRight).length;
  const names = [...new Set(answered.map(({ question }) => question.category_name))].toSorted();
  const categories = names.map((name) => {
    const asked = answered.filter(({ question }) => question.category_name === name);
    return { name, total: asked.length, correct: asked.filter(({ outcome }) => outcome.isRight).length };
  });
  return (
    <Panel title="Result">
      <div className="flex flex-col gap-4">
        <Score correct={right} total={answered.length} by_category={categories} />
        <p>
          With an account, each question comes back when you have probably begun to forget its answer, and
          your answers of today count as your first training.
        </p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <Button variant="primary" to={paths.register}>
            Keep your progress: create an account
          </Button>
          <Button to={paths.login} state={returnState}>
            Sign in
          </Button>
          <Button
            variant="ghost"
            onClick={() => void queries.resetQueries({ queryKey: sampleQuery.queryKey })}
          >
            Try other questions
          </Button>
        </div>
      </div>
    </Panel>
  );
}
