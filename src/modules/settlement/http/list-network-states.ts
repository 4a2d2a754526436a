import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { listNetworkStates } from '../list-network-states.ts';

const sample = {
  network: SAMPLE.network,
  name: 'Base',
  state: 'up' as const,
  scannedBlock: 31_000_000,
  lagBlocks: 0,
  scannedAt: SAMPLE.createdAt,
};

const NetworkStateShape = z
  .object({
    network: z.string(),
    name: z.string(),
    state: z
      .enum(['up', 'behind', 'stalled', 'halted', 'not_followed'])
      .describe(
        '`up` where payments are seen in time; `behind` where that takes over two minutes longer; `stalled` where nothing was read for five minutes; `halted` where the operator has to decide after a deep reorg; `not_followed` where nothing was ever read. Payments are not lost in any of them: they count once the network is up again.',
      ),
    scannedBlock: z.int().nullable().describe('The newest block that was read.'),
    lagBlocks: z.int().nullable().describe('How many blocks were known beyond it.'),
    scannedAt: z.iso.datetime().nullable().describe('When it was read.'),
  })
  .meta({
    id: 'NetworkState',
    description: 'Whether payments on a network are seen in time.',
    examples: [sample],
  });

/** `GET /v2/dashboard/networks`: whether payments are seen in time. */
export const listNetworkStatesEndpoint = endpoint({
  operationId: 'listNetworkStates',
  host: 'api',
  method: 'get',
  path: '/v2/dashboard/networks',
  tag: 'Payments',
  summary: 'Says of each network whether payments on it are seen in time.',
  description: 'The same for every account. Added by Florin.',
  accepts: ['api_key', 'session'],
  leastRole: 'viewer',
  params: z.object({}),
  query: z.strictObject({}),
  body: undefined,
  answer: {
    status: 200,
    schema: z.object({ at: z.iso.datetime(), networks: z.array(NetworkStateShape) }).meta({
      id: 'NetworkStates',
      description: 'The state of every network that can be paid on here.',
      examples: [{ at: SAMPLE.createdAt, networks: [sample] }],
    }),
  },
  refusals: [],
  run: (ctx: Context) => listNetworkStates(ctx),
});
