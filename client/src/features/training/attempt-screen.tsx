import { useQuery } from '@tanstack/react-query';
import type { Attempt, AttemptQuestion } from 'contract/training/training.ts';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { paths } from '#parts/navigation/paths.ts';
import { QueryState } from '#parts/query/query-state.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Alert } from '#ui/feedback/alert.tsx';
import { Page } from '#ui/layout/page.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { answerText, isNumber, isRightlyAnswered, outcomeOf } from './answer.ts';
import { QuestionStep } from './question-step.tsx';
import { QuestionProgress, Score } from './training-parts.tsx';
import { attemptQuery, useAnswerQuestion, useStartAttempt } from './training.queries.ts';
import { CalculationLink } from './calculation-link.tsx';
import { readings } from './reading.ts';

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

/** The wrong answers by category, the category with the most first. */
export function ReadAgain({ questions }: { questions: readonly AttemptQuestion[] }) {
  const names = [...new Set(questions.map(({ category_name }) => category_name))];
  const groups = names
    .map((name) => ({ name, missed: questions.filter(({ category_name }) => category_name === name) }))
    .toSorted((one, other) => other.missed.length - one.missed.length);
  return (
    <Panel title="What to Read">
      <div className="flex flex-col gap-4">
        {groups.map(({ name, missed }) => (
          <section key={name} className="flex flex-col gap-3" aria-label={name}>
            <h3 className="text-md">{name}</h3>
            <ul className="grid gap-4">
              {missed.map((question) => (
                <li className="grid gap-1 border-s border-s-rule ps-4" key={question.id}>
                  <p className="font-semibold wrap-anywhere whitespace-pre-wrap">{question.text}</p>
                  <p>
                    <span className="inline-block min-w-[9ch] text-muted">
                      {isNumber(question) ? 'You wrote' : 'You chose'}
                    </span>{' '}
                    {answerText(question, question.chosen)}
                  </p>
                  <p>
                    <span className="inline-block min-w-[9ch] text-muted">Right is</span>{' '}
                    {answerText(question, question.answer)}
                  </p>
                  {question.explanation && (
                    <p className="wrap-anywhere whitespace-pre-wrap text-muted">{question.explanation}</p>
                  )}
                  {question.calculation && <CalculationLink calculation={question.calculation} />}
                </li>
              ))}
            </ul>
            <ReadingLinks category={name} />
          </section>
        ))}
      </div>
    </Panel>
  );
}

/** Renders nothing for categories that staff created or renamed. */
function ReadingLinks({ category }: { category: string }) {
  const links = Object.hasOwn(readings, category) ? readings[category] : undefined;
  return (
    links && (
      <p className="grid max-w-none grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-1 ps-4">
        <span className="inline-block min-w-[9ch] text-muted">Read</span>
        <span className="flex flex-wrap gap-x-5 gap-y-1">
          {links.map(({ to, title }) => (
            <Link key={to} to={to}>
              {title}
            </Link>
          ))}
        </span>
      </p>
    )
  );
}
