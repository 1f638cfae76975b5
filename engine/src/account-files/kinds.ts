/** What the words of a row say about interest and fees. */

/** Phrases that have the word and are no interest. */
const phrases =
  /\binterest[\s-]+(?:free|only|rate)\b|\brate of interest\b|\bprincipal (?:and|&) interest\b|\bp ?& ?i\b|\bp and i\b|\bsav(?:e|ing)(?: \w+)? interest\b|\bno interest\b/gi;
const beside = new Set([
  'charge',
  'charged',
  'chg',
  'chgd',
  'debit',
  'debited',
  'dr',
  'due',
  'accrued',
  'capitalised',
  'capitalized',
  'loan',
  'monthly',
]);
const capitalised = /\bcapitali[sz](?:ation|ed)\b/i;
const monthWord = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*$/;
export const correction = /\b(?:adj|adjust\w*|revers\w*|correct\w*|refund|rebate|waive\w*|decrease)\b/i;
export const fee = /\bfees?\b/i;

/** What a bank gives back. */
const refund = new RegExp(
  String.raw`\b(?:${[
    String.raw`adj|adjm?ts?|adjust\w*|rev|revers\w*|corr|correct\w*|refu?nd\w*|rfn?d|rebate\w*|waive\w*|decrease`,
    String.raw`goodwill|compensat\w*|comp payment|reimb\w*|remediation|redress|recredit\w*|ex gratia|bank error`,
    String.raw`overcharged? int(?:erest)?|int(?:erest)? (?:repaid|returned|back|cr)|offset benefit`,
    String.raw`(?:bank|int|interest|misc|sundry|offset) (?:credit|cr)|credit (?:interest|from bank|back|voucher)`,
  ].join('|')})\b`,
  'i',
);
const ofInterest = /\b(?:int|interest|overcharged?)\b/i;
/** With these words, what somebody else gives back, or what takes back another row. */
const ofOthers =
  /\b(?:ato|centrelink|medicare|tax|insurance|redraw|payment correct\w*|(?:re)?payment (?:adj\w*|rev|revers\w*|corr)|(?:revers\w*|correct\w*) of (?:re)?payment|transfer|salary|wages?)\b/i;
/** Into an offset account, shops and others give back too. */
const bankRefund =
  /^(?:a|account|acct|adj|adjust\w*|bank|charged?|compensat\w*|correct\w*|credit|cr|error|for|from|goodwill|home|in|int|interest|loan|mortgage|of|offset|on|overcharged?|payment|rebate|ref|refund\w*|reimburs\w*|remediation|revers\w*|to|your)$/i;

/** Whether a row that reduces what is owed says that a bank gives back interest, or does not say what. */
export function isBankRefund(texts: readonly string[], isOffset: boolean): boolean {
  const text = texts.join(' ');
  if (!refund.test(text)) return false;
  if (ofInterest.test(text)) return true;
  if (fee.test(text)) return false;
  return isOffset
    ? texts.some(
        (each) =>
          refund.test(each) &&
          plainText([each])
            .split(' ')
            .every((word) => bankRefund.test(word)),
      )
    : !ofOthers.test(text);
}

/**
 * The words of fees that a bank charges once for a time. What is charged for each transaction may come twice a week, and
 * with other words it is what a person pays to somebody else.
 */
const bankFee =
  /^(?:a|account|accounting|acct|admin|administration|annual|arrears|bank|charge|charged|debit|facility|fees?|for|home|keeping|late|loan|maintenance|management|monthly|mortgage|of|offset|ongoing|overdue|package|payment|quarterly|service|servicing|the|yearly)$/;

/** Of these, those of a loan: management, home or service fees are paid to others as well. */
const loanFee =
  /^(?:account|accounting|acct|arrears|bank|facility|late|loan|mortgage|offset|overdue|package)$/;

/** What banks write in a column of categories, beside the description. */
const category = /^(?:misc\w*(?: debit)?|other|uncategori[sz]ed)$/i;

export function isBankFee(texts: readonly string[]): boolean {
  const words = plainText(texts.filter((text) => !category.test(text))).split(' ');
  return words.every((word) => bankFee.test(word)) && words.some((word) => loanFee.test(word));
}

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
        if (other !== index && beside.has(words[other] ?? '')) return 'strong';
      isWeak ||= word === 'interest';
    }
  }
  return isWeak ? 'weak' : null;
}

/** The text without digits and letter case: a fee of April is not that of May. */
export const textWithMonths = (texts: readonly string[]): string =>
  (
    texts
      .join(' ')
      .toLowerCase()
      .match(/[\p{L}&]+/gu) ?? []
  ).join(' ');

/** The text without digits, names of months and letter case. */
export const plainText = (texts: readonly string[]): string =>
  (
    texts
      .join(' ')
      .toLowerCase()
      .match(/[\p{L}&]+/gu) ?? []
  )
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
