/** The files of the loan and of its offset accounts, which are read on the device. */
import type { AccountFile, AccountFilesReading } from 'engine/account-files/read-account-files.ts';
import { accountKey, type Answers, fileOf, noAnswers, type Typed } from 'engine/account-files/questions.ts';
import type { FileAnswers, Place } from 'engine/account-files/reading.ts';
import type { Sheet } from 'engine/account-files/sheet.ts';
import type { DayRange } from 'engine/account-files/to-statement.ts';
import { count } from 'contract/counts.ts';
import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { UserError } from '#api/api-error.ts';
import { newReadCache, unreadable } from 'engine/account-files/read-place.ts';
import { fileLimits, limitTexts } from 'engine/account-files/limits.ts';
import { readText } from '#parts/files/read-text.ts';
import { isChunkError } from '#parts/lazy/chunk-errors.ts';

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

/** The browser does not load a failed module again. */
export const notLoaded =
  'What reads your files could not be loaded. Check your connection, reload this page, and choose your files again.';

type FilesState = AccountFilesState & { refused: readonly RefusedFile[] };

/** What was read, and the means to change it. */
export type AccountFiles = ReturnType<typeof useAccountFiles>;

/** Changes that are read one after the other, until the form is cleared. */
const newQueue = () => ({
  last: Promise.resolve(),
  /** Also of files whose texts are not there yet. */
  pending: new Set<Reading>(),
  clearing: new AbortController(),
  /** What was read of files that have not changed. */
  cache: newReadCache(),
});

interface Reading {
  /** Of the files, and how many rows they have. */
  names: string;
}

type Change = (signal: AbortSignal) => Promise<void> | void;

export function useAccountFiles(initial: AccountFilesState = noFiles) {
  const [state, setState] = useState<FilesState>({ ...initial, refused: [] });
  /** Of the first change that is being read. */
  const [readingNames, setReadingNames] = useState('');
  /** Rendered after each change. */
  const latest = useRef(state);
  /** For handlers of former renders, too. */
  const rendered = useRef(state);
  useLayoutEffect(() => {
    rendered.current = state;
  }, [state]);
  const queue = useRef(newQueue());
  useEffect(() => {
    queue.current = newQueue();
    return () => queue.current.clearing.abort();
  }, []);

  // In transitions, because rendering the form may take longer than the next key press.
  const renderNames = () =>
    startTransition(() =>
      setReadingNames([...queue.current.pending].find(({ names }) => names)?.names ?? ''),
    );

  /** Makes a change once those before it are read. A change whose files are slow to read keeps no other waiting. */
  async function enqueue(reading: Reading, change: Change | Promise<Change>): Promise<void> {
    const current = queue.current;
    const { signal } = current.clearing;
    current.pending.add(reading);
    renderNames();
    const make = await change;
    async function takeTurn(last: Promise<void>) {
      await last;
      try {
        if (!signal.aborted) await make(signal);
      } catch (error) {
        if (!signal.aborted) throw error;
      } finally {
        current.pending.delete(reading);
        if (!signal.aborted) {
          startTransition(() => setState(latest.current));
          renderNames();
        }
      }
    }
    const turn = takeTurn(current.last);
    current.last = turn.catch(() => undefined);
    return turn;
  }

  function refuse(...problems: RefusedFile[]) {
    latest.current = { ...latest.current, refused: [...latest.current.refused, ...problems] };
  }

  /** Reads all files anew: what one file proves decides how others are read. */
  async function read(change: Partial<AccountFilesState>, signal: AbortSignal) {
    const { readFiles } = await import('./read-files.ts');
    const changed = { ...latest.current, ...change };
    const reading = await readFiles(changed, nothingTyped, signal, queue.current.cache);
    signal.throwIfAborted();
    const reasons = new Map(reading.refused.map((each) => [each.id, each]));
    const isAdded = ({ id }: AccountFile) => !reasons.has(id);
    const added = { ...change, loan: changed.loan.filter(isAdded), offset: changed.offset.filter(isAdded) };
    // Where every new file was refused, the terms of a result are what they were.
    if (!areSameTerms({ ...changed, ...added }, latest.current)) {
      const whole = { ...reading, refused: [] };
      latest.current = { ...latest.current, ...added, reading: whole, revision: nextNumber() };
    }
    refuse(
      ...(['loan', 'offset'] as const).flatMap((place) =>
        changed[place].flatMap(({ id, name }) => {
          const found = reasons.get(id);
          return found ? { place, text: found.isDuplicate ? found.reason : `${name}: ${found.reason}` } : [];
        }),
      ),
    );
  }

  function add(place: Place, files: readonly File[]) {
    const names = files.map(({ name }) => name).join(', ');
    const reading = { names };
    startTransition(() => set({ refused: latest.current.refused.filter((each) => each.place !== place) }));
    const addTexts = async (found: readonly (readonly [File, string | UserError])[], signal: AbortSignal) => {
      const inPlace = [...latest.current[place]];
      let rows = 0;
      for (const [file, text] of found) {
        if (text instanceof UserError) {
          refuse({ place, text: `${file.name}: ${text.message}` });
          continue;
        }
        const isHere = inPlace.some((each) => each.text === text);
        const name = isHere ? file.name : freeName(file.name, inPlace);
        rows += text.trim().split(/\r\n|\r|\n/).length;
        inPlace.push({ id: `file${nextNumber()}`, name, text });
      }
      reading.names = `${names}, ${count(rows, 'row')}`;
      renderNames();
      try {
        await read({ [place]: inPlace, range: null }, signal);
      } catch (error) {
        signal.throwIfAborted();
        // What the reader fails at must not keep other files from being read.
        refuse({ place, text: `${names}: ${isChunkError(error) ? notLoaded : unreadable}` });
      }
    };
    const texts = Promise.all(files.map(async (file) => [file, await textOf(file)] as const));
    return enqueue(
      reading,
      texts.then((found) => (signal) => addTexts(found, signal)),
    );
  }

  const readChanged = (change: (current: AccountFilesState) => Partial<AccountFilesState>) =>
    enqueue({ names: 'your files' }, (signal) => read({ ...change(latest.current), range: null }, signal));

  function remove(...removed: readonly string[]) {
    const isLeft = ({ id }: Pick<AccountFile, 'id'>) => !removed.includes(id);
    const ofLeft = <Value>(answers: ReadonlyMap<string, Value> = new Map()) =>
      new Map([...answers].filter(([key]) => isLeft({ id: fileOf(key) })));
    return readChanged(({ loan, offset, answers: { account, ...answers } }) => {
      // Of a place from which a file is removed.
      const isBeside = (file: string) =>
        [loan, offset].some((place) => place.some(({ id }) => id === file) && !place.every(isLeft));
      const belongs = [...ofLeft(answers.belongs)].filter(([key, to]) =>
        typeof to === 'string' ? isLeft({ id: fileOf(to) }) : !isBeside(fileOf(key)),
      );
      return {
        loan: loan.filter(isLeft),
        offset: offset.filter(isLeft),
        answers: {
          ...answers,
          ...(account !== undefined && loan.every(isLeft) && { account }),
          files: ofLeft(answers.files),
          kinds: ofLeft(answers.kinds),
          roles: ofLeft(answers.roles),
          belongs: new Map(belongs),
        },
      };
    });
  }

  const answer = (change: (answers: Answers) => Answers) =>
    readChanged(({ answers }) => ({ answers: change(answers) }));

  /** Changes what is answered about files. */
  const answerOf = (files: readonly string[], change: (before: FileAnswers) => FileAnswers) =>
    void answer((answers) => {
      const changed = files.map((file) => {
        const before = answers.files.get(file) ?? {};
        return [file, { ...before, ...change(before) }] as const;
      });
      return { ...answers, files: new Map([...answers.files, ...changed]) };
    });

  /** Says whether a file is of the account before it, or of which account. */
  const belong = (sheet: Sheet, to: boolean | string) =>
    void answer((answers) => ({
      ...answers,
      belongs: new Map([...answers.belongs, [accountKey(sheet), to]]),
    }));

  /** Without reading anew. */
  function set(change: Partial<FilesState>) {
    latest.current = { ...latest.current, ...change };
    setState(latest.current);
  }

  function clear() {
    queue.current.clearing.abort();
    queue.current = newQueue();
    setReadingNames('');
    set({ ...noFiles, refused: [] });
  }

  return {
    ...state,
    /** The same object until something changes. */
    state,
    readingNames,
    add,
    remove,
    answer,
    answerOf,
    belong,
    confirm: (key: string) => set({ confirmed: new Set([...latest.current.confirmed, key]) }),
    checkOnly: (range: DayRange | null) =>
      void enqueue({ names: '' }, () => set({ range, revision: nextNumber() })),
    clear,
    /** Whether a change has not been rendered yet. */
    isChanging: () => queue.current.pending.size > 0 || latest.current !== rendered.current,
    /** Also files that are being read. */
    hasFiles: () =>
      queue.current.pending.size + latest.current.loan.length + latest.current.offset.length > 0,
  };
}

/** The text of a file, or why it cannot be read. */
async function textOf(file: File): Promise<string | UserError> {
  if (file.size > fileLimits.bytes) return new UserError(limitTexts.tooLarge);
  try {
    return await readText(file);
  } catch (error) {
    return error instanceof UserError ? error : new UserError(unreadable);
  }
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
