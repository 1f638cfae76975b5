import { EventEmitter, once } from 'node:events';
import { expect, it } from 'vitest';
import { createKeyedSemaphore } from './keyed-semaphore.ts';

/** Tasks that end on demand and record their start. */
function controlledTask(started: string[], name: string) {
  const events = new EventEmitter();
  const ending = once(events, 'end');
  const work = async () => {
    started.push(name);
    await ending;
    return name;
  };
  return { work, end: () => events.emit('end') };
}

it('a keyed semaphore limits the waiting tasks of one key, and runs tasks of other keys concurrently', async () => {
  const started: string[] = [];
  const [first, second] = [controlledTask(started, 'first'), controlledTask(started, 'second')];
  const runAlone = createKeyedSemaphore(1, 1);
  const running = runAlone('key', first.work);
  const waiting = runAlone('key', second.work);
  const refused = runAlone('key', async () => started.push('refused'));
  await expect(refused).rejects.toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 1 });
  expect(await runAlone('another key', async () => 'other')).toBe('other');
  first.end();
  second.end();
  expect([await running, await waiting]).toEqual(['first', 'second']);
  expect(await runAlone('key', async () => 'third')).toBe('third');
  expect(started).toEqual(['first', 'second']);
});
