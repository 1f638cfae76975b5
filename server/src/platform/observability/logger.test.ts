import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useFolder } from '#test/folder.ts';
import { openLog } from './logger.ts';

const file = join(useFolder(), 'log');
let fd: number;
beforeEach(() => {
  fd = openSync(file, 'w');
});
afterEach(() => closeSync(fd));

const written = () =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { level: string; time: string; msg: string; audit_head?: string });

// Each log of a test waits for the end of the process.
process.setMaxListeners(50);

const ignoreWarnings = () => {};

/** A process that can use the log's functions, with its standard output redirected to `stdout`. */
function run(stdout: number, program: string) {
  const logger = JSON.stringify(new URL('logger.ts', import.meta.url).href);
  const code = `import pino from 'pino';
    import { ignoreBrokenPipe, openLog } from ${logger};
    ${program}`;
  const args = ['--import', 'tsx', '--input-type', 'module', '--eval', code];
  return spawn(process.execPath, args, { stdio: ['ignore', stdout, 'pipe'] });
}

describe('the log', () => {
  it('writes all lines in order when it is flushed', async () => {
    const { options, flush } = openLog('info', ignoreWarnings, fd);
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
    'prints no lines below the level %s, but passes all warnings and errors to the log records',
    async (level, expectedLevels) => {
      const warnings: string[] = [];
      const { options, flush } = openLog(level, (line) => warnings.push(line), fd);
      const logger = pino(options, options.stream);
      for (const method of ['info', 'warn', 'error'] as const) logger[method](method);
      await flush();
      expect(written().map((line) => line.level)).toEqual(expectedLevels);
      expect(warnings).toEqual([expect.stringContaining('"warn"'), expect.stringContaining('"error"')]);
    },
  );

  it('redacts messages, fields, and the text and stack of errors, as the log records do', async () => {
    const secret = 'Zm9vYmFyYmF6cXV4cXV1eGNvcmdlZ3JhdWx0Z2FybHk1';
    const warnings: string[] = [];
    const { options, flush } = openLog('info', (line) => warnings.push(line), fd);
    const logger = pino(options, options.stream);
    const err = new Error(`connect postgresql://app:${secret}@db:5432/app`, { cause: new Error(secret) });
    logger.error({ err, headers: { cookie: `refresh_token=${secret}` } }, `token: ${secret}`);
    logger.info({ err }, 'request cut off');
    logger.warn(new AggregateError([err, new RangeError(secret)], 'two'));
    logger.child({ password: secret }).warn('refused');
    await flush();
    expect([...warnings, ...written().map((line) => JSON.stringify(line))].join('\n')).not.toContain(secret);
    expect(written()[0]).toMatchObject({
      msg: 'token: [redacted]',
      err: { type: 'Error', message: 'connect postgresql://[redacted]@db:5432/app: [redacted]' },
      headers: { cookie: '[redacted]' },
    });
    expect(written()[2]).toMatchObject({
      err: { message: 'two', errors: [{ type: 'Error' }, { type: 'RangeError', message: '[redacted]' }] },
    });
    expect(written()).toHaveLength(4);
  });

  it('does not change the heads of the audit trail or ordinary lines', async () => {
    const { options, flush } = openLog('info', ignoreWarnings, fd);
    const fields = { audit_head: `42:${'9f86d081'.repeat(8)}`, route: '/api/user/verify-email/:uid/:token/' };
    pino(options, options.stream).info(fields, 'audit trail sealed');
    await flush();
    expect(written()[0]).toMatchObject(fields);
  });

  it.each(['trace', 'info', 'warn', 'error', 'fatal', 'silent'])(
    'writes the heads of the audit trail at the level %s, once each',
    async (level) => {
      const { options, always, flush } = openLog(level, ignoreWarnings, fd);
      pino(options, options.stream).debug('an ordinary line');
      always.info({ audit_head: 'head' }, 'audit trail sealed');
      await flush();
      expect(written().filter(({ audit_head }) => audit_head === 'head')).toHaveLength(1);
    },
  );

  it('continues on a full disk, and reports afterwards how many lines were lost', async () => {
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const disk = vi.spyOn(fs, 'write').mockImplementation((...args: unknown[]) => {
      const done = args.at(-1) as (error: Error) => void;
      setImmediate(() => done(full));
    });
    const { options } = openLog('info', ignoreWarnings, fd);
    const logger = pino(options, options.stream);
    const line = 'x'.repeat(1024 * 1024);
    for (let count = 0; count < 6; count++) logger.info(line);
    await expect.poll(() => disk.mock.calls.length).toBeGreaterThan(1);
    disk.mockRestore();
    await expect.poll(() => written().at(-1)?.msg).toMatch(/^[1-3] lines of the log could not be written$/);
    logger.info('after the outage');
    await expect.poll(() => written().at(-1)?.msg).toBe('after the outage');
  });

  // Separate processes, because unwritten lines are retried as long as their process runs.
  it('does not prevent the process from ending when its disk is full', async () => {
    const reader = openSync(file, 'r');
    const child = run(
      reader,
      `const { options } = openLog('info', () => {});
      pino(options, options.stream).info('to nowhere');
      setTimeout(() => process.exit(), 600);`,
    );
    closeSync(reader);
    expect(await once(child, 'close')).toEqual([0, null]);
  });

  it('does not end the process if its first lines cannot be written', async () => {
    const reader = openSync(file, 'r');
    const child = run(
      reader,
      `ignoreBrokenPipe();
      console.log('to nowhere');
      setTimeout(() => console.error('still running'), 50);`,
    );
    closeSync(reader);
    expect(child.stderr && (await text(child.stderr))).toBe('still running\n');
  });

  it('writes a single line within a second, with its time and level', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    const { options } = openLog('info', ignoreWarnings, fd);
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
