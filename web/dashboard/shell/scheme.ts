/** Light, dark, or as the system says. */
export type Scheme = 'system' | 'light' | 'dark';

const KEY = 'florin.scheme';

/** What the person chose in this browser. */
export function readScheme(): Scheme {
  const kept = readKept();
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

function readKept(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    // A browser that keeps nothing shows what the system says.
    return null;
  }
}

/** Shows a scheme and keeps it for the next time. */
export function applyScheme(scheme: Scheme): void {
  const { dataset } = document.documentElement;
  if (scheme === 'system') delete dataset['scheme'];
  else dataset['scheme'] = scheme;
  try {
    if (scheme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, scheme);
  } catch {
    return;
  }
}
