import { z } from 'zod';
import type { Context } from '#context.ts';
import { unixSeconds } from '#kit/clock.ts';
import { refuseField } from '#kit/failure.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { createCommercePayment } from '../create-commerce-payment.ts';
import { CommercePaymentCreated, CreateCommercePaymentRequest } from '../model/commerce-shapes.ts';
import { commerceNotAvailable, noOperator } from '../model/refusals.ts';
import { COMMERCE_REFUSED, COMMERCE_TAG, shownCall } from './commerce-parts.ts';

/** `POST /v2/commerce-payments/authorize/calldata`: prepares a payment to hold. */
export const createCommercePaymentEndpoint = endpoint({
  operationId: 'createCommercePayment',
  hasNodeQueries: true,
  host: 'api',
  method: 'post',
  path: '/v2/commerce-payments/authorize/calldata',
  tag: COMMERCE_TAG,
  summary: 'Prepares a payment that is held in an escrow until it is captured.',
  description:
    'The buyer agrees to this very payment, its operator authorises it, and later captures it in parts, voids what is left or refunds. All of it is in the hash that the buyer agrees to, and the calls go to the escrow itself.',
  accepts: ['api_key', 'client_id', 'session'],
  leastRole: 'finance',
  params: z.object({}),
  query: z.strictObject({}),
  body: CreateCommercePaymentRequest,
  answer: { status: 201, schema: CommercePaymentCreated },
  refusals: [
    {
      status: 400,
      when: 'A field breaks a rule, the network has no escrow, or nobody could operate the payment.',
      examples: [
        refuseField('maxAmount', 'maxAmount must not be less than amount'),
        commerceNotAvailable('paymentCurrency is on Ethereum, where this service has no escrow'),
        noOperator(),
      ],
    },
    COMMERCE_REFUSED,
  ],
  run: async (ctx: Context, { body }) => {
    const { payment, call, payerCalls, payerContent } = await createCommercePayment(ctx, body);
    return {
      ...shownCall(payment, call, 'Authorize payment'),
      paymentReference: payment.paymentReference,
      commercePaymentHash: payment.paymentHash,
      payerTransactions: payerCalls.map(({ to, data, valueUnits }) => ({
        to,
        data,
        value: String(valueUnits),
      })),
      payerSignature: payerContent
        ? {
            domain: { ...payerContent.domain },
            types: Object.fromEntries(
              Object.entries(payerContent.types).map(([name, fields]) => [name, [...fields]]),
            ),
            values: { ...payerContent.values },
          }
        : null,
      preApprovalExpiry: String(unixSeconds(payment.preApprovalExpiresAt)),
      authorizationExpiry: String(unixSeconds(payment.authorizationExpiresAt)),
      refundExpiry: String(unixSeconds(payment.refundExpiresAt)),
      feeBps: payment.feeBps,
      feeReceiver: payment.feeAddress,
    };
  },
});
