import { count } from 'contract/counts.ts';
import type { StatementResult } from 'contract/statements/statements.ts';
import { formatAud, formatDate } from '#parts/format/format.ts';
import { inList, partText } from './part-texts.ts';
import { causeSentences, conventionText, rateText } from './statement-texts.ts';
import { isWithoutOffset, mayBeRight, openCounts } from 'engine/statements/supported-result.ts';
import type { Checked } from './statement-inputs.ts';

/** A letter that names what differs, and accuses nobody. */
export function letterText({
  result,
  possible,
  part,
  offsetAccounts,
}: Pick<Checked, 'result' | 'possible' | 'part' | 'offsetAccounts'>): string {
  const { totals, convention, rows, first_date, last_date } = result;
  const { unchecked } = openCounts(result);
  const differing = rows.filter(({ status }) => status === 'differs');
  const lines = differing.map(({ date, from, to, charged, expected, difference }) => {
    const period = from && to ? `for ${formatDate(from)} to ${formatDate(to)}` : '';
    return `- ${formatDate(date)}, ${period}: charged ${formatAud(charged)}, expected ${formatAud(expected ?? 0)}, difference ${formatAud(difference ?? 0)}`;
  });
  return [
    '[Your name]',
    '[Your address]',
    '',
    '[Lender]',
    `Loan account [account number]`,
    '',
    `I recomputed the interest charges of my loan from ${formatDate(first_date)} to ${formatDate(last_date)} from the balances of the account.`,
    ...(part ? [partText(part)] : []),
    '',
    `${totals.explained} of ${count(totals.charges, 'charge')} agree to the cent with ${convention ? `${rateText(result)}, ${conventionText(convention)}` : 'one way of calculating'}.`,
    `${differing.length === 1 ? 'This charge differs' : 'These charges differ'}:`,
    '',
    ...lines,
    '',
    ...causeSentences(result, offsetAccounts).map((sentence) =>
      sentence.replaceAll('you would pay', 'I would pay').replaceAll('your offset', 'the offset'),
    ),
    '',
    `The differences add up to ${formatAud(totals.difference)}.`,
    ...withoutOffsetLines(rows),
    ...possibleLines(rows, possible),
    ...(unchecked > 0 ? [`${count(unchecked, 'charge')} could not be checked.`] : []),
    '',
    'Please tell me how these charges were calculated, and correct them if they are wrong.',
    '',
    '[Your name]',
  ].join('\n');
}

/** About the charges that are what is due without the offset account. */
function withoutOffsetLines(rows: StatementResult['rows']): string[] {
  const charges = rows.filter(isWithoutOffset);
  if (charges.length === 0) return [];
  return [
    'These are what I would pay without the offset account; please tell me from which day it is linked:',
    ...charges.map(
      ({ date, charged, expected }) =>
        `- ${formatDate(date)}: charged ${formatAud(charged)}, with the offset account ${formatAud(expected ?? 0)}`,
    ),
  ];
}

/** About the charges that differ and may be right, or may have been given back. */
function possibleLines(rows: StatementResult['rows'], possible: Checked['possible']): string[] {
  const amountsOf = (isRefunded: boolean) =>
    rows.flatMap((row, index) =>
      mayBeRight(row) && !isWithoutOffset(row) && (possible.get(index)?.refund !== undefined) === isRefunded
        ? [formatAud(Math.abs(row.difference ?? 0))]
        : [],
    );
  return [
    ...differLine(amountsOf(false), '; please tell me the balance, the rate and the interest of each day'),
    ...differLine(amountsOf(true), ', and may have been given back; please tell me whether that is so'),
  ];
}

function differLine(amounts: readonly string[], what: string): string[] {
  if (amounts.length === 0) return [];
  const who = amounts.length === 1 ? '1 more differs' : `${amounts.length} more differ`;
  return [`${who} by ${inList(amounts, 'and')}${what}.`];
}
