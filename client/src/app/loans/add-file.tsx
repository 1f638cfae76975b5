import { useQuery } from '@tanstack/react-query';
import { count } from 'contract/counts.ts';
import type { FollowedLoan } from 'contract/followed-loans/followed-loan-record.ts';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { FormProvider, useWatch } from 'react-hook-form';
import { useBeforeUnload, useLocation } from 'react-router-dom';
import { useAddToLoan, useCorrectLoanRows } from '#features/followed-loans/followed-loans.queries.ts';
import { AccountFilesPanel } from '#features/statements/account-files.tsx';
import { ConfirmQuestions } from '#features/statements/confirm-first.tsx';
import { rowQuestions } from '#features/statements/confirm-questions.ts';
import { FilesAnnouncement } from '#features/statements/files-announcement.tsx';
import { RowsTable } from '#features/statements/rows-table.tsx';
import { inputsOf, openOffsets, type StatementInputs } from '#features/statements/statement-inputs.ts';
import { hasOpenQuestions } from '#features/statements/statement-resolver.ts';
import { useAccountFiles } from '#features/statements/use-account-files.ts';
import { useFocusAfterAnswer } from '#features/statements/use-focus-after-answer.ts';
import { TermsFields } from '#parts/calculator/terms-fields.tsx';
import { Form, FormFailure, SubmitButton } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { formatLongDate } from '#parts/format/format.ts';
import { addFileHash } from '#parts/navigation/paths.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Select } from '#ui/controls/input.tsx';
import { Alert } from '#ui/feedback/alert.tsx';
import { LiveRegion } from '#ui/feedback/live-region.tsx';
import {
  accountOf,
  asksOpeningOf,
  type FileAnswers,
  fileOf,
  firstFileOf,
  offsetAccountsOf,
} from './loan-file.ts';
import type { FilePreview } from './loan-preview.ts';

const inputs = inputsOf();

/** Where the next file of the bank is dropped, with what adding it will do. */
export function AddFile({ loan }: { loan: FollowedLoan }) {
  const files = useAccountFiles();
  useFocusAfterAnswer();
  const { reading, revision } = files;
  const { mutateAsync: add } = useAddToLoan(loan.id);
  const [accounts, setAccounts] = useState<FileAnswers['accounts']>(new Map());
  const [missing, setMissing] = useState<{ version: number; rows: number[] }>();
  const form = useApiForm({
    values: inputs,
    toBody: ({ opening_balance: opening, offset_openings: offsetOpenings }, intent) =>
      reading && {
        ...fileOf(loan, reading, { opening, offsetOpenings, accounts }),
        ...(intent === 'accept' && { accept_gap: true }),
      },
    onSubmit: (body) => (body ? add(body) : Promise.reject(new Error('Choose a file first.'))),
    onSaved: ({ loan: { version }, missing: rows }) => {
      setMissing(rows.length > 0 ? { version, rows } : undefined);
      setAccounts(new Map());
      files.clear();
    },
  });
  const [opening, offsetOpenings] = useWatch({
    control: form.control,
    name: ['opening_balance', 'offset_openings'],
  });
  const answers = useMemo(() => ({ opening, offsetOpenings, accounts }), [opening, offsetOpenings, accounts]);
  const questions = reading ? rowQuestions({ reading, rowName: ({ number }) => `Row ${number}` }) : [];
  const openQuestions = questions.filter(({ key }) => !files.confirmed.has(key));
  const hasQuestions = hasOpenQuestions(files) || openQuestions.length > 0;
  const isRead = reading !== undefined && (reading.rows.length > 0 || reading.offsets.length > 0);
  const { data: preview } = useQuery({
    queryKey: ['loanPreview', loan.id, loan.version, revision, opening, offsetOpenings, [...accounts]],
    queryFn: async () =>
      reading ? (await import('./loan-preview.ts')).previewOf(loan, fileOf(loan, reading, answers)) : null,
    enabled: isRead && !hasQuestions,
    // Computed on the device.
    networkMode: 'always',
    gcTime: 0,
  });
  useBeforeUnload((event) => {
    if (isRead) event.preventDefault();
  });
  const element = useRef<HTMLDivElement>(null);
  const location = useLocation();
  // The command line has asked for the file picker.
  useEffect(() => {
    const input = element.current?.querySelector<HTMLInputElement>('input[type=file]');
    if (location.hash !== addFileHash || !input) return;
    input.focus();
    input.click();
  }, [location]);
  const fields = [
    ...(reading && asksOpeningOf(loan, reading)
      ? [{ name: 'opening_balance' as const, label: 'Owed Before the First Row' }]
      : []),
    ...openOffsets({ reading }).map(({ file, name }) => ({
      name: `offset_openings.${file}.opening_balance` as const,
      label: `Offset ${name}, Balance before the First Row`,
      hint: 'Its files state no balances.',
    })),
  ];
  const addable = isRead && !hasQuestions ? preview : undefined;
  return (
    <FormProvider {...form}>
      <Form
        form={form}
        className="flex flex-col gap-5"
        label="Add the next file"
        failure={
          form.failure && (
            <FormFailure>
              {navigator.onLine
                ? form.failure.message
                : 'You are offline. Your file is read; add it when you are back.'}
            </FormFailure>
          )
        }
      >
        <FilesAnnouncement files={files} />
        <div ref={element}>
          <AccountFilesPanel
            title="Add the next file"
            label="Loan account (CSV, OFX or QIF)"
            place="loan"
            files={files}
          />
        </div>
        <AccountFilesPanel
          title="Offset accounts"
          label="Offset account (CSV, OFX or QIF)"
          place="offset"
          files={files}
          aside="optional"
        >
          {reading?.offsets.map((offset, index) => (
            <OffsetSelect
              key={firstFileOf(offset)}
              name={offset.name}
              accounts={offsetAccountsOf(loan)}
              value={accountOf(loan, offset, index, answers)}
              choose={(account) => setAccounts(new Map([...accounts, [firstFileOf(offset), account]]))}
            />
          ))}
        </AccountFilesPanel>
        <ConfirmQuestions questions={openQuestions} files={files} />
        {fields.length > 0 && <TermsFields<StatementInputs> fields={fields} />}
        <RowsTable files={files} inputsNow={form.getValues} hasAccountsWithoutFile={false} />
        <LiveRegion>
          {addable && (
            <PreviewText
              preview={addable}
              loan={loan}
              firstDate={reading?.rows[0]?.date}
              lastDate={reading?.rows.at(-1)?.date}
            />
          )}
        </LiveRegion>
        {addable?.merged?.isChanged && (
          <div className="flex flex-col gap-2 max-md:sticky max-md:bottom-0 max-md:z-bar max-md:-mx-gutter max-md:border-t max-md:border-rule max-md:bg-raised max-md:px-gutter max-md:py-2">
            {loan.co_owner && (
              <p className="text-sm">
                {loan.co_owner.username} sees this and keeps a copy; it cannot be taken back.
              </p>
            )}
            {addable.merged.joins === 'apart' ? (
              <SubmitButton form={form} intent="accept">
                Add all the same
              </SubmitButton>
            ) : (
              <SubmitButton form={form}>Add</SubmitButton>
            )}
          </div>
        )}
      </Form>
      {missing && missing.version === loan.version && (
        <MissingRows loan={loan} rows={missing.rows} close={() => setMissing(undefined)} />
      )}
    </FormProvider>
  );
}

interface OffsetSelectProps {
  name: string;
  /** How many the loan has. */
  accounts: number;
  value: number;
  choose: (account: number) => void;
}

function OffsetSelect({ name, accounts, value, choose }: OffsetSelectProps) {
  return (
    <Field label={`Offset ${name} is`}>
      {(control) => (
        <Select
          {...control}
          value={String(value)}
          options={[
            ...Array.from(
              { length: accounts },
              (_, index) => [String(index + 1), `Offset ${index + 1}`] as const,
            ),
            [String(accounts + 1), 'A new offset account'],
          ]}
          onChange={({ target }) => choose(Number(target.value))}
        />
      )}
    </Field>
  );
}

interface PreviewTextProps {
  preview: FilePreview;
  loan: FollowedLoan;
  firstDate: string | undefined;
  lastDate: string | undefined;
}

function PreviewText({
  preview: { merged, problem },
  loan,
  firstDate = '',
  lastDate = '',
}: PreviewTextProps) {
  if (!merged) return <FormFailure>{problem ?? ''}</FormFailure>;
  const { added, recognised, missing, joins, isChanged } = merged;
  const own = loan.input.transactions ?? [];
  const [ownFirst, ownLast] = [own[0]?.date ?? '', own.at(-1)?.date ?? ''];
  const [from, to] = lastDate < ownFirst ? [lastDate, ownFirst] : [ownLast, firstDate];
  const isBetween = from < to;
  return (
    <div className="flex flex-col gap-2">
      {!isChanged && <p>Nothing new in this file.</p>}
      {isChanged && joins === null && <p>New balances of your offset account.</p>}
      {joins !== null && isChanged && (
        <p>
          {count(added, 'new row')}, {recognised} known.
          {missing.length > 0 &&
            ` ${count(missing.length, 'row')} of yours ${missing.length === 1 ? 'is' : 'are'} not in this file.`}
        </p>
      )}
      {joins === 'apart' && (
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

/** Rows of the loan that the last file lacks. */
function MissingRows({
  loan,
  rows,
  close,
}: {
  loan: FollowedLoan;
  rows: readonly number[];
  close: () => void;
}) {
  const { mutate: correct, isPending } = useCorrectLoanRows(loan.id);
  const id = useId();
  return (
    <Alert
      tone="info"
      title={`${count(rows.length, 'row')} of yours ${rows.length === 1 ? 'was' : 'were'} not in this file`}
    >
      <p id={id}>
        The bank may have withdrawn them, or the file may be filtered. They are kept unless you remove them.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          loading={isPending}
          aria-describedby={id}
          onClick={() => correct({ version: loan.version, remove: [...rows] }, { onSuccess: close })}
        >
          Remove them
        </Button>
        <Button variant="ghost" onClick={close}>
          Keep them
        </Button>
      </div>
    </Alert>
  );
}
