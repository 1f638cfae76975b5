import { count } from 'contract/counts.ts';
import { bankColumns, quizLimits } from 'contract/quiz/quiz.constants.ts';
import { BankQuestion } from 'contract/quiz/quiz-fields.ts';
import { useMemo, useState } from 'react';
import { detailsOf } from '#api/api-error.ts';
import { DropZone } from '#parts/files/drop-zone.tsx';
import { formatNumber } from '#parts/format/format.ts';
import { paths } from '#parts/navigation/paths.ts';
import { StaffPage } from '#parts/navigation/staff-page.tsx';
import { Alert } from '#ui/feedback/alert.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { focusRegion } from '#ui/keep-focus.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { useImportQuestions } from './quiz.queries.ts';
import { bankFileOf, type BankRow, faultsByRow, readBankFile, type RowFault } from './import/bank-file.ts';
import { type RowResult, RowResultsTable } from './import/row-results-table.tsx';
import { EditRowDialog } from './import/edit-row-dialog.tsx';
import { ReleaseQuestions } from './import/release-questions.tsx';

interface Bank {
  name: string;
  file: Blob;
  /** Empty if the file cannot be parsed. */
  rows: BankRow[];
}

type Faults = ReadonlyMap<number, readonly RowFault[]>;

const noFaults: Faults = new Map();

export default function ImportScreen() {
  const check = useImportQuestions({ isDryRun: true });
  const saving = useImportQuestions({ isDryRun: false });
  const [bank, setBank] = useState<Bank | null>(null);
  /** Of the last check that has ended. */
  const [faults, setFaults] = useState(noFaults);
  const [editedRow, setEditedRow] = useState<RowResult | null>(null);
  const [includesExisting, setIncludesExisting] = useState(false);

  function examine(next: Bank) {
    // The server numbers the rows that are left.
    const numberOf = (row: number) => next.rows[row - 1]?.number ?? row;
    setBank(next);
    saving.reset();
    check.mutate(
      { file: next.file },
      {
        onSuccess: () => setFaults(noFaults),
        onError: (error) => setFaults(faultsByRow(detailsOf(error), numberOf)),
      },
    );
  }

  async function open(file: File) {
    setFaults(noFaults);
    setIncludesExisting(false);
    examine({ name: file.name, file, rows: await readBankFile(file) });
  }

  const examineRows = (name: string, rows: BankRow[]) => examine({ name, rows, file: bankFileOf(rows) });

  const existing = check.data?.existing ?? 0;
  const imported = includesExisting ? (check.data?.rows ?? 0) : (check.data?.rows ?? 0) - existing;
  const isReady = check.isSuccess && !saving.isSuccess;
  return (
    <StaffPage
      heading="Import Quiz Questions"
      back={{ to: paths.adminQuestions, label: 'Quiz Questions List' }}
      lede="Import a file that the list exported. Questions are saved only if every row is valid. Missing categories are created."
    >
      <DropZone accept=".csv,.json,text/csv,application/json" onFiles={([file]) => file && void open(file)}>
        Drop a CSV or JSON file here, or choose one
      </DropZone>
      <details className="text-muted">
        <summary>What the file must contain</summary>
        <p className="mt-3 text-sm">
          At most {formatNumber(quizLimits.importRows)} rows and 5 MiB, in UTF-8. A CSV has the columns{' '}
          <code className="wrap-anywhere text-strong">{bankColumns.join(', ')}</code>, separated by commas,
          with the number of the right choice from 1 as its answer. A JSON file is an array of questions with{' '}
          <code className="wrap-anywhere text-strong">choices</code> as a list,{' '}
          <code className="wrap-anywhere text-strong">category</code> by name and{' '}
          <code className="wrap-anywhere text-strong">answer</code> from 0. A question whose answer is a
          number has <code className="wrap-anywhere text-strong">kind</code> number, and its{' '}
          <code className="wrap-anywhere text-strong">solution</code> and{' '}
          <code className="wrap-anywhere text-strong">variables</code> are JSON in a CSV, too.
        </p>
      </details>
      {!bank && <ReleaseQuestions />}
      {bank && (
        <Panel title={bank.name}>
          <div className="flex flex-col gap-4" {...focusRegion}>
            <output className="text-strong tabular-nums empty:absolute">
              {check.isPending && 'Checking each row…'}
              {isReady && (saving.isPending ? `Importing ${questions(imported)}…` : readyText(check.data))}
              {saving.isSuccess && `${questions(saving.data.created)} imported.`}
            </output>
            {(check.isPending || saving.isPending) && (
              <progress className="h-2 w-[min(20rem,100%)] accent-accent" aria-label="Under way" />
            )}
            {check.error && <Refusal error={check.error} areRowsNamed={faults.size > 0} />}
            {saving.error && <Refusal error={saving.error} areRowsNamed={false} />}
            {isReady && existing > 0 && (
              <Checkbox
                label={
                  existing === 1
                    ? 'Import the question that already exists, too'
                    : `Import the ${questions(existing)} that already exist, too`
                }
                hint="A question exists if its category has one with the same text and choices."
                checked={includesExisting}
                onChange={({ target }) => setIncludesExisting(target.checked)}
              />
            )}
            <div className="flex flex-wrap gap-3 empty:hidden">
              {isReady && imported > 0 && (
                <Button
                  variant="primary"
                  loading={saving.isPending}
                  onClick={() => saving.mutate({ file: bank.file, includesExisting })}
                >
                  Import {questions(imported)}
                </Button>
              )}
              {saving.isSuccess && (
                <Button variant="primary" to={paths.adminQuestions}>
                  See the questions
                </Button>
              )}
              {faults.size > 0 && <RemoveFaultyRows bank={bank} onRemove={examineRows} />}
            </div>
            {bank.rows.length > 0 && !saving.isSuccess && (isReady || faults.size > 0) && (
              <RowResultsTable
                rows={bank.rows}
                faults={faults}
                onEdit={setEditedRow}
                onRemove={(row) =>
                  examineRows(
                    bank.name,
                    bank.rows.filter((other) => other !== row),
                  )
                }
              />
            )}
          </div>
        </Panel>
      )}
      {bank && editedRow && (
        <EditRowDialog
          rowResult={editedRow}
          onEdit={(content) => {
            const { row } = editedRow;
            setEditedRow(null);
            examineRows(
              bank.name,
              bank.rows.map((other) => (other === row ? { ...row, content } : other)),
            );
          }}
          onClose={() => setEditedRow(null)}
        />
      )}
    </StaffPage>
  );
}

const questions = (number: number) => count(number, 'question');

const readyText = ({ rows, existing }: { rows: number; existing: number }) =>
  existing === rows ? 'All of its questions exist already.' : `${count(rows, 'row')} can be imported.`;

interface RemoveFaultyRowsProps {
  bank: Bank;
  onRemove: (name: string, remainingRows: BankRow[]) => void;
}

/** The server names a part of many faults, so the schema decides. */
function RemoveFaultyRows({ bank: { name, rows }, onRemove }: RemoveFaultyRowsProps) {
  const valid = useMemo(() => rows.filter(({ content }) => BankQuestion.safeParse(content).success), [rows]);
  const faulty = rows.length - valid.length;
  if (faulty === 0) return null;
  return (
    <Button onClick={() => onRemove(name, valid)}>
      {faulty === 1 ? 'Remove the row with errors' : `Remove all ${formatNumber(faulty)} rows with errors`}
    </Button>
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
