import { useQuery } from '@tanstack/react-query';
import { periodText } from 'contract/datasets/dataset-values.ts';
import type { Dataset, TaxYear } from 'contract/datasets/datasets.ts';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { ApiError, detailsOf } from '#api/api-error.ts';
import type { ResponseOf } from '#api/call.ts';
import { NextFigure } from '#parts/datasets/dataset-age.tsx';
import { datasetList, type DatasetRange } from '#parts/datasets/datasets.queries.ts';
import { formatLongDate, formatWholeAud } from '#parts/format/format.ts';
import { paths } from '#parts/navigation/paths.ts';
import { useLocalDay } from '#parts/page/today.ts';
import { UnrecognizedLinkParts } from '#parts/navigation/unrecognized-link-parts.tsx';
import { PageTerms } from '#parts/glossary/page-terms.tsx';
import { Button } from '#ui/controls/button.tsx';
import { copyText } from '#ui/controls/copy-text.ts';
import { BackLink } from '#ui/layout/back-link.tsx';
import { Failure } from '#ui/feedback/failure.tsx';
import { DescriptionList } from '#ui/layout/description-list.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { PageHeading } from '#ui/layout/page-heading.tsx';
import { Loading } from '#ui/feedback/spinner.tsx';
import { RangeForm } from './range-form.tsx';
import { DatasetFigures } from './dataset-figures.tsx';
import { EmbedLine } from './embed-line.tsx';
import { LeadFigure } from './latest-figure.tsx';
import { chosenDataset, datasetChoice, vintageList } from './datasets.queries.ts';
import { dataTerms } from './data-terms.ts';
import { Vintages } from './vintages.tsx';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { apiQuery, call } from '#session/call.ts';
import { useSession } from '#session/session.ts';
import { Cell, FigureHead, Table } from '#ui/layout/table.tsx';
import { type DatasetReading, readingName, readingsOf } from 'contract/datasets/readings.ts';
import { UnbrokenDates } from '#ui/unbroken-dates.tsx';
import { Segmented } from '#ui/controls/segmented.tsx';
import { InlineSelect } from './inline-select.tsx';
import { fromOfSpan, type Span, spans } from './series-lines.ts';

/** The unit and decimals of the figures themselves, which another reading does not have. */
const publishedUnit = ({ unit, decimals }: Dataset) => ({ unit, decimals });

/** The URL holds the range, the second series and the vintage. */
export default function DatasetScreen() {
  const { slug = '' } = useParams();
  const [search, setSearch] = useSearchParams();
  const options = {
    retry: false,
    // The previous figures stay while a new range loads, so that the form does not lose the focus.
    placeholderData: (before?: ResponseOf<'getDataset'>) => (before?.data.slug === slug ? before : undefined),
  };
  const refusals = detailsOf(useQuery({ ...chosenDataset(slug, search), ...options }).error);
  const requested = datasetChoice(search);
  // What the server accepts of the link is displayed.
  const accepted = Object.keys(refusals).reduce((rest, name) => searchWith(rest, name, ''), search);
  const choice = datasetChoice(accepted);
  const { range, reading, asOf, vintage, other } = choice;
  const isVersionRequested = asOf !== '' || vintage !== '';
  const { data, error, refetch } = useQuery({ ...chosenDataset(slug, accepted), ...options });

  const list = useQuery(datasetList);
  const current = list.data?.find((one) => one.slug === slug);
  // The dataset's facts stay visible if the figures cannot be loaded.
  const facts = data ?? current;
  const isUnknown = error instanceof ApiError && error.status === 404;

  const isOther = isVersionRequested && data && current && data.vintage !== current.vintage;

  const change = (name: string, value: string) => setSearch(searchWith(search, name, value), replacing);

  if (isUnknown && (!isVersionRequested || (list.data && !current))) {
    return (
      <>
        <PageHeading title="Dataset">NO SUCH DATASET</PageHeading>
        <BackLink to={paths.dataCore}>All datasets</BackLink>
      </>
    );
  }
  if (!data && !error) return <Loading />;
  // A refused date is explained at its field.
  const refusedReading = 'as' in refusals ? [`as=${search.get('as')}`] : [];
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <header className="flex flex-col items-start gap-2">
        <BackLink to={paths.dataCore}>Data core</BackLink>
        <PageHeading title={facts?.title ?? 'Dataset'}>{facts?.title ?? 'DATASET'}</PageHeading>
        {facts && <Lead facts={{ ...facts, ...publishedUnit(current ?? facts) }} />}
      </header>
      <UnrecognizedLinkParts parts={[...requested.unrecognized, ...refusedReading]} />
      {isUnknown ? (
        <UnknownVintage slug={slug} asOf={asOf} vintage={vintage} />
      ) : (
        error && <Failure title="The dataset could not be loaded" error={error} retry={refetch} />
      )}
      {isOther && (
        <p>
          This is what was known on {asOf ? formatLongDate(asOf) : <LocalDay moment={data.known_from} />}.{' '}
          <Link to={{ search: searchWith(search, 'as_of', '').toString() }}>Show the present figures.</Link>
        </p>
      )}
      {current && data?.series && (
        <ChartChoices
          facts={current}
          range={range}
          reading={reading}
          onSpan={(start) => setSearch(searchWith(searchWith(search, 'to', ''), 'from', start), replacing)}
          onReading={(as) => change('as', as === 'value' ? '' : as)}
        />
      )}
      {data?.series && (
        <DatasetFigures
          facts={data}
          series={data.series}
          reading={reading}
          range={{ ...range, ...(asOf && { as_of: asOf }) }}
          other={other}
          onOther={(value) => change('with', value)}
        />
      )}
      {data?.rows && <TaxTable rows={data.rows} />}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        {facts && <Facts {...facts} citation={data?.citation} />}
        <Panel title="Download">
          <RangeForm
            key={slug}
            slug={slug}
            requested={requested}
            accepted={choice}
            figures={data}
            refusals={refusals}
            onChange={change}
          />
        </Panel>
      </div>
      {facts && <Vintages slug={slug} />}
      {current && <EmbedLine slug={slug} title={current.title} />}
      <PageTerms terms={dataTerms} />
    </div>
  );
}

/** The day of a moment where the reader is. */
const LocalDay = ({ moment }: { moment: string }) => formatLongDate(useLocalDay(moment));

const replacing = { replace: true, preventScrollReset: true } as const;

/** The latest figure with its change and its age. */
function Lead({ facts }: { facts: Dataset }) {
  return (
    <div className="flex w-full flex-wrap items-end justify-between gap-4">
      <div className="flex flex-col gap-1">
        <LeadFigure {...facts} />
        <p className="text-sm text-muted">
          <NextFigure figures={facts} /> {facts.missing}
        </p>
      </div>
      <FollowButton slug={facts.slug} />
    </div>
  );
}

/** Empty values are absent from the URL. Another day replaces the name of a vintage. */
function searchWith(search: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(search);
  if (value) next.set(name, value);
  else next.delete(name);
  if (name === 'as_of') next.delete('vintage');
  return next;
}

/** Displayed for a day before the first vintage, or for a vintage that does not exist. */
function UnknownVintage({ slug, asOf, vintage }: { slug: string; asOf: string; vintage: string }) {
  const { data } = useQuery({ ...vintageList(slug), enabled: asOf !== '' });
  if (!asOf) return <output>This dataset has no vintage {vintage}.</output>;
  const first = data?.at(-1);
  return first && <output>Nothing was kept before {formatLongDate(first.known_from.slice(0, 10))}.</output>;
}

function Facts(facts: Dataset & { citation: string | undefined }) {
  const { description, unit, frequency, first, last, source, source_terms, vintage, known_from, citation } =
    facts;
  const knownFrom = useLocalDay(known_from);
  return (
    <Panel
      title="About the figures"
      aside={
        citation !== undefined && (
          <Button
            onClick={() =>
              copyText(citation, {
                copied: 'Citation copied.',
                refused: 'The citation could not be copied. Your browser does not allow it here.',
              })
            }
          >
            Cite
          </Button>
        )
      }
    >
      <p className="mb-5 max-w-measure">
        <UnbrokenDates>{description}</UnbrokenDates>
      </p>
      <DescriptionList
        items={{
          Unit: unit,
          Frequency: frequency,
          Covers: `${periodText(frequency, first)} to ${periodText(frequency, last)}`,
          Source: source,
          Terms: source_terms,
          Vintage: `${vintage}, known from ${formatLongDate(knownFrom)}`,
        }}
      />
    </Panel>
  );
}

/** For signed-in users: whether a new figure of the dataset notifies them. */
function FollowButton({ slug }: { slug: string }) {
  const isSignedIn = useSession() !== null;
  const { data } = useQuery({ ...apiQuery('listFollowedDatasets'), enabled: isSignedIn });
  const { mutate, isPending } = useApiMutation({
    mutationFn: (isFollowed: boolean) =>
      call(isFollowed ? 'unfollowDataset' : 'followDataset', { params: { slug } }),
    invalidates: ['listFollowedDatasets'],
    toastsFailure: true,
  });
  if (!data) return null;
  const isFollowed = data.data.some((one) => one.slug === slug);
  return (
    <Button aria-pressed={isFollowed} loading={isPending} onClick={() => mutate(isFollowed)}>
      {isFollowed ? 'Following' : 'Follow'}
    </Button>
  );
}

function TaxTable({ rows }: { rows: readonly TaxYear[] }) {
  if (rows.length === 0) return <output>There are no figures in this range.</output>;
  return (
    <Table caption="Rate on the part of taxable income above each amount">
      <FigureHead row="Income year" figures={['Income over', 'Rate']} />
      <tbody>
        {rows.flatMap(({ year, brackets }) =>
          brackets.map(({ income_over, rate_percent }, index) => (
            <tr key={`${year} ${income_over}`}>
              {index === 0 && (
                <th scope="rowgroup" rowSpan={brackets.length} className="whitespace-nowrap">
                  {year}
                </th>
              )}
              <Cell numeric>{formatWholeAud(income_over)}</Cell>
              <Cell numeric>{rate_percent}%</Cell>
            </tr>
          )),
        )}
      </tbody>
    </Table>
  );
}

interface ChartChoicesProps {
  /** The current figures, whose unit is that of no reading. */
  facts: Dataset;
  range: DatasetRange;
  reading: DatasetReading;
  onSpan: (from: string) => void;
  onReading: (reading: string) => void;
}

/** What the chart, the table and the downloads have: the years and the reading. */
function ChartChoices({ facts, range, reading, onSpan, onReading }: ChartChoicesProps) {
  const readings = readingsOf(facts);
  const chosen = spans.find(([span]) => range.to === undefined && fromOfSpan(span, facts) === range.from);
  return (
    <div className="flex flex-wrap items-center justify-between gap-4 print:hidden">
      {readings.length > 1 && (
        <InlineSelect
          label="Show as"
          value={reading}
          onChange={onReading}
          options={readings.map((one) => [one, readingName(one, facts.frequency)] as const)}
        />
      )}
      <Segmented<Span | ''>
        label="Years"
        options={spans}
        value={chosen?.[0] ?? ''}
        onChange={(span) => onSpan((span && fromOfSpan(span, facts)) || '')}
      />
    </div>
  );
}
