import { useQuery } from '@tanstack/react-query';
import type { Dataset, Refresh } from 'contract/datasets/datasets.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { DatasetAge } from '#parts/datasets/dataset-age.tsx';
import { datasetList } from '#parts/datasets/datasets.queries.ts';
import { datasetPath } from '#parts/navigation/paths.ts';
import { QueryState } from '#parts/query/query-state.tsx';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { call } from '#session/call.ts';
import { Button } from '#ui/controls/button.tsx';
import { Labelled } from '#ui/controls/labelled.tsx';
import { Cell, HeaderCell, Table } from '#ui/layout/table.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { cx } from '#ui/cx.ts';
import { refreshStateText } from './refresh-state.ts';
import { refreshList } from './settings.queries.ts';

/** The polling interval while a requested refresh runs. */
const pollMs = 1000;

/** The time of the last attempt before the request, by dataset slug. */
type RequestedRefreshes = ReadonlyMap<string, string | null>;

const isRunning = (requested: RequestedRefreshes, { slug, tried_at, is_running }: Refresh) =>
  is_running || requested.get(slug) === tried_at;

/** The last refresh attempt of each dataset, with the reason of a failure. */
export function DatasetRefreshes() {
  const [requested, setRequested] = useState<RequestedRefreshes>(new Map());
  const refreshes = useQuery({
    ...refreshList,
    refetchInterval: ({ state: { data } }) =>
      data?.is_on && data.data.some((refresh) => isRunning(requested, refresh)) ? pollMs : false,
  });
  const { data: datasets = [] } = useQuery(datasetList);
  const { mutate: refresh } = useApiMutation({
    mutationFn: (slug: string) => call('refreshDataset', { params: { slug } }),
    toastsFailure: true,
    invalidates: ['listRefreshes'],
  });
  const now = refreshes.dataUpdatedAt;

  function request({ slug, tried_at }: Refresh) {
    setRequested(new Map(requested).set(slug, tried_at));
    const cancelRequest = () =>
      setRequested((current) => new Map([...current].filter(([key]) => key !== slug)));
    refresh(slug, { onError: cancelRequest });
  }

  return (
    <div className="mt-4 border-t border-rule pt-4">
      <QueryState query={refreshes} failure="The refreshes of the datasets could not be loaded">
        {({ is_on: isOn, data }) => (
          <div className="flex flex-col gap-4">
            {!isOn && (
              <p className="text-muted">
                The datasets are not refreshed from their publishers. To switch this on, change the setting
                Data refresh.
              </p>
            )}
            {data.length === 0 ? (
              <p>No dataset can be refreshed from its publisher.</p>
            ) : (
              <Table caption="The last attempt to refresh each dataset from its publisher">
                <thead>
                  <tr>
                    {['Dataset', 'Figures', 'State', 'Last try (UTC)', 'Next try (UTC)'].map((name) => (
                      <HeaderCell key={name}>{name}</HeaderCell>
                    ))}
                    {isOn && (
                      <HeaderCell>
                        <VisuallyHidden>Action</VisuallyHidden>
                      </HeaderCell>
                    )}
                  </tr>
                </thead>
                <tbody>
                  {data.map((row) => (
                    <RefreshRow
                      key={row.slug}
                      refresh={row}
                      dataset={datasets.find(({ slug }) => slug === row.slug)}
                      stateText={refreshStateText(row, { isOn, now })}
                      isOn={isOn}
                      isRunning={isRunning(requested, row)}
                      request={() => request(row)}
                    />
                  ))}
                </tbody>
              </Table>
            )}
            <VisuallyHidden>
              <output>
                {data
                  .filter((row) => requested.has(row.slug) && !isRunning(requested, row))
                  .map((row) => `${row.title}: ${refreshStateText(row, { isOn, now })}`)
                  .join('. ')}
              </output>
            </VisuallyHidden>
          </div>
        )}
      </QueryState>
    </div>
  );
}

interface RefreshRowProps {
  refresh: Refresh;
  /** Undefined if there are no figures yet. */
  dataset: Dataset | undefined;
  stateText: string;
  isOn: boolean;
  isRunning: boolean;
  request: () => void;
}

function RefreshRow({ refresh, dataset, stateText, isOn, ...attempt }: RefreshRowProps) {
  const { slug, title, last, next_due, late_from, reason, tried_at, next_try_at } = refresh;
  return (
    <tr>
      <HeaderCell className="min-w-[9rem]" scope="row">
        {dataset ? <Link to={datasetPath(slug)}>{title}</Link> : title}
      </HeaderCell>
      <Cell className="min-w-[12rem] whitespace-normal">
        {last === null || !dataset ? (
          (last ?? 'None yet')
        ) : (
          <DatasetAge figures={{ frequency: dataset.frequency, last, next_due, late_from }} />
        )}
      </Cell>
      <Cell
        className={cx(
          'min-w-[14rem] wrap-anywhere whitespace-normal',
          isOn && reason !== null && 'text-error',
        )}
      >
        {stateText}
      </Cell>
      <Cell className="min-w-[11rem]">
        <UtcTime at={tried_at} />
      </Cell>
      <Cell className="min-w-[11rem]">
        {isOn ? next_try_at === null ? 'Soon' : <UtcTime at={next_try_at} /> : '–'}
      </Cell>
      {isOn && (
        <Cell>
          <Button className="whitespace-nowrap" loading={attempt.isRunning} onClick={attempt.request}>
            <Labelled name={title}>Try now</Labelled>
          </Button>
        </Cell>
      )}
    </tr>
  );
}
