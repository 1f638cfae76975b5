import { site } from 'contract/texts.ts';
import type { ReactNode } from 'react';
import { disclaimer } from '#parts/site/disclaimer.ts';
import { formatDate } from '#parts/format/format.ts';
import { useToday } from '#parts/page/today.ts';
import { recordOf, recordText } from './method-record.ts';

interface PaperNoteProps {
  title: string;
  /** The URL of the result. The page's URL may be updated later than the result. */
  link: string;
  /** Whether the page has a separate `PaperRecord` at its end. */
  isAtStart?: boolean;
  /** The terms, if the page does not print them elsewhere. */
  children?: ReactNode;
}

/** Printed with a result; hidden on the screen. */
export function PaperNote({ title, link, isAtStart = false, children }: PaperNoteProps) {
  const today = useToday();
  return (
    <div className="hidden print:block print:max-w-none print:text-[9pt] print:wrap-anywhere print:*:max-w-none">
      <p>
        {site.name}: {title}, {formatDate(today)}
      </p>
      {children}
      <p>{link}</p>
      <p>{disclaimer}</p>
      {!isAtStart && <PaperRecord />}
    </div>
  );
}

/** The method and the day of the printed figures. */
export function PaperRecord() {
  const record = recordOf(useToday());
  return <p className="hidden print:block print:text-[9pt]">{recordText(record)}</p>;
}
