import type { ReactNode } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { copyText } from '#ui/controls/copy-text.ts';
import { currentRecord, withRecord } from './method-record.ts';

interface ResultToolbarProps {
  /** The URL of the result. The page's URL may be updated later than the result. */
  link: string;
  saveCsv: () => void;
  /** Further actions. */
  children?: ReactNode;
}

/** Copies a link to the result, prints it, and saves it as CSV. */
export function ResultToolbar({ link, saveCsv, children }: ResultToolbarProps) {
  return (
    <div className="mt-4 flex flex-wrap gap-3 max-md:*:flex-auto print:hidden">
      <Button
        onClick={() =>
          void copyText(withRecord(link, currentRecord()), {
            copied: 'Link copied.',
            refused: 'The browser does not let us copy. The link is in its address bar.',
          })
        }
      >
        Copy Link
      </Button>
      <Button onClick={() => window.print()}>Print</Button>
      <Button onClick={saveCsv}>CSV</Button>
      {children}
    </div>
  );
}
