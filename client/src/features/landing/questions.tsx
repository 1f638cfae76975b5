import { Link } from 'react-router-dom';
import { paths } from '#parts/navigation/paths.ts';
import { Icon } from '#ui/icon.tsx';

interface Question {
  question: string;
  text: string;
  /** The answer for an example; constant, so that the first load calculates nothing. */
  figure: string;
  example: string;
  tool: string;
  to: string;
}

export const questions: readonly Question[] = [
  {
    question: 'What does my loan cost?',
    text: 'The level payment, every row to the cent, and what an extra 300 a fortnight saves.',
    figure: '$3,733.17 a month',
    example: 'on 620,000 at 6.04%',
    tool: 'LOAN CALCULATOR',
    to: paths.loanCalculator,
  },
  {
    question: 'Should I switch banks?',
    text: 'Your loan beside up to three offers, with fees, cashback and the day you are ahead.',
    figure: '$22,831.40 less',
    example: 'at 5.79%, 395 a year, 1,050 to switch',
    tool: 'SWITCH',
    to: paths.switching,
  },
  {
    question: 'What do I take home?',
    text: 'Your pay after tax, line by line, with the bracket and the source of each.',
    figure: '$67,600 a year',
    example: 'of 85,000 in 2026-27',
    tool: 'TAKE-HOME PAY',
    to: paths.takeHomePay,
  },
  {
    question: 'What can I buy?',
    text: 'Duty, grants and cash on the day, what a bank lends, and the largest price.',
    figure: '$634,345',
    example: 'in Victoria with 160,000 saved',
    tool: 'BUYING',
    to: paths.buying,
  },
  {
    question: 'What will I have saved?',
    text: 'What regular deposits grow to, before and after inflation.',
    figure: '$73,624.89',
    example: 'from 500 a month in 10 years at 4%',
    tool: 'SAVINGS',
    to: paths.savings,
  },
  {
    question: 'Is my bank’s interest right?',
    text: 'Every interest charge of your loan statement, recomputed to the cent.',
    figure: '$603.56 too much',
    example: 'in a sample loan',
    tool: 'LOAN CHECK',
    to: paths.statement,
  },
  {
    question: 'Where do rates and prices stand?',
    text: 'The cash rate, prices, output, the dollar and tax: sourced, dated, to download.',
    figure: '4.60%',
    example: 'cash rate, 30 Sept 2026',
    tool: 'DATA CORE',
    to: paths.dataCore,
  },
];

/** The tools, as the questions that they answer. */
export function Questions() {
  return (
    <section className="flex flex-col gap-5" aria-labelledby="questions">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-xl" id="questions">
          What do you want to know?
        </h2>
        <p className="text-sm text-muted">No account needed.</p>
      </div>
      <ul className="grid gap-line bg-rule p-line sm:grid-cols-2 lg:grid-cols-3">
        {questions.map(({ question, text, figure, example, tool, to }) => (
          <li
            // The last of an odd number is a row.
            className="relative flex flex-col gap-x-5 gap-y-2 bg-bg p-5 hover:bg-surface sm:last:odd:col-span-full sm:last:odd:flex-row"
            key={to}
          >
            <div className="flex-1">
              <h3 className="mb-2 text-lg leading-[1.35]">
                <Link className="text-strong no-underline after:absolute after:inset-0" to={to}>
                  {question}
                </Link>
              </h3>
              <p className="text-sm">{text}</p>
            </div>
            <div className="mt-auto flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 pt-3 sm:in-[li:last-child]:flex-1 lg:in-[li:last-child]:flex-2">
              <p className="text-xs text-muted tabular-nums">
                <strong className="block text-lg">{figure}</strong>
                {example}
              </p>
              <p className="flex items-center gap-2 text-xs tracking-wide text-accent">
                {tool}
                <Icon className="size-[1em]">
                  <path d="M4 12h15m-6-6 6 6-6 6" />
                </Icon>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
