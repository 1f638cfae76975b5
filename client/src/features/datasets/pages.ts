import { cashRateSlug } from 'contract/datasets/datasets.constants.ts';
import type { DatasetPoint } from 'contract/datasets/datasets.ts';
import type { PageFigure } from 'contract/page-renderer.ts';
import type { ResponseOf } from '#api/call.ts';
import { dataset, datasetList } from '#parts/datasets/datasets.queries.ts';
import { packSeries } from '#parts/datasets/packed-series.ts';
import { someDatasets } from '#parts/datasets/some-datasets.ts';
import { datasetPath, paths } from '#parts/navigation/paths.ts';
import type { PublicPage } from '#parts/page/public-page.ts';
import {
  type CashRate,
  cashRate,
  chosenDataset,
  datasetChoice,
  datasetParameters,
  datasetUrl,
  type ListedDataset,
  listFields,
  publisherOf,
  shortList,
} from './datasets.queries.ts';
import { changeText, latestText } from './latest-figure.tsx';
import { lineOfSpan } from './series-lines.ts';

const listDescription =
  'What money costs today: interest, prices, wages, output, the dollar and income tax, each with its source and its vintages.';

const listed = {
  ...shortList,
  shorten: ({ data }: ResponseOf<'listDatasets'>) => ({
    data: data.map((facts) => Object.fromEntries(listFields.map((field) => [field, facts[field]]))),
  }),
  isEnough: true,
};

/** The figures of a series are most of what its page would weigh. */
const packed = ({ frequency, series }: Pick<CashRate, 'frequency' | 'series'>) =>
  series && { series: packSeries(frequency, series) };

const wholeDataset = (query: ReturnType<typeof dataset>) => ({
  ...query,
  shorten: ({ data }: ResponseOf<'getDataset'>) => ({ data: { ...data, ...packed(data) } }),
  isEnough: true,
});

const cashRateFigures = {
  ...cashRate,
  shorten: ({ data }: ResponseOf<'getDataset'>) => {
    const { frequency, first, last, vintage, next_due, late_from, missing } = data;
    const source = publisherOf(data.source);
    return {
      data: { frequency, first, last, vintage, next_due, late_from, missing, source, ...packed(data) },
    };
  },
  isEnough: true,
};

const listedPages: readonly PublicPage[] = [
  {
    path: paths.dataCore,
    queries: () => [listed, cashRateFigures],
    head: ({ read }) => ({
      title: 'Data core',
      description: listDescription,
      ...withFigure(read(shortList)?.find(({ slug }) => slug === cashRateSlug)),
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
        wholeDataset(chosenDataset(slug, search)),
        ...(other ? [wholeDataset(dataset(other, { ...range, ...(asOf && { as_of: asOf }) }))] : []),
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

const withFigure = (facts: ListedDataset | undefined) => {
  const figure = facts && figureOf(facts, undefined);
  return figure ? { figure } : {};
};

/** The latest figure with the course of the last ten years; undefined for tables, which have none. */
function figureOf(facts: ListedDataset, series: readonly DatasetPoint[] | undefined): PageFigure | undefined {
  if (facts.latest.length === 0) return undefined;
  const points = series && lineOfSpan('10', facts, series).series[0]?.values;
  return { value: latestText(facts), label: changeText(facts), ...(points && { points }) };
}

export const pages: readonly PublicPage[] = [...listedPages, embeddedPage];
