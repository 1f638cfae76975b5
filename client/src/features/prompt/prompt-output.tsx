import { Link } from 'react-router-dom';
import type { CommandOutput } from './command.ts';

export interface Exchange {
  id: number;
  line: string;
  output?: CommandOutput;
}

export function PromptOutput({
  exchange: { line, output },
  close,
}: {
  exchange: Exchange;
  close: () => void;
}) {
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
