import { type ReactNode, useState } from 'react';
import { FilterChips } from '#parts/list/filter-chips.tsx';
import { type FilterField, FilterForm } from '#parts/list/filter-form.tsx';
import type { ListSearch } from '#parts/list/list-search.ts';
import { type ListQuery, PagedList } from '#parts/list/paged-list.tsx';
import { StaffPage } from '#parts/navigation/staff-page.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { type ExportOptions, RecordExport } from './record-export.tsx';

export interface ListScreenProps<Row> {
  title: string;
  lede: ReactNode;
  noun: { one: string; many: string };
  emptyText: string;
  fetchFailure: string;
  fields: readonly FilterField[];
  search: ListSearch;
  list: ListQuery<Row>;
  isBusy?: boolean;
  /** Exports the rows, by file format. */
  exports?: Readonly<Record<string, (options: ExportOptions) => Promise<void>>>;
  /** Further buttons beside the filter button. */
  tools?: ReactNode;
  /** A message below the buttons. */
  notice?: ReactNode;
  children: (rows: Row[]) => ReactNode;
}

/** A staff list with its filter, export and pages. */
export function ListScreen<Row>(props: ListScreenProps<Row>) {
  const { title, lede, noun, fields, search, list } = props;
  const { filter } = search;
  const [isFiltering, setFiltering] = useState(false);
  const filters = Object.keys(filter).length;
  const total = list.data?.total ?? 0;

  function apply(next: ListSearch['filter']) {
    setFiltering(false);
    search.setFilter(next);
  }

  return (
    <StaffPage heading={title} lede={lede}>
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={() => setFiltering(true)} aria-haspopup="dialog">
          Filter{filters > 0 && ` (${filters})`}
        </Button>
        {props.tools}
        {Object.entries(props.exports ?? {}).map(([format, exportRows]) => (
          <RecordExport key={format} format={format} total={total} noun={noun.many} exportRows={exportRows} />
        ))}
      </div>
      {props.notice}
      <FilterChips fields={fields} search={search} />
      {isFiltering && (
        <Dialog title={`Filter ${title}`} onClose={() => setFiltering(false)}>
          <FilterForm fields={fields} filter={filter} onApply={apply} />
        </Dialog>
      )}
      <PagedList {...props} label={noun.many} />
    </StaffPage>
  );
}
