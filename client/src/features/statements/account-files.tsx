import { count } from 'contract/counts.ts';
import { accountKey } from 'engine/account-files/questions.ts';
import type { Place } from 'engine/account-files/reading.ts';
import { type ClipboardEvent, type ReactNode, useEffect, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { DropZone } from '#parts/files/drop-zone.tsx';
import { FieldError } from '#ui/controls/field.tsx';
import { Alert } from '#ui/feedback/alert.tsx';
import { LiveRegion } from '#ui/feedback/live-region.tsx';
import { focusRegion } from '#ui/keep-focus.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { EmptyFile, FileLineView, UnusedFile } from './file-line.tsx';
import { InterestQuestion } from './file-questions.tsx';
import type { StatementInputs } from './statement-inputs.ts';
import { hasOpenQuestions } from './statement-resolver.ts';
import type { AccountFiles } from './use-account-files.ts';

interface AccountFilesPanelProps {
  title: string;
  place: Place;
  files: AccountFiles;
  /** Below the files. */
  children?: ReactNode;
}

/** The files of one place: where to drop them, and a line for each. */
export function AccountFilesPanel({ title, place, files, children }: AccountFilesPanelProps) {
  const { reading, refused, readingNames, add } = files;
  const form = useFormContext<StatementInputs>();
  const name = `${place}_files` as const;
  const { error } = form.getFieldState(name, form.formState);
  const ids = new Set(files[place].map(({ id }) => id));
  const lines = reading?.lines.filter(({ reading: { sheet } }) => ids.has(sheet.file)) ?? [];
  const empty = reading?.empty.filter(({ sheet }) => ids.has(sheet.file)) ?? [];
  const read = new Set([...lines.map((line) => line.reading), ...empty].map(({ sheet }) => sheet.file));
  const unused = (reading?.accounts ?? []).flatMap(({ file }) =>
    ids.has(file) && !read.has(file) ? [file] : [],
  );
  const problems = new Set(refused.flatMap((each) => (each.place === place ? [each.text] : [])));
  const offsets = reading?.offsets ?? [];
  const hasQuestions = hasOpenQuestions(files);

  function paste(event: ClipboardEvent) {
    if (event.target instanceof HTMLInputElement && event.target.type !== 'file') return;
    const { files: pasted } = event.clipboardData;
    const text = event.clipboardData.getData('text/plain');
    const isTable = /[\t,;]/.test(text) && text.trim().includes('\n');
    if (pasted.length === 0 && !isTable) return;
    event.preventDefault();
    void add(place, pasted.length > 0 ? [...pasted] : [new File([text], 'Pasted table')]);
  }

  return (
    <Panel title={title} aside={place === 'offset' && 'optional'}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the file input takes files, too. */}
      <div className="flex flex-col gap-5" {...focusRegion} onPaste={paste}>
        <DropZone
          // An open question takes the focus in its place.
          name={hasQuestions ? undefined : name}
          accept=".csv,.txt,.tsv,.ofx,.qfx,.qif,text/csv,text/plain"
          hint="Drop one or several files here, paste a copied table, or choose them"
          isMultiple
          onFiles={(chosen) => void add(place, chosen)}
        >
          {place === 'loan' ? 'Loan account (CSV, OFX or QIF)' : 'Offset account (CSV, OFX or QIF)'}
        </DropZone>
        <LiveRegion>
          {error?.message && <FieldError>{error.message}</FieldError>}
          {readingNames && <SlowNote>{`Reading ${readingNames}.`}</SlowNote>}
          {problems.size > 0 && (
            <Alert
              tone="error"
              title={problems.size === 1 ? 'A file was not added' : 'Some files were not added'}
            >
              {[...problems].map((text) => (
                <p key={text} className="text-sm wrap-anywhere">
                  {text}
                </p>
              ))}
            </Alert>
          )}
        </LiveRegion>
        {place === 'offset' && offsets.length > 0 && (
          <p className="text-sm">
            {count(offsets.length, 'offset account')}:{' '}
            {offsets
              .map(({ name: each, account }) => `${each} from ${count(account.lines.length, 'file')}`)
              .join(', ')}
            .
          </p>
        )}
        {lines.map((line) => (
          <FileLineView key={accountKey(line.reading.sheet)} {...{ line, place, files }} />
        ))}
        {unused.map((file) => (
          <UnusedFile key={file} {...{ file, place, files }} />
        ))}
        {empty.map((each) => (
          <EmptyFile key={each.sheet.file} reading={each} {...{ place, files }} />
        ))}
        {place === 'loan' && reading?.must.has('interest') && <InterestQuestion files={files} />}
        {children}
      </div>
    </Panel>
  );
}

const slowMs = 1_000;

/** Appears after a second. */
function SlowNote({ children }: { children: string }) {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowMs);
    return () => clearTimeout(timer);
  }, []);
  return isSlow && <p className="text-muted">{children}</p>;
}
