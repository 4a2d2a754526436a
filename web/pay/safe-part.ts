type SafePart = typeof import('./safe/pay-safe.ts');

/** What payments of Safes need, and no others. */
let part: SafePart | undefined;

/** Loads what payments of Safes need. */
export async function loadSafe(): Promise<SafePart> {
  part ??= await import('./safe/pay-safe.ts');
  return part;
}

/** The same where it is here already. */
export function loadedSafe(): SafePart | undefined {
  return part;
}
