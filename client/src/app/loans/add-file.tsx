import { onlineManager } from '@tanstack/react-query';
import type { FollowedLoan } from 'contract/followed-loans/followed-loan-record.ts';
import { messages } from 'contract/texts.ts';
import type { OffsetAccount } from 'engine/account-files/offsets.ts';
import { useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { useAddToLoan } from '#features/followed-loans/followed-loans.queries.ts';
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
import { formatAud, formatLongDate } from '#parts/format/format.ts';
import { isChunkError } from '#parts/lazy/chunk-errors.ts';
import { addFileHash } from '#parts/navigation/paths.ts';
import { UnsavedBlocker } from '#parts/unsaved/unsaved-blocker.tsx';
import { LabelledSelect } from '#ui/controls/labelled-select.tsx';
import { cx } from '#ui/cx.ts';
import { Failure } from '#ui/feedback/failure.tsx';
import { LiveRegion } from '#ui/feedback/live-region.tsx';
import type { Comparison } from './compare-account.ts';
import {
  additionsOf,
  askedBalances,
  type Balances,
  fileOf,
  type LoanFileFields,
  newAccount,
  offsetAccountsOf,
  typedCents,
} from './loan-file.ts';
import { MissingRows } from './missing-rows.tsx';
import { PreviewText } from './preview-text.tsx';
import { useAskedBalances } from './use-asked-balances.ts';
import { useAssignedAccounts } from './use-assigned-accounts.ts';
import { useLoanPreview } from './use-loan-preview.ts';

const inputs = inputsOf();

const noOffsets: readonly OffsetAccount[] = [];

/** Where the next file of the bank is dropped, with what adding it will do. */
export function AddFile({ loan }: { loan: FollowedLoan }) {
  // Its reading is the same object until something changes.
  const accountFiles = useAccountFiles();
  const files = withoutInterestQuestion(accountFiles);
  useFocusAfterAnswer();
  const { reading, revision } = files;
  const { mutateAsync: add } = useAddToLoan(loan.id);
  const toFile = (balances: Balances) =>
    reading && fileOf(loan, reading, { ...typedCents(balances), accounts });
  const [missing, setMissing] = useState<{ version: number; rows: number[] }>();
  const questions = reading ? rowQuestions({ reading, rowName: ({ number }) => `Row ${number}` }) : [];
  const openQuestions = questions.filter(({ key }) => !files.confirmed.has(key));
  const hasQuestions = hasOpenQuestions(files) || openQuestions.length > 0;
  /** Not those that are chosen after this render, such as while these are being added. */
  const removeFiles = () => files.remove(...[...files.loan, ...files.offset].map(({ id }) => id));
  const form = useApiForm({
    values: inputs,
    toBody: (typed, intent) => {
      const file = toFile(askedBalances(loan, reading, typed));
      return file && { ...file, ...(intent === 'accept' && { accept_gap: true }) };
    },
    onSubmit: (body) => {
      if (files.isChanging()) throw new Error('Your files are still being read.');
      if (!body) throw new Error('Choose a file first.');
      if (hasQuestions) throw new Error('Answer the questions at your files first.');
      if (missingField) throw fieldRefusal(missingField.name, messages.required);
      return addAll(body);
    },
    onSaved: ({ version, missing: rows }): Promise<void> => {
      setMissing(rows.length > 0 ? { version, rows } : undefined);
      return removeFiles();
    },
  });
  /** With the version of the loan where it has accounts: another owner may have added or undone one meanwhile. */
  const addAll = async (file: LoanFileFields) => {
    const [first, ...further] = additionsOf(loan, file);
    const added = await add({ ...first, ...(accounts.size > 0 && { version: loan.version }) });
    let { version } = added.loan;
    for (const addition of further) ({ version } = (await add({ ...addition, version })).loan);
    return { ...added, version };
  };
  const { asked, fields, missingField, isUnderstood } = useAskedBalances(form, loan, accountFiles.reading);
  const { offsetOpeningCents } = useMemo(() => typedCents(asked), [asked]);
  const { accounts, comparisons, select } = useAssignedAccounts(
    loan,
    reading?.offsets ?? noOffsets,
    offsetOpeningCents,
  );
  useOpeningBalance(form, { reading: accountFiles.reading, saved: undefined });
  const isRefusedAtField = form.isFieldRefused && fields.some(({ name }) => form.getFieldState(name).invalid);
  const isRead = reading !== undefined && (reading.rows.length > 0 || reading.offsets.length > 0);
  const isReady = isRead && !hasQuestions && !missingField && isUnderstood;
  const {
    data: preview,
    error: previewError,
    refetch,
  } = useLoanPreview(loan, {
    key: [revision, asked, [...accounts]],
    isReady,
    toFile: () => toFile(asked),
  });
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
  const addable = isReady && !files.readingNames ? preview : undefined;
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
          {reading?.offsets.map((offset) => (
            <LabelledSelect
              key={offset.id}
              label={`Offset ${offset.name} is`}
              value={accounts.get(offset.id)}
              options={accountOptions(loan)}
              hint={
                hasQuestions ? undefined : accountHint(accounts.get(offset.id), comparisons.get(offset.id))
              }
              onChange={({ target: { value } }) => select(offset, Number(value))}
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
        <MissingRows loan={loan} rows={missingOnly} close={() => void removeFiles()} />
      ) : (
        missing?.version === loan.version && (
          <MissingRows loan={loan} rows={missing.rows} close={() => setMissing(undefined)} />
        )
      )}
    </>
  );
}

const accountOptions = (loan: FollowedLoan): (readonly [number, string])[] => [
  ...Array.from(
    { length: offsetAccountsOf(loan) },
    (_, index) => [index + 1, `Offset ${index + 1}`] as const,
  ),
  [newAccount, 'A new offset account'],
];

function accountHint(number = newAccount, comparisons: readonly Comparison[] = []): string | undefined {
  if (number === newAccount) {
    const same = comparisons.findIndex(({ agreement, difference }) => agreement > 0 && !difference);
    return same < 0 ? undefined : `Offset ${same + 1} held the same. If it is this account, select it.`;
  }
  const { difference } = comparisons[number - 1]!;
  if (!difference) return undefined;
  const { date, isBefore, ownCents, fileCents } = difference;
  const [own, ofFile] = [ownCents, fileCents].map((cents) => formatAud(cents / 100));
  return `Offset ${number} held ${own} ${isBefore ? 'before' : 'on'} ${formatLongDate(date)}, and this account ${ofFile}. If it is another account, select that one, or a new one.`;
}

/** The next file may have no charge. */
function withoutInterestQuestion(files: AccountFiles): AccountFiles {
  const { reading } = files;
  if (!reading) return files;
  const must = new Set([...reading.must].filter((question) => question !== 'interest'));
  return { ...files, reading: { ...reading, must } };
}
