import { count } from 'contract/counts.ts';
import { otherAccount } from 'engine/account-files/read-account-files.ts';
import type { ReactNode } from 'react';
import { formatLongDate } from '#parts/format/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { Labelled } from '#ui/controls/labelled.tsx';
import { chargesText, type Line } from './line-texts.ts';
import { daysText } from './part-texts.ts';
import type { Checked, StatementInputs } from './statement-inputs.ts';
import type { AccountFiles } from './use-account-files.ts';

interface CheckedFilesProps {
  files: AccountFiles;
  inputs: StatementInputs;
  checked: Checked;
  /** Of a saved check that is opened again. */
  savedName: string | undefined;
  formId: string;
  /** Opens the form at the first element of the selector. */
  edit: (selector: string) => void;
}

/** What was checked, in place of the form. */
export function CheckedFiles({ files, inputs, checked, savedName, formId, edit }: CheckedFilesProps) {
  const all = [...files.loan, ...files.offset];
  const lines = files.reading?.lines ?? [];
  const { first_date: from, last_date: to, rows } = checked.result;
  const entry = (name: string, texts: readonly [string, string], selector: string): ReactNode => (
    <li
      key={selector}
      className="grid min-h-control grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 border-b border-rule text-sm @max-[60rem]:py-2 @min-[60rem]:grid-cols-[22ch_34ch_minmax(0,1fr)_auto]"
    >
      <span className="font-semibold wrap-anywhere text-strong">{name}</span>
      <span className="@max-[60rem]:col-start-1 @max-[60rem]:text-xs">{texts[0]}</span>
      <span className="text-muted @max-[60rem]:col-start-1 @max-[60rem]:text-xs">{texts[1]}</span>
      <span className="col-start-2 row-span-3 row-start-1 self-center @min-[60rem]:col-start-4 @min-[60rem]:row-span-1">
        <Button
          variant="ghost"
          aria-controls={`${formId} ${formId}-rows`}
          aria-expanded={false}
          onClick={() => edit(selector)}
        >
          <Labelled name={name}>Edit</Labelled>
        </Button>
      </span>
    </li>
  );
  return (
    <section className="@container print:hidden [&_.button-ghost]:text-text" aria-label="What was checked">
      <ul className="border-t border-rule">
        {files.loan.length === 0 &&
          entry(
            savedName ?? 'Saved check',
            [count(rows.length, 'interest charge'), daysText({ from, to })],
            '[name=loan_files]',
          )}
        {all.map(({ id, name }) =>
          entry(
            name,
            textsOf(
              lines.filter(({ reading: { sheet } }) => sheet.file === id),
              files,
            ),
            `[data-file="${id}"]`,
          ),
        )}
        {entry('What it does not say', typedTexts(inputs, checked), '[name=previous_charge_date]')}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-x-5">
        <p className="text-xs text-muted">
          {all.length > 0
            ? 'Your files stay on this device, and so does the check.'
            : 'What was saved comes from your account here. The check runs on this device.'}
        </p>
        <Button
          variant="ghost"
          aria-controls={`${formId} ${formId}-rows`}
          aria-expanded={false}
          onClick={() => edit('[type=file]')}
        >
          Add a file
        </Button>
      </div>
    </section>
  );
}

/** What the rows of a file are, and their days. */
function textsOf(lines: readonly Line[], files: AccountFiles): [string, string] {
  const used = lines.filter(({ account }) => account !== otherAccount);
  const days = used.flatMap(({ reading: { rows } }) => rows.map(({ date }) => date)).toSorted();
  const texts = used.flatMap(({ account, reading }) => {
    const rows = count(reading.rows.length, 'row');
    const several = (files.reading?.offsets.length ?? 0) > 1 ? ` ${account}` : '';
    return account === 'loan' ? [rows, chargesText(files, reading)] : [rows, `offset account${several}`];
  });
  const leftOut = used.reduce((sum, { reading }) => sum + reading.leftOut.length, 0);
  if (leftOut > 0) texts.push(`${leftOut} left out`);
  const [from, to] = [days[0], days.at(-1)];
  return [texts.join(', ') || 'not used', from && to ? daysText({ from, to }) : ''];
}

/** What was typed beside the files. */
function typedTexts(inputs: StatementInputs, { result: { rates } }: Checked): [string, string] {
  const { previous_charge_date: charged, offset_accounts: accounts, rates: typed } = inputs;
  const found = rates.length > 0 ? ', so we found them' : '';
  return [
    [
      charged ? `Last charge ${formatLongDate(charged)}` : 'Last charge not known',
      accounts.length > 0 &&
        count(accounts.length, 'offset account without a file', 'offset accounts without a file'),
    ]
      .filter(Boolean)
      .join(', '),
    typed.length > 0 ? count(typed.length, 'rate') : `Rates: none given${found}`,
  ];
}
