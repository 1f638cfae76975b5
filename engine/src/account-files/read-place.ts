/** From the files of a place to the readings of their accounts. */
import type { ParseCsv } from 'contract/csv-records.ts';
import type { Slices } from 'engine/slices.ts';
import { fileLimits, limitTexts } from './limits.ts';
import { accountKey, type AccountRole, type Answers } from './questions.ts';
import { type FormReading, type ProvenOrder, readForm } from './read-form.ts';
import type { FileAnswers, Place, SheetReading } from './reading.ts';
import { type Sheet, UnreadableFile } from './sheet.ts';
import { sheetsOf } from './sheets.ts';

export interface AccountFile {
  /** Tells files of the same name apart. */
  id: string;
  name: string;
  text: string;
}

export interface RefusedFile {
  id: string;
  reason: string;
  isDuplicate: boolean;
}

/** What was read before, for a reader that reads the same files again with other answers. */
export interface ReadCache {
  sheets: Map<string, { text: string; column: number | null | undefined; sheets: Sheet[] }>;
  forms: Map<
    string,
    { sheets: readonly Sheet[]; answers: readonly FileAnswers[]; order: string; read: FormReading }
  >;
}

export const unreadable =
  'This file cannot be read. On your bank’s website, export it again, or in another form.';

export const newReadCache = (): ReadCache => ({ sheets: new Map(), forms: new Map() });

const noAnswers: FileAnswers = {};

export function* placeSheets(
  files: readonly AccountFile[],
  parse: ParseCsv,
  answers: Answers,
  cache: ReadCache,
): Slices<{ sheets: Sheet[]; refused: RefusedFile[] }> {
  const refused: RefusedFile[] = [];
  const sheets: Sheet[] = [];
  let added = 0;
  for (const [index, { id, name, text }] of files.entries()) {
    const same = files.slice(0, index).find((other) => other.text === text);
    if (same) {
      refused.push({ id, reason: `${name} is here already.`, isDuplicate: true });
      continue;
    }
    if (added === fileLimits.files) {
      refused.push({ id, reason: limitTexts.tooManyFiles, isDuplicate: false });
      continue;
    }
    try {
      const column = answers.files.get(id)?.accountColumn;
      let entry = cache.sheets.get(id);
      if (entry?.text !== text || entry.column !== column) {
        entry = { text, column, sheets: yield* sheetsOf(id, text, parse, column) };
        cache.sheets.set(id, entry);
      }
      sheets.push(...entry.sheets);
      added++;
    } catch (error) {
      // A fault of the reader with one file must not keep the others from being read.
      const reason = error instanceof UnreadableFile ? error.message : unreadable;
      refused.push({ id, reason, isDuplicate: false });
    }
    yield;
  }
  return { sheets, refused };
}

/** What an account is by its place, or by the answer where its file has several. */
export const roleOf = (sheet: Sheet, place: Place, { roles }: Answers): AccountRole =>
  roles?.get(accountKey(sheet)) ?? place;

export function* readSheets(
  sheets: readonly Sheet[],
  place: Place,
  answers: Answers,
  cache: ReadCache,
): Slices<SheetReading[]> {
  const answersOf = (file: string) => answers.files.get(file) ?? noAnswers;
  let proven: ProvenOrder = null;
  const readings: SheetReading[] = [];
  for (const form of new Set(sheets.map((sheet) => sheet.form))) {
    const ofForm = sheets.filter((sheet) => sheet.form === form);
    const key = `${place} ${form}`;
    const formAnswers = ofForm.map(({ file }) => answersOf(file));
    const order: string = JSON.stringify(proven);
    const before = cache.forms.get(key);
    const isSame =
      before?.order === order && areSame(before.sheets, ofForm) && areSame(before.answers, formAnswers);
    const read: FormReading = isSame ? before.read : yield* readForm(ofForm, place, answersOf, proven);
    cache.forms.set(key, { sheets: ofForm, answers: formAnswers, order, read });
    proven = read.provenOrder ?? proven;
    readings.push(...read.readings);
  }
  return readings;
}

const areSame = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((each, index) => each === other[index]);
