import { destination, type LoggerOptions, stdSerializers } from 'pino';

/**
 * JSON lines. A request is logged by its route's pattern, never by its address, which may hold a token; an error
 * by its type, message and stack, never by what a library hung on it.
 */
export function loggerOptions(level: string): LoggerOptions {
  return {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    serializers: {
      err: (error: Error) => {
        const { type, message, stack } = stdSerializers.err(error);
        return { type, message, stack };
      },
    },
  };
}

/** Written in blocks of this size, or after this time: a write for each line costs as much as an empty request. */
const bufferBytes = 4_096;
const flushEveryMs = 500;

/** The log on standard output. `flush` writes out what is buffered, at the end of the process. */
export function openStandardLog(level: string) {
  const stream = destination({ sync: false, minLength: bufferBytes, periodicFlush: flushEveryMs });
  return { options: { ...loggerOptions(level), stream }, flush: () => stream.flushSync() };
}
