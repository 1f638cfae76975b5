/**
 * Reads the files of a loan account and of its offset accounts. The running balance is the evidence: words only choose
 * among readings that it leaves open, and where nothing decides, the person is asked.
 */
import type { Slices } from 'engine/slices.ts';
import { addTo, byFirstRows, type FileLine, type JoinedAccount, relate, startAccount } from './join.ts';
import { joinOffsets, type OffsetAccount, offsetBalances } from './offsets.ts';
import type { Answers, Confirm, Must, Typed } from './questions.ts';
import { type FormReading, type ProvenOrder, readForm } from './read-form.ts';
import type { AccountRow, Place, SheetReading } from './reading.ts';
import { type KindOfRow, kindsOf, type RowKind } from './row-kinds.ts';
import { type ParseCsv, type Sheet, UnreadableFile } from './sheet.ts';
import { sheetsOf } from './sheets.ts';

export interface AccountFile {
  /** Tells files of the same name apart. */
  id: string;
  name: string;
  text: string;
}

export interface LoanRow extends AccountRow {
  kind: RowKind;
  isAsked: boolean;
  /** Whether its kind is what a person answered. */
  isKindAnswered: boolean;
}

export interface AccountFilesReading {
  lines: (FileLine & { account: string })[];
  /** The files without a row that can be read. */
  empty: SheetReading[];
  refused: { id: string; reason: string; isDuplicate: boolean }[];
  /** The accounts in each file of the loan that has several. */
  accounts: { file: string; names: string[] }[];
  must: Set<Must>;
  confirm: Set<Confirm>;
  rows: LoanRow[];
  openingCents: number | null;
  offsets: OffsetAccount[];
  offsetBalances: { date: string; cents: number }[];
}

interface PlaceReading {
  readings: SheetReading[];
  refused: AccountFilesReading['refused'];
}

function* readPlace(
  files: readonly AccountFile[],
  place: Place,
  parse: ParseCsv,
  answers: Answers,
): Slices<PlaceReading> {
  const refused: PlaceReading['refused'] = [];
  const sheets: Sheet[] = [];
  for (const [index, { id, name, text }] of files.entries()) {
    const same = files.slice(0, index).find((other) => other.text === text);
    if (same) {
      refused.push({ id, reason: `${name} is here already.`, isDuplicate: true });
      continue;
    }
    try {
      sheets.push(...sheetsOf(id, text, parse));
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      refused.push({ id, reason: error.message, isDuplicate: false });
    }
    yield;
  }
  const answersOf = (file: string) => answers.files.get(file) ?? {};
  const forms = [...new Set(sheets.map(({ form }) => form))].map((form) =>
    sheets.filter((sheet) => sheet.form === form),
  );
  let proven: ProvenOrder = null;
  const readings: SheetReading[] = [];
  for (const form of forms) {
    const read: FormReading = yield* readForm(form, place, answersOf, proven);
    proven = read.provenOrder ?? proven;
    readings.push(...read.readings);
  }
  return { readings, refused };
}

export function* readAccountFiles(
  files: { loan: readonly AccountFile[]; offset: readonly AccountFile[] },
  parse: ParseCsv,
  answers: Answers,
  typed: Typed,
): Slices<AccountFilesReading> {
  const loan = yield* readPlace(files.loan, 'loan', parse, answers);
  const offset = yield* readPlace(files.offset, 'offset', parse, answers);
  const must = new Set<Must>();
  const confirm = new Set<Confirm>();
  const joined = joinLoan(loan.readings, answers, must, confirm);
  yield;
  const offsets = joinOffsets(offset.readings, answers, typed, must);
  const empty = [...loan.readings, ...offset.readings].filter(({ rows: read }) => read.length === 0);
  const used = [...(joined?.lines ?? []), ...offsets.flatMap(({ account }) => account.lines)];
  for (const { asks, faults } of [...used.map(({ reading }) => reading), ...empty]) {
    for (const ask of asks) must.add(ask);
    if (faults.length > 0) must.add('row');
  }
  if (used.some(({ reading }) => reading.hasOtherDates)) confirm.add('dates');
  const rows = loanRows(joined?.rows ?? [], answers, confirm);
  if (rows.length > 0 && !rows.some(({ kind }) => kind === 'interest')) must.add('interest');
  const openingCents = joined ? certainOpening(joined, rows, typed, must, confirm) : null;
  return {
    lines: [
      ...(joined?.lines ?? []).map((line) => ({ ...line, account: 'loan' })),
      ...offsets.flatMap(({ name, account }) => account.lines.map((line) => ({ ...line, account: name }))),
    ],
    empty,
    refused: [...loan.refused, ...offset.refused],
    accounts: accountsIn(loan.readings),
    must,
    confirm,
    rows,
    openingCents,
    offsets,
    offsetBalances: offsetBalances(offsets, rows, typed.previousChargeDate),
  };
}

function accountsIn(readings: readonly SheetReading[]): AccountFilesReading['accounts'] {
  const files = [...new Set(readings.map(({ sheet }) => sheet.file))];
  return files
    .map((file) => ({
      file,
      names: readings.flatMap(({ sheet }) => (sheet.file === file ? (sheet.account ?? []) : [])),
    }))
    .filter(({ names }) => names.length > 1);
}

/** Of several accounts in one file, the loan is the one whose interest adds to what is owed while its balances are below 0. */
function loanSheets(
  readings: readonly SheetReading[],
  { account }: Answers,
  must: Set<Must>,
): SheetReading[] {
  const files = [...new Set(readings.map(({ sheet }) => sheet.file))];
  return files.flatMap((file) => {
    const ofFile = readings.filter(({ sheet }) => sheet.file === file);
    if (ofFile.length === 1) return ofFile;
    const selected = ofFile.filter(({ sheet }) => sheet.account === account);
    if (selected.length > 0) return selected;
    const loans = ofFile.filter(
      ({ rows, hasBalances, sheet }) =>
        hasBalances &&
        rows.some(({ interest, cents }) => interest === 'strong' && (cents ?? 0) > 0) &&
        isOwed(sheet),
    );
    if (loans.length === 1) return loans;
    must.add('account');
    return loans.slice(0, 1);
  });
}

const isOwed = ({ rows }: Sheet): boolean =>
  rows.some(({ cells }) => cells.some((cell) => /^\s*\(?-|-\s*$|\bDR\s*$/i.test(cell)));

function joinLoan(
  readings: readonly SheetReading[],
  answers: Answers,
  must: Set<Must>,
  confirm: Set<Confirm>,
): JoinedAccount | null {
  const [first, ...others] = byFirstRows(
    loanSheets(readings, answers, must).filter(({ rows }) => rows.length > 0),
  );
  if (!first) return null;
  const account = startAccount(first);
  for (const reading of others) {
    const relation = relate(account, reading);
    const answer = answers.belongs.get(reading.sheet.file);
    // The place says that its files are one account, unless balances contradict it.
    const isOne = answer ?? relation.isOne ?? (relation.join === 'unknown' ? true : null);
    const isAsked =
      isOne !== true || (relation.join === 'apart' && answer === undefined && relation.isOne === null);
    if (isAsked) must.add('belongs');
    // The question was answered, and stays on its line.
    if (relation.join === 'unknown') confirm.add('complete');
    addTo(account, reading, relation, isAsked);
  }
  return account;
}

function loanRows(rows: readonly AccountRow[], { kinds }: Answers, confirm: Set<Confirm>): LoanRow[] {
  const found: KindOfRow[] = kindsOf(rows);
  return rows.map((row, index) => {
    const answer = kinds.get(`${row.file} ${row.number}`);
    const { kind, isAsked } = answer ? { kind: answer, isAsked: false } : found[index]!;
    if (isAsked) confirm.add('interest');
    return { ...row, kind, isAsked, isKindAnswered: answer !== undefined };
  });
}

/** The balance before the first row, and whether a second balance proves that no row is missing. */
function certainOpening(
  account: JoinedAccount,
  rows: readonly LoanRow[],
  { openingCents: typedOpening, closingCents }: Typed,
  must: Set<Must>,
  confirm: Set<Confirm>,
): number | null {
  const readings = account.lines.map(({ reading }) => reading);
  const sum = rows.reduce((total, { cents }) => total + (cents ?? 0), 0);
  const ledger = readings.at(-1)?.sheet.ledger;
  const ledgerCents = ledger && ledger.cents !== 0 ? 0 - ledger.cents : null;
  const stated = account.openingCents;
  const opening = stated ?? typedOpening ?? (ledgerCents === null ? null : ledgerCents - sum);
  if (opening === null) {
    // The side of the first row gives it.
    if (!must.has('sides')) must.add('opening_balance');
    return null;
  }
  const areProven = readings.every(
    ({ hasBalances, following, stated: count }) =>
      hasBalances || (following >= 2 && 2 * following >= count - 1),
  );
  if (areProven) {
    const following = readings.reduce((total, each) => total + each.following, 0);
    const statedRows = readings.reduce((total, each) => total + each.stated, 0);
    if (following < 2 || 2 * following < statedRows - readings.length) confirm.add('reading');
    return opening;
  }
  if (closingCents !== null && opening + sum !== closingCents) must.add('closing_balance');
  const isOpeningKnown = stated !== null || typedOpening !== null;
  const isClosed = (closingCents ?? ledgerCents) === opening + sum;
  if (!isOpeningKnown || !isClosed) confirm.add('complete');
  return opening;
}
