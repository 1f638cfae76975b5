/** The sentences about charges that differ, or are not explained, and may be right. */
import { count } from 'contract/counts.ts';
import type { StatementCharge as Charge } from 'contract/statements/statements.ts';
import type { RepeatedInterest } from 'engine/account-files/repeated-interest.ts';
import type { Move, Possibility } from 'engine/statements/possible-charges.ts';
import { isWithoutOffset, mayBeRight } from 'engine/statements/supported-result.ts';
import { formatAud, formatLongDate } from '#parts/format/format.ts';
import { causeText } from './status-texts.ts';
import { groupBy } from 'engine/group-by.ts';
import { chargeDaysText, inList } from './part-texts.ts';
import type { Checked } from './statement-inputs.ts';

/** Of more charges than this, the table has each. */
const mostSentences = 4;

export const offsetText = (accounts: number): string => `the offset account${accounts > 1 ? 's' : ''}`;

export const othersText = (explained: number): string =>
  `${count(explained, 'other')} ${explained === 1 ? 'is' : 'are'} right to the cent: `;

export function withoutOffsetSentences(rows: readonly Charge[], offsetAccounts = 1): string[] {
  const offset = offsetText(offsetAccounts);
  const [them, are] = offsetAccounts > 1 ? ['them', 'are'] : ['it', 'is'];
  const charges = rows.filter(isWithoutOffset);
  if (charges.length === 0) return [];
  const sum = (amountOf: (charge: Charge) => number | null) =>
    formatAud(charges.reduce((total, charge) => total + Math.round(100 * (amountOf(charge) ?? 0)), 0) / 100);
  const [charged, expected] = [sum((charge) => charge.charged), sum((charge) => charge.expected)];
  return [
    ...(charges.length > mostSentences
      ? [
          `These ${count(charges.length, 'charge')}, ${chargeDaysText(charges, rows)}, are what you would pay without ${offset}: ${charged} in all. With ${them}, they would be ${expected}.`,
        ]
      : charges.map(
          (charge) =>
            `The charge on ${formatLongDate(charge.date)}, ${formatAud(charge.charged)}, is what you would pay without ${offset}. With ${them}, it would be ${formatAud(charge.expected ?? 0)}.`,
        )),
    `Ask your bank from which day ${offset} ${are} linked.`,
  ];
}

const repeatedRow = ({ row, date }: RepeatedInterest, rowName: Checked['rowName']) =>
  `${rowName(row)} on ${formatLongDate(date)}`;

/** What leads the result where a row may be a charge once more. */
export const repeatedLead = (
  rows: readonly RepeatedInterest[],
  rowName: Checked['rowName'],
): readonly [figure: string, what: string] => [
  formatAud(rows.reduce((sum, { cents }) => sum + cents, 0) / 100),
  `may be charged twice: ${inList(
    rows.map((row) => repeatedRow(row, rowName)),
    'and',
  )}`,
];

export const repeatedText = (row: RepeatedInterest, rowName: Checked['rowName']): string =>
  `${repeatedRow(row, rowName)} names interest and is as large as a charge of the same days. It is not counted as interest: ask your bank whether it is that charge once more.`;

/** What a charge that may be right differs by, and what to ask the bank. */
export function possibleSentences(
  rows: readonly Charge[],
  possible: ReadonlyMap<number, Possibility>,
  offsetAccounts?: number,
): string[] {
  const charges: PossibleCharge[] = rows.flatMap((row, index) =>
    mayBeRight(row) && !isWithoutOffset(row) ? [{ ...row, possibility: possible.get(index) }] : [],
  );
  const open = charges.filter(({ possibility }) => !possibility?.ignored && !possibility?.refund);
  return [
    ...sentenceGroups(charges).map((together) =>
      together.length > 1
        ? chargesText(together, rows, offsetAccounts)
        : chargeText(together[0]!, offsetAccounts),
    ),
    ...(open.length > 0 ? [whyRight(open)] : []),
  ];
}

interface PossibleCharge extends Charge {
  possibility: Possibility | undefined;
}

/** The charges of each sentence. Many sentences would only say the same of other days. */
function sentenceGroups(charges: readonly PossibleCharge[]): PossibleCharge[][] {
  const groups = refundedTogether(charges);
  if (groups.length <= mostSentences) return groups;
  const kindOf = ({ possibility, difference, date }: PossibleCharge) => {
    if (possibility?.refund) return possibility.refund.length > 0 ? 'rows' : 'later';
    return possibility?.ignored ? date : `${(difference ?? 0) < 0}`;
  };
  return [...groupBy(charges, kindOf).values()];
}

/** Charges in a row that the same rows may have given back, together. Rows of equal days and amounts are others. */
function refundedTogether(charges: readonly PossibleCharge[]): PossibleCharge[][] {
  const groups: PossibleCharge[][] = [];
  for (const charge of charges) {
    const last = groups.at(-1);
    if (last && isSameRefund(last[0]!, charge)) last.push(charge);
    else groups.push([charge]);
  }
  return groups;
}

function isSameRefund({ possibility }: PossibleCharge, { possibility: other }: PossibleCharge): boolean {
  const [rows, others] = [possibility?.refund ?? [], other?.refund ?? []];
  return (
    rows.length > 0 && rows.length === others.length && rows.every((row, index) => row === others[index])
  );
}

function chargeText(
  { date, difference, cause, possibility }: PossibleCharge,
  offsetAccounts: number | undefined,
): string {
  const side = (difference ?? 0) < 0 ? 'less' : 'more';
  const reasons = [
    ...(cause === null ? [] : [`It is ${causeText(cause, offsetAccounts)}.`]),
    ...(possibility?.refund ? [refundRowsText(possibility.refund)] : []),
  ];
  const why = possibility?.ignored && !possibility.refund ? [ignoredText(possibility.ignored)] : reasons;
  return [
    `The charge on ${formatLongDate(date)} is ${formatAud(Math.abs(difference ?? 0))} ${side} than expected.`,
    ...why,
  ].join(' ');
}

function chargesText(
  charges: readonly PossibleCharge[],
  rows: readonly Charge[],
  offsetAccounts: number | undefined,
): string {
  const first = charges[0]!;
  const cents = charges.reduce((sum, { difference }) => sum + Math.round(100 * (difference ?? 0)), 0);
  const cause = charges.every((charge) => charge.cause === first.cause) ? first.cause : null;
  const moves = charges.flatMap(({ possibility }) => possibility?.refund ?? []);
  return [
    `The ${charges.length > mostSentences ? `${charges.length} ` : ''}charges ${chargeDaysText(charges, rows)} are ${formatAud(Math.abs(cents) / 100)} ${cents < 0 ? 'less' : 'more'} than expected in all.`,
    ...(cause === null ? [] : [`Each is ${causeText(cause, offsetAccounts)}.`]),
    ...(first.possibility?.refund ? [refundRowsText([...new Set(moves)], 'They')] : []),
  ].join(' ');
}

function refundRowsText(moves: readonly Move[], what = 'It'): string {
  if (moves.length === 0)
    return 'Later charges, with what was corrected, are less by as much, or one is missing. Ask your bank whether they put it right.';
  const rows = moves.map(
    ({ date, cents, isOffset }) =>
      `${formatAud(0 - cents / 100)} ${isOffset ? 'into the offset account ' : ''}on ${formatLongDate(date)}`,
  );
  const sum = formatAud(0 - moves.reduce((total, { cents }) => total + cents, 0) / 100);
  const by =
    moves.length > mostSentences
      ? `${moves.length} rows ${chargeDaysText(moves, moves)}, ${sum} in all`
      : inList(rows, 'and');
  return `${what} may have been given back by ${by}. Ask your bank whether that is so.`;
}

function ignoredText({ date, cents }: Move): string {
  const day = formatLongDate(date);
  const row = cents < 0 ? `the repayment of ${day}` : `the ${formatAud(cents / 100)} added on ${day}`;
  return `This is exactly the interest without ${row}. Ask your bank from which day it counts.`;
}

/** Only reasons that the files allow. Less is charged by no offset account that is not linked, and by no late repayment. */
function whyRight(charges: readonly PossibleCharge[]): string {
  const isOf = (has: (possibility: Possibility) => boolean) =>
    charges.some(({ possibility, difference }) => possibility && (difference ?? 0) > 0 && has(possibility));
  const reasons = [
    'the rate may have been another on some days',
    ...(charges.some(({ possibility }) => possibility?.hasRows) ? ['a row may count from another day'] : []),
    ...(isOf(({ hasOffset = false }) => hasOffset) ? ['the offset account may not have been linked'] : []),
    ...(isOf(({ hasLateRepayment = false }) => hasLateRepayment)
      ? ['interest on a late repayment may be in it']
      : []),
  ];
  return `Your bank may have charged this rightly: ${inList(reasons, 'or')}. Ask your bank for the balance, the rate and the interest of each day.`;
}
