import { expect, it } from 'vitest';
import { awaitAll } from './await-all.ts';

it('answers with the results in their order', async () => {
  expect(await awaitAll([Promise.resolve(1), 'two', undefined])).toEqual([1, 'two', undefined]);
});

it('fails with the first failure, and only once all have ended', async () => {
  const slow = Promise.withResolvers<void>();
  let hasEnded = false;
  const all = awaitAll([
    slow.promise,
    Promise.reject(new Error('first')),
    Promise.reject(new Error('second')),
  ]).finally(() => {
    hasEnded = true;
  });
  all.catch(() => undefined);
  await new Promise((resolve) => setImmediate(resolve));
  expect(hasEnded).toBe(false);
  slow.resolve();
  await expect(all).rejects.toThrow('first');
});
