/** What will be checked, as files to compare with the bank's website. */
import { byteOrderMark } from 'contract/csv-cells.ts';
import { saveFile } from '#api/save-file.ts';
import { csvText } from '#parts/calculator/csv.ts';
import { currentRecord } from '#parts/calculator/method-record.ts';
import { tableRows } from './table-rows.ts';
import type { AccountFiles } from './use-account-files.ts';

const centsText = (cents: number | null) => (cents === null ? '' : (cents / 100).toFixed(2));

function save(name: string, text: string): void {
  saveFile(
    new Blob([byteOrderMark, text], { type: 'text/csv;charset=utf-8' }),
    `${name}-${currentRecord().on}.csv`,
  );
}

/** Without texts. */
export function saveRowsCsv(files: AccountFiles): void {
  const rows = tableRows(files).map(({ date, cents, kind, balance, fileName, number, reason }) => [
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

export async function saveOffsetCsv({ reading }: AccountFiles, previousChargeDate: string): Promise<void> {
  if (!reading) return;
  const { offsetBalances } = await import('engine/account-files/offsets.ts');
  const balances = offsetBalances(reading.offsets, reading.rows, previousChargeDate || null);
  save(
    'offset-balances',
    csvText(
      ['date', 'balance'],
      balances.map(({ date, cents }) => [date, centsText(cents)]),
    ),
  );
}
