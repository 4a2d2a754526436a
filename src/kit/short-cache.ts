interface ShortCacheOptions {
  /** From when its read began. */
  readonly ageMsMax: number;
  /** The oldest are removed for newer ones. */
  readonly entriesMax: number;
  /** Whether a failure may be thrown again; none by default. */
  readonly keepsFailure?: (failure: unknown) => boolean;
}

/** Keeps what was read for a short time, in this process. */
export interface ShortCache<Value> {
  /** What was read under a key not long ago, else what `read` reads now; simultaneous calls share one read. */
  get(key: string, nowMs: number, read: () => Promise<Value>): Promise<Value>;
  /** Reads anew, and keeps that. */
  refresh(key: string, nowMs: number, read: () => Promise<Value>): Promise<Value>;
}

interface Entry<Value> {
  readonly read: Promise<Value>;
  readonly atMs: number;
}

/** Opens an empty cache. */
export function openShortCache<Value>(options: ShortCacheOptions): ShortCache<Value> {
  const { ageMsMax, entriesMax, keepsFailure = () => false } = options;
  const entries = new Map<string, Entry<Value>>();
  const refresh: ShortCache<Value>['refresh'] = (key, nowMs, read) => {
    const entry = { read: read(), atMs: nowMs };
    entries.delete(key);
    entries.set(key, entry);
    entry.read.catch((failure: unknown) => {
      if (!keepsFailure(failure) && entries.get(key) === entry) entries.delete(key);
    });
    for (const oldest of entries.keys()) {
      if (entries.size <= entriesMax) break;
      entries.delete(oldest);
    }
    return entry.read;
  };
  return {
    refresh,
    get: (key, nowMs, read) => {
      const entry = entries.get(key);
      const isKept = entry !== undefined && nowMs - entry.atMs < ageMsMax;
      return isKept ? entry.read : refresh(key, nowMs, read);
    },
  };
}
