import { hash } from 'node:crypto';

/** The names that were last added, up to a number. */
export interface RecentNames {
  add(name: string): void;
  has(name: string): boolean;
}

/** Opens an empty set, which holds hashes: a name may be long, and is its caller's. */
export function openRecentNames(namesMax: number): RecentNames {
  const names = new Set<string>();
  return {
    add: (name) => {
      const hashed = hashOf(name);
      names.delete(hashed);
      names.add(hashed);
      for (const oldest of names) {
        if (names.size <= namesMax) break;
        names.delete(oldest);
      }
    },
    has: (name) => names.has(hashOf(name)),
  };
}

function hashOf(name: string): string {
  return hash('sha256', name, 'base64url');
}
