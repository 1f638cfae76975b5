/** What will be checked, as files to compare with the bank's website. */
import { byteOrderMark } from 'contract/csv-cells.ts';
import { saveFile } from '#api/save-file.ts';
import { csvText } from '#parts/calculator/csv.ts';
import { readValues } from '#parts/form/typed-fields.ts';
import { currentRecord } from '#parts/calculator/method-record.ts';
import { askedInputs, type StatementInputs } from './statement-inputs.ts';
import { type TableRow, tableRows } from './table-rows.ts';
import type { AccountFiles } from './use-account-files.ts';

const centsText = (cents: number | null) => (cents === null ? '' : (cents / 100).toFixed(2));

function save(name: string, text: string): void {
  saveFile(
    new Blob([byteOrderMark, text], { type: 'text/csv;charset=utf-8' }),
    `${name}-${currentRecord().on}.csv`,
  );
}

/** What was read with what is typed, as a check takes it. */
async function accountOf(files: AccountFiles, inputs: StatementInputs) {
  const { accountToCheck } = await import('./statement-calculation.ts');
  const accounts = { ...files, saved: undefined };
  return accountToCheck({ inputs: readValues(askedInputs(inputs, accounts)), accounts });
}

/** Without texts. */
export async function saveRowsCsv(files: AccountFiles, inputs: StatementInputs): Promise<void> {
  const { account } = await accountOf(files, inputs);
  const checked = new Set(account.rows.map(({ file, number }) => `${file} ${number}`));
  const [first, last] = [account.rows[0]?.date ?? '', account.rows.at(-1)?.date ?? ''];
  const isPart = ({ key, kind, date }: TableRow) =>
    kind === null
      ? date === null || files.range === null || (date >= first && date <= last)
      : checked.has(key);
  const rows = tableRows(files)
    .filter(isPart)
    .map(({ date, cents, kind, balance, fileName, number, reason }) => [
      date ?? '',
      centsText(cents),
      kind ?? '',
      centsText(balance),
      fileName,
      number,
      reason ?? '',
    ]);
  save('loan-rows', csvText(['date', 'amount', 'kind', 'balance', 'file', 'row', 'left_out'], rows));
}

export async function saveOffsetCsv(files: AccountFiles, inputs: StatementInputs): Promise<void> {
  const { account } = await accountOf(files, inputs);
  save(
    'offset-balances',
    csvText(
      ['date', 'balance'],
      account.offsetBalances.map(({ date, cents }) => [date, centsText(cents)]),
    ),
  );
}
