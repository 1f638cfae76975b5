import { count } from 'contract/counts.ts';
import type { StatementResult } from 'contract/statements/statements.ts';
import { formatAud, formatDate } from '#parts/format/format.ts';
import { inList } from './in-list.ts';
import { causeSentences, conventionText, rateText } from './statement-texts.ts';
import { mayBeRight } from './without-differences.ts';

/** A letter that names what differs, and accuses nobody. */
export function letterText(result: StatementResult): string {
  const { totals, convention, rows, first_date, last_date } = result;
  const unchecked = totals.not_checked - rows.filter(mayBeRight).length;
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
    '',
    `${totals.explained} of ${count(totals.charges, 'charge')} agree to the cent with ${convention ? `${rateText(result)}, ${conventionText(convention)}` : 'one way of calculating'}.`,
    `${differing.length === 1 ? 'This charge differs' : 'These charges differ'}:`,
    '',
    ...lines,
    '',
    ...causeSentences(result).map((sentence) =>
      sentence.replaceAll('you would pay', 'I would pay').replaceAll('your offset', 'the offset'),
    ),
    '',
    `The differences add up to ${formatAud(totals.difference)}.`,
    ...possibleLine(rows),
    ...(unchecked > 0 ? [`${count(unchecked, 'charge')} could not be checked.`] : []),
    '',
    'Please tell me how these charges were calculated, and correct them if they are wrong.',
    '',
    '[Your name]',
  ].join('\n');
}

/** About the charges that differ and may be right. */
function possibleLine(rows: StatementResult['rows']): string[] {
  const amounts = rows.filter(mayBeRight).map(({ difference }) => formatAud(Math.abs(difference ?? 0)));
  if (amounts.length === 0) return [];
  const who = amounts.length === 1 ? '1 more differs' : `${amounts.length} more differ`;
  return [
    `${who} by ${inList(amounts, 'and')}; please tell me the balance, the rate and the interest of each day.`,
  ];
}
