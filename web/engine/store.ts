/** Texts that this browser keeps. Where it keeps nothing, nothing fails either: it simply remembers nothing. */
export interface Store {
  read(key: string): string | undefined;
  /** The value of a text in JSON; undefined for what is none. */
  readJson(key: string): unknown;
  /** Whether the text is kept now. */
  write(key: string, text: string): boolean;
  remove(key: string): void;
  /** Removes the texts under a prefix that are of no more use. */
  removeOld(prefix: string, isOld: (key: string) => boolean): void;
}

/** Opens a store of this browser or this tab. Naming the storage throws where it is forbidden, and so does using it. */
export function openStore(storage: () => Storage): Store {
  const read = (key: string) => attempt(() => storage().getItem(key)) ?? undefined;
  const remove = (key: string) => {
    attempt(() => storage().removeItem(key));
  };
  return {
    read,
    readJson: (key) => attempt<unknown>(() => JSON.parse(read(key) ?? '')),
    write(key, text) {
      const isKept = attempt(() => {
        storage().setItem(key, text);
        return true;
      });
      return isKept === true;
    },
    remove,
    removeOld(prefix, isOld) {
      const keys = attempt(() => Object.keys(storage())) ?? [];
      for (const key of keys) if (key.startsWith(prefix) && isOld(key)) remove(key);
    },
  };
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
