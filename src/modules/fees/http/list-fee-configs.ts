import { z } from 'zod';
import type { Context } from '#context.ts';
import { asPartner, clientIdNotFound, NOT_A_PARTNER } from '#modules/orchestrators/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { listFeeConfigs } from '../list-fee-configs.ts';
import { FeeConfigList, linkedClientId } from './fee-config-shapes.ts';

/** `GET /v2/orchestrators/fee-configs`: the defaults, or the overrides for a client ID. */
export const listFeeConfigsEndpoint = endpoint({
  operationId: 'listFeeConfigs',
  host: 'api',
  method: 'get',
  path: '/v2/orchestrators/fee-configs',
  tag: 'Orchestrators',
  summary: 'Lists your default fees, or those for one client ID.',
  accepts: ['orchestrator_key', 'session'],
  leastRole: 'viewer',
  params: z.object({}),
  query: z.strictObject({ clientId: linkedClientId() }),
  body: undefined,
  answer: { status: 200, schema: FeeConfigList },
  refusals: [
    NOT_A_PARTNER,
    {
      status: 404,
      when: 'The client ID is not linked to this orchestrator.',
      examples: [clientIdNotFound()],
    },
  ],
  run: async (ctx: Context, { query }) => listFeeConfigs(await asPartner(ctx), query),
});
