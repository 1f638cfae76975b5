import { useQuery } from '@tanstack/react-query';
import { cashRateSlug, datasetFeedPath } from 'contract/datasets/datasets.constants.ts';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { datasetList } from '#parts/datasets/datasets.queries.ts';
import { PageTerms } from '#parts/glossary/page-terms.tsx';
import { useToday } from '#parts/page/today.ts';
import { bestMatches } from '#parts/search/best-matches.ts';
import { Field } from '#ui/controls/field.tsx';
import { TextInput } from '#ui/controls/input.tsx';
import { Failure } from '#ui/feedback/failure.tsx';
import { Page } from '#ui/layout/page.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { DatasetRows } from './dataset-rows.tsx';
import { dataTerms } from './data-terms.ts';
import { type ListedDataset, shortList } from './datasets.queries.ts';
import { LeadDataset } from './lead-dataset.tsx';
import { LendingTable } from './lending-table.tsx';
import { LoanSince } from './loan-since.tsx';

export default function DatasetsScreen() {
  const { data, error, refetch } = useQuery(shortList);
  const today = useToday();
  // In the URL, too, so that the search is there again after Back. The router sets it later than the next key.
  const [search, setSearch] = useSearchParams();
  const [text, setText] = useState(search.get('q') ?? '');
  const found = useFound(text);
  const isFound = ({ slug }: ListedDataset) => !found || found.has(slug);
  const lead = data?.find(({ slug }) => slug === cashRateSlug);
  const cells = data?.filter(({ cell }) => cell);
  const late = data?.filter((one) => one.next_due !== null && today >= one.next_due).length ?? 0;
  const rows = data?.filter((one) => one !== lead && !one.cell && isFound(one));
  return (
    <Page
      heading="DATA CORE"
      lede="Interest, prices, wages, the dollar and tax, each with its source."
      aside={
        <div className="print:hidden">
          <Field label="Search the datasets">
            {(control) => (
              <TextInput
                {...control}
                type="search"
                value={text}
                onChange={({ target: { value } }) => {
                  setText(value);
                  setSearch(value ? { q: value } : {}, { replace: true, preventScrollReset: true });
                }}
              />
            )}
          </Field>
        </div>
      }
    >
      {(!lead || isFound(lead)) && (
        <div className="grid grid-cols-1 gap-5 lg:grid-cols-12">
          <article className="flex min-h-[20rem] min-w-0 flex-col gap-2 rounded border border-rule bg-surface p-4 lg:col-span-8">
            {lead && <LeadDataset facts={lead} />}
            {error && <Failure title="The datasets could not be listed" error={error} retry={refetch} />}
          </article>
          <div className="rounded border border-rule bg-surface p-4 lg:col-span-4 print:hidden">
            <LoanSince />
          </div>
        </div>
      )}
      {found?.size === 0 && (
        <output>No dataset has these words. Try another one, such as inflation or home loan rates.</output>
      )}
      <div className="flex min-w-0 flex-col gap-5">
        {!error && (!cells || cells.some(isFound)) && (
          <Panel
            className="@container"
            title="What home loans cost"
            aside="New: agreed in the month. Existing: all that are being paid off. –: no series here."
          >
            <LendingTable datasets={cells} isFound={isFound} />
          </Panel>
        )}
        {rows?.length !== 0 && !error && (
          <Panel
            className={data ? '@container' : '@container min-h-[36rem]'}
            title="Everything else"
            aside={
              <>
                {late > 0 &&
                  !found &&
                  `For ${late} of ${data?.length} series, a newer figure was due and is not here yet. Each shows its period. `}
                <a href={datasetFeedPath}>Feed of new figures</a> (Atom)
              </>
            }
          >
            <DatasetRows datasets={rows ?? []} />
          </Panel>
        )}
      </div>
      <PageTerms terms={[...dataTerms, 'margin']} />
    </Page>
  );
}

/** The datasets with the words of the text; undefined without a text. The page of the server has no words of datasets. */
function useFound(text: string): ReadonlySet<string> | undefined {
  const { data } = useQuery({ ...datasetList, enabled: text.trim() !== '' });
  if (text.trim() === '' || !data) return undefined;
  const matches = bestMatches(text, data, ({ title, topic, words }) => ({
    title,
    text: [title, topic, ...words].join(' '),
  }));
  return new Set(matches.map(({ slug }) => slug));
}
