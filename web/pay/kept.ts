/** What is remembered until the page is left, where the browser keeps nothing. */
const unkept = new Map<string, string>();

/** Keeps a text in this browser. Storage throws where it is forbidden or full; the text then lasts as long as the page. */
export function writeKept(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    unkept.set(key, value);
  }
}

/** A text that was kept, if any. */
export function readKept(key: string): string | undefined {
  try {
    return unkept.get(key) ?? localStorage.getItem(key) ?? undefined;
  } catch {
    return unkept.get(key);
  }
}

/** A value that was kept as JSON; undefined for what is none. */
export function readKeptJson(key: string): unknown {
  try {
    return JSON.parse(readKept(key) ?? '');
  } catch {
    return undefined;
  }
}

/** Removes the texts under a prefix that are of no more use. */
export function removeKeys(prefix: string, isOld: (key: string) => boolean): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(prefix) && isOld(key)) localStorage.removeItem(key);
    }
  } catch {
    return;
  }
}
