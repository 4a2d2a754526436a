import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { cancelWalletChange, noPendingChange } from '../cancel-wallet-change.ts';
import { DestinationDone } from './destination-shapes.ts';

/** Longer than any id. */
const CHANGE_REQUEST_ID_MAX = 100;

/** `PATCH /v1/payee-destination/wallet-change/cancel`: cancels a pending change of wallet; none ever is. */
export const cancelWalletChangeEndpoint = endpoint({
  operationId: 'cancelWalletChange',
  host: 'auth',
  method: 'patch',
  path: '/v1/payee-destination/wallet-change/cancel',
  tag: 'Payee destinations',
  summary: 'Cancels a pending change of wallet.',
  description:
    'Always 404: here a change of wallet takes effect at once, so `pendingWalletChange` is always null.',
  accepts: ['wallet_session'],
  leastRole: 'owner',
  params: z.object({}),
  query: z.strictObject({}),
  body: z
    .strictObject({
      changeRequestId: z
        .string()
        .min(1, 'changeRequestId must not be empty')
        .max(
          CHANGE_REQUEST_ID_MAX,
          `changeRequestId must have at most ${CHANGE_REQUEST_ID_MAX} characters`,
        ),
    })
    .meta({
      id: 'CancelWalletChangeRequest',
      description: 'Which change is cancelled.',
      examples: [{ changeRequestId: '01KC9TZ5S2E8VXH3M6Q4WJ7RBF' }],
    }),
  answer: { status: 200, schema: DestinationDone },
  refusals: [{ status: 404, when: 'No change waits; always.', examples: [noPendingChange()] }],
  run: (_ctx: Context) => cancelWalletChange(),
});
