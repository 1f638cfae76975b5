import { count } from 'contract/counts.ts';
import { accountKey } from 'engine/account-files/questions.ts';
import { otherAccount } from 'engine/account-files/read-account-files.ts';
import type { Place, SheetReading } from 'engine/account-files/reading.ts';
import { memo, type ReactNode } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { Labelled } from '#ui/controls/labelled.tsx';
import { LabelledSelect } from '#ui/controls/labelled-select.tsx';
import { ColumnCorrections } from './column-corrections.tsx';
import { AccountRoles } from './account-roles.tsx';
import { AccountQuestion, FileQuestions } from './file-questions.tsx';
import { chargesText, joinText, type Line, nameOf, rowsText } from './line-texts.ts';
import type { AccountFiles } from './use-account-files.ts';

interface FileProps {
  place: Place;
  files: AccountFiles;
}

/** A file: what was read from it, how it joins the others, and its questions. */
export const FileLineView = memo(FileLine, (one, other) => one.files.revision === other.files.revision);

function FileLine({ line, place, files }: FileProps & { line: Line }) {
  const { reading, account } = line;
  const { file } = reading.sheet;
  const name = nameOf(files, file);
  const isFirst = files.reading?.lines.find((each) => each.reading.sheet.file === file) === line;
  const isOffset = account !== 'loan' && account !== otherAccount;
  return (
    <FileSection {...{ name, files }} file={reading.sheet.file}>
      <p className="text-sm">
        {[
          account === otherAccount && 'Another account, not used',
          isOffset && `Offset ${account}`,
          reading.sheet.account && `Account ${reading.sheet.account}`,
          rowsText(reading),
          account === 'loan' && chargesText(files, reading),
          joinText(line, files),
        ]
          .filter(Boolean)
          .join(', ')}
        .
      </p>
      <LeftOut leftOut={reading.leftOut} />
      <FileQuestions {...{ reading, files, name, line }} place={isOffset ? 'offset' : 'loan'} />
      {account === otherAccount && (
        <div>
          <Button onClick={() => files.belong(reading.sheet, true)}>It is the same account</Button>
        </div>
      )}
      {isFirst && <AccountRoles {...{ file, place, files }} />}
      {place === 'offset' && <Belongs {...{ line, files }} />}
      {place === 'offset' && <ColumnCorrections {...{ reading, place, files }} />}
    </FileSection>
  );
}

/** A file of which no row can be read yet. */
export function EmptyFile({ reading, place, files }: FileProps & { reading: SheetReading }) {
  const name = nameOf(files, reading.sheet.file);
  return (
    <FileSection {...{ name, files }} file={reading.sheet.file}>
      <p className="text-sm">No row can be read yet.</p>
      <LeftOut leftOut={reading.leftOut} />
      <FileQuestions {...{ reading, place, files, name }} />
      {place === 'offset' && <ColumnCorrections {...{ reading, place, files }} />}
    </FileSection>
  );
}

/** A file with several accounts, of which none is used. */
export function UnusedFile({ file, place, files }: FileProps & { file: string }) {
  return (
    <FileSection {...{ file, files }} name={nameOf(files, file)}>
      <p className="text-sm">No account of this file is used.</p>
      {place === 'loan' && <AccountQuestion {...{ file, files }} />}
      <AccountRoles {...{ file, place, files }} />
    </FileSection>
  );
}

interface FileSectionProps extends Pick<FileProps, 'files'> {
  file: string;
  name: string;
  children: ReactNode;
}

function FileSection({ file, name, files, children }: FileSectionProps) {
  return (
    <section
      className="flex flex-col gap-3 border-t border-rule pt-4"
      aria-label={name}
      tabIndex={-1}
      data-file={file}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="min-w-0 font-semibold wrap-anywhere">{name}</p>
        <Button
          variant="ghost"
          data-remove-file
          onClick={({ currentTarget }) => {
            focusNextFile(currentTarget);
            void files.remove(file);
          }}
        >
          <Labelled name={name}>Remove</Labelled>
        </Button>
      </div>
      {children}
    </section>
  );
}

/** Before the button leaves the page with its file. */
function focusNextFile(button: HTMLElement): void {
  const all = [...document.querySelectorAll<HTMLElement>('[data-remove-file]')];
  const index = all.indexOf(button);
  (all[index + 1] ?? all[index - 1] ?? button.closest<HTMLElement>('[data-focus-region]'))?.focus();
}

function LeftOut({ leftOut }: Pick<SheetReading, 'leftOut'>) {
  if (leftOut.length === 0) return null;
  return (
    <details className="text-sm">
      <summary>{count(leftOut.length, 'row')} left out</summary>
      <ul className="pt-2">
        {leftOut.map(({ row, reason }) => (
          <li key={row}>
            Row {row}: {reason}
          </li>
        ))}
      </ul>
    </details>
  );
}

const own = 'own';

const startOf = ({ rows }: SheetReading) => rows[0]?.date ?? '';

/** The account of an offset file, where there is another one. */
function Belongs({ line, files }: { line: Line; files: AccountFiles }) {
  const offsets = files.reading?.offsets ?? [];
  const { sheet } = line.reading;
  const current = offsets.find(({ name }) => name === line.account);
  // Files are read in the order of their first rows. The accounts of one file are different ones.
  const others = offsets.filter(({ account: { lines } }) => {
    const first = lines[0]!.reading;
    return first.sheet.file !== sheet.file && startOf(first) <= startOf(line.reading);
  });
  if (others.length === 0 || line.isAsked) return null;
  return (
    <LabelledSelect
      label="Belongs to"
      value={current && current.id !== accountKey(sheet) ? current.id : own}
      options={[
        ...others.map((each) => [each.id, `Offset ${each.name}`] as const),
        [own, 'An account of its own'],
      ]}
      onChange={({ target: { value } }) => files.belong(sheet, value === own ? false : value)}
    />
  );
}
