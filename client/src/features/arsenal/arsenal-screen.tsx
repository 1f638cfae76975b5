import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { CalculatorPage } from '#parts/calculator/calculator-page.tsx';
import { guidePath, paths } from '#parts/paths.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Loading } from '#ui/spinner.tsx';
import { Glossary } from './glossary.tsx';
import { guideList } from './guides.queries.ts';
import styles from './arsenal.module.css';

const tools = [
  {
    to: paths.loanCalculator,
    name: 'Loan calculator',
    use: 'What a loan costs: payment, interest and every row of the schedule, to the cent.',
  },
  {
    to: `${paths.loanCalculator}?amount=500000&months=360&rate=6&compounding=monthly#what-if`,
    name: 'WHAT IF',
    use: 'Extra repayments, offset, rate changes, fees and interest-only, compared side by side.',
  },
  { to: paths.savings, name: 'Savings', use: 'What regular deposits come to, and what they will buy.' },
  {
    to: paths.borrowingPower,
    name: 'Borrowing power',
    use: 'What a payment can carry, with higher rates beside it.',
  },
  {
    to: paths.dataCore,
    name: 'Data core',
    use: 'The cash rate, inflation and other series, with their sources.',
  },
] as const;

export default function ArsenalScreen() {
  return (
    <CalculatorPage
      heading="ARSENAL"
      lede="Every instrument with what it is for, and guides that show how it is used."
    >
      <section aria-labelledby="tools">
        <h2 className={styles.title} id="tools">
          Tools
        </h2>
        <ul className={styles.cards}>
          {tools.map(({ to, name, use }) => (
            <li className={styles.card} key={name}>
              <h3>
                <Link to={to}>{name}</Link>
              </h3>
              <p>{use}</p>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="guides">
        <h2 className={styles.title} id="guides">
          Guides
        </h2>
        <Guides />
      </section>
      <Glossary />
    </CalculatorPage>
  );
}

function Guides() {
  const { data, error, refetch } = useQuery(guideList);
  if (error) {
    return (
      <Alert tone="error" role="alert" title="The guides could not be listed">
        <p>{error.message}</p>
        <Button onClick={() => void refetch()}>Try again</Button>
      </Alert>
    );
  }
  if (!data) return <Loading />;
  return (
    <ul className={styles.cards}>
      {data.map(({ slug, title, summary, minutes }) => (
        <li className={styles.card} key={slug}>
          <h3>
            <Link to={guidePath(slug)}>{title}</Link>
          </h3>
          <p>{summary}</p>
          <p className={styles.minutes}>{minutes} minutes</p>
        </li>
      ))}
    </ul>
  );
}
