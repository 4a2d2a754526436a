type SafeRoutePart = typeof import('./safe-route.ts');

/** What Safes need that pay from another network, and no other account. */
let part: SafeRoutePart | undefined;

/** Loads what Safes need that pay from another network. */
export async function loadSafeRoute(): Promise<SafeRoutePart> {
  part ??= await import('./safe-route.ts');
  return part;
}

/** The same where it is here already. */
export function loadedSafeRoute(): SafeRoutePart | undefined {
  return part;
}
