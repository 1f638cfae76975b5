/** The sentences about charges that are not checked. */
import { conventionCount } from 'contract/statements/statements.constants.ts';
import type { StatementCharge as Charge } from 'contract/statements/statements.ts';
import type { RestingReason } from 'engine/account-files/evidence.ts';
import { formatLongDate } from '#parts/format/format.ts';
import { inList } from './part-texts.ts';
import type { Checked } from './statement-inputs.ts';
import { mayBeRight } from 'engine/statements/supported-result.ts';

const correctionText = 'a correction follows, and we cannot tell for which charge it is';

const faultTexts = {
  balance: 'a transaction before it is missing',
  gap: 'it comes much later than usual after the charge before it',
  rate_unknown: correctionText,
} as const;

const restingTexts: Record<Exclude<RestingReason, 'offset'>, string> = {
  start: 'it rests on the day you typed for the charge before it',
  account: 'nothing proves which accounts are offset accounts of this loan',
  correction: correctionText,
  answer: 'it rests on what you answered or corrected, which no balance proves',
  balance: 'no running balance leads through its days, so a row may be missing',
  join: 'no row of its days is in both of two files, so rows between them that come to nothing may be missing',
};

function restingText(reason: RestingReason, { from }: Charge, offset: Checked['offsetDays']): string {
  if (reason !== 'offset') return restingTexts[reason];
  if (!offset || offset.last === '') return 'your offset balance is not known: add its file';
  return offset.first > (from ?? '')
    ? `your offset balance is not known before ${formatLongDate(offset.first)}: add its file of that time`
    : `your offset balance is not known after ${formatLongDate(offset.last)}: add its next file`;
}

/** With a correction, no rate explains what is left of a charge. */
export const hasUnknownRate = ({ reason, adjustment }: Charge): boolean =>
  reason === 'rate_unknown' && adjustment === 0;

export const faultSentences = (
  rows: readonly Charge[],
  { resting, offsetDays }: Pick<Checked, 'resting' | 'offsetDays'>,
  startAdvice: string,
): string[] =>
  rows.flatMap((row, index) => {
    const { date, reason, status } = row;
    if (status !== 'not_checked' || hasUnknownRate(row) || mayBeRight(row)) return [];
    return `The charge on ${formatLongDate(date)} is not checked: ${reason === 'start' ? `its period is not known: ${startAdvice}` : reason ? faultTexts[reason] : restingText(resting.get(index) ?? 'balance', row, offsetDays)}.`;
  });

/** Without a way of calculating. */
export function unexplainedText(areRatesGiven: boolean, unused: readonly string[]): string {
  const others =
    unused.length > 0
      ? ` ${inList(unused, 'and')} in your files ${unused.length === 1 ? 'is' : 'are'} not used.`
      : '';
  return `We tried ${conventionCount} ways of calculating, with ${areRatesGiven ? 'your rates' : 'every rate in hundredths of a percent'}. Check that the file is whole, that the rows marked as interest are, and that all offset accounts are here.${others} Or enter your rates.`;
}
