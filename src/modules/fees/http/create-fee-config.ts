import { z } from 'zod';
import type { Context } from '#context.ts';
import { refuseField } from '#kit/failure.ts';
import { asPartner, clientIdNotFound, NOT_A_PARTNER } from '#modules/orchestrators/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { createFeeConfig, feeConfigExists } from '../create-fee-config.ts';
import { CreateFeeConfigRequest, FeeConfig } from './fee-config-shapes.ts';

const message = 'evmRecipientAddress or tronRecipientAddress is required';

/** 400, as it is answered to terms that are none. */
export const invalidFeeConfig = refuseField('evmRecipientAddress', message, 'invalid_fee_config');

/** `POST /v2/orchestrators/fee-configs`: what a partner takes of new payments. */
export const createFeeConfigEndpoint = endpoint({
  operationId: 'createFeeConfig',
  host: 'api',
  method: 'post',
  path: '/v2/orchestrators/fee-configs',
  tag: 'Orchestrators',
  summary: 'Adds a fee that you take of the payments that you create.',
  description:
    'Without `clientId` it is the default of all platforms. With it, it replaces the default with the same flow and bearer for that client ID, or comes beside it where there is none. Each scope has at most two for a flow, one for each bearer. Fees are planned in dollars, so they apply to stablecoins alone; every payment keeps what held when it was created.',
  accepts: ['orchestrator_key', 'session'],
  leastRole: 'owner',
  params: z.object({}),
  query: z.strictObject({}),
  body: CreateFeeConfigRequest,
  answer: { status: 201, schema: FeeConfig },
  refusals: [
    NOT_A_PARTNER,
    {
      status: 400,
      when: 'A field breaks its rule, or nobody would receive the fee.',
      examples: [invalidFeeConfig],
    },
    {
      status: 404,
      when: 'The client ID is not linked to this orchestrator.',
      examples: [clientIdNotFound()],
    },
    {
      status: 409,
      when: 'The scope has one of this flow and bearer, active or disabled.',
      examples: [feeConfigExists()],
    },
  ],
  run: async (ctx: Context, { body }) =>
    createFeeConfig(await asPartner(ctx), {
      ...body,
      usdCap: body.usdCap ?? null,
      evmRecipientAddress: body.evmRecipientAddress ?? null,
      tronRecipientAddress: body.tronRecipientAddress ?? null,
    }),
});
