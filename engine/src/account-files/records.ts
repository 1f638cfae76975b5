/** OFX and QIF, as tables with the columns that such files have. */
import { mapSlices, type Slices } from 'engine/slices.ts';
import { readAmount, readDate } from './cells.ts';
import { type Sheet, type SheetRow, UnreadableFile } from './sheet.ts';

const recordsPerSlice = 200;
const ofxStart = /^\s*OFXHEADER|^\s*(?:<\?[^]*?\?>\s*|<!--[^]*?-->\s*)*<OFX[\s>]/i;
const qifStart = /^\s*!(?:Type|Account|Option|Clear)\b/i;

/** Null for a file of another kind. */
export function* recordSheets(file: string, text: string): Slices<Sheet[] | null> {
  if (ofxStart.test(text) || /<OFX>/i.test(text.slice(0, 2_000)))
    return withRows(yield* ofxSheets(file, text));
  return qifStart.test(text) ? withRows(yield* qifSheets(file, text)) : null;
}

function withRows(sheets: Sheet[]): Sheet[] {
  const filled = sheets.filter(({ rows }) => rows.length > 0);
  if (filled.length === 0) throw new UnreadableFile('This file has no transactions.');
  return filled;
}

const header = ['Date', 'Amount', 'Description', 'Memo'];
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};
const lastCodePoint = 0x10_ff_ff;
const decoded = (text: string) =>
  text
    .replaceAll(/&#(x[\da-f]+|\d+);/gi, (entity, code: string) => {
      const point = Number(code.replace(/^x/i, '0x'));
      return point <= lastCodePoint ? String.fromCodePoint(point) : entity;
    })
    .replaceAll(/&(\w+);/g, (entity, name: string) => entities[name.toLowerCase()] ?? entity)
    .trim();

/** In SGML, an element ends with the line or with the next tag. */
const valueOf = (part: string, tag: string): string =>
  decoded(new RegExp(`<${tag}>([^<\\r\\n]*)`, 'i').exec(part)?.[1] ?? '');

/** Amounts may have a decimal comma. */
const amountOf = (text: string): number | null =>
  readAmount(text.replace(/,(?=\d{1,2}$)/, '.'))?.cents ?? null;

interface OfxRecord {
  statement: number;
  line: number;
  body: string;
}

/** The transactions with the lines on which they begin. */
function* ofxRecords(text: string, statements: readonly number[]): Slices<OfxRecord[]> {
  const records: OfxRecord[] = [];
  const record = /<STMTTRN>([^]*?)(?=<STMTTRN>|<\/BANKTRANLIST>|<LEDGERBAL>|<\/?(?:CC|LOAN)?STMTRS>|$)/gi;
  let [line, counted, statement] = [1, 0, -1];
  for (let match = record.exec(text); match; match = record.exec(text)) {
    line += text.slice(counted, match.index).split(/\r\n|\r|\n/).length - 1;
    counted = match.index;
    while ((statements[statement + 1] ?? Infinity) < match.index) statement++;
    if (statement >= 0) records.push({ statement, line, body: match[1] ?? '' });
    if (records.length % recordsPerSlice === 0) yield;
  }
  return records;
}

function* ofxSheets(file: string, text: string): Slices<Sheet[]> {
  const starts = [...text.matchAll(/<(STMTRS|CCSTMTRS|LOANSTMTRS)>/gi)].map(({ index }) => index);
  const records = yield* ofxRecords(text, starts);
  // Where several records stand on a line, they have the numbers of their order.
  const areLines = new Set(records.map(({ line }) => line)).size === records.length;
  const kinds = starts.map(() => new Map<number, 'interest' | 'fee'>());
  const rows = yield* mapSlices(
    records.map((record, index) => ({ ...record, number: areLines ? record.line : index + 1 })),
    ({ body, statement, number }): SheetRow => {
      const type = valueOf(body, 'TRNTYPE').toUpperCase();
      if (type === 'INT') kinds[statement]!.set(number, 'interest');
      if (type === 'FEE' || type === 'SRVCHG') kinds[statement]!.set(number, 'fee');
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
  return starts.map((start, statement) => {
    const part = text.slice(start, starts[statement + 1]);
    const [, balance = ''] = /<LEDGERBAL>([^]*?)(?:<\/LEDGERBAL>|<AVAILBAL>|$)/i.exec(part) ?? [];
    const cents = amountOf(valueOf(balance, 'BALAMT'));
    const account = valueOf(part, 'ACCTID') || null;
    const ledger =
      cents === null
        ? {}
        : { ledger: { cents, date: readDate(valueOf(balance, 'DTASOF').slice(0, 8))?.dayFirst ?? null } };
    const ofStatement = rows.filter((_, index) => records[index]!.statement === statement);
    const common = { file, account, header, rows: ofStatement, otherRows: [], form: 'ofx' };
    return { ...common, kinds: kinds[statement]!, ...ledger };
  });
}

const readTypes = /^!type:(?:bank|ccard|cash|oth l)\s*$/i;

function* qifSheets(file: string, text: string): Slices<Sheet[]> {
  const rows: SheetRow[] = [];
  let isRead = false;
  let fields: Partial<Record<string, string>> = {};
  let number = 0;
  let openingCents: number | undefined;
  // The last record may lack its end.
  for (const [index, line] of [...text.split(/\r\n|\r|\n/), '^'].entries()) {
    if (index % (10 * recordsPerSlice) === 0) yield;
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
