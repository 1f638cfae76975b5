import { once } from 'node:events';
import { destination, levels, type LoggerOptions, stdSerializers } from 'pino';

/**
 * JSON lines. A request is logged by its route's pattern, never by its address, which may hold a token; an error
 * by its type, message and stack, never by what a library hung on it.
 */
export function loggerOptions(level: string): LoggerOptions & { level: string } {
  return {
    level,
    base: null,
    timestamp: isoTimestamp(),
    formatters: { level: (label) => ({ level: label }) },
    serializers: {
      err: (error: Error) => {
        const { type, message, stack } = stdSerializers.err(error);
        return { type, message, stack };
      },
    },
  };
}

/** A date is dear to write, so the lines of one second share all of theirs but the milliseconds. */
function isoTimestamp(): () => string {
  let second = -1;
  let start = '';
  return () => {
    const now = Date.now();
    const milliseconds = now % 1000;
    if (now - milliseconds !== second) {
      second = now - milliseconds;
      start = `,"time":"${new Date(second).toISOString().slice(0, -4)}`;
    }
    return `${start}${String(milliseconds).padStart(3, '0')}Z"`;
  };
}

/** Written in blocks of so many lines, or after this time: a write for each line costs as much as an empty request. */
const linesPerBlock = 64;
const flushEveryMs = 500;
const flushPatienceMs = 1_000;

/** What is printed without the log, such as at the start, may get lost as well; by itself Node would end the process. */
export function bearLostOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

const lossLine = (count: number) =>
  `{"level":"warn","time":"${new Date().toISOString()}","msg":"${count} lines of the log could not be written"}\n`;

/**
 * The log on standard output, or on another open file. `flush` resolves when all that is gathered is written out.
 * Lines are gathered here rather than in pino's stream, which measures each: joined once, they cost half as much.
 * Where they cannot be written, the server goes on without, and says later how many it lost.
 */
export function openStandardLog(level: string, fd: number = process.stdout.fd) {
  const output = destination({ fd, sync: false });
  let lines: string[] = [];
  let isWriting = false;
  let isRefused = false;
  let lost = 0;
  // Such as by a full disk. The block stays with the output, which tries it again at the next write.
  output.on('error', () => {
    isWriting = false;
    isRefused = true;
  });
  output.on('drain', () => {
    isWriting = false;
    isRefused = false;
    if (lost > 0) lines.unshift(lossLine(lost));
    lost = 0;
  });
  const writeOut = () => {
    if (isRefused) {
      lost += lines.length;
      lines = [];
      output.write('');
      return;
    }
    if (lines.length === 0) return;
    isWriting = true;
    output.write(lines.join(''));
    lines = [];
  };
  const flush = async () => {
    writeOut();
    // A block on its way is not waited for by the stream's own flush; a reader that is gone will never take it.
    const signal = AbortSignal.timeout(flushPatienceMs);
    if (isWriting) await once(output, 'drain', { signal }).catch(() => {});
  };
  const flushSync = () => {
    writeOut();
    try {
      output.flushSync();
    } catch {
      // Nor would it work when pino tries it, at the end of the process.
      output.flushSync = () => {};
    }
  };
  const stream = {
    write: (line: string) => {
      if (lines.push(line) >= linesPerBlock) writeOut();
    },
    flushSync,
  };
  setInterval(writeOut, flushEveryMs).unref();
  // Whichever way the process ends.
  process.once('exit', flushSync);
  return { options: { ...loggerOptions(level), stream }, flush };
}

/**
 * The same log, of which `take` sees the warnings and errors as well, however little the output shows: what is shown
 * is the operator's choice, what `take` is for is not.
 */
export function tapLog<
  Options extends { level: string; stream: { write: (line: string) => void; flushSync: () => void } },
>(options: Options, take: (line: string) => void): Options {
  const { level, stream } = options;
  const shownFrom = severityOf(level);
  const isQuiet = shownFrom > severityOf(tappedFrom);
  const write = (line: string) => {
    if (!isQuiet || severityOf(levelOf(line)) >= shownFrom) stream.write(line);
    take(line);
  };
  return { ...options, level: isQuiet ? tappedFrom : level, stream: { ...stream, write } };
}

const tappedFrom = 'warn';

/** `silent` is above all. */
const severityOf = (level: string) => levels.values[level] ?? Infinity;

const levelOf = (line: string) => /"level":"(\w+)"/.exec(line)?.[1] ?? '';
