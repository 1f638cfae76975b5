import { site } from 'contract/texts.ts';
import { type ReactNode, useState } from 'react';
import { disclaimer } from '#parts/site/disclaimer.ts';
import { formatDate } from '#parts/format/format.ts';
import { localDate } from './local-date.ts';
import { currentRecord, recordText } from './method-record.ts';

interface PaperNoteProps {
  title: string;
  /** The URL of the result, if the page's own may lag behind it. */
  link?: string;
  /** Whether the page ends with a `PaperRecord` of its own. */
  isAtStart?: boolean;
  /** The terms, if the page does not print them elsewhere. */
  children?: ReactNode;
}

/** Printed with a result; hidden on the screen. */
export function PaperNote({ title, link, isAtStart = false, children }: PaperNoteProps) {
  const [today] = useState(() => localDate(new Date()));
  return (
    <div className="hidden print:block print:max-w-none print:text-[9pt] print:wrap-anywhere print:*:max-w-none">
      <p>
        {site.name}: {title}, {formatDate(today)}
      </p>
      {children}
      <p>{paperLink(link ?? window.location.href)}</p>
      <p>{disclaimer}</p>
      {!isAtStart && <PaperRecord />}
    </div>
  );
}

/** By which method and on which day the printed figures were computed. */
export function PaperRecord() {
  const [record] = useState(currentRecord);
  return <p className="hidden print:block print:text-[9pt]">{recordText(record)}</p>;
}

const localHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The name and port of this computer lead nowhere from paper. */
function paperLink(link: string): string {
  const { hostname, pathname, search, hash } = new URL(link);
  return localHosts.has(hostname) ? pathname + search + hash : link;
}
