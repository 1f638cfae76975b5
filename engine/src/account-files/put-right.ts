/** Whether a bank has put a charge right: by refunds, or by less interest in a later charge. */
import type { StatementResult } from 'contract/statements/statements.ts';
import { correctionDays, daysBetween, fewestCharges } from './charge-rhythm.ts';
import { correction, fee } from './kinds.ts';

type Charge = Pick<StatementResult['rows'][number], 'date' | 'status' | 'difference' | 'reason'>;

interface Row {
  date: string;
  /** What it adds to the debt, or takes from an offset account. */
  cents: number | null;
  /** None where they are not known. */
  texts?: readonly string[];
  isOffset?: boolean;
}

interface Credit extends Row {
  size: number;
}

/** What is given back by several rows within a week, with interest on it up to this yearly rate. */
const [weekDays, highestRate] = [7, 0.15];
/** A bank that gives back more adds this share at most. Where a text names the refund, it may be any. */
const highestGoodwill = 0.1;
/** The next charge gives back nearly all: it has interest on what was charged as well. */
const nearlyAll = 0.95;
/** Repayments come on about the same day of each period. */
const sameDays = 4;

const compensation = /\b(?:refund\w*|reimburs\w*|remediat\w*|compensat\w*|goodwill)\b/i;
const ofLoan = /\b(?:interest|loan|mortgage)\b/i;

/** Of one charge, or of several in a row that differ. */
export function isPutRight(index: number, charges: readonly Charge[], rows: readonly Row[]): boolean {
  const charge = charges[index]!;
  const missing = missingCents(charge);
  if (missing <= 0) return false;
  const later = charges.slice(index + 1);
  // Two months may have been charged at once.
  if (later[0]?.reason === 'gap') return true;
  const netted = later.reduce((sum, each) => sum + Math.max(0, 0 - missingCents(each)), 0);
  if (netted >= nearlyAll * missing) return true;
  const credits = rows.flatMap((row) =>
    (row.cents ?? 0) < 0 && row.date >= charge.date ? [{ ...row, size: 0 - row.cents! }] : [],
  );
  const named = credits.reduce((sum, credit) => sum + (isNamed(credit) ? credit.size : 0), 0);
  if (named >= missing) return true;
  const isRepayment = repaymentsOf(charges, rows);
  const extra = credits.filter((credit) => !isRepayment(credit));
  return sumsWith(index, charges).some((group) => isGivenBack(group, extra));
}

const missingCents = ({ status, difference }: Charge): number =>
  status === 'differs' ? Math.round(100 * (difference ?? 0)) : 0;

/** Whether its text says that it gives back interest. That of an offset account may be of a shop. */
const isNamed = ({ texts = [], isOffset = false }: Row): boolean =>
  texts.some((text) => correction.test(text) || compensation.test(text)) &&
  texts.every((text) => !fee.test(text)) &&
  (!isOffset || texts.some((text) => ofLoan.test(text)));

interface Sum {
  cents: number;
  /** The day of its last charge. */
  date: string;
}

/** The sums of all charges in a row that are too much, of which the charge is one. */
function sumsWith(index: number, charges: readonly Charge[]): Sum[] {
  const wrong = charges.flatMap((charge, at) => {
    const cents = missingCents(charge);
    return cents > 0 ? [{ cents, date: charge.date, isOwn: at === index }] : [];
  });
  const own = wrong.findIndex(({ isOwn }) => isOwn);
  return wrong.slice(0, own + 1).flatMap((_, first) => {
    let cents = 0;
    return wrong.slice(first).flatMap((each, after) => {
      cents += each.cents;
      return first + after < own ? [] : [{ cents, date: each.date }];
    });
  });
}

/** By a row, or by several within a week. */
function isGivenBack({ cents, date }: Sum, extra: readonly Credit[]): boolean {
  const credits = extra.filter((credit) => credit.date >= date);
  return credits.some((first, index) => {
    if (first.isOffset && !first.texts?.some((text) => correction.test(text))) return first.size === cents;
    let size = 0;
    return credits.slice(index).some((credit, after) => {
      if (credit.isOffset !== first.isOffset || daysBetween(first.date, credit.date) > weekDays) return false;
      size += credit.size;
      const days = daysBetween(date, credit.date);
      const share = days <= correctionDays ? (highestRate * days) / 365 : 0;
      const isUnnamed = after === 0 && (credit.texts?.length ?? 0) === 0;
      const most = cents * (1 + Math.max(share, isUnnamed ? highestGoodwill : 0)) + 1;
      return size >= cents && size <= most;
    });
  });
}

/**
 * Whether a row is an ordinary repayment: one of at least three equal ones, or of as many as usual between two charges. After
 * the last charge, it is one if it comes on their day.
 */
function repaymentsOf(charges: readonly Charge[], rows: readonly Row[]): (credit: Credit) => boolean {
  const payments = rows.filter(({ cents, isOffset }) => (cents ?? 0) < 0 && !isOffset);
  const placeOf = ({ date }: Row) => charges.findLastIndex((charge) => charge.date <= date);
  const places = payments.map((payment) => {
    const place = placeOf(payment);
    return { place, day: place < 0 ? -1 : daysBetween(charges[place]!.date, payment.date) };
  });
  const counts = charges.map((_, at) => places.filter(({ place }) => place === at).length);
  const usual = counts.slice(0, -1).toSorted((a, b) => a - b)[(counts.length - 1) >> 1] ?? 0;
  return (credit) => {
    const equal = rows.filter(({ cents }) => cents === credit.cents);
    if (equal.length >= fewestCharges) return true;
    if (credit.isOffset) return false;
    const place = placeOf(credit);
    if (place < charges.length - 1) return counts[place]! <= usual;
    const day = daysBetween(charges[place]!.date, credit.date);
    const isThen = (at: number) =>
      places.some((each) => each.place === at && Math.abs(each.day - day) <= sameDays);
    return 2 * counts.filter((_, at) => at < place && isThen(at)).length >= place;
  };
}
