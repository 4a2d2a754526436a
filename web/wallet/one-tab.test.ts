import { afterEach, describe, expect, it, vi } from 'vitest';
import { inOneTab } from './one-tab.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Work that runs until it is ended. */
function longWork() {
  const ends = Promise.withResolvers<void>();
  const began = Promise.withResolvers<void>();
  const work = async () => {
    began.resolve();
    await ends.promise;
  };
  return { work, began: began.promise, end: ends.resolve, fail: ends.reject };
}

describe('what only one tab may do', () => {
  it('is not begun while another does it for the same link, and is afterwards', async () => {
    const first = longWork();
    const second = vi.fn(async () => undefined);
    const doing = inOneTab('a link', first.work);
    await first.began;
    expect(await inOneTab('a link', second)).toBe(false);
    expect(await inOneTab('another link', second)).toBe(true);
    expect(second).toHaveBeenCalledTimes(1);
    first.end();
    expect(await doing).toBe(true);
    expect(await inOneTab('a link', second)).toBe(true);
    expect(second).toHaveBeenCalledTimes(2);
  });

  it('releases the lock also where it fails, and throws the failure', async () => {
    const first = longWork();
    const doing = inOneTab('a link', first.work);
    first.fail(new Error('it failed'));
    await expect(doing).rejects.toThrow('it failed');
    expect(await inOneTab('a link', async () => undefined)).toBe(true);
  });

  it.each([
    ['has no locks', {}],
    ['denies them', { locks: { request: async () => Promise.reject(new Error('denied')) } }],
  ])('is done once where the browser %s', async (_, navigator) => {
    vi.stubGlobal('navigator', navigator);
    const work = vi.fn(async () => undefined);
    expect(await inOneTab('a link', work)).toBe(true);
    expect(work).toHaveBeenCalledTimes(1);
    const failing = vi.fn(async () => Promise.reject(new Error('it failed')));
    await expect(inOneTab('a link', failing)).rejects.toThrow('it failed');
    expect(failing).toHaveBeenCalledTimes(1);
  });
});
