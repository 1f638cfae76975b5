import { useCombobox } from 'downshift';
import { type KeyboardEvent, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#ui/controls/button.tsx';
import type { PromptContext } from './command.ts';
import { isCommandLine } from './commands.ts';
import { complete } from './completion.ts';
import type { Destination, DestinationGroup } from './destinations.queries.ts';

interface PromptLineProps {
  context: PromptContext;
  line: string;
  setLine: (line: string) => void;
  /** While there are groups, the list handles the arrow keys and Enter, and the button selects the first entry. */
  groups: readonly DestinationGroup[];
  choose: (destination: Destination) => void;
  /** Whether the list may still grow. */
  isPending: boolean;
  run: (line: string) => void;
}

export function PromptLine({ context, line, setLine, groups, choose, isPending, run }: PromptLineProps) {
  const form = useRef<HTMLFormElement>(null);
  const [candidates, setCandidates] = useState<readonly string[]>([]);
  /** The position in the history, counted from the last line; 0 is the current input. */
  const [back, setBack] = useState(0);
  const id = useId();
  const destinations = groups.flatMap((group) => group.destinations);
  const [first] = destinations;
  const ids = destinations.map((destination) => destination.id);
  const [list, setList] = useState({ line, ids });
  const { highlightedIndex, setHighlightedIndex, getInputProps, getMenuProps, getItemProps } = useCombobox({
    items: destinations,
    isOpen: first !== undefined,
    inputValue: line,
    selectedItem: null,
    initialHighlightedIndex: 0,
    // An entry stays selected when the pointer leaves the list or the focus leaves the line.
    stateReducer: (state, { changes: { highlightedIndex: next = -1, ...changes } }) => ({
      ...changes,
      highlightedIndex: next === -1 ? state.highlightedIndex : next,
    }),
    scrollIntoView: (option) => option?.scrollIntoView({ block: 'nearest' }),
  });
  if (list.line !== line || list.ids.join() !== ids.join()) {
    // The selected entry stays selected while more results for the same line arrive.
    const index = list.line === line ? ids.indexOf(list.ids[highlightedIndex] ?? '') : 0;
    setList({ line, ids });
    setHighlightedIndex(Math.max(index, 0));
  }

  const hasNoMatch = line.trim() !== '' && !first && !isPending && !isCommandLine(line, context);

  useEffect(() => {
    form.current?.querySelector('input')?.focus();
  }, []);

  function write(text: string, fromHistory = 0) {
    setLine(text);
    setBack(fromHistory);
    setCandidates([]);
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (first) return choose(first);
    const text = line.trim();
    if (!text || isPending) return;
    history.add(text);
    write('');
    run(text);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Tab' && !event.shiftKey) completeLine(event);
    if (first) {
      if (event.key === 'Enter' && !event.nativeEvent.isComposing)
        choose(destinations[highlightedIndex] ?? first);
      return;
    }
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') recall(event, event.key === 'ArrowUp' ? 1 : -1);
  }

  /** Handles Tab only if it completes something; otherwise the focus moves on. */
  function completeLine(event: KeyboardEvent) {
    if (line.trim() === '') return;
    const completion = complete(line, context);
    const isListed = completion.candidates.join() === candidates.join();
    if (completion.line === line && (completion.candidates.length < 2 || isListed)) return;
    event.preventDefault();
    write(completion.line);
    if (completion.candidates.length > 1) setCandidates(completion.candidates);
  }

  function recall(event: KeyboardEvent, by: number) {
    event.preventDefault();
    const next = Math.min(Math.max(back + by, 0), history.length());
    if (next !== back) write(history.line(next), next);
  }

  return (
    <form
      className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2"
      ref={form}
      onSubmit={submit}
    >
      <span className="text-accent" aria-hidden="true">
        $
      </span>
      <input
        {...getInputProps({
          'aria-label': 'Command',
          'aria-describedby': id,
          onChange: ({ currentTarget }) => write(currentTarget.value),
          onKeyDown,
        })}
        className="h-control min-w-0 border-x-0 border-t-0 border-b border-control bg-transparent px-2 py-0 text-md placeholder:text-dim placeholder:opacity-100"
        placeholder="loan --amount 500000 --years 30 --rate 6"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
      />
      {/* Below the line, which does not move while the list changes. */}
      <div
        {...getMenuProps({ 'aria-label': 'Where to go' })}
        className="col-span-full max-h-[40vh] overflow-y-auto overscroll-contain"
      >
        {groups.map((group) => (
          <fieldset key={group.name} className="min-w-0" aria-label={group.name}>
            <div className="pt-3 pb-1 text-xs text-muted" aria-hidden="true">
              {group.name}
            </div>
            {group.destinations.map((destination) => (
              <div
                {...getItemProps({ item: destination, onClick: () => choose(destination) })}
                key={destination.id}
                // The first entry of a group scrolls into view with the heading.
                className="flex min-h-control cursor-pointer flex-wrap items-baseline gap-x-4 border-s-2 border-transparent px-3 py-2 text-sm aria-selected:border-accent aria-selected:bg-surface nth-2:scroll-mt-7"
              >
                <span className="font-semibold wrap-anywhere text-strong">{destination.label}</span>
                <span className="wrap-anywhere text-muted">{destination.text}</span>
              </div>
            ))}
          </fieldset>
        ))}
      </div>
      <Button className="col-3 row-1" type="submit" variant="primary">
        RUN
      </Button>
      <output className="col-[2_/_-1] text-xs whitespace-pre-wrap text-muted" id={id}>
        {hasNoMatch ? 'No match' : candidates.join('  ')}
      </output>
    </form>
  );
}

const maxLines = 50;

/** In memory only: lines hold personal amounts, and the device may be shared. */
const lines: string[] = [];

/** Oldest first. */
const history = {
  add(line: string) {
    if (lines.at(-1) !== line) lines.push(line);
    if (lines.length > maxLines) lines.shift();
  },
  length: () => lines.length,
  /** @param back 1 for the last line; 0 for none. */
  line: (back: number) => lines[lines.length - back] ?? '',
};
