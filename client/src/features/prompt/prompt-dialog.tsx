import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { slashKey } from '#parts/navigation/slash-key.ts';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import type { CommandOutput, PromptContext } from './command.ts';
import { runLine } from './commands.ts';
import { type Destination, useDestinations } from './destinations.queries.ts';
import { PromptLine } from './prompt-line.tsx';

interface PromptDialogProps extends Omit<PromptContext, 'screens'> {
  close: () => void;
  /** The text that was typed while the command line loaded. */
  initialText: string;
  /** The user's links, for `open`. */
  links: readonly { label: string; to: string; text?: string }[];
}

export function PromptDialog({ close, initialText, links, ...settings }: PromptDialogProps) {
  const navigate = useNavigate();
  const [exchanges, setExchanges] = useState<readonly Exchange[]>([]);
  const log = useRef<HTMLDivElement>(null);
  const isSlashOn = useSyncExternalStore(slashKey.subscribe, slashKey.isOn);
  const context: PromptContext = {
    ...settings,
    screens: links.map(({ label, to, text }) => ({ name: screenName(label), label, url: to, text })),
  };
  const [line, setLine] = useState(initialText);
  const { groups, isPending } = useDestinations(line, context);

  async function run(command: string) {
    const id = exchanges.length;
    setExchanges((before) => [...before, { id, line: command }]);
    const output = await runLine(command, context);
    if (output.open === undefined) {
      setExchanges((before) =>
        before.map((exchange) => (exchange.id === id ? { ...exchange, output } : exchange)),
      );
      return;
    }
    await closeAndOpen(output.open);
  }

  async function closeAndOpen(url: string) {
    // First, so that the focus is restored before the new screen's heading takes it.
    close();
    await navigate(url);
  }

  function choose({ to }: Destination) {
    if (typeof to === 'string') void closeAndOpen(to);
    else setLine(to.line);
  }

  const showLast = useEffectEvent((count: number) => {
    if (count > 0) log.current?.lastElementChild?.scrollIntoView({ block: 'nearest' });
  });
  useEffect(() => {
    showLast(exchanges.length);
  }, [exchanges]);

  return (
    <Dialog
      title="COMMAND LINE"
      placement="top"
      onClose={close}
      actions={
        <div className="grid min-w-0 flex-1 gap-3 text-sm">
          <PromptLine
            context={context}
            line={line}
            setLine={setLine}
            groups={groups}
            choose={choose}
            isPending={isPending}
            run={(command) => void run(command)}
          />
          <Checkbox
            label="The / key also opens the command line"
            checked={isSlashOn}
            onChange={({ target }) => slashKey.set(target.checked)}
          />
        </div>
      }
    >
      <p className="text-sm text-muted">
        Type the name of a screen, a guide or a saved calculation, or <code>help</code> for the commands. Use
        the arrow keys to choose from the list or recall earlier lines, Tab to complete, and Escape to close.
      </p>
      <div ref={log} className="flex flex-col gap-4 not-empty:pt-4" role="log" aria-label="Answers">
        {exchanges.map((exchange) => (
          <PromptOutput key={exchange.id} exchange={exchange} close={close} />
        ))}
      </div>
    </Dialog>
  );
}

/** `LOAN OPS` becomes `loan-ops`. */
function screenName(label: string): string {
  return label.toLowerCase().replaceAll(/\s+/g, '-');
}

interface Exchange {
  id: number;
  line: string;
  output?: CommandOutput;
}

function PromptOutput({ exchange: { line, output }, close }: { exchange: Exchange; close: () => void }) {
  return (
    <div className="flex flex-col gap-2 text-sm wrap-anywhere">
      <p className="text-muted before:text-accent before:content-['$_']">{line}</p>
      {output ? (
        <>
          {output.problems?.map((problem) => (
            <p className="text-warn" key={problem}>
              {problem}
            </p>
          ))}
          {output.lines?.map((text) => (
            <p key={text}>{text}</p>
          ))}
          {output.figures && output.figures.length > 0 && (
            <dl className="grid gap-1">
              {output.figures.map(([label, figure]) => (
                <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-4" key={label}>
                  <dt className="text-muted">{label}</dt>
                  <dd className="tabular-nums">{figure}</dd>
                </div>
              ))}
            </dl>
          )}
          {output.link && (
            <p>
              <Link to={output.link.url} onClick={close}>
                {output.link.label}
              </Link>
            </p>
          )}
        </>
      ) : (
        <p>Calculating…</p>
      )}
    </div>
  );
}
