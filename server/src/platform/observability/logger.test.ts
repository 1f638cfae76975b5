import { spawn } from 'node:child_process';
import fs, { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openLog } from './logger.ts';

let folder: string;
let file: string;
let fd: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'declassified-log-'));
  file = join(folder, 'log');
  fd = openSync(file, 'w');
});
afterEach(() => {
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

const nobody = () => {};

describe('the log', () => {
  it('loses no line and no order when it is flushed', async () => {
    const { options, flush } = openLog('info', nobody, fd);
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
      const tapped: string[] = [];
      const { options, flush } = openLog(level, (line) => tapped.push(line), fd);
      const logger = pino(options, options.stream);
      for (const method of ['info', 'warn', 'error'] as const) logger[method](method);
      await flush();
      expect(written().map((line) => line.level)).toEqual(shown);
      expect(tapped).toEqual([expect.stringContaining('"warn"'), expect.stringContaining('"error"')]);
    },
  );

  it('stands a full disk, and tells afterwards how many lines it could not write', async () => {
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const disk = vi.spyOn(fs, 'write').mockImplementation((...given: unknown[]) => {
      const done = given.at(-1) as (error: Error) => void;
      setImmediate(() => done(full));
    });
    const { options } = openLog('info', nobody, fd);
    const logger = pino(options, options.stream);
    const line = 'x'.repeat(1024 * 1024);
    for (let count = 0; count < 6; count++) logger.info(line);
    await expect.poll(() => disk.mock.calls.length).toBeGreaterThan(1);
    disk.mockRestore();
    await expect.poll(() => written().at(-1)?.msg).toMatch(/^[1-3] lines of the log could not be written$/);
    logger.info('as ever');
    await expect.poll(() => written().at(-1)?.msg).toBe('as ever');
  });

  it('lets the process end where its disk is full', () => {
    const reader = openSync(file, 'r');
    const { options } = openLog('info', nobody, reader);
    pino(options, options.stream).info('to nowhere');
    expect(() => options.stream.flushSync()).not.toThrow();
    closeSync(reader);
  });

  it('lets the process live on where not even its first words can be written', async () => {
    const logger = new URL('logger.ts', import.meta.url).href;
    const program = `import(${JSON.stringify(logger)}).then(({ ignoreBrokenPipe }) => {
      ignoreBrokenPipe();
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

  it('writes a lone line within a second, and says when and how grave', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    const { options } = openLog('info', nobody, fd);
    const before = Date.now();
    pino(options, options.stream).warn('alone');
    vi.advanceTimersByTime(1_000);
    vi.useRealTimers();
    await expect.poll(written).toHaveLength(1);
    const { level, time, msg } = written()[0]!;
    expect([level, msg]).toEqual(['warn', 'alone']);
    expect(time).toBe(new Date(time).toISOString());
    expect(Date.parse(time)).toBeGreaterThanOrEqual(before);
  });
});
