import { Command } from 'cmdk';
import { type KeyboardEvent, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#ui/controls/button.tsx';
import type { PromptContext } from './command.ts';
import { complete } from './completion.ts';
import { DestinationList } from './destination-list.tsx';
import type { Destination, DestinationGroup } from './destinations.queries.ts';
import { history } from './history.ts';

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
  const input = useRef<HTMLInputElement>(null);
  const [candidates, setCandidates] = useState<readonly string[]>([]);
  /** The position in the history, counted from the last line; 0 is the current input. */
  const [back, setBack] = useState(0);
  const id = useId();
  const first = groups[0]?.destinations[0];

  useEffect(() => input.current?.focus(), []);

  function write(text: string, fromHistory = 0) {
    setLine(text);
    setBack(fromHistory);
    setCandidates([]);
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (first) return choose(first);
    const typed = line.trim();
    if (!typed || isPending) return;
    history.add(typed);
    write('');
    run(typed);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Tab' && !event.shiftKey) completeLine(event);
    if (first) return;
    // Otherwise the list would handle Enter.
    if (event.key === 'Enter') submit(event);
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
    <form className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2" onSubmit={submit}>
      {/* Contains nothing else, because Enter within it selects from the list. */}
      <Command className="contents" label="Command" shouldFilter={false} vimBindings={false} loop>
        <span className="text-accent" aria-hidden="true">
          $
        </span>
        <Command.Input
          ref={input}
          className="h-control min-w-0 border-0 border-b border-control bg-transparent px-2 py-0 text-md placeholder:text-dim placeholder:opacity-100"
          aria-describedby={id}
          value={line}
          onValueChange={(text) => write(text)}
          onKeyDown={onKeyDown}
          placeholder="loan --amount 500000 --years 30 --rate 6"
          autoCapitalize="off"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
        />
        {/* Below the line, which does not move while the list changes. */}
        <DestinationList groups={groups} onSelect={choose} />
      </Command>
      <Button className="col-3 row-1" type="submit" variant="primary">
        RUN
      </Button>
      <output className="col-[2_/_-1] text-xs whitespace-pre-wrap text-muted" id={id}>
        {candidates.join('  ')}
      </output>
    </form>
  );
}
