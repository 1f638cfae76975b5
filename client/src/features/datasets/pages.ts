import { periodDays } from 'contract/datasets/dataset-dates.ts';
import { cashRateSlug } from 'contract/datasets/datasets.constants.ts';
import type { Dataset } from 'contract/datasets/datasets.ts';
import type { PageFigure } from 'contract/page-renderer.ts';
import { dataset, datasetList } from '#parts/datasets/datasets.queries.ts';
import { someDatasets } from '#parts/datasets/some-datasets.ts';
import { datasetPath, paths } from '#parts/navigation/paths.ts';
import { type PublicPage, shortened } from '#parts/page/public-page.ts';
import { publisherOf } from './dataset-card.tsx';
import { chosenDataset, datasetChoice, datasetParameters } from './dataset-choice.ts';
import { datasetUrl } from './datasets.queries.ts';
import { changeText, latestText } from './figure-change.tsx';
import { lineOf } from './series-lines.ts';
import { fromOfSpan } from './spans.ts';

const listDescription =
  'What money costs today: interest, prices, wages, output, the dollar and income tax, each with its source and its vintages.';

/** What the cards display. */
const cardList = shortened(datasetList, ({ data }) => ({
  data: data.map((facts) => ({
    ...facts,
    description: '',
    // The lead has its whole source.
    source: facts.slug === cashRateSlug ? facts.source : publisherOf(facts.source),
    source_terms: '',
    words: [],
  })),
}));

const listedPages: readonly PublicPage[] = [
  {
    path: paths.dataCore,
    queries: () => [cardList, dataset(cashRateSlug)],
    head: ({ read }) => ({
      title: 'Data core',
      description: listDescription,
      ...withFigure(read(datasetList)?.find(({ slug }) => slug === cashRateSlug)),
      jsonLd: { '@type': 'DataCatalog', name: 'Data core', description: listDescription },
      hasFeed: true,
    }),
  },
  {
    path: paths.dataset,
    parameters: datasetParameters,
    queries: ({ params: { slug = '' }, search }) => {
      const { range, asOf, other } = datasetChoice(search);
      return [
        someDatasets(other ? [slug, other] : [slug]),
        chosenDataset(slug, search),
        ...(other ? [dataset(other, { ...range, ...(asOf && { as_of: asOf }) })] : []),
      ];
    },
    head: ({ params: { slug = '' }, search, read, origin }) => {
      const facts = read(datasetList)?.find((one) => one.slug === slug);
      if (!facts) return undefined;
      const { title, description, first, last, source, known_from } = facts;
      const figure = figureOf(facts, read(chosenDataset(slug, search))?.series);
      const change = changeText(facts);
      return {
        title,
        description: `${figure ? `${title}: ${figure.value}${change && `, ${inSentence(change)}`}` : title}. Source: ${publisherOf(source)}.`,
        ...(figure && { figure }),
        jsonLd: {
          '@type': 'Dataset',
          name: title,
          description,
          creator: { '@type': 'Organization', name: publisherOf(source) },
          temporalCoverage: `${first}/${last}`,
          dateModified: known_from,
          isAccessibleForFree: true,
          distribution: (['csv', 'json'] as const).map((format) => ({
            '@type': 'DataDownload',
            encodingFormat: format === 'csv' ? 'text/csv' : 'application/json',
            contentUrl: origin + datasetUrl(slug, format, {}),
          })),
        },
        hasFeed: true,
      };
    },
    list: (read) =>
      (read(datasetList) ?? []).map(({ slug, known_from }) => ({
        url: datasetPath(slug),
        changed: known_from.slice(0, 'YYYY-MM-DD'.length),
      })),
  },
];

/** Without its figures there is nothing to embed. */
const embeddedPage: PublicPage = {
  path: paths.embeddedDataset,
  isEmbedded: true,
  queries: ({ params: { slug = '' } }) => [someDatasets([slug]), dataset(slug)],
  head: ({ params: { slug = '' }, read }) => {
    const facts = read(dataset(slug));
    return facts && { title: facts.title, description: facts.description };
  },
  list: () => [],
};

const inSentence = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

const withFigure = (facts: Dataset | undefined) => {
  const figure = facts && figureOf(facts, undefined);
  return figure ? { figure } : {};
};

/** The latest figure with the course of the last ten years; undefined for tables, which have none. */
function figureOf(facts: Dataset, series: Parameters<typeof lineOf>[1] | undefined): PageFigure | undefined {
  if (facts.latest.length === 0) return undefined;
  const from = fromOfSpan('10', facts);
  const recent = series?.filter(
    ({ date }) => from === undefined || periodDays(facts.frequency, date)[1] >= from,
  );
  const points = recent && lineOf(facts, recent, from ? { from } : {}, series).series[0]?.values;
  return { value: latestText(facts), label: changeText(facts), ...(points && { points }) };
}

export const pages: readonly PublicPage[] = [...listedPages, embeddedPage];
