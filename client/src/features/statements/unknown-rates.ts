/** The sentences about charges whose rate is not known. */
import type { StatementCharge as Charge } from 'contract/statements/statements.ts';
import type { Checked } from './statement-inputs.ts';
import { isUnlikelyRate } from 'engine/statements/levels.ts';
import { groupBy } from 'engine/group-by.ts';
import { chargeDaysText, inList } from './part-texts.ts';
import { hasUnknownRate } from './unchecked-charges.ts';
import { formatLongDate, formatShortRate } from '#parts/format/format.ts';

const isKnown = ({ annual_interest_rate: rate }: Charge) => rate !== null;

/** By the charge, the rate changed later than by the day that was typed. */
const isLate = (row: Charge) => hasUnknownRate(row) && row.cause === 'rate_late';

/** A change of the rate is certain only between two rates that were found. */
export function unknownRateSentences(
  rows: readonly Charge[],
  {
    areRatesGiven,
    offsetAccounts = 0,
    offsetDays,
  }: Pick<Checked, 'areRatesGiven' | 'offsetAccounts' | 'offsetDays'>,
): string[] {
  const notExplained = notExplainedText(offsetAccounts > 0 ? offsetDays : null);
  /** About charges before the first rate or after the last. */
  const endSentence = (end: string, charges: readonly Charge[], known: Charge) =>
    notExplained(
      charges.length === 1 ? `${end} charge is` : `${end} ${charges.length} charges are`,
      charges,
      known,
    );
  const [first, last] = [rows.findIndex(isKnown), rows.findLastIndex(isKnown)];
  if (first < 0) return [];
  /** Charges without a rate, with the index of the last charge with a rate before them, or -1. */
  const stretches: { before: number; charges: Charge[] }[] = [];
  let lastKnown = -1;
  for (const [index, row] of rows.entries()) {
    if (isKnown(row)) lastKnown = index;
    if (!hasUnknownRate(row) || isLate(row)) continue;
    if (stretches.at(-1)?.before !== lastKnown) stretches.push({ before: lastKnown, charges: [] });
    stretches.at(-1)!.charges.push(row);
  }
  const within: { charge: Charge; known: Charge }[] = [];
  const sentences = stretches.flatMap(({ before, charges }) => {
    if (before < 0) return endSentence('first', charges, rows[first]!);
    if (before === last) return endSentence('last', charges, rows[last]!);
    const [one, other] = [rows[before]!, rows.slice(before + 1).find(isKnown)!];
    if (one.annual_interest_rate === other.annual_interest_rate) {
      within.push(...charges.map((charge) => ({ charge, known: one })));
      return [];
    }
    const [begin, end] = [charges[0]!, charges.at(-1)!];
    if (areRatesGiven)
      return `${when(charges)} not explained by the rates you typed. The day of a change, or a rate, may have been another.`;
    return `Your rate changed between ${formatLongDate(begin.from ?? begin.date)} and ${formatLongDate(end.date)}, and the charges alone do not say when. Enter the rates from your lender’s letters.`;
  });
  // Many sentences would only say the same of other days.
  const groups = groupBy(within, ({ charge, known }) => notExplained('', [charge], known));
  return [
    ...sentences,
    ...[...groups.values()].map((group) => {
      const charges = group.map(({ charge }) => charge);
      const [who, whose] = group.length === 1 ? ['charge', 'its'] : [`${group.length} charges`, 'their'];
      return notExplained(
        `${who} ${chargeDaysText(charges, rows)} ${group.length === 1 ? 'is' : 'are'}`,
        charges,
        group[0].known,
        ` on some of ${whose} days`,
      );
    }),
  ];
}

function when(charges: readonly Charge[]): string {
  const [begin, end] = [charges[0]!, charges.at(-1)!].map(({ date }) => formatLongDate(date));
  return begin === end
    ? `The charge on ${begin} is`
    : `The ${charges.length} charges from ${begin} to ${end} are`;
}

/** The day on which the rate changed by the charge may be right, and the typed one wrong. */
export const lateRateSentences = (rows: readonly Charge[]): string[] =>
  rows
    .filter(isLate)
    .map(
      ({ date, to, rate_changed_on: day }) =>
        `The charge on ${formatLongDate(date)} would be explained if your rate had changed ${day === null ? `after ${formatLongDate(to ?? date)}` : `on ${formatLongDate(day)}`}. If a letter of your lender names an earlier day, ask your lender.`,
    );

const notExplainedText =
  (offsetDays: Checked['offsetDays']) =>
  (who: string, charges: readonly Charge[], { annual_interest_rate: rate }: Charge, days = ''): string => {
    const [fit = null, ...otherFits] = new Set(charges.map(({ fitting_rate: each }) => each));
    const them = charges.length === 1 ? 'it' : 'them';
    const areUnlikely = charges.every(
      ({ fitting_rate: each }) => each !== null && isUnlikelyRate(each, rate ?? 0),
    );
    if (areUnlikely) {
      const wanted = [...new Set(charges.map(({ fitting_rate: each }) => formatShortRate(each!)))];
      return `The ${who} not explained by ${formatShortRate(rate ?? 0)}. The rate would have to be ${inList(wanted, 'or')}, so ask your bank.`;
    }
    const fits =
      fit === null || otherFits.length > 0 ? `${days}.` : `. ${formatShortRate(fit)} would explain ${them}.`;
    const { first, last } = offsetDays?.last ? offsetDays : { first: '', last: '9999' };
    const missing = charges.some(({ to, date: day }) => (to ?? day) > last)
      ? `after ${formatLongDate(last)}: add its next file`
      : charges.some(({ from, date: day }) => (from ?? day) < first)
        ? `before ${formatLongDate(first)}: add its file of that time`
        : null;
    const why = missing
      ? `Your offset balance is not known ${missing}.`
      : `Your rate, or your offset balance, may have been another${fits}`;
    return `The ${who} not explained by ${formatShortRate(rate ?? 0)}. ${why}`;
  };
