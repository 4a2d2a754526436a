import { expect, it } from 'vitest';
import { openWakeUp } from './wake-up.ts';

/** Longer than any test: who rested no longer was woken. */
const NEVER_MS = 3_600_000;

/** Loops that rest once each, and the names of those that went on. */
function makeLoops() {
  const stop = new AbortController();
  const wakeUp = openWakeUp(stop.signal);
  const awake: string[] = [];
  const resting: Promise<unknown>[] = [];
  const rest = (name: string) => {
    resting.push(wakeUp.rest(NEVER_MS).then(() => awake.push(name)));
  };
  const end = async () => {
    stop.abort();
    await Promise.all(resting);
  };
  return { wakeUp, awake, rest, end };
}

it('a notification wakes one of the loops that rest, the one that has rested longest', async () => {
  const { wakeUp, awake, rest, end } = makeLoops();
  rest('first');
  rest('second');
  wakeUp.notify();
  await expect.poll(() => awake).toEqual(['first']);
  wakeUp.notify();
  await expect.poll(() => awake).toEqual(['first', 'second']);
  await end();
});

it('notifications that come together wake no second loop, as the first sees what all are about', async () => {
  const { wakeUp, awake, rest, end } = makeLoops();
  rest('first');
  rest('second');
  wakeUp.notify();
  wakeUp.notify();
  await expect.poll(() => awake).toEqual(['first']);
  rest('third');
  await new Promise(setImmediate);
  expect(awake).toEqual(['first']);
  await end();
});

it('a notification while no loop rests is kept for the next that would, and for no other', async () => {
  const { wakeUp, awake, rest, end } = makeLoops();
  wakeUp.notify();
  rest('first');
  await expect.poll(() => awake).toEqual(['first']);
  rest('second');
  await new Promise(setImmediate);
  expect(awake).toEqual(['first']);
  await end();
});
