import { type ReactNode, useId, useState } from 'react';
import { type FilterField, FilterForm } from '#parts/list/filter-form.tsx';
import type { ListSearch } from '#parts/list/list-search.ts';
import { UnrecognizedLinkParts } from '#parts/navigation/unrecognized-link-parts.tsx';
import { Button } from '#ui/controls/button.tsx';
import { TextInput } from '#ui/controls/input.tsx';
import { Segmented } from '#ui/controls/segmented.tsx';
import { Icon } from '#ui/icon.tsx';
import { focusRegion } from '#ui/keep-focus.ts';
import { useNarrowScreen } from '#ui/layout/use-narrow-screen.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';

export interface FilterLineProps {
  title: string;
  fields: readonly FilterField[];
  search: ListSearch;
  /** The other fields fold out below the line instead of opening in a dialog. */
  foldsOut?: boolean;
}

/**
 * The search and the segments of a list above it. The other fields are in a form that opens.
 * @param aside a control at the end of the line.
 */
export function FilterLine({
  title,
  fields,
  search,
  foldsOut = false,
  aside,
}: FilterLineProps & { aside: ReactNode }) {
  const { filter, setFilter, setField } = search;
  const [isOpen, setOpen] = useState(false);
  const formId = useId();
  const isNarrow = useNarrowScreen();
  const isSegmented = ({ isInLine, choices }: FilterField) => isInLine && choices && !isNarrow;
  const inLine = fields.filter(
    (field) => isSegmented(field) || field.kind === 'search' || (field.isInLine && !field.choices),
  );
  const others = fields.filter(({ kind }) => kind !== 'search');
  const filters = others.filter(({ name }) => name in filter).length;

  return (
    <>
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        {inLine.map(({ name, label, choices }) =>
          choices ? (
            <Segmented
              key={name}
              label={label}
              options={choices}
              value={filter[name] ?? ''}
              onChange={(value) => setField(name, value)}
            />
          ) : (
            <SearchInput
              key={name}
              placeholder={label}
              value={filter[name] ?? ''}
              onSearch={(text) => setField(name, text)}
            />
          ),
        )}
        {others.length > 0 && (
          <Button
            onClick={() => setOpen(!isOpen)}
            {...(foldsOut
              ? { 'aria-expanded': isOpen, 'aria-controls': formId }
              : { 'aria-haspopup': 'dialog' })}
          >
            Filter{filters > 0 && ` (${filters})`}
          </Button>
        )}
        {aside}
        <FilterChips fields={fields.filter((field) => !isSegmented(field))} search={search} />
        {/* The dates in the URL that are none. */}
        <UnrecognizedLinkParts parts={search.unrecognized} />
      </div>
      {foldsOut && (
        <div id={formId} hidden={!isOpen}>
          <FilterForm fields={others} filter={filter} onApply={setFilter} />
        </div>
      )}
      {isOpen && !foldsOut && (
        <Dialog title={`Filter ${title}`} onClose={() => setOpen(false)}>
          <FilterForm
            fields={others}
            filter={filter}
            onApply={(next) => {
              setOpen(false);
              setFilter(next);
            }}
          />
        </Dialog>
      )}
    </>
  );
}

interface SearchInputProps {
  placeholder: string;
  value: string;
  onSearch: (text: string) => void;
}

/** Enter applies it. A link or the browser's history replaces the text. */
export function SearchInput({ placeholder, value, onSearch }: SearchInputProps) {
  const [text, setText] = useState(value);
  const [applied, setApplied] = useState(value);
  if (applied !== value) {
    setApplied(value);
    setText(value);
  }
  return (
    <search className="min-w-0 flex-[1_1_14rem]">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(text.trim());
        }}
      >
        <TextInput
          type="search"
          aria-label="Search"
          placeholder={placeholder}
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </form>
    </search>
  );
}

interface FilterChipsProps {
  fields: readonly FilterField[];
  search: ListSearch;
}

/** The active filters. */
function FilterChips({ fields, search: { filter, setFilter, setField } }: FilterChipsProps) {
  const chips = fields.flatMap(({ name, label, choices }) => {
    const value = filter[name];
    if (value === undefined) return [];
    return [{ name, label, value: choices?.find(([choice]) => choice === value)?.[1] ?? value }];
  });

  if (chips.length === 0) return null;
  return (
    <ul className="flex flex-wrap items-center gap-2" aria-label="Filters" {...focusRegion}>
      {chips.map(({ name, label, value }) => (
        <li className="min-w-0" key={name}>
          <button
            type="button"
            className="inline-flex min-h-6 max-w-full items-center gap-2 rounded border border-control bg-raised py-1 pr-2 pl-3 text-left text-sm leading-[1.4] wrap-anywhere text-strong transition-colors hover:border-accent"
            aria-label={`Clear ${label}: ${value}`}
            onClick={() => setField(name, '')}
          >
            <span>
              <span className="text-muted">{label}:</span> {value}
            </span>
            <Icon className="size-(--text-md) text-strong">
              <path d="M6 6l12 12M18 6L6 18" />
            </Icon>
          </button>
        </li>
      ))}
      <li className="min-w-0">
        <Button variant="ghost" onClick={() => setFilter({})}>
          Clear
        </Button>
      </li>
    </ul>
  );
}
