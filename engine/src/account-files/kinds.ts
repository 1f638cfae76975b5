/** What the words of a row say about interest and fees. */
import type { BankRefund } from 'engine/statements/possible-charges.ts';

/** Phrases that have the word and are no interest. */
const phrases =
  /\binterest[\s-]+(?:free|only|rate)\b|\brate of interest\b|\bprincipal (?:and|&) interest\b|\bp ?& ?i\b|\bp and i\b|\bsav(?:e|ing)(?: \w+)? interest\b|\bno interest\b/gi;
const beside = /^(?:charged?|chgd?|debit(?:ed)?|dr|due|accrued|capitali[sz]ed|loan|monthly)$/;
const capitalised = /\bcapitali[sz](?:ation|ed)\b/i;
const monthWord = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*$/;
export const correction = /\b(?:adj|adjust\w*|revers\w*|correct\w*|refund|rebate|waive\w*|decrease)\b/i;
export const fee = /\bfees?\b/i;

/** What a bank gives back. */
const refund =
  /\b(?:adj\w*|corr\w*|waive\w*|goodwill|comp(?:ensat\w*)?|remed\w*|rect\w*|redress|recredit\w*|ex.gratia|(?:bank|offset) (?:benefit|credit|error))\b/i;
/** What shops give back too, with their names. */
const anyRefund = /\b(?:rev(?:s|ers)?\w{0,4}|rvsl|refu?nd\w*|rfn?d|rebate\w*|reimb\w*)\b/i;
const ofBank = /\b(?:\w*bank|anz|cba|nab|wbc|westpac|macquarie|loan|mortgage|offset)\b|^\W*\w+\W*$/i;
const ofInterest = /\b(?:int|interest|overcharged?)\b/i;
/** With these words, what somebody else gives back, or what takes back another row. */
const ofOthers =
  /\b(?:ato|centrelink|medicare|tax|insurance|redraw|payment correct\w*|(?:re)?payment (?:adj\w*|rev|revers\w*|corr)|(?:revers\w*|correct\w*) of (?:re)?payment|transfer|salary|wages?)\b/i;
/** What comes from the borrower. */
const repayment =
  /\b(?:(?:re)?pa(?:y|id)\w*|py?mts?|deposit|direct (?:credit|debit)|tfr|trf|trns|bpay|osko|extra|lump sum|sweep|from)\b/i;

/**
 * Whether a row that reduces what is owed may give back interest. On a loan that is all but what names a fee, or comes from the
 * borrower or others: banks have many words for it. Into an offset account, others pay too.
 */
export function bankRefundIn(texts: readonly string[], isOffset: boolean): BankRefund | null {
  const text = texts.join(' ').replaceAll(phrases, ' ');
  const isOfInterest = ofInterest.test(text);
  if (!isOfInterest && (fee.test(text) || ofOthers.test(text))) return null;
  if (refund.test(text) || (anyRefund.test(text) && (!isOffset || isOfInterest || ofBank.test(text))))
    return 'named';
  return !isOffset && (isOfInterest || !repayment.test(text)) ? 'possible' : null;
}

/**
 * The words of fees that a bank charges once for a time. What is charged for each transaction or late repayment may come twice a
 * week, and with other words it is what a person pays to somebody else.
 */
const bankFee =
  /^(?:a|account|accounting|acct|admin|administration|annual|bank|charge|charged|debit|facility|fees?|for|home|keeping|loan|maintenance|management|monthly|mortgage|of|offset|ongoing|package|quarterly|service|servicing|the|yearly)$/;

/** Of these, those of a loan: management, home or service fees are paid to others as well. */
const loanFee = /^(?:account|accounting|acct|bank|facility|loan|mortgage|offset|package)$/;

/** Whether one of its texts is that of such a fee. Banks have others beside the description, such as a category. */
export const isBankFee = (texts: readonly string[]): boolean =>
  texts.some((text) => {
    const words = plainText([text]).split(' ');
    return words.every((word) => bankFee.test(word)) && words.some((word) => loanFee.test(word));
  });

export type Interest = 'strong' | 'weak' | null;

const withinTwo = 2;

export function interestIn(texts: readonly string[]): Interest {
  let isWeak = false;
  for (const original of texts) {
    const text = original.replaceAll(phrases, ' ');
    if (capitalised.test(text)) return 'strong';
    const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
    const rest = words.filter((word) => !monthWord.test(word));
    if (rest.length === 1 && (rest[0] === 'interest' || rest[0] === 'int')) return 'strong';
    for (const [index, word] of words.entries()) {
      const reach = word === 'interest' ? withinTwo : word === 'int' ? 1 : 0;
      for (let other = index - reach; other <= index + reach; other++)
        if (other !== index && beside.test(words[other] ?? '')) return 'strong';
      isWeak ||= word === 'interest';
    }
  }
  return isWeak ? 'weak' : null;
}

const wordsIn = (texts: readonly string[]): string[] =>
  texts
    .join(' ')
    .toLowerCase()
    .match(/[\p{L}&]+/gu) ?? [];

/** The text without digits and letter case: a fee of April is not that of May. */
export const textWithMonths = (texts: readonly string[]): string => wordsIn(texts).join(' ');

/** The text without digits, names of months and letter case. */
export const plainText = (texts: readonly string[]): string =>
  wordsIn(texts)
    .filter((word) => !monthWord.test(word))
    .join(' ');

const summaries: readonly (readonly [RegExp, string])[] = [
  [/^\s*(?:opening balance|balance brought forward|brought forward|b\/fwd)/i, 'opening balance'],
  [/^\s*(?:closing balance|carried forward)/i, 'closing balance'],
  [/^\s*(?:balance|totals?)\s*$/i, 'total'],
];

/** Why a row is no transaction, if its balances do not prove that it is one. */
export function summaryIn(texts: readonly string[], cells: readonly string[]): string | null {
  for (const [words, reason] of summaries) if (texts.some((text) => words.test(text))) return reason;
  return cells.some((cell) => /^\s*(?:pending\b|authorisation only\s*$)/i.test(cell)) ? 'pending' : null;
}
