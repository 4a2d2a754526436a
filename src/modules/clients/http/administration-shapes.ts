import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { BLOCKED_KINDS } from '../list-rate-limit-blocks.ts';
import { CLIENT_ID_TIERS } from '../model/rate-tier.ts';

/** Longer than any id or client ID. */
export const NAME_CHARS_MAX = 100;

const sampleTier = { clientId: 'cli_BQcHk1UxOEQOk7725zcEw5nA', tier: 'default' } as const;

/** A tier of calls a minute. */
export const Tier = z
  .enum(CLIENT_ID_TIERS)
  .describe('120, 300, 600 or 1,200 calls a minute at each address.');

/** Which client ID has which tier. */
export const RateTierOfClientId = z.object({ clientId: z.string(), tier: Tier }).meta({
  id: 'RateTier',
  description: 'How many calls a client ID may make.',
  examples: [sampleTier],
});

/** The client IDs of an account with their tiers. */
export const RateTierList = z
  .object({
    clientIds: z.array(
      z
        .object({
          clientId: z.string(),
          label: z.string(),
          status: z.enum(['active', 'inactive', 'revoked']),
          tier: Tier,
        })
        .meta({
          id: 'ClientIdTier',
          description: 'A client ID and its tier.',
          examples: [{ ...sampleTier, label: 'Shop front', status: 'active' }],
        }),
    ),
  })
  .meta({
    id: 'RateTierList',
    description: 'The client IDs of an account, newest first, at most two hundred.',
    examples: [{ clientIds: [{ ...sampleTier, label: 'Shop front', status: 'active' }] }],
  });

/** Callers that are refused for some minutes. */
export const RateLimitBlockList = z
  .object({
    blocks: z.array(
      z
        .object({
          kind: z.enum(BLOCKED_KINDS).describe('What the caller was counted by.'),
          clientId: z.string().nullable(),
          address: z.string().describe('Of IPv6 the first half, which a subscriber has.'),
          name: z.string().describe('What `liftBlock` takes to end it.'),
          endsAt: z.iso.datetime(),
        })
        .meta({
          id: 'RateLimitBlock',
          description: 'A caller that is refused.',
          examples: [
            {
              kind: 'client_id',
              clientId: sampleTier.clientId,
              address: '203.0.113.7',
              name: sampleTier.clientId,
              endsAt: SAMPLE.paidAt,
            },
          ],
        }),
    ),
  })
  .meta({
    id: 'RateLimitBlockList',
    description: 'Callers that are refused after a sustained breach of their limit.',
    examples: [
      {
        blocks: [
          {
            kind: 'client_id',
            clientId: sampleTier.clientId,
            address: '203.0.113.7',
            name: sampleTier.clientId,
            endsAt: SAMPLE.paidAt,
          },
        ],
      },
    ],
  });
