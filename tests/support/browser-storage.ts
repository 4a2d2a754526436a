import { afterEach, beforeEach, vi } from 'vitest';

/** Gives each test of a suite an empty `localStorage`, as a browser has it. */
export function useBrowserStorage(): void {
  beforeEach(() => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });
}
