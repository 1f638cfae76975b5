import { useQuery } from '@tanstack/react-query';
import { CalculatorPage } from '#parts/calculator/calculator-page.tsx';
import { LinkCards } from '#parts/link-cards.tsx';
import { datasetPath } from '#parts/paths.ts';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { datasetList } from './datasets.queries.ts';
import { LoanSince } from './loan-since.tsx';

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
  const cards = data?.map(({ slug, title, unit, frequency, first, last, source }) => {
    const content = (
      <>
        <p>
          {unit}, {frequency}, {first} to {last}
        </p>
        <p>{source}</p>
      </>
    );
    return { to: datasetPath(slug), title, content };
  });
  const failure = 'The datasets could not be listed';
  return (
    <section aria-labelledby="datasets">
      <VisuallyHidden>
        <h2 id="datasets">Datasets</h2>
      </VisuallyHidden>
      <LinkCards cards={cards} failure={failure} error={error} retry={() => void refetch()} />
    </section>
  );
}
