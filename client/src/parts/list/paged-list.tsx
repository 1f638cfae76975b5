import { count } from 'contract/counts.ts';
import { listLimits } from 'contract/limits.ts';
import { type ReactNode, useId, useRef } from 'react';
import { ApiError } from '#api/api-error.ts';
import type { ReadQuery } from '#parts/query/query-state.tsx';
import { RequiredViewReason, searchWithoutReason } from '#parts/records/view-reasons.tsx';
import { Alert } from '#ui/feedback/alert.tsx';
import { Button } from '#ui/controls/button.tsx';
import { optionsOf, Select } from '#ui/controls/input.tsx';
import { LiveRegion } from '#ui/feedback/live-region.tsx';
import { focusRegion } from '#ui/keep-focus.ts';
import { Pagination } from '#ui/controls/pagination.tsx';
import { Loading } from '#ui/feedback/spinner.tsx';
import type { ListPage } from './list-page.ts';
import { type ListSearch, pageSizes } from './list-search.ts';

export interface ListQuery<Row> extends ReadQuery<ListPage<Row>> {
  /** Whether the rows are those of the previous page or filter. */
  isPlaceholderData: boolean;
}

interface PagedListProps<Row> {
  label: string;
  noun: { one: string; many: string };
  emptyText: string;
  fetchFailure: string;
  list: ListQuery<Row>;
  search: ListSearch;
  isBusy?: boolean;
  /** As high as the rows, by default a spinner. */
  loading?: ReactNode;
  /** Content above the rows that they do not move, such as filters. */
  above?: ReactNode;
  children: (rows: Row[]) => ReactNode;
}

function PageSize({ search }: { search: ListSearch }) {
  const id = useId();
  return (
    <label
      className="flex flex-wrap items-center gap-x-3 text-sm whitespace-nowrap text-muted print:hidden"
      htmlFor={id}
    >
      Rows a page
      <Select
        id={id}
        className="w-auto"
        value={search.pageSize}
        onChange={({ target }) => search.setPageSize(Number(target.value))}
        options={optionsOf(pageSizes)}
      />
    </label>
  );
}

export function PagedList<Row>(props: PagedListProps<Row>) {
  const { list, search } = props;
  const { data, error } = list;
  const unstated = searchWithoutReason(error);
  const region = useRef<HTMLElement>(null);

  function scrollToTop() {
    region.current?.focus({ preventScroll: true });
    if (region.current && region.current.getBoundingClientRect().top < 0) region.current.scrollIntoView();
  }

  return (
    <section
      ref={region}
      className="flex min-w-0 flex-col gap-4 transition-opacity aria-busy:opacity-60"
      aria-label={props.label}
      aria-busy={list.isPlaceholderData || props.isBusy === true}
      {...focusRegion}
    >
      {props.above}
      {unstated && <RequiredViewReason of={unstated} />}
      {error && !unstated && (
        <Alert tone="error" role="alert" title={props.fetchFailure}>
          <p>{error.message}</p>
          <p>
            {error instanceof ApiError && error.code === 'validation_failed' ? (
              <Button onClick={() => search.setFilter({})}>Clear filters</Button>
            ) : (
              <Button onClick={() => void list.refetch()}>Try Again</Button>
            )}
          </p>
        </Alert>
      )}
      {!data && !error && (props.loading ?? <Loading />)}
      <LiveRegion>
        {data?.rows.length === 0 && (
          <p className="max-w-none border border-dashed border-rule px-4 py-6 text-center text-muted">
            {props.emptyText}
          </p>
        )}
      </LiveRegion>
      {data && data.rows.length > 0 && (
        <>
          {props.children(data.rows)}
          <Pagination
            page={data.page}
            pages={data.pages}
            total={count(data.total, props.noun.one, props.noun.many)}
            onPage={(page) => {
              scrollToTop();
              search.setPage(page);
            }}
            aside={data.total > listLimits.pageSize && <PageSize search={search} />}
          />
        </>
      )}
    </section>
  );
}
