/** What stands before the names of all that the dashboard keeps in a browser. */
const PREFIX = 'florin.';

/** What was kept in this browser under a name; undefined for nothing, and where it cannot be read. */
export function readKept(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null') ?? undefined;
  } catch {
    // A browser that keeps nothing, or what somebody else wrote there.
    return undefined;
  }
}

/** Keeps something in this browser, or forgets it; where nothing can be kept, it holds until the page is left. */
export function writeKept(name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    return;
  }
}
