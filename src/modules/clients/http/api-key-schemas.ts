import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import type { DocumentedRefusal } from '#platform/http/endpoint.ts';
import { apiKeyNotFound } from '../revoke-api-key.ts';

/** When a key stops working, as requested. */
export const expiresAt = z.iso
  .datetime({ error: 'expiresAt must be a time such as 2027-01-02T03:04:05.000Z' })
  .optional()
  .describe('When it stops working, at most five years ahead; never, if left out.');

/** A key as it is answered once. */
export const ApiKeyCreated = z
  .object({
    id: z.string().describe('A ULID, by which it is managed.'),
    apiKey: z.string().describe('The key itself; shown only in this answer.'),
    label: z.string(),
    prefix: z.string().describe('Its first characters, to recognise it by.'),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().nullable(),
    lastUsedAt: z.null(),
  })
  .meta({
    id: 'ApiKeyWithSecret',
    description: 'A new API key.',
    examples: [
      {
        id: '01KC9TZ5S2E8VXH3M6Q4WJ7RBD',
        apiKey: 'florin_live_4kUvR0Ym2sZxQp7NcD1aHfWt9LeB3gJiXXXXXX',
        label: 'Till',
        prefix: 'florin_live_4kUv',
        createdAt: SAMPLE.createdAt,
        expiresAt: null,
        lastUsedAt: null,
      },
    ],
  });

/** What names one key in a path. */
export const ApiKeyParams = z.object({ id: z.string().describe('The key’s `id`, a ULID.') });

/** What the endpoints that name one refuse with 404. */
export const noSuchApiKey: DocumentedRefusal = {
  status: 404,
  when: 'Your account has no API key with this `id`; another account’s answers the same.',
  examples: [apiKeyNotFound()],
};

/** A written time as a date. */
export function dateOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}
