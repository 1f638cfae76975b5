import { useQuery, useQueryClient } from '@tanstack/react-query';
import { trainingLimits } from 'contract/training/training.constants.ts';
import type { SampleQuestion } from 'contract/training/training.ts';
import { useId, useState } from 'react';
import { paths } from '#parts/navigation/paths.ts';
import { useReturnState } from '#parts/navigation/return-to.ts';
import { useIsStatic } from '#parts/page/today.ts';
import { QueryState } from '#parts/query/query-state.tsx';
import { Button } from '#ui/controls/button.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import type { Answer, Outcome } from './answer.ts';
import { CategoryScores } from './category-scores.tsx';
import { QuestionStep } from './question-step.tsx';
import { storeSample } from './stored-sample.ts';
import { percent, sampleQuery, useCheckSample } from './training.queries.ts';

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
  const positionId = useId();
  const total = questions.length;
  const question = questions[index];
  if (!question) return <SampleResult answered={answered} />;
  const position = `Question ${index + 1} of ${total}`;
  const outcome = answered[index]?.outcome ?? null;

  const send = (answer: Answer) =>
    mutate(
      { token, question_id: question.id, ...answer },
      {
        onSuccess: ({ correct: isRight, ...checked }) => {
          const all = [...answered, { question, answer, outcome: { isRight, ...checked } }];
          setAnswered(all);
          storeSample({
            token,
            answers: all.map((each) => ({ question_id: each.question.id, ...each.answer })),
          });
        },
      },
    );

  return (
    <section className="flex max-w-[52rem] min-w-0 flex-col gap-5" aria-label={position}>
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-2 text-sm text-muted tabular-nums">
        <p id={positionId}>{position}</p>
        <p className="text-muted">{answered.filter((each) => each.outcome.isRight).length} right so far</p>
        <ProgressBar
          className="h-2 basis-full"
          aria-labelledby={positionId}
          max={total}
          value={answered.length}
        />
      </div>
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
    </section>
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
        <p className="text-lg">
          <strong className="me-3 text-3xl leading-[1.1] text-accent">
            {percent(right / answered.length)}
          </strong>{' '}
          {right} of {answered.length} right
        </p>
        <CategoryScores categories={categories} />
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
