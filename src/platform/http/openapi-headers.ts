import type { JsonObject } from './openapi-schemas.ts';

/** The rate limit headers of every answer of an endpoint. */
export const RATE_HEADERS = [
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
];

/** Every header of an answer, for the components of a document. */
export const RESPONSE_HEADERS: JsonObject = {
  'ratelimit-limit': headerOf('Calls allowed in any 60 seconds.', 'integer'),
  'ratelimit-remaining': headerOf('Calls admitted at once.', 'integer'),
  'ratelimit-reset': headerOf(
    'Seconds until the next call is admitted; 0 while calls remain.',
    'integer',
  ),
  'x-ratelimit-limit': headerOf('The same as `ratelimit-limit`.', 'integer'),
  'x-ratelimit-remaining': headerOf('The same as `ratelimit-remaining`.', 'integer'),
  'x-ratelimit-reset': headerOf('The same as `ratelimit-reset`.', 'integer'),
  'retry-after': headerOf('Seconds to wait before calling again.', 'integer'),
  'x-request-id': headerOf('The id of this call: the one you sent, or a new one.', 'string'),
};

function headerOf(description: string, type: 'integer' | 'string'): JsonObject {
  return { description, schema: { type } };
}

/** Headers of an answer by their names, as references into the components. */
export function headerReferences(names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
