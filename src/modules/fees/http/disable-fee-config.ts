import { z } from 'zod';
import type { Context } from '#context.ts';
import { asPartner, clientIdNotFound, NOT_A_PARTNER } from '#modules/orchestrators/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { feeConfigNotFound } from '../config-scope.ts';
import { disableFeeConfig } from '../disable-fee-config.ts';
import { FeeConfig, FeeConfigParams, linkedClientId } from './fee-config-shapes.ts';

/** `DELETE /v2/orchestrators/fee-configs/{id}`: takes a fee out of use for new payments. */
export const disableFeeConfigEndpoint = endpoint({
  operationId: 'disableFeeConfig',
  host: 'api',
  method: 'delete',
  path: '/v2/orchestrators/fee-configs/{id}',
  tag: 'Orchestrators',
  summary: 'Takes a fee of yours out of use.',
  description:
    'The config stays listed as `disabled` and can be changed back to `active`; doing so again changes nothing. An override that is disabled lets the default apply.',
  accepts: ['orchestrator_key', 'session'],
  leastRole: 'owner',
  params: FeeConfigParams,
  query: z.strictObject({ clientId: linkedClientId() }),
  body: undefined,
  answer: { status: 200, schema: FeeConfig },
  refusals: [
    NOT_A_PARTNER,
    {
      status: 404,
      when: 'There is no such config in that scope, or the client ID is not linked.',
      examples: [feeConfigNotFound(), clientIdNotFound()],
    },
  ],
  run: async (ctx: Context, { params: { id }, query: { clientId } }) =>
    disableFeeConfig(await asPartner(ctx), { id, clientId }),
});
