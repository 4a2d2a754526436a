import { describe, expect, it } from 'vitest';
import { handleOnce, memorySeenStore } from './handle-once.ts';

describe('handling once', () => {
  it('runs the work for the first delivery of an id and for no other', async () => {
    const store = memorySeenStore();
    const done: string[] = [];
    const handle = (id: string) => handleOnce(store, id, () => done.push(id));
    expect(await Promise.all([handle('a'), handle('a'), handle('b')])).toEqual([
      'handled',
      'repeated',
      'handled',
    ]);
    expect(done).toEqual(['a', 'b']);
  });

  it('lets the retry of a delivery in whose work something failed run again', async () => {
    const store = memorySeenStore();
    const failing = handleOnce(store, 'a', () => Promise.reject(new Error('no database')));
    await expect(failing).rejects.toThrow('no database');
    expect(await handleOnce(store, 'a', () => 'done')).toBe('handled');
  });

  it('keeps the latest ids and drops older ones', async () => {
    const store = memorySeenStore({ max: 2 });
    for (const id of ['a', 'b', 'c']) await store.claim(id);
    expect(await store.claim('c')).toBe(false);
    expect(await store.claim('a')).toBe(true);
  });
});
