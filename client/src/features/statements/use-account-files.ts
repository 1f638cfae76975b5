/** The files of an account, which are read on the device. */
import { statementLimits } from 'contract/statements/statements.constants.ts';
import { count } from 'contract/counts.ts';
import { startTransition, useState } from 'react';
import { UserError } from '#api/api-error.ts';
import { runSlices } from '#parts/calculator/run-slices.ts';
import { type CsvRow, csvRows, loadCsvParser } from '#parts/files/csv-rows.ts';
import { readText } from '#parts/files/read-text.ts';
import { formatNumber } from '#parts/format/format.ts';
import { type AccountKind, type Corrections, readAccount, type Reading } from './reading/read-account.ts';

export interface AccountFile {
  id: string;
  /** Of what was read, which a correction changes. */
  revision: number;
  name: string;
  csv: readonly CsvRow[];
  corrections: Corrections;
  reading: Reading;
}

const maxBytes = 2 * 1024 * 1024;

export async function readFile(file: File, kind: AccountKind): Promise<AccountFile> {
  if (file.size > maxBytes) throw new UserError('This file is larger than 2 MiB. Export a shorter time.');
  const [text, parse] = await Promise.all([readText(file), loadCsvParser()]);
  const csv = await runSlices(csvRows(text, parse));
  return reread({ id: `file${nextNumber()}`, name: file.name, csv }, kind, {});
}

let numbers = 0;
const nextNumber = () => ++numbers;

async function reread(
  { id, name, csv }: Pick<AccountFile, 'id' | 'name' | 'csv'>,
  kind: AccountKind,
  corrections: Corrections,
): Promise<AccountFile> {
  const reading = await runSlices(readAccount(csv, kind, corrections));
  if (!reading) throw new UserError('This file has no transactions.');
  const most = statementLimits.transactions;
  if (reading.rows.length > most) {
    const rows = count(reading.rows.length, 'transaction');
    throw new UserError(`This file has ${rows}, more than ${formatNumber(most)}. Export a shorter time.`);
  }
  return { id, revision: nextNumber(), name, csv, corrections, reading };
}

export interface AccountFiles {
  files: readonly AccountFile[];
  /** The files that could not be read, with the reasons. */
  problems: readonly string[];
  isReading: boolean;
  add: (files: readonly File[]) => Promise<void>;
  remove: (file: AccountFile) => void;
  correct: (file: AccountFile, corrections: Corrections) => Promise<void>;
  clear: () => void;
}

export function useAccountFiles(kind: AccountKind, initial: readonly AccountFile[] = []): AccountFiles {
  const [files, setFiles] = useState(initial);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [isReading, setReading] = useState(false);

  async function add(added: readonly File[]) {
    // In transitions, because rendering the form may take longer than the next key press.
    startTransition(() => {
      setReading(true);
      setProblems([]);
    });
    for (const file of added) {
      try {
        const read = await readFile(file, kind);
        startTransition(() =>
          setFiles((previous) => [...previous.filter(({ name }) => name !== read.name), read]),
        );
      } catch (error) {
        const reason = error instanceof UserError ? error.message : 'This file could not be read.';
        startTransition(() => setProblems((previous) => [...previous, `${file.name}: ${reason}`]));
      }
    }
    startTransition(() => setReading(false));
  }

  async function correct(file: AccountFile, corrections: Corrections) {
    const corrected = await reread(file, kind, { ...file.corrections, ...corrections });
    setFiles((previous) => previous.map((each) => (each.id === file.id ? corrected : each)));
  }

  function remove(file: AccountFile) {
    setFiles((previous) => previous.filter(({ id }) => id !== file.id));
  }

  function clear() {
    setFiles([]);
    setProblems([]);
  }

  return { files, problems, isReading, add, remove, correct, clear };
}
