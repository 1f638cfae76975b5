import type { ReactNode } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { copyText } from '#ui/controls/copy-text.ts';
import { currentRecord, withRecord } from './method-record.ts';

interface ResultToolbarProps {
  /** The URL of the result, if it has one. The page's URL may be updated later than the result. */
  link: string | undefined;
  saveCsv: () => void;
  /** Further actions. */
  children?: ReactNode;
}

/** Copies a link to the result, prints it, and saves it as CSV. */
export function ResultToolbar({ link, saveCsv, children }: ResultToolbarProps) {
  return (
    <div className="flex flex-wrap gap-x-5 gap-y-2 @min-[42rem]:absolute @min-[42rem]:top-0 @min-[42rem]:right-0 print:hidden @min-[42rem]:[&>.button]:min-h-target @min-[42rem]:[&>.button]:py-0 @min-[42rem]:[section:has([role=alert])_&]:static">
      {link !== undefined && (
        <Button
          variant="ghost"
          onClick={() =>
            void copyText(withRecord(link, currentRecord()), {
              copied: 'Link copied.',
              refused: 'The browser does not let us copy. The link is in its address bar.',
            })
          }
        >
          Copy Link
        </Button>
      )}
      <Button variant="ghost" onClick={() => window.print()}>
        Print
      </Button>
      <Button variant="ghost" onClick={saveCsv}>
        CSV
      </Button>
      {children}
    </div>
  );
}
