import { useQuery } from '@tanstack/react-query';
import { periodDays } from 'contract/datasets/dataset-dates.ts';
import type { Dataset } from 'contract/datasets/datasets.ts';
import { CardGrid } from '#ui/layout/card-grid.tsx';
import { Page } from '#ui/layout/page.tsx';
import { QueryState } from '#parts/query/query-state.tsx';
import { datasetList } from '#parts/datasets/datasets.queries.ts';
import { PageTerms } from '#parts/glossary/page-terms.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { DatasetCard } from './dataset-card.tsx';
import { dataTerms } from './data-terms.ts';
import { LoanSince } from './loan-since.tsx';

export default function DatasetsScreen() {
  return (
    <Page
      heading="DATA CORE"
      lede="Interest, prices, output, the dollar and income tax: selected series, each with its source, its terms and the dates that it covers. See them as a chart or a table, or download them as a file."
    >
      <Datasets />
      <LoanSince />
      <PageTerms terms={[...dataTerms, 'margin']} />
    </Page>
  );
}

/** The last day of the figures. Dates of datasets with other frequencies cannot be compared. */
const lastDayOf = ({ frequency, last }: Dataset) => periodDays(frequency, last)[1];

/** The datasets with the most recent figures first. */
function Datasets() {
  const datasets = useQuery(datasetList);
  return (
    <section aria-labelledby="datasets">
      <VisuallyHidden>
        <h2 id="datasets">Datasets</h2>
      </VisuallyHidden>
      <QueryState query={datasets} failure="The datasets could not be listed">
        {(data) => (
          <CardGrid>
            {data
              .toSorted((one, other) => lastDayOf(other).localeCompare(lastDayOf(one)))
              .map((facts) => (
                <DatasetCard key={facts.slug} facts={facts} />
              ))}
          </CardGrid>
        )}
      </QueryState>
    </section>
  );
}
