import type { ListedLoan } from 'contract/followed-loans/followed-loans.ts';
import { Link } from 'react-router-dom';
import { formatLongDate } from '#parts/format/format.ts';
import { numbered } from '#parts/format/numbered.ts';
import { addFileHash, loanPath } from '#parts/navigation/paths.ts';
import { Button } from '#ui/controls/button.tsx';
import { Labelled } from '#ui/controls/labelled.tsx';
import { cx } from '#ui/cx.ts';
import { newerVersionText } from 'contract/texts.ts';
import { gainedText, headlineEndText } from './loan-texts.ts';
import { owedParts } from './owed-texts.ts';

interface LoanCardsProps {
  loans: readonly ListedLoan[];
  /** The level of the names. */
  heading: 'h2' | 'h3';
  /** Of a row; all are listed in as many rows as they need. */
  most?: number;
}

/** A card for each loan. */
export function LoanCards({ loans, heading: Heading, most }: LoanCardsProps) {
  return (
    <ul
      className={cx(
        'grid gap-5 empty:hidden',
        most ? 'min-[1100px]:auto-cols-fr min-[1100px]:grid-flow-col' : 'grid-fill-[20rem]',
      )}
      aria-label="Loans"
    >
      {numbered(loans)
        .slice(0, most)
        .map(({ id, name, co_owner, headline }) => (
          <li
            key={id}
            className="@container flex min-w-0 flex-col gap-2 border border-rule bg-surface p-5 max-md:p-4 print:break-inside-avoid"
          >
            <Heading className="text-md wrap-anywhere">
              <Link className="text-strong" to={loanPath(id)}>
                {name}
              </Link>
              {co_owner && <span className="text-sm font-normal text-muted"> with {co_owner.username}</span>}
            </Heading>
            <Headline headline={headline} />
            <div className="mt-auto flex flex-wrap items-center gap-x-5 gap-y-2 pt-2">
              <Button to={loanPath(id) + addFileHash}>
                <Labelled name={name}>Add the next file</Labelled>
              </Button>
              <Button variant="ghost" className="text-text" to={loanPath(id)}>
                <Labelled name={name}>Open</Labelled>
              </Button>
            </div>
          </li>
        ))}
    </ul>
  );
}

/** That of another version may lack fields. */
function Headline({ headline }: { headline: Partial<ListedLoan['headline']> }) {
  const { as_of, owed, offset, rate, payment, projection, gained, check } = headline;
  if (as_of === undefined || owed === undefined) return <p className="text-muted">{newerVersionText}</p>;
  const end =
    projection && offset !== undefined && rate !== undefined && payment !== undefined && check !== undefined
      ? headlineEndText({ owed, offset, rate, payment, projection, check })
      : undefined;
  const [amount, state] = owedParts(owed);
  const gain = gainedText(gained?.plan_days ?? null);
  return (
    <>
      <p className="text-strong tabular-nums">
        <span className="text-[length:clamp(var(--text-md),9cqi,var(--text-3xl))] leading-[1.2] font-semibold text-accent">
          {amount}
        </span>{' '}
        {state} on <span className="whitespace-nowrap">{formatLongDate(as_of)}</span>
      </p>
      {end && (
        <p className={cx('text-sm', end.isWarning && 'text-warn')}>
          {end.isWarning && '! '}
          {end.text}
        </p>
      )}
      {gain && <p className="label">{gain.toUpperCase()}</p>}
    </>
  );
}
