import { hostOwner } from '#kit/url.ts';

/** How many nodes these URLs come to whose words count by themselves: of HTTP, and each domain once. */
export function countOwners(urls: readonly string[]): number {
  const asked = urls.filter((url) => url.startsWith('http'));
  return new Set(asked.map((url) => hostOwner(new URL(url)))).size;
}
