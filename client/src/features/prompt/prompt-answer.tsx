import { Link } from 'react-router-dom';
import type { Answer } from './command.ts';

export interface Exchange {
  id: number;
  line: string;
  answer?: Answer;
}

export function PromptAnswer({
  exchange: { line, answer },
  close,
}: {
  exchange: Exchange;
  close: () => void;
}) {
  return (
    <div className="flex flex-col gap-2 text-sm wrap-anywhere">
      <p className="text-muted before:text-accent before:content-['$_']">{line}</p>
      {answer ? (
        <>
          {answer.problems?.map((problem) => (
            <p className="text-warn" key={problem}>
              {problem}
            </p>
          ))}
          {answer.lines?.map((text) => (
            <p key={text}>{text}</p>
          ))}
          {answer.figures && answer.figures.length > 0 && (
            <dl className="grid gap-1">
              {answer.figures.map(([label, figure]) => (
                <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-4" key={label}>
                  <dt className="text-muted">{label}</dt>
                  <dd className="tabular-nums">{figure}</dd>
                </div>
              ))}
            </dl>
          )}
          {answer.link && (
            <p>
              <Link to={answer.link.url} onClick={close}>
                {answer.link.label}
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
