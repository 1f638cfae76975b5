import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHashQueue } from './passwords.ts';

/** Tasks that end on demand, and the number of those that run. */
function controlledWork() {
  const finishers: (() => void)[] = [];
  return {
    start: () => new Promise<void>((finish) => finishers.push(finish)),
    started: () => finishers.length,
    finish: (index: number) => finishers[index]?.(),
  };
}

const publicOptions = { rateLimitScale: 1, publicUrl: 'https://declassified.example' };

/** Each call comes from another network. */
const ipAddressOf = (index: number) => `10.${Math.floor(index / 256)}.${index % 256}.1`;

/** Lets all tasks start that have a permit. */
const flush = () => vi.advanceTimersByTimeAsync(0);

describe('the hash queue', () => {
  let work: ReturnType<typeof controlledWork>;
  let outcomes: string[];
  const enqueue = (queue: ReturnType<typeof createHashQueue>, ipAddress: string) => {
    const index = outcomes.push('pending') - 1;
    const settle = (outcome: string) => (outcomes[index] = outcome);
    queue.run(ipAddress, work.start).then(
      () => settle('done'),
      (error: { code: string; statusCode: number; retryAfterSeconds: number }) =>
        settle(`${error.code} ${error.statusCode} ${error.retryAfterSeconds}`),
    );
  };

  beforeEach(() => {
    vi.useFakeTimers();
    work = controlledWork();
    outcomes = [];
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('runs two tasks at once, and the others in the order of their arrival', async () => {
    const queue = createHashQueue(publicOptions);
    for (let i = 0; i < 4; i++) enqueue(queue, ipAddressOf(i));
    await flush();
    expect(work.started()).toBe(2);
    work.finish(1);
    await flush();
    expect([work.started(), outcomes]).toEqual([3, ['pending', 'done', 'pending', 'pending']]);
    for (const index of [0, 2]) work.finish(index);
    await flush();
    work.finish(3);
    await flush();
    expect(outcomes).toEqual(['done', 'done', 'done', 'done']);
  });

  it('queues 64 tasks besides the two that run, and refuses the next task with 503', async () => {
    const queue = createHashQueue(publicOptions);
    for (let i = 0; i < 67; i++) enqueue(queue, ipAddressOf(i));
    await flush();
    expect(outcomes.filter((outcome) => outcome === 'pending')).toHaveLength(66);
    expect(outcomes[66]).toBe('unavailable 503 2');
  });

  it.each([
    ['one IPv4 /24', (i: number) => `192.0.2.${i}`],
    ['one IPv6 /48', (i: number) => `2001:db8:7:${i.toString(16)}::1`],
  ])('queues at most four tasks from %s, however many other tasks wait', async (_name, ipAddressIn) => {
    const queue = createHashQueue(publicOptions);
    for (let i = 0; i < 7; i++) enqueue(queue, ipAddressIn(i));
    enqueue(queue, '198.51.100.1');
    await flush();
    expect(outcomes.map((outcome) => outcome === 'pending')).toEqual([
      ...Array<boolean>(6).fill(true),
      false,
      true,
    ]);
  });

  it('scales the share of one network, but not the whole queue', async () => {
    const queue = createHashQueue({ ...publicOptions, rateLimitScale: 1000 });
    for (let i = 0; i < 67; i++) enqueue(queue, '192.0.2.1');
    await flush();
    expect(outcomes.filter((outcome) => outcome === 'pending')).toHaveLength(66);
  });

  it('lets only a caller on this machine use the whole queue', async () => {
    const queue = createHashQueue({ rateLimitScale: 1, publicUrl: 'http://localhost:3000' });
    for (let i = 0; i < 30; i++) enqueue(queue, '127.0.0.1');
    for (let i = 0; i < 5; i++) enqueue(queue, '192.0.2.1');
    await flush();
    expect(outcomes.filter((outcome) => outcome !== 'pending')).toEqual(['unavailable 503 2']);
    const shared = createHashQueue(publicOptions);
    outcomes.length = 0;
    for (let i = 0; i < 7; i++) enqueue(shared, '127.0.0.1');
    await flush();
    expect(outcomes[6]).toBe('unavailable 503 2');
  });

  it('refuses a task that has waited for two seconds, and removes it from the queue', async () => {
    const queue = createHashQueue(publicOptions);
    for (let i = 0; i < 3; i++) enqueue(queue, ipAddressOf(i));
    await vi.advanceTimersByTimeAsync(1_999);
    expect(outcomes[2]).toBe('pending');
    await vi.advanceTimersByTimeAsync(1);
    expect(outcomes).toEqual(['pending', 'pending', 'unavailable 503 2']);
    work.finish(0);
    await flush();
    expect(work.started()).toBe(2);
    enqueue(queue, ipAddressOf(3));
    await flush();
    expect(work.started()).toBe(3);
  });

  it('continues after a task that failed', async () => {
    const queue = createHashQueue(publicOptions);
    const broken = new Error('broken');
    await Promise.allSettled([1, 2, 3].map(() => queue.run('192.0.2.1', () => Promise.reject(broken))));
    await expect(queue.run('192.0.2.1', () => Promise.resolve('fine'))).resolves.toBe('fine');
  });
});
