import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { noSecondFactor, replaceRecoveryCodes } from '../replace-recovery-codes.ts';
import { FRESHNESS_REFUSAL, RecoveryCodes } from './second-factor-shapes.ts';

/** `POST /v1/auth/recovery-codes`: new recovery codes instead of the earlier ones. */
export const replaceRecoveryCodesEndpoint = endpoint({
  operationId: 'replaceRecoveryCodes',
  host: 'auth',
  method: 'post',
  path: '/v1/auth/recovery-codes',
  tag: 'Second factor',
  summary: 'Makes new recovery codes.',
  description:
    'Each stands in for a second factor once. The earlier ones are worth nothing from now on.',
  accepts: ['session'],
  leastRole: 'viewer',
  params: z.object({}),
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 201, schema: RecoveryCodes },
  refusals: [
    { status: 400, when: 'The caller has no second factor.', examples: [noSecondFactor()] },
    FRESHNESS_REFUSAL,
  ],
  run: async (ctx: Context) => ({
    recoveryCodes: [...(await replaceRecoveryCodes(ctx)).recoveryCodes],
  }),
});
