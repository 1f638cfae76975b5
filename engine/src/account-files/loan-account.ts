/** The files of the loan's place as one account, and what they leave open. */
import { groupBy } from 'engine/group-by.ts';
import { addTo, byFirstRows, isSameNumber, type JoinedAccount, relate, startAccount, sumOf } from './join.ts';
import { accountKey, type Answers, type Confirm, type Must, type Typed } from './questions.ts';
import type { SheetReading } from './reading.ts';
import type { Sheet } from './sheet.ts';

/** Of several accounts in one file, the loan is the one whose interest adds to what is owed while its balances are below 0. */
function loanSheets(
  readings: readonly SheetReading[],
  severalIn: ReadonlySet<string>,
  { account, roles }: Answers,
  must: Set<Must>,
): SheetReading[] {
  return [...groupBy(readings, ({ sheet }) => sheet.file)].flatMap(([file, ofFile]) => {
    if (!severalIn.has(file)) return ofFile;
    const selected = ofFile.filter(
      ({ sheet }) => roles?.get(accountKey(sheet)) === 'loan' || sheet.account === account,
    );
    if (selected.length > 0) return selected;
    const loans = ofFile.filter(isLoan);
    if (loans.length === 1) return loans;
    must.add('account');
    return loans.slice(0, 1);
  });
}

const isLoan = ({ rows, hasBalances, sheet }: SheetReading): boolean =>
  hasBalances &&
  rows.some(({ interest, cents }) => interest === 'strong' && (cents ?? 0) > 0) &&
  isOwed(sheet);

const isOwed = ({ rows }: Sheet): boolean =>
  rows.some(({ cells }) => cells.some((cell) => /^\s*\(?-|-\s*$|\bDR\s*$/i.test(cell)));

/** Files whose account numbers are not that of the one loan among them. */
function ofOtherNumbers(readings: readonly SheetReading[], { belongs }: Answers): SheetReading[] {
  const accounts: [SheetReading, ...SheetReading[]][] = [];
  for (const reading of readings) {
    if (reading.sheet.account === null || belongs.get(accountKey(reading.sheet)) === true) continue;
    const same = accounts.find(([{ sheet }]) => isSameNumber(sheet.account, reading.sheet.account) !== false);
    if (same) same.push(reading);
    else accounts.push([reading]);
  }
  const loans = accounts.filter((account) => account.some(isLoan));
  return loans.length === 1 ? accounts.filter((account) => account !== loans[0]).flat() : [];
}

/** The account with the files that belong to another one, as the person answered or by their numbers. */
export function joinLoan(
  readings: readonly SheetReading[],
  severalIn: ReadonlySet<string>,
  answers: Answers,
  must: Set<Must>,
  confirm: Set<Confirm>,
): { joined: JoinedAccount | null; others: SheetReading[]; numbered: SheetReading[] } {
  const others: SheetReading[] = [];
  const read = loanSheets(readings, severalIn, answers, must).filter(({ rows }) => rows.length > 0);
  const numbered = ofOtherNumbers(read, answers);
  const [first, ...later] = byFirstRows(read.filter((reading) => !numbered.includes(reading)));
  if (!first) return { joined: null, others, numbered };
  const account = startAccount(first);
  for (const reading of later) {
    const answer = answers.belongs.get(accountKey(reading.sheet));
    if (answer === false) {
      others.push(reading);
      continue;
    }
    const relation = relate(account, reading);
    // The place says that its files are one account, unless balances contradict it.
    const isOne = answer ?? relation.isOne ?? (relation.join === 'unknown' ? true : null);
    const isAsked =
      isOne !== true || (relation.join === 'apart' && answer === undefined && relation.isOne === null);
    if (isAsked) must.add('belongs');
    // The question was answered, and stays on its line.
    if (relation.join === 'unknown') confirm.add('complete');
    addTo(account, reading, relation, isAsked);
  }
  return { joined: account, others, numbered };
}

const ledgerOf = ({ lines }: JoinedAccount): number | null => {
  const ledger = lines.at(-1)?.reading.sheet.ledger;
  return ledger && ledger.cents !== 0 ? 0 - ledger.cents : null;
};

/** Whether the rows of files without balances lead from a typed balance to another one, so that none is missing. */
export function isClosed(
  account: JoinedAccount,
  rows: readonly { cents: number | null }[],
  { openingCents, closingCents }: Typed,
): boolean {
  return (
    account.lines.every(({ reading: { hasBalances } }) => !hasBalances) &&
    openingCents !== null &&
    openingCents + sumOf(rows) === (closingCents ?? ledgerOf(account))
  );
}

/** The balance before the first row, and whether a second balance proves that no row is missing. */
export function certainOpening(
  account: JoinedAccount,
  rows: readonly { cents: number | null }[],
  { openingCents: typedOpening, closingCents }: Typed,
  must: Set<Must>,
  confirm: Set<Confirm>,
): number | null {
  const readings = account.lines.map(({ reading }) => reading);
  const sum = sumOf(rows);
  const ledgerCents = ledgerOf(account);
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
  // What follows from a later file takes for granted that no row before that file is missing.
  const isStated = stated !== null && readings.some(({ openingCents }) => openingCents === stated);
  const isOpeningKnown = isStated || typedOpening !== null;
  const isClosingReached = (closingCents ?? ledgerCents) === opening + sum;
  if (!isOpeningKnown || !isClosingReached) confirm.add('complete');
  return opening;
}
