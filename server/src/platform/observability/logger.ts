import {
  destination,
  type Logger,
  type LoggerOptions,
  multistream,
  type MultiStreamRes,
  pino,
  stdSerializers,
} from 'pino';
import { redactLine } from './log-text.ts';

/**
 * JSON lines. A request is logged with the pattern of its route instead of its URL, which may contain a token. An error
 * is logged with its type, message and stack only, without secrets.
 */
export function loggerOptions(level: string): LoggerOptions & { level: string } {
  return {
    level,
    base: null,
    timestamp: isoTime,
    formatters: { level: (label) => ({ level: label }) },
    hooks: { streamWrite: redactLine },
    serializers: {
      err: (error: Error) => {
        const errors = error instanceof AggregateError ? error.errors.map(withoutFields) : undefined;
        return { ...withoutFields(error), ...(errors && { errors }) };
      },
    },
  };
}

let written = { ms: 0, text: '' };

/** Pino's own formats the time for each line. Under load, a millisecond has several. */
function isoTime(): string {
  const ms = Date.now();
  if (ms !== written.ms) written = { ms, text: `,"time":"${new Date(ms).toISOString()}"` };
  return written.text;
}

function withoutFields(error: Error) {
  const { type, message, stack } = stdSerializers.err(error);
  return { type, message, stack };
}

/** Direct output may be lost as well. Without a listener Node would end the process. */
export function ignoreBrokenPipe(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

/** A write for each line costs as much as an empty request. */
const blockBytes = 32 * 1024;
const flushEveryMs = 500;
/** The buffer for a slow or full disk. Further lines are dropped. */
const waitingMaxBytes = 4 * 1024 * 1024;
const flushTimeoutMs = 1_000;

export interface Log {
  options: LoggerOptions & { level: string; stream: MultiStreamRes<string> };
  /** Writes to the same output at every log level, also `silent`. */
  always: Logger;
  /** Resolves when the buffer is written, or after `flushTimeoutMs`. */
  flush: () => Promise<void>;
}

/**
 * The log on standard output or on another open file. `onWarning` receives warnings and errors at every log level.
 * If lines cannot be written, the server continues and later logs how many lines were lost.
 */
export function openLog(
  level: string,
  onWarning: (line: string) => void,
  fd: number = process.stdout.fd,
): Log {
  const output = destination({
    fd,
    sync: false,
    minLength: blockBytes,
    maxWrite: 2 * blockBytes,
    contentMode: 'buffer',
    maxLength: waitingMaxBytes,
    periodicFlush: flushEveryMs,
  });
  // As texts, the stream would measure the whole block again at each line. Its type does not know buffers.
  const write = (line: string) => void output.write(Buffer.from(line) as unknown as string);
  // For example, if the disk is full: the block stays in the buffer and is retried with the next one.
  output.on('error', () => {});
  let lost = 0;
  output.on('drop', () => (lost += 1));
  output.on('drain', () => {
    const time = new Date().toISOString();
    const msg = `${lost} lines of the log could not be written`;
    if (lost > 0) write(`${JSON.stringify({ level: 'warn', time, msg })}\n`);
    lost = 0;
  });
  // Pino calls it at exit. On a full disk it would never return.
  output.flushSync = () => {};
  const stream = multistream([
    { level: 'warn', stream: { write: onWarning } },
    ...(level === 'silent' ? [] : [{ level, stream: { write } }]),
  ]);
  const isQuiet = ['error', 'fatal', 'silent'].includes(level);
  return {
    options: { ...loggerOptions(isQuiet ? 'warn' : level), stream },
    always: pino(loggerOptions('info'), { write }),
    flush: () =>
      new Promise((resolve) => {
        setTimeout(resolve, flushTimeoutMs).unref();
        output.flush(() => resolve());
      }),
  };
}
