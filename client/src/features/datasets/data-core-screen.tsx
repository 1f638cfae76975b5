import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { CalculatorPage } from '#parts/calculator/calculator-page.tsx';
import { datasetPath } from '#parts/paths.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Loading } from '#ui/spinner.tsx';
import { datasetList } from './datasets.queries.ts';
import { LoanSince } from './loan-since.tsx';
import styles from './datasets.module.css';

export default function DataCoreScreen() {
  return (
    <CalculatorPage
      heading="DATA CORE"
      lede="Few series, each with its source, its terms and the dates that it covers."
    >
      <Datasets />
      <LoanSince />
    </CalculatorPage>
  );
}

function Datasets() {
  const { data, error, refetch } = useQuery(datasetList);
  if (error) {
    return (
      <Alert tone="error" role="alert" title="The datasets could not be listed">
        <p>{error.message}</p>
        <Button onClick={() => void refetch()}>Try again</Button>
      </Alert>
    );
  }
  if (!data) return <Loading />;
  return (
    <ul className={styles.cards}>
      {data.map(({ slug, title, unit, frequency, first, last, source }) => (
        <li className={styles.card} key={slug}>
          <h2>
            <Link to={datasetPath(slug)}>{title}</Link>
          </h2>
          <p>
            {unit}, {frequency}, {first} to {last}
          </p>
          <p className={styles.source}>{source}</p>
        </li>
      ))}
    </ul>
  );
}
