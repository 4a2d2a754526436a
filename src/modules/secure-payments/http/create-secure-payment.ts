import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE, SAMPLE_DESTINATION_ID } from '#catalog/samples.ts';
import type { Context } from '#context.ts';
import { refuseField } from '#kit/failure.ts';
import { destinationMismatch, payeeNotAllowed } from '#modules/destinations/index.ts';
import { CREATOR_REFUSALS } from '#modules/requests/index.ts';
import { noList, notScreened } from '#modules/screening/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { createSecurePayment } from '../create-secure-payment.ts';
import { CreateSecurePaymentInput } from '../model/creation-body.ts';
import { SecurePaymentCreated } from './link-created.ts';

/** What is sent to any sandbox as it stands, with its API key. */
const BodyOfCreation = CreateSecurePaymentInput.meta({
  id: 'CreateSecurePaymentRequest',
  description: 'The input of an integrator. Fields that are not listed here are refused.',
  examples: [
    {
      requests: [{ destinationId: SAMPLE_DESTINATION_ID, amount: SAMPLE.amount }],
      feePercentage: SAMPLE.feePercentage,
      feeAddress: SAMPLE.feeAddress,
      reference: SAMPLE.reference,
      redirectUrl: SAMPLE.redirectUrl,
      redirectLabel: SAMPLE.redirectLabel,
    },
  ],
});

/** `POST /v2/secure-payments`: creates an incoming hosted link. */
export const createSecurePaymentEndpoint = endpoint({
  operationId: 'createSecurePayment',
  host: 'api',
  method: 'post',
  path: '/v2/secure-payments',
  tag: 'Secure payments',
  summary: 'Creates a hosted payment link.',
  description:
    'The payer opens `securePaymentUrl`, signs with a wallet, and the money moves from the payer to the payee through an audited contract; nobody holds it in between. Without a destination the one that is bound to the client ID is paid, else the active one of the session’s wallet, else the newest active one of the account. A client ID with a default fee replaces the fee of the call.',
  accepts: ['orchestrator_pair', 'api_key', 'client_id', 'session'],
  leastRole: 'finance',
  params: z.object({}),
  query: z.strictObject({}),
  body: BodyOfCreation,
  keepsAnswer: true,
  answer: { status: 201, schema: SecurePaymentCreated },
  refusals: [
    {
      status: 400,
      when: 'A field breaks its rule, is unknown or is not built yet, there is no destination, or it cannot be paid here.',
      examples: [
        refuseField(
          'requests[0].amount',
          'requests[0].amount must be greater than 0',
          'invalid_amount',
        ),
        refuseField(
          'requests[0].destinationId',
          'Invalid destination ID format: the checksum #DEADBEEF is wrong; for this wallet and chain it is #121DA093',
          'invalid_destination_id',
        ),
        refuseField('redirectLabel', 'redirectLabel cannot be provided without redirectUrl'),
        refuseField(
          'requests',
          'Batch payments are not supported for TRON networks. Please submit individual payment requests.',
          'batch_not_supported',
        ),
        notScreened('requests[0].destinationId', 'hypernative is not configured here'),
        noList('requests[0].destinationId', 'Tron'),
      ],
    },
    {
      status: 403,
      when: 'The client ID is paid to another destination than the one that was sent, is public and pays active destinations of its account only, may set no fee, no access policy and no `redirectUrl` elsewhere, or is linked to an orchestrator and came without its key.',
      examples: [
        destinationMismatch(),
        payeeNotAllowed('requests[0].destinationId'),
        CREATOR_REFUSALS.fieldsNotPublic(['accessPolicy']),
        CREATOR_REFUSALS.redirectNotPublic(),
        CREATOR_REFUSALS.clientIdLinked(),
      ],
    },
  ],
  run: (ctx: Context, { body }) => createSecurePayment(ctx, body),
});
