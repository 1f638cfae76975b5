import { bankColumns, quizLimits } from 'contract/quiz/quiz.constants.ts';
import { useState } from 'react';
import { detailsOf } from '#api/api-error.ts';
import { formatNumber } from '#parts/format/format.ts';
import { paths } from '#parts/navigation/paths.ts';
import { StaffPage } from '#parts/navigation/staff-page.tsx';
import { Alert } from '#ui/feedback/alert.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { useImportQuestions } from './quiz.queries.ts';
import { bankFileOf, type BankRow, faultsByRow, readBankFile } from './import/bank-file.ts';
import { DropZone } from './import/drop-zone.tsx';
import { type RowResult, RowResultsTable } from './import/row-results-table.tsx';
import { EditRowDialog } from './import/edit-row-dialog.tsx';

interface Bank {
  name: string;
  file: Blob;
  /** Empty if the file cannot be parsed. */
  rows: BankRow[];
}

export default function ImportScreen() {
  const check = useImportQuestions({ isDryRun: true });
  const saving = useImportQuestions({ isDryRun: false });
  const [bank, setBank] = useState<Bank | null>(null);
  const [editedRow, setEditedRow] = useState<RowResult | null>(null);

  function examine(next: Bank) {
    setBank(next);
    saving.reset();
    check.mutate(next.file);
  }

  async function open(file: File) {
    examine({ name: file.name, file, rows: await readBankFile(file) });
  }

  function replaceRow({ name, rows: before }: Bank, index: number, row: BankRow) {
    const rows = before.with(index, row);
    setEditedRow(null);
    examine({ name, rows, file: bankFileOf(rows) });
  }

  const faults = faultsByRow(detailsOf(check.error));
  const isReady = check.isSuccess && !saving.isSuccess;
  return (
    <StaffPage
      heading="Import Quiz Questions"
      back={{ to: paths.adminQuestions, label: 'Quiz Questions List' }}
      lede="Import a file that the list exported. Questions are saved only if every row is valid. Missing categories are created."
    >
      <DropZone onFile={(file) => void open(file)} />
      <details className="text-muted">
        <summary>What the file must contain</summary>
        <p className="mt-3 text-sm">
          At most {formatNumber(quizLimits.importRows)} rows and 5 MiB, in UTF-8. A CSV has the columns{' '}
          <code className="wrap-anywhere text-text">{bankColumns.join(', ')}</code>, separated by commas, with
          the number of the right choice from 1 as its answer. A JSON file is an array of questions with{' '}
          <code className="wrap-anywhere text-text">choices</code> as a list,{' '}
          <code className="wrap-anywhere text-text">category</code> by name and{' '}
          <code className="wrap-anywhere text-text">answer</code> from 0.
        </p>
      </details>
      {bank && (
        <Panel title={bank.name}>
          <div className="flex flex-col gap-4">
            <output className="text-text tabular-nums empty:absolute">
              {check.isPending && 'Checking each row…'}
              {isReady &&
                (saving.isPending
                  ? `Importing ${formatNumber(check.data.rows)} questions…`
                  : `${formatNumber(check.data.rows)} rows can be imported.`)}
              {saving.isSuccess && `${formatNumber(saving.data.created)} questions imported.`}
            </output>
            {(check.isPending || saving.isPending) && (
              <progress className="h-2 w-[min(20rem,100%)] accent-accent" aria-label="Under way" />
            )}
            {check.error && <Refusal error={check.error} areRowsNamed={faults.size > 0} />}
            {saving.error && <Refusal error={saving.error} areRowsNamed={false} />}
            <div className="flex flex-wrap gap-3 empty:hidden">
              {isReady && (
                <Button variant="primary" loading={saving.isPending} onClick={() => saving.mutate(bank.file)}>
                  Import {formatNumber(check.data.rows)} questions
                </Button>
              )}
              {saving.isSuccess && (
                <Button variant="primary" to={paths.adminQuestions}>
                  See the questions
                </Button>
              )}
            </div>
            {bank.rows.length > 0 && !saving.isSuccess && (isReady || faults.size > 0) && (
              <RowResultsTable rows={bank.rows} faults={faults} onEdit={setEditedRow} />
            )}
          </div>
        </Panel>
      )}
      {bank && editedRow && (
        <EditRowDialog
          rowResult={editedRow}
          onEdit={(row) => replaceRow(bank, editedRow.index, row)}
          onClose={() => setEditedRow(null)}
        />
      )}
    </StaffPage>
  );
}

function Refusal({ error, areRowsNamed }: { error: Error; areRowsNamed: boolean }) {
  const reasons = detailsOf(error)['file'];
  return (
    <Alert tone="error" role="alert" title={areRowsNamed ? error.message : 'This file cannot be imported'}>
      {!areRowsNamed && <p>{reasons ? `The file: ${reasons.join(' ')}` : error.message}</p>}
    </Alert>
  );
}
