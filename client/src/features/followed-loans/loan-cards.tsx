import type { ListedLoan } from 'contract/followed-loans/followed-loans.ts';
import { formatAud, formatLongDate } from '#parts/format/format.ts';
import { numbered } from '#parts/format/numbered.ts';
import { loanPath } from '#parts/navigation/paths.ts';
import { Button } from '#ui/controls/button.tsx';
import { Labelled } from '#ui/controls/labelled.tsx';
import { newerVersionText } from 'contract/texts.ts';
import { endText, gainedText } from './loan-texts.ts';

interface LoanCardsProps {
  loans: readonly ListedLoan[];
  /** The level of the names. */
  heading: 'h2' | 'h3';
}

/** A card for each loan. */
export function LoanCards({ loans, heading: Heading }: LoanCardsProps) {
  return (
    <ul className="grid grid-fill-[20rem] gap-4 empty:hidden" aria-label="Loans">
      {numbered(loans).map(({ id, name, co_owner, headline }) => (
        <li key={id} className="flex min-w-0 flex-col gap-2 border-s border-rule ps-4">
          <Heading className="text-md wrap-anywhere">{name}</Heading>
          <Headline headline={headline} />
          {co_owner && <p className="text-sm wrap-anywhere text-muted">With {co_owner.username}</p>}
          <div className="mt-auto pt-2">
            <Button to={loanPath(id)}>
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
  const { as_of, owed, projection, gained, check } = headline;
  if (as_of === undefined || owed === undefined) return <p className="text-muted">{newerVersionText}</p>;
  const gain = gainedText(gained?.plan_days ?? null);
  return (
    <>
      <p className="text-lg leading-[1.3] text-strong tabular-nums">{formatAud(owed)} owed</p>
      <p className="text-sm">{projection ? endText(projection) : ''}</p>
      {gain && <p className="label">{gain.toUpperCase()}</p>}
      <p className="text-sm text-muted">
        {check ? 'Last row of' : 'Of'} {formatLongDate(as_of)}
      </p>
    </>
  );
}
