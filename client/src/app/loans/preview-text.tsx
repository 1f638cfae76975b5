import { count } from 'contract/counts.ts';
import type { FollowedLoan } from 'contract/followed-loans/followed-loan-record.ts';
import { FormFailure } from '#parts/form/form.tsx';
import { formatAud, formatLongDate } from '#parts/format/format.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import type { FilePreview } from './loan-preview.ts';

interface PreviewTextProps {
  preview: FilePreview;
  loan: FollowedLoan;
  firstDate: string | undefined;
  lastDate: string | undefined;
}

/** What adding the file will do. */
export function PreviewText({
  preview: { merged, owed, problem },
  loan,
  firstDate = '',
  lastDate = '',
}: PreviewTextProps) {
  if (!merged) return <FormFailure>{problem ?? ''}</FormFailure>;
  const { added, recognised, missing, joins, fills, isChanged } = merged;
  const own = loan.input.transactions ?? [];
  const [ownFirst, ownLast] = [own[0]?.date ?? '', own.at(-1)?.date ?? ''];
  const [from, to] = lastDate < ownFirst ? [lastDate, ownFirst] : [ownLast, firstDate];
  const isBetween = from < to;
  return (
    <div className="flex flex-col gap-2">
      {!isChanged && <p>Nothing new in this file.</p>}
      {isChanged && joins === null && <p>New balances of your offset account.</p>}
      {joins !== null && (isChanged || missing.length > 0) && (
        <p>
          {isChanged && `${count(added, 'new row')}, ${recognised} known.`}
          {missing.length > 0 &&
            ` ${count(missing.length, 'row')} of yours ${missing.length === 1 ? 'is' : 'are'} not in this file.`}
        </p>
      )}
      {owed && (
        <p>
          Owed{ownLast && ` on ${formatLongDate(ownLast)}`} changes from {formatAud(owed.before / 100)} to{' '}
          {formatAud(owed.after / 100)}.
        </p>
      )}
      {fills && (
        <p>
          These rows fill the gap between {formatLongDate(fills.from)} and {formatLongDate(fills.to)}.
        </p>
      )}
      {joins === 'apart' && !fills && (
        <Alert tone="warn" title="These rows do not join yours">
          <p>
            {isBetween
              ? `A time between ${formatLongDate(from)} and ${formatLongDate(to)} is missing, or it is another account.`
              : 'Rows are missing between them, or it is another account.'}
          </p>
        </Alert>
      )}
      {joins === 'unknown' && <p>No balance shows whether these rows belong to this loan.</p>}
    </div>
  );
}
