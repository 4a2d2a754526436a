/** Longer than any token; a longer one is not queried. */
export const TOKEN_CHARACTERS_MAX = 64;

/** The `token` of an address's query; an empty text where there is none, or more than one. */
export function readToken(query: unknown): string {
  const token: unknown =
    typeof query === 'object' && query !== null ? Reflect.get(query, 'token') : '';
  return typeof token === 'string' ? token.trim() : '';
}
