import { describe, expect, it } from 'vitest';
import { openStore } from './store.ts';

/** Storage of a browser, as far as a store uses it. */
class FakeStorage implements Storage {
  [name: string]: unknown;
  get length(): number {
    return Object.keys(this).length;
  }
  clear(): void {
    for (const key of Object.keys(this)) delete this[key];
  }
  key(): null {
    return null;
  }
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(this[key]) : null;
  }
  setItem(key: string, text: string): void {
    this[key] = text;
  }
  removeItem(key: string): void {
    delete this[key];
  }
}

describe('a store', () => {
  it('keeps texts until they are removed', () => {
    const storage = new FakeStorage();
    const store = openStore(() => storage);
    expect(store.read('one')).toBeUndefined();
    expect(store.write('one', '{"a":1}')).toBe(true);
    expect(openStore(() => storage).read('one')).toBe('{"a":1}');
    expect(store.readJson('one')).toEqual({ a: 1 });
    store.remove('one');
    expect(store.readJson('one')).toBeUndefined();
  });

  it('reads no value from what is no JSON', () => {
    const store = openStore(() => new FakeStorage());
    store.write('broken', '{');
    expect(store.readJson('broken')).toBeUndefined();
  });

  it('removes what is old under a prefix, and nothing else', () => {
    const storage = new FakeStorage();
    const store = openStore(() => storage);
    for (const key of ['a.old', 'a.new', 'b.old']) store.write(key, 'kept');
    store.removeOld('a.', (key) => key.endsWith('old'));
    expect(Object.keys(storage)).toEqual(['a.new', 'b.old']);
  });

  it('remembers nothing and fails nowhere where storage is forbidden', () => {
    const store = openStore(() => {
      throw new DOMException('forbidden', 'SecurityError');
    });
    expect(store.write('one', 'text')).toBe(false);
    expect(store.read('one')).toBeUndefined();
    expect(() => store.remove('one')).not.toThrow();
    expect(() => store.removeOld('', () => true)).not.toThrow();
  });
});
