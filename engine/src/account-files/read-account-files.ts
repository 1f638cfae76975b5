/**
 * Reads the files of a loan account and of its offset accounts. The running balance is the evidence: words only choose
 * among readings that it leaves open, and where nothing decides, the person is asked.
 */
import type { ParseCsv } from 'contract/csv-records.ts';
import { groupBy } from 'engine/group-by.ts';
import { mapSlices, type Slices } from 'engine/slices.ts';
import { type FileLine, isSameNumber, type JoinedAccount, startAccount } from './join.ts';
import { fileLimits, limitTexts } from './limits.ts';
import { certainOpening, isClosed, joinLoan } from './loan-account.ts';
import { joinOffsets, type OffsetAccount, offsetBalances } from './offsets.ts';
import type { AccountRole, Answers, Confirm, Must, Typed } from './questions.ts';
import {
  type AccountFile,
  newReadCache,
  placeSheets,
  type ReadCache,
  readSheets,
  type RefusedFile,
  roleOf,
} from './read-place.ts';
import type { AccountRow, Place, SheetReading } from './reading.ts';
import { kindsOf, type RowKind } from './row-kinds.ts';
import type { Sheet } from './sheet.ts';

export type { AccountFile } from './read-place.ts';

export interface LoanRow extends AccountRow {
  kind: RowKind;
  isAsked: boolean;
  /** Whether its kind is what a person answered. */
  isKindAnswered: boolean;
  /** Whether it corrects a charge of another day, or is corrected on the day of another charge. */
  isCorrected?: boolean;
}

export interface AccountFilesReading {
  lines: (FileLine & { account: string })[];
  /** The files without a row that can be read. */
  empty: SheetReading[];
  refused: RefusedFile[];
  /** The accounts in each file that has several. */
  accounts: { file: string; names: string[] }[];
  must: Set<Must>;
  confirm: Set<Confirm>;
  rows: LoanRow[];
  openingCents: number | null;
  /** Whether two balances prove the rows of a loan that states none. */
  isClosed: boolean;
  offsets: OffsetAccount[];
  /** The accounts in files of the loan that are neither the loan nor one of its offset accounts. */
  unused: SheetReading[];
  offsetBalances: { date: string; cents: number }[];
}

export function* readAccountFiles(
  files: { loan: readonly AccountFile[]; offset: readonly AccountFile[] },
  parse: ParseCsv,
  answers: Answers,
  typed: Typed,
  cache: ReadCache = newReadCache(),
): Slices<AccountFilesReading> {
  const sheets = {
    loan: yield* placeSheets(files.loan, parse, answers, cache),
    offset: yield* placeSheets(files.offset, parse, answers, cache),
  };
  const all = (['loan', 'offset'] as const).flatMap((place) =>
    sheets[place].sheets.map((sheet) => ({ sheet, role: roleOf(sheet, place, answers) })),
  );
  const withRole = (role: AccountRole) => all.flatMap((each) => (each.role === role ? [each.sheet] : []));
  const inLoanFiles = yield* readSheets(
    all.flatMap(({ sheet, role }) => (role === 'offset' ? [] : [sheet])),
    'loan',
    answers,
    cache,
  );
  const loan = inLoanFiles.filter(({ sheet }) => roleOf(sheet, 'loan', answers) !== 'unused');
  const offset = yield* readSheets(withRole('offset'), 'offset', answers, cache);
  const must = new Set<Must>();
  const confirm = new Set<Confirm>();
  const accounts = accountsIn(all.map(({ sheet }) => sheet));
  const severalIn = new Set(accounts.map(({ file }) => file));
  const { joined, others, numbered } = joinLoan(loan, severalIn, answers, must, confirm);
  yield;
  const offsets = joinOffsets(offset, answers, typed, must);
  yield;
  const tooLarge = tooLargePlace(files, sheets, joined, offsets);
  if (tooLarge) {
    const { place, rows, id } = tooLarge;
    const rest = { ...files, [place]: files[place].filter((file) => file.id !== id) };
    const reading = yield* readAccountFiles(rest, parse, answers, typed, cache);
    return {
      ...reading,
      refused: [...reading.refused, { id, reason: limitTexts.tooManyTogether(rows), isDuplicate: false }],
    };
  }
  const empty = [...loan, ...offset].filter(({ rows: read }) => read.length === 0);
  const used = [...(joined?.lines ?? []), ...offsets.flatMap(({ account }) => account.lines)];
  for (const { asks, faults } of [...used.map(({ reading }) => reading), ...empty]) {
    for (const ask of asks) must.add(ask);
    if (faults.length > 0) must.add('row');
  }
  if (used.some(({ reading }) => reading.hasOtherDates)) confirm.add('dates');
  const rows = yield* loanRows(joined?.rows ?? [], answers, confirm);
  yield;
  if (rows.length > 0 && !rows.some(({ kind }) => kind === 'interest')) must.add('interest');
  const openingCents = joined ? certainOpening(joined, rows, typed, must, confirm) : null;
  return {
    lines: [
      ...(joined?.lines ?? []).map((line) => ({ ...line, account: 'loan' })),
      ...offsets.flatMap(({ name, account }) => account.lines.map((line) => ({ ...line, account: name }))),
      ...[...others, ...numbered].flatMap((reading) =>
        startAccount(reading).lines.map((line) => ({ ...line, account: otherAccount })),
      ),
    ],
    empty,
    refused: [...sheets.loan.refused, ...sheets.offset.refused],
    accounts,
    must,
    confirm,
    rows,
    openingCents,
    isClosed: joined !== null && isClosed(joined, rows, typed),
    offsets,
    unused: inLoanFiles.filter(
      ({ sheet: { file, account } }) =>
        (severalIn.has(file) || numbered.some(({ sheet }) => sheet.file === file)) &&
        !used.some(
          ({ reading: { sheet } }) =>
            (sheet.file === file && sheet.account === account) ||
            isSameNumber(sheet.account, account) === true,
        ),
    ),
    offsetBalances: offsetBalances(offsets, rows, typed.previousChargeDate),
  };
}

/** The account of files that are not used. */
export const otherAccount = 'other';

const accountsIn = (sheets: readonly Sheet[]): AccountFilesReading['accounts'] =>
  [...groupBy(sheets, ({ file }) => file)]
    .map(([file, ofFile]) => ({ file, names: ofFile.flatMap(({ account }) => account ?? []) }))
    .filter(({ names }) => names.length > 1);

/** Where the files of a place have too many rows together, the newest of them. */
function tooLargePlace(
  files: { loan: readonly AccountFile[]; offset: readonly AccountFile[] },
  sheets: { loan: { refused: RefusedFile[] }; offset: { refused: RefusedFile[] } },
  joined: JoinedAccount | null,
  offsets: readonly OffsetAccount[],
): { place: Place; rows: number; id: string } | null {
  const counts = {
    loan: joined?.rows.length ?? 0,
    offset: offsets.reduce((sum, { account }) => sum + account.rows.length, 0),
  };
  for (const place of ['loan', 'offset'] as const) {
    const refused = new Set(sheets[place].refused.map(({ id }) => id));
    const newest = files[place].findLast(({ id }) => !refused.has(id));
    if (counts[place] > fileLimits.rows && newest) return { place, rows: counts[place], id: newest.id };
  }
  return null;
}

function* loanRows(
  rows: readonly AccountRow[],
  { kinds }: Answers,
  confirm: Set<Confirm>,
): Slices<LoanRow[]> {
  const found = yield* kindsOf(rows);
  return yield* mapSlices(rows, (row, index) => {
    const answer = kinds.get(`${row.file} ${row.number}`);
    const { kind, isAsked } = answer ? { kind: answer, isAsked: false } : found[index]!;
    if (isAsked) confirm.add('interest');
    return { ...row, kind, isAsked, isKindAnswered: answer !== undefined };
  });
}
