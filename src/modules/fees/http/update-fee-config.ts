import { z } from 'zod';
import type { Context } from '#context.ts';
import { asPartner, clientIdNotFound, NOT_A_PARTNER } from '#modules/orchestrators/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { feeConfigNotFound } from '../config-scope.ts';
import { updateFeeConfig } from '../update-fee-config.ts';
import { invalidFeeConfig } from './create-fee-config.ts';
import { FeeConfig, FeeConfigChange, FeeConfigParams } from './fee-config-shapes.ts';

/** `PATCH /v2/orchestrators/fee-configs/{id}`: changes what is taken of new payments. */
export const updateFeeConfigEndpoint = endpoint({
  operationId: 'updateFeeConfig',
  host: 'api',
  method: 'patch',
  path: '/v2/orchestrators/fee-configs/{id}',
  tag: 'Orchestrators',
  summary: 'Changes a fee of yours for new payments.',
  description:
    'An override is named with its `clientId` in the body. Payments that exist keep the plan that they were created with.',
  accepts: ['orchestrator_key', 'session'],
  leastRole: 'owner',
  params: FeeConfigParams,
  query: z.strictObject({}),
  body: FeeConfigChange,
  answer: { status: 200, schema: FeeConfig },
  refusals: [
    NOT_A_PARTNER,
    {
      status: 400,
      when: 'A field breaks its rule or never changes, or nobody would receive the fee.',
      examples: [invalidFeeConfig],
    },
    {
      status: 404,
      when: 'There is no such config in that scope, or the client ID is not linked.',
      examples: [feeConfigNotFound(), clientIdNotFound()],
    },
  ],
  run: async (ctx: Context, { params: { id }, body: { clientId, ...change } }) =>
    updateFeeConfig(await asPartner(ctx), { id, clientId }, change),
});
