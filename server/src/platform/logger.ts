import { type LoggerOptions, stdSerializers } from 'pino';

/**
 * JSON lines on standard output. A request is logged by its route's pattern, never by its address, which may
 * hold a token; an error by its type, message and stack, never by what a library hung on it.
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
