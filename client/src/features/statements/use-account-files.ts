/** The files of the loan and of its offset accounts, which are read on the device. */
import type { AccountFile, AccountFilesReading } from 'engine/account-files/read-account-files.ts';
import { type Answers, noAnswers, type Typed } from 'engine/account-files/questions.ts';
import type { FileAnswers, Place } from 'engine/account-files/reading.ts';
import type { DayRange } from 'engine/account-files/to-statement.ts';
import { count } from 'contract/counts.ts';
import { startTransition, useEffect, useRef, useState } from 'react';
import { UserError } from '#api/api-error.ts';
import { newReadCache, unreadable } from 'engine/account-files/read-place.ts';
import { fileLimits, limitTexts } from 'engine/account-files/limits.ts';
import { readText } from '#parts/files/read-text.ts';

export interface AccountFilesState {
  loan: readonly AccountFile[];
  offset: readonly AccountFile[];
  answers: Answers;
  /** The keys of the questions that were answered with Yes. */
  confirmed: ReadonlySet<string>;
  /** Where a person has it checked only for the days that the offset accounts cover. */
  range: DayRange | null;
  /** Without what is typed in the form. Undefined without files. */
  reading: AccountFilesReading | undefined;
  /** Of what was read, which a correction changes. */
  revision: number;
}

/** A file that was not added, with the reason. */
export interface RefusedFile {
  place: Place;
  text: string;
}

const noFiles: AccountFilesState = {
  loan: [],
  offset: [],
  answers: noAnswers,
  confirmed: new Set(),
  range: null,
  reading: undefined,
  revision: 0,
};
const nothingTyped: Typed = {
  previousChargeDate: null,
  openingCents: null,
  closingCents: null,
  offsetOpeningCents: new Map(),
};

let numbers = 0;
const nextNumber = () => ++numbers;

/** What was read, and the means to change it. */
export interface AccountFiles extends AccountFilesState {
  refused: readonly RefusedFile[];
  /** The names of the files that are being read, and how many rows they have. */
  isReading: string;
  add: (place: Place, files: readonly File[]) => Promise<void>;
  remove: (id: string) => void;
  answer: (change: (answers: Answers) => Answers) => Promise<void>;
  /** Changes what is answered about files. */
  answerOf: (files: readonly string[], change: (before: FileAnswers) => FileAnswers) => void;
  /** Says whether a file is of the account before it, or of which account. */
  belong: (file: string, to: boolean | string) => void;
  confirm: (key: string) => void;
  checkOnly: (range: DayRange | null) => void;
  clear: () => void;
  /** Of the newest files. */
  hasFiles: () => boolean;
}

export function useAccountFiles(initial: AccountFilesState = noFiles): AccountFiles {
  const [state, setState] = useState(initial);
  const [refused, setRefused] = useState<readonly RefusedFile[]>([]);
  const [isReading, setReading] = useState('');
  /** The newest files and answers, which are read next. */
  const latest = useRef(initial);
  const displayed = useRef(initial);
  /** What was read of files that have not changed. */
  const cache = useRef(newReadCache());
  const running = useRef<AbortController>(undefined);
  /** How many additions have files whose texts are not there yet. */
  const additions = useRef(0);
  useEffect(() => () => running.current?.abort(), []);

  /** Reads all files anew: what one file proves decides how others are read. */
  async function read(change: Partial<AccountFilesState>) {
    latest.current = { ...latest.current, ...change };
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    startTransition(() => setReading((names) => names || 'your files'));
    try {
      const { readFiles } = await import('./read-files.ts');
      const reading = await readFiles(latest.current, nothingTyped, signal, cache.current);
      signal.throwIfAborted();
      const ids = new Set(reading.refused.map(({ id }) => id));
      const isAdded = ({ id }: AccountFile) => !ids.has(id);
      const { loan, offset } = latest.current;
      const problems = (['loan', 'offset'] as const).flatMap((place) =>
        latest.current[place].flatMap(({ id, name }) => {
          const found = reading.refused.find((each) => each.id === id);
          return found ? { place, text: found.isDuplicate ? found.reason : `${name}: ${found.reason}` } : [];
        }),
      );
      const added = { ...latest.current, loan: loan.filter(isAdded), offset: offset.filter(isAdded) };
      // Where every new file was refused, the terms of a result are what they were.
      const next = areSameTerms(added, displayed.current)
        ? displayed.current
        : { ...added, reading: { ...reading, refused: [] }, revision: nextNumber() };
      [latest.current, displayed.current] = [next, next];
      // In a transition, because rendering the form may take longer than the next key press.
      startTransition(() => {
        setState(next);
        if (additions.current === 0) setReading('');
        if (problems.length > 0) setRefused((previous) => [...previous, ...problems]);
      });
    } catch (error) {
      if (signal.aborted) return;
      if (additions.current === 0) startTransition(() => setReading(''));
      throw error;
    }
  }

  async function add(place: Place, files: readonly File[]) {
    const names = files.map(({ name }) => name).join(', ');
    let rows = 0;
    additions.current++;
    const uncleared = cache.current;
    const before = new Set([...latest.current.loan, ...latest.current.offset].map(({ id }) => id));
    startTransition(() => {
      setReading(names);
      setRefused((previous) => previous.filter((each) => each.place !== place));
    });
    const refuse = (text: string) =>
      startTransition(() => setRefused((previous) => [...previous, { place, text }]));
    for (const file of files) {
      try {
        if (file.size > fileLimits.bytes) throw new UserError(limitTexts.tooLarge);
        const text = await readText(file);
        if (cache.current !== uncleared) return;
        const others = latest.current[place];
        const isHere = others.some((each) => each.text === text);
        const name = isHere ? file.name : freeName(file.name, others);
        rows += text.trim().split(/\r\n|\r|\n/).length;
        latest.current = {
          ...latest.current,
          [place]: [...others, { id: `file${nextNumber()}`, name, text }],
        };
      } catch (error) {
        if (cache.current !== uncleared) return;
        const reason = error instanceof UserError ? error.message : unreadable;
        refuse(`${file.name}: ${reason}`);
      }
    }
    additions.current--;
    startTransition(() => setReading(`${names}, ${count(rows, 'row')}`));
    try {
      await read({ range: null });
    } catch {
      // What the reader fails at must not keep other files from being read.
      refuse(`${names}: ${unreadable}`);
      const isOther = ({ id }: AccountFile) => before.has(id);
      const { loan, offset } = latest.current;
      await read({ loan: loan.filter(isOther), offset: offset.filter(isOther) });
    }
  }

  function remove(removed: string) {
    const isOther = ({ id }: AccountFile) => id !== removed;
    const { loan, offset, answers } = latest.current;
    void read({
      loan: loan.filter(isOther),
      offset: offset.filter(isOther),
      answers: {
        ...answers,
        belongs: new Map(
          [...answers.belongs].filter(([file, other]) => file !== removed && other !== removed),
        ),
      },
      range: null,
    });
  }

  const answer = (change: (answers: Answers) => Answers) =>
    read({ answers: change(latest.current.answers), range: null });

  const answerOf: AccountFiles['answerOf'] = (files, change) =>
    void answer((answers) => {
      const changed = files.map((file) => {
        const before = answers.files.get(file) ?? {};
        return [file, { ...before, ...change(before) }] as const;
      });
      return { ...answers, files: new Map([...answers.files, ...changed]) };
    });

  const belong: AccountFiles['belong'] = (file, to) =>
    void answer((answers) => ({ ...answers, belongs: new Map([...answers.belongs, [file, to]]) }));

  /** Without reading anew. */
  function set(change: Partial<AccountFilesState>) {
    latest.current = { ...latest.current, ...change };
    displayed.current = { ...displayed.current, ...change };
    setState(displayed.current);
  }

  function clear() {
    cache.current = newReadCache();
    running.current?.abort();
    additions.current = 0;
    setRefused([]);
    setReading('');
    set(noFiles);
  }

  return {
    ...state,
    refused,
    isReading,
    add,
    remove,
    answer,
    answerOf,
    belong,
    confirm: (key) => set({ confirmed: new Set([...latest.current.confirmed, key]) }),
    checkOnly: (range) => set({ range, revision: nextNumber() }),
    clear,
    hasFiles: () => latest.current.loan.length + latest.current.offset.length > 0,
  };
}

const areSameTerms = (one: AccountFilesState, other: AccountFilesState): boolean =>
  one.answers === other.answers &&
  (['loan', 'offset'] as const).every(
    (place) =>
      one[place].length === other[place].length &&
      one[place].every((file, index) => file === other[place][index]),
  );

/** Files of one name stay apart. */
function freeName(name: string, files: readonly AccountFile[]): string {
  const names = new Set(files.map((file) => file.name));
  for (let number = 2; ; number++) {
    const free = number === 2 && !names.has(name) ? name : `${name} (${number})`;
    if (!names.has(free)) return free;
  }
}
