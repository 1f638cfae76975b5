import { useQuery } from '@tanstack/react-query';
import { cashRateSlug, datasetFeedPath, datasetTopics } from 'contract/datasets/datasets.constants.ts';
import { useId, useState } from 'react';
import { Page } from '#ui/layout/page.tsx';
import { QueryState } from '#parts/query/query-state.tsx';
import { datasetList } from '#parts/datasets/datasets.queries.ts';
import { PageTerms } from '#parts/glossary/page-terms.tsx';
import { bestMatches } from '#parts/search/best-matches.ts';
import { Field } from '#ui/controls/field.tsx';
import { TextInput } from '#ui/controls/input.tsx';
import { Loading } from '#ui/feedback/spinner.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { DatasetCard } from './dataset-card.tsx';
import { dataTerms } from './data-terms.ts';
import { type CardFacts, cardList } from './datasets.queries.ts';
import { LeadDataset } from './lead-dataset.tsx';
import { LoanSince } from './loan-since.tsx';

export default function DatasetsScreen() {
  return (
    <Page
      heading="DATA CORE"
      lede="What money costs today: interest, prices, wages, output, the dollar and income tax. Each series has its source, its terms and the dates that it covers. See it as a chart or a table, or download it as a file."
    >
      <Datasets />
      <p className="text-sm text-muted">
        <a href={datasetFeedPath}>Feed of new figures</a> (Atom), for a feed reader.
      </p>
      <PageTerms terms={[...dataTerms, 'margin']} />
    </Page>
  );
}

function Datasets() {
  const datasets = useQuery(cardList);
  const [text, setText] = useState('');
  return (
    <section className="flex min-w-0 flex-col gap-6" aria-labelledby="datasets">
      <VisuallyHidden>
        <h2 id="datasets">Datasets</h2>
      </VisuallyHidden>
      <QueryState query={datasets} failure="The datasets could not be listed">
        {(data) => (
          <div className="flex min-w-0 flex-col gap-6">
            <div className="max-w-form">
              <Field label="Search the datasets" hint="For example wages, mortgage rates or dollar">
                {(control) => (
                  <TextInput
                    {...control}
                    type="search"
                    value={text}
                    onChange={({ target }) => setText(target.value)}
                  />
                )}
              </Field>
            </div>
            {text.trim() === '' ? <Topics datasets={data} /> : <Matches text={text} />}
          </div>
        )}
      </QueryState>
      {datasets.isError && <LoanSince />}
    </section>
  );
}

/** The cash rate leads; the others follow by topic. */
function Topics({ datasets }: { datasets: readonly CardFacts[] }) {
  const lead = datasets.find(({ slug }) => slug === cashRateSlug);
  return (
    <>
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-12">
        {lead && <LeadDataset facts={lead} />}
        <div className="rounded border border-rule bg-surface p-5 lg:col-span-4">
          <LoanSince />
        </div>
      </div>
      <div className="grid grid-cols-1 gap-x-5 gap-y-6 lg:grid-cols-12">
        {datasetTopics.map((topic) => (
          <Topic
            key={topic}
            name={topic}
            datasets={datasets.filter((one) => one.topic === topic && one !== lead)}
          />
        ))}
      </div>
    </>
  );
}

/** Small topics stand side by side. Each card takes three of twelve columns. */
const widthClasses = ['', 'lg:col-span-3', 'lg:col-span-6', 'lg:col-span-9'];

function Topic({ name, datasets }: { name: string; datasets: readonly CardFacts[] }) {
  const id = useId();
  if (datasets.length === 0) return null;
  return (
    <section className={widthClasses[datasets.length] ?? 'lg:col-span-12'} aria-labelledby={id}>
      <h3 className="panel-title mb-4" id={id}>
        {name}
      </h3>
      <Cards datasets={datasets} />
    </section>
  );
}

function Matches({ text }: { text: string }) {
  const { data: datasets = [], isLoading } = useQuery(datasetList);
  const found = bestMatches(text, datasets, ({ title, topic, words }) => ({
    title,
    text: [title, topic, ...words].join(' '),
  }));
  if (isLoading) return <Loading />;
  if (found.length === 0) {
    return (
      <output>No dataset has these words. Try another one, such as inflation or home loan rates.</output>
    );
  }
  return <Cards datasets={found} />;
}

const Cards = ({ datasets }: { datasets: readonly CardFacts[] }) => (
  <ul className="grid grid-fill-[17rem] gap-5">
    {datasets.map((facts) => (
      <DatasetCard key={facts.slug} facts={facts} />
    ))}
  </ul>
);
