import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openStandardLog, tapLog } from './logger.ts';

let folder: string;
let file: string;
let fd: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'declassified-log-'));
  file = join(folder, 'log');
  fd = openSync(file, 'w');
  vi.useFakeTimers({ toFake: ['Date', 'setInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
  closeSync(fd);
  rmSync(folder, { recursive: true });
});

const written = () =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { level: string; time: string; msg: string });

describe('the log', () => {
  it('loses no line and no order when it is flushed', async () => {
    const { options, flush } = openStandardLog('info', fd);
    const logger = pino(options, options.stream);
    for (let line = 0; line < 1_000; line++) logger.info(`line ${line}`);
    logger.debug('too low');
    await flush();
    expect(written().map(({ msg }) => msg)).toEqual(
      Array.from({ length: 1_000 }, (_, line) => `line ${line}`),
    );
  });

  it.each([
    ['info', ['info', 'warn', 'error']],
    ['error', ['error']],
    ['silent', []],
  ])(
    'at the level %s shows no more than that, and the tap sees warnings and errors all the same',
    async (level, shown) => {
      const { options, flush } = openStandardLog(level, fd);
      const tapped: string[] = [];
      const { stream, ...rest } = tapLog(options, (line) => tapped.push(line));
      const logger = pino(rest, stream);
      for (const method of ['info', 'warn', 'error'] as const) logger[method](method);
      await flush();
      expect(written().map((line) => line.level)).toEqual(shown);
      expect(tapped.filter((line) => !line.includes('"info"'))).toHaveLength(2);
    },
  );

  it('writes a lone line within half a second, whatever comes after', async () => {
    const { options } = openStandardLog('info', fd);
    pino(options, options.stream).info('alone');
    vi.advanceTimersByTime(500);
    await vi.waitFor(() => expect(written()).toEqual([expect.objectContaining({ msg: 'alone' })]));
  });

  it.each(['2026-01-02T03:04:05.000Z', '2026-01-02T03:04:05.007Z', '2026-12-31T23:59:59.999Z'])(
    'says when and how grave: %s',
    async (time) => {
      const { options, flush } = openStandardLog('info', fd);
      const logger = pino(options, options.stream);
      vi.setSystemTime('2026-01-02T03:04:05.006Z');
      logger.info('before');
      vi.setSystemTime(time);
      logger.warn('now');
      await flush();
      expect(written()[1]).toEqual({ level: 'warn', time, msg: 'now' });
    },
  );
});
