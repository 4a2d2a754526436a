import { describe, expect, it } from 'vitest';
import { openShortCache } from './short-cache.ts';

/** A cache of numbers that counts its reads. */
function counted(options: Partial<Parameters<typeof openShortCache>[0]> = {}) {
  const cache = openShortCache<number>({ ageMsMax: 100, entriesMax: 2, ...options });
  let reads = 0;
  const read = async () => {
    reads += 1;
    return reads;
  };
  return { cache, read };
}

describe('a short cache', () => {
  it('returns what was read until it is too old, also while it is being read', async () => {
    const { cache, read } = counted();
    expect(await Promise.all([cache.get('a', 0, read), cache.get('a', 0, read)])).toEqual([1, 1]);
    expect(await cache.get('a', 99, read)).toBe(1);
    expect(await cache.get('a', 100, read)).toBe(2);
    expect(await cache.refresh('a', 100, read)).toBe(3);
    expect(await cache.get('a', 101, read)).toBe(3);
  });

  it('removes the oldest for a newer one', async () => {
    const { cache, read } = counted();
    for (const key of ['a', 'b', 'c']) await cache.get(key, 0, read);
    expect(await cache.get('c', 1, read)).toBe(3);
    expect(await cache.get('b', 1, read)).toBe(2);
    expect(await cache.get('a', 1, read)).toBe(4);
  });

  it('keeps no failure, unless it may be thrown again', async () => {
    const fail = async (): Promise<number> => {
      throw new Error('down');
    };
    const { cache, read } = counted();
    await expect(cache.get('a', 0, fail)).rejects.toThrow('down');
    expect(await cache.get('a', 0, read)).toBe(1);
    const keeping = counted({ keepsFailure: () => true });
    await expect(keeping.cache.get('a', 0, fail)).rejects.toThrow('down');
    await expect(keeping.cache.get('a', 0, keeping.read)).rejects.toThrow('down');
  });
});
