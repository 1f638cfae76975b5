/** OFX and QIF, as tables with the columns that such files have. */
import { readAmount, readDate } from './cells.ts';
import { type Sheet, type SheetRow, UnreadableFile } from './sheet.ts';

/** Null for a file of another kind. */
export function recordSheets(file: string, text: string): Sheet[] | null {
  const start = text.slice(0, 2_000);
  if (/^\s*OFXHEADER|<OFX>/i.test(start)) return withRows(ofxSheets(file, text));
  return /^\s*(?:!Account[^]*?)?!Type:/i.test(start) ? withRows(qifSheets(file, text)) : null;
}

function withRows(sheets: Sheet[]): Sheet[] {
  const filled = sheets.filter(({ rows }) => rows.length > 0);
  if (filled.length === 0) throw new UnreadableFile('This file has no transactions.');
  return filled;
}

const header = ['Date', 'Amount', 'Description', 'Memo'];
const lineOf = (text: string, index: number) => text.slice(0, index).split(/\r\n|\r|\n/).length;
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};
const decoded = (text: string) =>
  text
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll(/&(\w+);/g, (entity, name: string) => entities[name.toLowerCase()] ?? entity)
    .trim();

/** In SGML, an element ends with the line or with the next tag. */
const valueOf = (part: string, tag: string): string =>
  decoded(new RegExp(`<${tag}>([^<\\r\\n]*)`, 'i').exec(part)?.[1] ?? '');

/** Amounts may have a decimal comma. */
const amountOf = (text: string): number | null =>
  readAmount(text.replace(/,(?=\d{1,2}$)/, '.'))?.cents ?? null;

function ofxSheets(file: string, text: string): Sheet[] {
  const statements = [...text.matchAll(/<(STMTRS|CCSTMTRS|LOANSTMTRS)>/gi)];
  return statements.map((match, index) => {
    const begin = match.index;
    const part = text.slice(begin, statements[index + 1]?.index);
    const kinds = new Map<number, 'interest' | 'fee'>();
    const rows = [...part.matchAll(/<STMTTRN>([^]*?)(?=<STMTTRN>|<\/BANKTRANLIST>|<LEDGERBAL>|$)/gi)].map(
      ({ index: at, 1: body = '' }): SheetRow => {
        const number = lineOf(text, begin + at);
        const type = valueOf(body, 'TRNTYPE').toUpperCase();
        if (type === 'INT') kinds.set(number, 'interest');
        if (type === 'FEE' || type === 'SRVCHG') kinds.set(number, 'fee');
        const amount = amountOf(valueOf(body, 'TRNAMT'));
        return {
          number,
          cells: [
            valueOf(body, 'DTPOSTED').slice(0, 8),
            amount === null ? valueOf(body, 'TRNAMT') : (amount / 100).toFixed(2),
            valueOf(body, 'NAME'),
            valueOf(body, 'MEMO'),
          ],
        };
      },
    );
    const [, balance = ''] = /<LEDGERBAL>([^]*?)(?:<\/LEDGERBAL>|<AVAILBAL>|$)/i.exec(part) ?? [];
    const cents = amountOf(valueOf(balance, 'BALAMT'));
    const account = valueOf(part, 'ACCTID') || null;
    const ledger =
      cents === null
        ? {}
        : { ledger: { cents, date: readDate(valueOf(balance, 'DTASOF').slice(0, 8))?.dayFirst ?? null } };
    return { file, account, header, rows, otherRows: [], form: 'ofx', kinds, ...ledger };
  });
}

const readTypes = /^!type:(?:bank|ccard|cash|oth l)\s*$/i;

function qifSheets(file: string, text: string): Sheet[] {
  const rows: SheetRow[] = [];
  let isRead = false;
  let fields: Partial<Record<string, string>> = {};
  let number = 0;
  let openingCents: number | undefined;
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (line.startsWith('!')) {
      if (/^!type:/i.test(line)) isRead = readTypes.test(line);
      else if (/^!account/i.test(line)) isRead = false;
      continue;
    }
    const [letter = ''] = line;
    if (letter !== '^') {
      // The first value counts: those of splits follow.
      fields[letter] ??= line.slice(1).trim();
      if (letter === 'D' && number === 0) number = index + 1;
      continue;
    }
    const { D: date = '', T, U, P = '', M = '' } = fields;
    const amount = T ?? U ?? '';
    if (isRead && (date || amount)) {
      if (rows.length === 0 && /^opening balance$/i.test(P || M))
        openingCents = readAmount(amount)?.cents ?? undefined;
      else rows.push({ number, cells: [date.replaceAll(/\s/g, '').replace("'", '/'), amount, P, M] });
    }
    fields = {};
    number = 0;
  }
  const opening = openingCents === undefined ? {} : { openingCents };
  return [{ file, account: null, header, rows, otherRows: [], form: 'qif', ...opening }];
}
