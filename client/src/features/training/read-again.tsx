import type { AttemptQuestion } from 'contract/training/training.ts';
import { Link } from 'react-router-dom';
import { Panel } from '#ui/layout/panel.tsx';
import { answerText, isNumber } from './answer.ts';
import { CalculationLink } from './calculation-link.tsx';
import { readings } from './reading.ts';

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
