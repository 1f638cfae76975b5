import { count } from 'contract/counts.ts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Guide } from 'contract/guides/guides.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Page } from '#ui/layout/page.tsx';
import { guidePath, paths } from '#parts/navigation/paths.ts';
import { useScrollToHash } from '#parts/navigation/use-scroll-to-hash.ts';
import { guideList } from './guides.queries.ts';
import { QueryState } from '#parts/query/query-state.tsx';
import { glossary, termAnchor } from '#parts/glossary/glossary.ts';
import { cx } from '#ui/cx.ts';

const tools = [
  {
    to: paths.loanCalculator,
    title: 'Loan calculator',
    use: 'What a loan costs: payment, interest and every row of the schedule, to the cent.',
  },
  {
    to: `${paths.loanCalculator}?amount=500000&months=360&rate=6&compounding=monthly#what-if`,
    title: 'WHAT IF',
    use: 'Extra repayments, offset, rate changes, fees and interest-only, compared side by side.',
  },
  { to: paths.savings, title: 'Savings', use: 'How much regular deposits grow to, and what they will buy.' },
  {
    to: paths.buying,
    title: 'Buying a home',
    use: 'Duty, grants and cash on the day, what you can borrow, and the largest price.',
  },
  {
    to: paths.switching,
    title: 'Switch',
    use: 'Your loan beside up to three offers: what switching costs, and from which payment it saves money.',
  },
  {
    to: paths.statement,
    title: 'My loan, checked',
    use: 'Every interest charge of your loan statement, recomputed to the cent.',
  },
  {
    to: paths.takeHomePay,
    title: 'Take-home pay',
    use: 'Your pay after tax, with each step of the law and its source.',
  },
  {
    to: paths.studyLoan,
    title: 'Your study loan',
    use: 'When it ends, and whether to pay before 1 June.',
  },
  {
    to: paths.dataCore,
    title: 'Data core',
    use: 'The cash rate, inflation and other series, with their sources.',
  },
  {
    to: paths.training,
    title: 'Training',
    use: 'Questions on loans, rates and prices, each with an explanation. You need an account.',
  },
] as const;

export default function GuidesScreen() {
  const guides = useQuery(guideList);
  // The glossary is below the guides.
  useScrollToHash(!guides.isPending);
  return (
    <Page heading="ARSENAL" lede="What each tool is for, and guides that show how to use it.">
      <Part id="tools" title="Tools">
        <LinkCards cards={tools.map(({ to, title, use }) => ({ to, title, content: <p>{use}</p> }))} />
        <p className="mt-4 text-sm text-muted">
          The command line, at the top of every screen or by Ctrl+K, calculates at once:{' '}
          <code>loan --amount 500000 --years 30 --rate 6</code>
        </p>
      </Part>
      <Part id="guides" title="Guides">
        <Guides query={guides} />
      </Part>
      <Part id="glossary" title="Glossary">
        <Glossary />
      </Part>
    </Page>
  );
}

function Guides({ query }: { query: UseQueryResult<Guide[]> }) {
  return (
    <QueryState query={query} failure="The guides could not be listed">
      {(guides) => (
        <LinkCards
          cards={guides.map(({ slug, title, summary, minutes }) => ({
            to: guidePath(slug),
            title,
            content: (
              <>
                <p>{summary}</p>
                <p>{count(minutes, 'minute')}</p>
              </>
            ),
          }))}
        />
      )}
    </QueryState>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 className="mb-4 border-b border-rule pb-2 text-xl" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Each term has an anchor, for links from guides and screens. */
function Glossary() {
  return (
    <dl className="flex flex-col gap-3">
      {glossary.map(({ term, meaning }) => (
        <div
          className="grid scroll-mt-[calc(var(--bar-height)+var(--space-5))] grid-cols-[14rem_minmax(0,1fr)] gap-3 max-md:grid-cols-1 max-md:gap-1"
          key={term}
          id={termAnchor(term)}
        >
          <dt className="text-strong">{term}</dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}

interface LinkCard {
  to: string;
  title: string;
  content: ReactNode;
}

// Classes, because a page of the server has no inline styles.
const mediumColumns = { 2: 'md:grid-cols-2', 3: 'md:grid-cols-3' };
const wideColumns = {
  3: 'min-[1100px]:grid-cols-3',
  4: 'min-[1100px]:grid-cols-4',
  5: 'min-[1100px]:grid-cols-5',
};

/** The columns that fill each row, so that no cell stays empty. */
const columnsFor = (cards: number, classes: Readonly<Record<number, string>>) =>
  Object.entries(classes).findLast(([columns]) => cards % Number(columns) === 0)?.[1] ?? classes[3];

function LinkCards({ cards }: { cards: readonly LinkCard[] }) {
  return (
    <ul
      className={cx(
        'grid gap-x-5 gap-y-6',
        columnsFor(cards.length, mediumColumns),
        columnsFor(cards.length, wideColumns),
      )}
    >
      {cards.map(({ to, title, content }) => (
        <li
          className="flex flex-col gap-2 border-t border-rule pt-3 [&_p+p]:mt-auto [&_p+p]:text-sm [&_p+p]:text-muted"
          key={to}
        >
          <h3 className="text-md">
            <Link to={to}>{title}</Link>
          </h3>
          {content}
        </li>
      ))}
    </ul>
  );
}
