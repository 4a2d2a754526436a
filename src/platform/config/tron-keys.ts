import { z } from 'zod';
import { apiKey } from './value-forms.ts';

/** Keys as they are set: one, or one for each URL, where an empty place is none. */
export function apiKeys() {
  const form = apiKey();
  return z
    .string()
    .transform((text) => text.split(',').map((key) => key.trim()))
    .refine(
      (keys) =>
        keys.some((key) => key !== '') &&
        keys.every((key) => key === '' || form.safeParse(key).success),
      'must be 8 to 256 characters that a header can hold, without spaces; of several keys each, with commas between',
    );
}

/** Why keys do not fit the URLs of their nodes; undefined where they do. A key is never for a host that was not meant. */
export function tronKeysProblem(
  keys: readonly string[],
  urls: readonly string[],
): string | undefined {
  if (urls.length === 0) return 'is for the nodes of RPC_URL_TRON, which is not set';
  if (keys.length === urls.length) return undefined;
  if (keys.length > 1)
    return `must be one key, or as many as RPC_URL_TRON has URLs (${urls.length})`;
  const hosts = new Set(urls.map((url) => new URL(url).hostname));
  return hosts.size === 1
    ? undefined
    : 'is one key and RPC_URL_TRON names several hosts: name a key for each URL, in their order, and nothing between two commas where a node takes none';
}

/** Which key each node is sent, by its URL; none for a node without one. */
export function tronKeysOf(
  keys: readonly string[] = [],
  urls: readonly string[] = [],
): ReadonlyMap<string, string> {
  const [only] = keys;
  return new Map(
    urls.flatMap((url, i): [string, string][] => {
      const key = keys.length === 1 ? only : keys[i];
      return key === undefined || key === '' ? [] : [[url, key]];
    }),
  );
}
