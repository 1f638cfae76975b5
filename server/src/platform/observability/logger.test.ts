import { spawn } from 'node:child_process';
import fs, { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
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

// Each log of a test waits for the end of the process.
process.setMaxListeners(50);

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

  it('stands a full disk, and tells afterwards how many lines it could not write', async () => {
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const disk = vi.spyOn(fs, 'write').mockImplementation((...given: unknown[]) => {
      const done = given.at(-1) as (error: Error) => void;
      setImmediate(() => done(full));
    });
    const { options } = openStandardLog('info', fd);
    const logger = pino(options, options.stream);
    for (const round of [1, 2, 3]) {
      for (let line = 0; line < 64; line++) logger.info(`line ${line} of ${round}`);
      await expect.poll(() => disk.mock.calls.length).toBe(round);
      await new Promise(setImmediate);
    }
    disk.mockRestore();
    logger.info('again');
    vi.advanceTimersByTime(500);
    await expect.poll(written).toHaveLength(64);
    vi.advanceTimersByTime(500);
    await expect.poll(written).toHaveLength(65);
    expect(written().at(-1)).toMatchObject({
      level: 'warn',
      msg: '129 lines of the log could not be written',
    });
    logger.info('as ever');
    vi.advanceTimersByTime(500);
    await expect.poll(() => written().at(-1)).toMatchObject({ msg: 'as ever' });
  });

  it('lets the process end where its disk is full', () => {
    const reader = openSync(file, 'r');
    const { options } = openStandardLog('info', reader);
    pino(options, options.stream).info('to nowhere');
    expect(() => options.stream.flushSync()).not.toThrow();
    closeSync(reader);
  });

  it('lets the process live on where not even its first words can be written', async () => {
    const logger = new URL('logger.ts', import.meta.url).href;
    const program = `import(${JSON.stringify(logger)}).then(({ bearLostOutput }) => {
      bearLostOutput();
      console.log('to nowhere');
      setTimeout(() => console.error('lives on'), 50);
    });`;
    const reader = openSync(file, 'r');
    const child = spawn(process.execPath, ['--import', 'tsx', '--eval', program], {
      stdio: ['ignore', reader, 'pipe'],
    });
    closeSync(reader);
    expect(child.stderr && (await text(child.stderr))).toBe('lives on\n');
  });

  it('writes a lone line within half a second, whatever comes after', async () => {
    const { options } = openStandardLog('info', fd);
    pino(options, options.stream).info('alone');
    vi.advanceTimersByTime(500);
    await expect.poll(written).toEqual([expect.objectContaining({ msg: 'alone' })]);
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
