import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { listNetworks } from '../list-networks.ts';

const sampleNetwork = {
  network: SAMPLE.network,
  cursor: 21_000_000,
  head: 21_000_002,
  movedAt: SAMPLE.paidAt,
  halt: null,
  awaiting: 3,
  suspicious: 0,
} as const;

const NetworkList = z
  .object({
    networks: z.array(
      z
        .object({
          network: z.string(),
          cursor: z.int().describe('The newest block that was scanned.'),
          head: z.int().describe('The newest block of the chain at that time.'),
          movedAt: z.iso.datetime().describe('When the last block was scanned.'),
          halt: z
            .object({ at: z.iso.datetime(), reason: z.string() })
            .meta({
              id: 'NetworkHalt',
              description: 'Why a network stands still, and since when.',
              examples: [{ at: SAMPLE.paidAt, reason: 'a final block changed' }],
            })
            .nullable()
            .describe(
              'Why it stands still until somebody lets it continue; null while it does not.',
            ),
          awaiting: z
            .int()
            .describe(
              'Payments that were seen and do not count yet; 10,000 means that many or more.',
            ),
          suspicious: z.int().describe('Suspicious transfers; 10,000 means that many or more.'),
        })
        .meta({
          id: 'ScannedNetwork',
          description: 'A network that is scanned.',
          examples: [sampleNetwork],
        }),
    ),
  })
  .meta({
    id: 'NetworkList',
    description: 'The networks that are scanned.',
    examples: [
      {
        networks: [sampleNetwork],
      },
    ],
  });

/** `GET /v1/admin/networks`: the networks that are scanned. */
export const listNetworksEndpoint = endpoint({
  operationId: 'listNetworks',
  host: 'auth',
  method: 'get',
  path: '/v1/admin/networks',
  tag: 'Administration',
  summary: 'Lists the networks that are scanned, and those that stand still.',
  accepts: ['administrator'],
  params: z.object({}),
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: NetworkList },
  refusals: [],
  run: (ctx: Context) => listNetworks(ctx),
});
