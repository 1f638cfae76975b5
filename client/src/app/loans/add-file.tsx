import { onlineManager, useQuery } from '@tanstack/react-query';
import { count } from 'contract/counts.ts';
import type { FollowedLoan } from 'contract/followed-loans/followed-loan-record.ts';
import { messages } from 'contract/texts.ts';
import { useEffect, useEffectEvent, useId, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { useAddToLoan, useCorrectLoanRows } from '#features/followed-loans/followed-loans.queries.ts';
import { AccountFilesPanel } from '#features/statements/account-files.tsx';
import { ConfirmQuestions } from '#features/statements/confirm-first.tsx';
import { rowQuestions } from '#features/statements/confirm-questions.ts';
import { FilesAnnouncement } from '#features/statements/files-announcement.tsx';
import { RowsTable } from '#features/statements/rows-table.tsx';
import { inputsOf, type StatementInputs } from '#features/statements/statement-inputs.ts';
import { hasOpenQuestions } from '#features/statements/statement-resolver.ts';
import { type AccountFiles, notLoaded, useAccountFiles } from '#features/statements/use-account-files.ts';
import { useOpeningBalance } from '#features/statements/use-opening-balance.ts';
import { useFocusAfterAnswer } from '#features/statements/use-focus-after-answer.ts';
import { TermsFields } from '#parts/calculator/terms-fields.tsx';
import { Form, FormFailure, SubmitButton } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { fieldRefusal } from '#parts/form/field-refusal.ts';
import { loadCsvParser } from '#parts/files/csv-parser.ts';
import { isChunkError } from '#parts/lazy/chunk-errors.ts';
import { addFileHash } from '#parts/navigation/paths.ts';
import { UnsavedBlocker } from '#parts/unsaved/unsaved-blocker.tsx';
import { Button } from '#ui/controls/button.tsx';
import { LabelledSelect } from '#ui/controls/labelled-select.tsx';
import { cx } from '#ui/cx.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { Failure } from '#ui/feedback/failure.tsx';
import { LiveRegion } from '#ui/feedback/live-region.tsx';
import {
  accountOf,
  answersOf,
  askedBalances,
  type FileAnswers,
  fileOf,
  firstFileOf,
  newAccount,
  offsetAccountsOf,
} from './loan-file.ts';
import { PreviewText } from './preview-text.tsx';
import { useAskedBalances } from './use-asked-balances.ts';

const inputs = inputsOf();

const oneNewAccount =
  'One new offset account can be added at a time: remove the files of the others, and add them next.';

const loadPreview = () => import('./loan-preview.ts');

/** What reads a file is loaded with the page, so that a file can be read without a connection. */
const loadReader = () =>
  Promise.all([loadPreview(), import('#features/statements/read-files.ts'), loadCsvParser()]);

/** Where the next file of the bank is dropped, with what adding it will do. */
export function AddFile({ loan }: { loan: FollowedLoan }) {
  // Its reading is the same object until something changes.
  const accountFiles = useAccountFiles();
  const files = withoutInterestQuestion(accountFiles);
  useFocusAfterAnswer();
  const { reading, revision } = files;
  const { mutateAsync: add } = useAddToLoan(loan.id);
  const [accounts, setAccounts] = useState<FileAnswers['accounts']>(new Map());
  const ownAccounts = offsetAccountsOf(loan);
  const ownBefore = useRef(ownAccounts);
  const keepNewAccounts = useEffectEvent((own: number) => {
    const added = reading?.offsets.slice(own).map((offset) => [firstFileOf(offset), newAccount] as const);
    setAccounts((selected) => new Map([...(added ?? []), ...selected]));
  });
  useEffect(() => {
    // A new account of a file that is not added yet is not that of the file that was added meanwhile.
    if (ownAccounts > ownBefore.current) keepNewAccounts(ownBefore.current);
    ownBefore.current = ownAccounts;
  }, [ownAccounts]);
  const [missing, setMissing] = useState<{ version: number; rows: number[] }>();
  const questions = reading ? rowQuestions({ reading, rowName: ({ number }) => `Row ${number}` }) : [];
  const openQuestions = questions.filter(({ key }) => !files.confirmed.has(key));
  const hasQuestions = hasOpenQuestions(files) || openQuestions.length > 0;
  const form = useApiForm({
    values: inputs,
    toBody: (typed, intent) =>
      reading && {
        ...fileOf(loan, reading, answersOf(askedBalances(loan, reading, typed), accounts)),
        ...(intent === 'accept' && { accept_gap: true }),
      },
    onSubmit: (body) => {
      if (files.isChanging()) throw new Error('Your files are still being read.');
      if (!body) throw new Error('Choose a file first.');
      if (hasQuestions) throw new Error('Answer the questions at your files first.');
      if (hasSeveralNew) throw new Error(oneNewAccount);
      if (missingField) throw fieldRefusal(missingField.name, messages.required);
      return add(body);
    },
    onSaved: ({ loan: { version }, missing: rows }) => {
      setMissing(rows.length > 0 ? { version, rows } : undefined);
      removeFiles();
    },
  });
  /** Not those that are chosen after this render, such as while these are being added. */
  const removeFiles = () => files.remove(...[...files.loan, ...files.offset].map(({ id }) => id));
  const { asked, fields, missingField, isUnderstood } = useAskedBalances(form, loan, accountFiles.reading);
  useOpeningBalance(form, { reading: accountFiles.reading, saved: undefined });
  const areBalancesTyped = !missingField && isUnderstood;
  const selected =
    reading?.offsets.map((offset, index) => accountOf(loan, offset, index, { accounts })) ?? [];
  const hasSeveralNew = selected.filter((account) => account === newAccount).length > 1;
  const isRefusedAtField = form.isFieldRefused && fields.some(({ name }) => form.getFieldState(name).invalid);
  const isRead = reading !== undefined && (reading.rows.length > 0 || reading.offsets.length > 0);
  const {
    data: preview,
    error: previewError,
    refetch,
  } = useQuery({
    queryKey: ['loanPreview', loan.id, loan.version, revision, asked, [...accounts]],
    queryFn: async () =>
      reading
        ? (await loadPreview()).previewOf(loan, fileOf(loan, reading, answersOf(asked, accounts)))
        : null,
    enabled: isRead && !hasQuestions && !hasSeveralNew && areBalancesTyped,
    // Computed on the device.
    networkMode: 'always',
    gcTime: 0,
  });
  useEffect(() => {
    // Where it fails, the first file says so.
    loadReader().catch(() => undefined);
  }, []);
  const isOnline = useSyncExternalStore(
    onlineManager.subscribe.bind(onlineManager),
    () => navigator.onLine,
    () => true,
  );
  // A failure of the past connection says nothing once it is back.
  const clearFailure = useEffectEvent(form.clearFailure);
  useEffect(() => {
    if (isOnline) clearFailure();
  }, [isOnline]);
  const element = useRef<HTMLDivElement>(null);
  const location = useLocation();
  // The command line has asked for the file picker.
  useEffect(() => {
    const input = element.current?.querySelector<HTMLInputElement>('input[type=file]');
    if (location.hash !== addFileHash || !input) return;
    input.focus();
    input.click();
  }, [location]);
  const addable =
    isRead && !hasQuestions && !hasSeveralNew && areBalancesTyped && !files.readingNames
      ? preview
      : undefined;
  const missingOnly = addable?.merged?.isChanged === false ? addable.merged.missing : [];
  return (
    <>
      <Form
        form={{ ...form, isUnsaved: files.hasFiles }}
        guarded
        className="flex flex-col gap-5"
        label="Add the next file"
        failure={
          form.failure && isOnline && !isRefusedAtField && <FormFailure>{form.failure.message}</FormFailure>
        }
      >
        <UnsavedBlocker />
        <FilesAnnouncement files={files} />
        <div ref={element} data-files={files.loan.length + files.offset.length > 0 ? '' : undefined}>
          <AccountFilesPanel title="Add the next file" place="loan" files={files} />
        </div>
        <AccountFilesPanel title="Offset accounts" place="offset" files={files}>
          {reading?.offsets.map((offset, index) => (
            <LabelledSelect
              key={firstFileOf(offset)}
              label={`Offset ${offset.name} is`}
              value={selected[index]}
              options={[
                ...Array.from({ length: ownAccounts }, (_, at) => [at + 1, `Offset ${at + 1}`] as const),
                [newAccount, 'A new offset account'],
              ]}
              onChange={({ target }) =>
                setAccounts(new Map([...accounts, [firstFileOf(offset), Number(target.value)]]))
              }
            />
          ))}
        </AccountFilesPanel>
        <ConfirmQuestions questions={openQuestions} files={files} />
        {fields.length > 0 && <TermsFields<StatementInputs> fields={fields} />}
        <RowsTable files={files} inputsNow={form.getValues} hasAccountsWithoutFile={false} />
        {previewError &&
          (isChunkError(previewError) ? (
            <FormFailure>{notLoaded}</FormFailure>
          ) : (
            <Failure title="Your file could not be compared with your loan" retry={refetch} />
          ))}
        {isRead && !isOnline && (
          <FormFailure>You are offline. Your file is read; add it when you are back.</FormFailure>
        )}
        <LiveRegion>
          {hasSeveralNew && <p>{oneNewAccount}</p>}
          {isRead && !hasQuestions && missingField && (
            <p>Enter the balances that your files do not state, and you see what adding them will do.</p>
          )}
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
          // Where it appears by typing, it would cover the field.
          <div
            className={cx(
              'flex flex-col gap-2',
              fields.length === 0 &&
                'max-md:sticky max-md:bottom-0 max-md:z-bar max-md:-mx-gutter max-md:border-t max-md:border-rule max-md:bg-raised max-md:px-gutter max-md:py-2',
            )}
          >
            {loan.co_owner && (
              <p className="text-sm">
                {loan.co_owner.username} sees this and keeps a copy; it cannot be taken back.
              </p>
            )}
            {addable.merged.joins === 'apart' ? (
              <SubmitButton form={form} intent="accept">
                {addable.merged.fills ? 'Add' : 'Add all the same'}
              </SubmitButton>
            ) : (
              <SubmitButton form={form}>Add</SubmitButton>
            )}
          </div>
        )}
      </Form>
      {missingOnly.length > 0 ? (
        <MissingRows loan={loan} rows={missingOnly} close={removeFiles} />
      ) : (
        missing?.version === loan.version && (
          <MissingRows loan={loan} rows={missing.rows} close={() => setMissing(undefined)} />
        )
      )}
    </>
  );
}

/** The next file may have no charge. */
function withoutInterestQuestion(files: AccountFiles): AccountFiles {
  const { reading } = files;
  if (!reading) return files;
  const must = new Set([...reading.must].filter((question) => question !== 'interest'));
  return { ...files, reading: { ...reading, must } };
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
  const { mutateAsync: correct, isPending } = useCorrectLoanRows(loan.id);
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
          // The alert may be gone by then, without which `mutate` would call nothing.
          onClick={() => {
            correct({ version: loan.version, remove: [...rows] }).then(close, () => undefined);
          }}
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
