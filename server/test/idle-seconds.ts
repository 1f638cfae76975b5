import { expect } from 'vitest';

const turnMs = 20;

/**
 * The seconds until it is true on an idle machine. They are counted in turns, because a busy machine takes as much longer for
 * each as for what is waited for.
 */
export async function idleSecondsUntil(isTrue: () => boolean | Promise<boolean>): Promise<number> {
  let turns = 0;
  const inTurn = async () => {
    turns++;
    return isTrue();
  };
  await expect.poll(inTurn, { interval: turnMs }).toBe(true);
  return (turns * turnMs) / 1_000;
}
