/** The sentences of a result. */
import { count, nounAfter } from 'contract/counts.ts';
import {
  type Convention,
  type ConventionPart,
  fewestCharges,
} from 'contract/statements/statements.constants.ts';
import type { StatementCharge as Charge, StatementResult } from 'contract/statements/statements.ts';
import type { Checked } from './statement-inputs.ts';
import { causeText } from './status-texts.ts';
import { chargeDaysText, daysText, partText } from './part-texts.ts';
import {
  offsetText,
  othersText,
  possibleSentences,
  repeatedLead,
  repeatedText,
  withoutOffsetSentences,
} from './possible-sentences.ts';
import { faultSentences, unexplainedText } from './unchecked-charges.ts';
import { lateRateSentences, unknownRateSentences } from './unknown-rates.ts';
import { openCounts } from 'engine/statements/supported-result.ts';
import { formatAud, formatLongDate, formatShortRate } from '#parts/format/format.ts';

const balanceTexts: Record<Convention['balance'], string> = {
  closing: 'on each day’s closing balance',
  opening: 'on each day’s opening balance',
};
const yearTexts: Record<Convention['days_in_year'], string> = {
  '365': 'divided by 365',
  '365_or_366': 'divided by 365, or 366 in leap years',
  twelfth: 'a twelfth of the year for each month',
};
const dayTexts: Record<Convention['charge_day'], string> = {
  excluded: 'up to the day before the charge',
  included: 'up to the day of the charge',
};
const roundedTexts: Record<Convention['rounded_each'], string> = {
  charge: 'once',
  run: 'for each stretch of equal balance',
  day: 'each day',
};
const roundingTexts: Record<Convention['rounding'], string> = { half_up: 'rounded', down: 'cut off' };

/** The way of calculating, such as `on each day’s closing balance, divided by 365, …`. */
export const conventionText = ({ balance, days_in_year, charge_day, rounded_each, rounding }: Convention) =>
  `${balanceTexts[balance]}, ${yearTexts[days_in_year]}, ${dayTexts[charge_day]}, ` +
  `${roundingTexts[rounding]} ${roundedTexts[rounded_each]}`;

/** How the interest of a run is computed. */
export function workingText(
  { days, balance, annual_interest_rate: rate }: Charge['runs'][number],
  convention: Convention | null,
): string {
  const year = convention ? divisors[convention.days_in_year] : '365';
  return `${count(days, 'day')} × ${formatAud(balance)} × ${rate === null ? 'rate' : formatShortRate(rate)} ÷ ${year}`;
}

const divisors: Record<Convention['days_in_year'], string> = {
  '365': '365',
  '365_or_366': 'the days of the year',
  twelfth: '12 months',
};

export const rateText = ({ rates }: Pick<StatementResult, 'rates'>) =>
  rates.length === 1 ? `${formatShortRate(rates[0]!.annual_interest_rate)} a year` : `${rates.length} rates`;

export interface Verdict {
  title: string;
  tone: 'ok' | 'warn' | 'info';
  basis: string;
  /** What leads the result in place of the title, and what it is. */
  lead?: readonly [figure: string, what: string];
  /** What it rests on, beside an amount that leads. */
  basisOfLead?: string;
}

/** The verdict in a line, and what it rests on. */
export function verdictOf(checked: Checked): Verdict {
  const verdict = verdictOfCharges(checked);
  const { part } = checked;
  if (!part) return verdict;
  return {
    ...verdict,
    ...(verdict.lead && {
      lead: [verdict.lead[0], `${verdict.lead[1]}, ${daysText(part.range)}`] as const,
    }),
    title: `${daysText(part.range).toUpperCase()}: ${verdict.title}`,
    tone: verdict.tone === 'ok' ? 'info' : verdict.tone,
    basis: `${partText(part)} ${verdict.basis}`,
    ...(verdict.basisOfLead && { basisOfLead: `${partText(part)} ${verdict.basisOfLead}` }),
  };
}

function verdictOfCharges({
  result,
  part,
  areRatesGiven,
  repeatedInterest = [],
  unusedAccounts = [],
  offsetAccounts = 0,
  rowName,
}: Checked): Verdict {
  const { verdict, convention, totals } = result;
  const { charges, explained, differing } = totals;
  const { without, possible, unchecked } = openCounts(result);
  const way = convention ? `${rateText(result)}, ${conventionText(convention)}.` : '';
  if (verdict === 'too_few') {
    const known = result.rows.filter(({ reason }) => reason === null || reason === 'rate_unknown').length;
    const basis = `We need ${fewestCharges} interest charges with a known start. ${part ? 'These days have' : 'This file has'} ${known}.`;
    return { title: 'TOO LITTLE TO CHECK', tone: 'info', basis };
  }
  if (haveOtherRates(result)) {
    return { title: 'OTHER RATES EXPLAIN MORE CHARGES', tone: 'info', basis: alternativeText(result) };
  }
  if (verdict === 'unexplained') {
    return {
      title: 'NO CONVENTION EXPLAINS THESE CHARGES',
      tone: 'warn',
      basis: unexplainedText(areRatesGiven, unusedAccounts),
    };
  }
  const others =
    possible === 0 ? '' : ` ${possible} more ${possible === 1 ? 'differs' : 'differ'}, and may be right.`;
  const unlinked =
    without === 0
      ? ''
      : ` ${without} ${without === 1 ? 'is' : 'are'} as without ${offsetText(offsetAccounts)}.`;
  const rest = `${unlinked}${unchecked > 0 ? ` ${count(unchecked, 'charge')} could not be checked.` : ''}`;
  if (differing > 0) {
    const wayAndRest = `${way}${others}${rest}`;
    return {
      title: `${differing} OF ${charges} CHARGES ${differing === 1 ? 'DIFFERS' : 'DIFFER'}`,
      tone: 'warn',
      ...(totals.difference !== 0 && {
        lead: [
          formatAud(Math.abs(totals.difference)),
          `too ${totals.difference > 0 ? 'much' : 'little'}, in ${differing} of ${count(charges, 'charge')}`,
        ] as const,
        basisOfLead: `This way of calculating explains the other ${explained}: ${wayAndRest}`,
      }),
      basis: `${differenceText(totals.difference)} than the way of calculating that explains the other ${explained}: ${wayAndRest}`,
    };
  }
  if (possible > 0) {
    return {
      title: `${possible} OF ${charges} CHARGES ${possible === 1 ? 'DIFFERS' : 'DIFFER'}, AND MAY BE RIGHT`,
      tone: 'info',
      basis: `${explained > 0 ? othersText(explained) : ''}${way}${rest}`,
    };
  }
  if (without > 0) {
    return {
      title: `${without} OF ${charges} CHARGES ${without === 1 ? 'IS' : 'ARE'} AS WITHOUT ${offsetText(offsetAccounts).toUpperCase()}`,
      tone: 'info',
      basis: `${explained > 0 ? othersText(explained) : `Without ${offsetAccounts > 1 ? 'them' : 'it'}, they are right to the cent: `}${way}${unchecked > 0 ? ` ${count(unchecked, 'charge')} could not be checked.` : ''}`,
    };
  }
  const right = [
    `${explained} of ${explained}`,
    `${unchecked > 0 ? 'checked ' : ''}${nounAfter(explained, 'charge')} ${explained === 1 ? 'is' : 'are'} right to the cent${unchecked > 0 ? `, ${unchecked} not checked` : ''}`,
  ] as const;
  const isOpen = repeatedInterest.length > 0;
  const lead = isOpen ? repeatedLead(repeatedInterest, rowName) : right;
  if (unchecked > 0 && !isOnlyFirstUnchecked(result)) {
    return {
      lead,
      title: `${explained} OF ${charges} CHARGES EXPLAINED, ${unchecked} NOT CHECKED`,
      tone: 'info',
      basis: `The charges that could be checked are right to the cent: ${way}`,
    };
  }
  return {
    lead,
    title: `EVERY CHARGE EXPLAINED${isOpen ? `, ${count(repeatedInterest.length, 'ROW', 'ROWS')} TO LOOK AT` : ''}`,
    tone: isOpen ? 'info' : 'ok',
    basis: `${explained} of ${count(charges, 'interest charge')} ${explained === 1 ? 'is' : 'are'} right to the cent: ${way}${unchecked > 0 ? ' The start of the first period is not known, so the first charge is not checked.' : ''}`,
  };
}

/** Whether charges may differ only because other rates were given. None is called wrong then. */
export const haveOtherRates = ({ alternative }: StatementResult): boolean => alternative !== null;

/** What explains more charges than the rates that were given. */
export function alternativeText({ alternative, totals }: StatementResult): string {
  if (!alternative) return '';
  const found = alternative.rates
    .map(({ annual_interest_rate: rate, from }, index) =>
      index === 0 ? formatShortRate(rate) : `${formatShortRate(rate)} from ${formatLongDate(from)}`,
    )
    .join(', ');
  const verb = alternative.rates.length === 1 ? 'explains' : 'explain';
  return `With the rates you gave, ${totals.explained} of ${count(totals.charges, 'charge')} ${totals.explained === 1 ? 'is' : 'are'} explained. ${found} ${verb} ${alternative.explained}.`;
}

/** Whether only the first charge is not checked, and only because nobody knows the start of its period. */
const isOnlyFirstUnchecked = ({ rows }: StatementResult) =>
  rows.every(({ status, reason }, index) => status !== 'not_checked' || (index === 0 && reason === 'start'));

function differenceText(difference: number): string {
  if (difference === 0) return 'In all you were charged the same, but single charges are higher or lower';
  return `You were charged ${formatAud(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'}`;
}

export function causeSentences(result: StatementResult, offsetAccounts?: number): string[] {
  const { causes, rows } = result;
  if (haveOtherRates(result)) return [];
  return causes.map(({ cause, charges, difference }) => {
    const ofCause = rows.filter((row) => row.status === 'differs' && row.cause === cause);
    const when = chargeDaysText(ofCause, rows);
    const who = `${count(charges, 'charge')} ${when}`;
    const verb = charges === 1 ? 'is' : 'are';
    if (cause === null) {
      const side = difference >= 0 ? 'more' : 'less';
      return `${count(charges, 'charge')}, ${when}, ${verb} ${formatAud(Math.abs(difference))} ${side} than expected${charges === 1 ? '' : ' in all'}. We found no simple reason.`;
    }
    const dates = ofCause.flatMap(({ cause_date: date }) => date ?? []);
    const day =
      cause === 'rate_late' && dates.length > 0 ? ` It was applied on ${formatLongDate(dates[0]!)}.` : '';
    return `${who} ${verb} ${causeText(cause, offsetAccounts)}: ${formatAud(Math.abs(difference))} ${difference < 0 ? 'less' : 'more'} in all.${day}`;
  });
}

const partTexts: Record<ConventionPart, string> = {
  balance: 'counts a transaction from its own day or from the next',
  charge_day: 'counts the day of the charge or not',
  days_in_year: 'divides by 365, by 366 in leap years, or by months',
  rounded_each: 'rounds once, for each stretch of equal balance, or each day',
  rounding: 'rounds or cuts off',
};

/** The open questions: charges that were not checked, findings, and parts of the convention that the file leaves open. */
export function openSentences({
  result,
  resting,
  offsetDays,
  offsetAccounts = 0,
  rowName,
  areRatesGiven,
  possible,
  repeatedInterest = [],
  startAdvice = 'enter the day on which interest was last charged',
}: Checked): string[] {
  const { rows, findings, undetermined, verdict } = result;
  // Without a way of calculating, the verdict says what to do.
  const areRatesNamed = !haveOtherRates(result) && (verdict === 'explained' || verdict === 'partly');
  return [
    ...(verdict === 'unexplained' && offsetAccounts > 1
      ? [
          'Your offset accounts are counted together. If one of them is not linked to this loan, check without it.',
        ]
      : []),
    ...lateRateSentences(rows),
    ...(areRatesNamed ? unknownRateSentences(rows, { areRatesGiven, offsetAccounts, offsetDays }) : []),
    ...withoutOffsetSentences(rows, offsetAccounts),
    ...possibleSentences(rows, possible, offsetAccounts),
    ...faultSentences(rows, { resting, offsetDays }, startAdvice),
    ...repeatedInterest.map((row) => repeatedText(row, rowName)),
    ...findings.map((finding) => findingSentence(finding, rows, rowName)),
    ...(areRatesNamed ? undetermined : []).map(
      (part) =>
        `This file does not tell whether your lender ${partTexts[part]}: more than one gives the same.`,
    ),
  ];
}

function findingSentence(
  { kind, row, other_row: other, amount }: StatementResult['findings'][number],
  rows: readonly Charge[],
  rowName: Checked['rowName'],
): string {
  if (kind === 'balance') {
    const side = (amount ?? 0) < 0 ? 'less' : 'more';
    return `${rowName(row)}: the balance is ${formatAud(Math.abs(amount ?? 0))} ${side} than the rows add up to. A transaction is missing.`;
  }
  if (kind === 'repeat') {
    return `${rowName(other ?? row)} and ${rowName(row).replace('R', 'r')}: a fee of ${formatAud(amount ?? 0)}, twice within 7 days.`;
  }
  const [from, to] = [other, row].map((number) => rows.find((charge) => charge.row === number)?.date ?? '');
  return `No interest between ${formatLongDate(from!)} and ${formatLongDate(to!)}. Part of the file may be missing.`;
}

export function announcementOf(result: StatementResult, part?: Checked['part']): string {
  const { explained, charges, differing, difference } = result.totals;
  const { without, possible, unchecked } = openCounts(result);
  const offset = without > 0 ? `, ${without} as without the offset account` : '';
  const may = possible > 0 ? `, ${possible} ${possible === 1 ? 'differs' : 'differ'} and may be right` : '';
  const differ =
    differing > 0 && !haveOtherRates(result)
      ? `, ${differing} ${differing === 1 ? 'differs' : 'differ'} by ${formatAud(Math.abs(difference))} in all`
      : '';
  return `${part ? `${partText(part)} ` : ''}${explained} of ${count(charges, 'charge')} explained${differ}${may}${offset}${unchecked > 0 ? `, ${unchecked} not checked` : ''}.`;
}
