import { setImmediate as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { mapLimited } from './map-limited.ts';

it('works on no more at a time than it may, and keeps the order', async () => {
  let open = 0;
  let most = 0;
  const results = await mapLimited([5, 4, 3, 2, 1], 2, async (rounds, index) => {
    open += 1;
    most = Math.max(most, open);
    for (let i = 0; i < rounds; i += 1) await pause();
    open -= 1;
    return `${index}:${rounds}`;
  });
  expect(results).toEqual(['0:5', '1:4', '2:3', '3:2', '4:1']);
  expect(most).toBe(2);
});

it('begins nothing after a failure, which is the result', async () => {
  const begun: number[] = [];
  const all = mapLimited([0, 1, 2, 3, 4, 5], 2, async (item) => {
    begun.push(item);
    await pause();
    if (item === 1) throw new Error('the second');
  });
  await expect(all).rejects.toThrow('the second');
  await pause();
  expect(begun.length).toBeLessThan(6);
  expect(await mapLimited([], 2, async () => 1)).toEqual([]);
});
