import { z } from 'zod';
import { TEST_PAYOUT } from '#catalog/samples.ts';
import type { Context } from '#context.ts';
import { refuseField } from '#kit/failure.ts';
import { payeeNotAllowed } from '#modules/destinations/index.ts';
import { CREATOR_REFUSALS } from '#modules/requests/index.ts';
import { noList, notScreened } from '#modules/screening/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { createPayoutLink } from '../create-payout-link.ts';
import { CreatePayoutLinkInput } from '../model/payout-body.ts';
import { SecurePaymentCreated } from './link-created.ts';

/** What is sent to any sandbox as it stands, with its API key. */
const BodyOfPayout = CreatePayoutLinkInput.meta({
  id: 'CreatePayoutLinkRequest',
  description: 'The input of a payout. Fields that are not listed here are refused.',
  examples: [TEST_PAYOUT],
});

/** `POST /v2/secure-payments/payouts`: creates an outgoing hosted link. */
export const createPayoutLinkEndpoint = endpoint({
  operationId: 'createPayoutLink',
  host: 'api',
  method: 'post',
  path: '/v2/secure-payments/payouts',
  tag: 'Secure payments',
  summary: 'Creates a hosted link by which you pay one recipient.',
  description:
    'The payer opens `securePaymentUrl` and signs, typically with `creatorWalletAddress`. The money moves from that wallet to the recipient through an audited contract; nobody holds it in between. Several of them can be put together by `POST /v2/secure-payments/batch-payouts`. A client ID with a default fee replaces the fee of the call. Where wallets are screened, a link to a recipient on a list of sanctioned addresses, or that the vendor of its policy rejects, is `compliance_failed` from the beginning, and 503 is answered while a list or the vendor gives no answer.',
  accepts: ['orchestrator_pair', 'api_key', 'client_id', 'session'],
  leastRole: 'finance',
  hasNodeQueries: true,
  params: z.object({}),
  query: z.strictObject({}),
  body: BodyOfPayout,
  answer: { status: 201, schema: SecurePaymentCreated },
  refusals: [
    {
      status: 400,
      when: 'A field breaks its rule, is unknown or is not built yet, or it cannot be paid here.',
      examples: [
        refuseField('recipient', 'recipient must be 0x and 40 hexadecimal digits'),
        refuseField(
          'currency',
          'currency USDC-base is not on the network mainnet',
          'unsupported_currency',
        ),
        refuseField(
          'currency',
          'Payments on Tron are not available here: configured are Ethereum (1), Base (8453)',
          'unsupported_network',
        ),
        notScreened('accessPolicy.screeningProvider', 'hypernative is not configured here'),
        noList('network', 'Tron'),
      ],
    },
    {
      status: 403,
      when: 'The client ID is linked to an orchestrator and came without its key, or is public and pays active destinations of its account only, without a fee or access policy of the call, and leads back to its own pages only.',
      examples: [
        CREATOR_REFUSALS.clientIdLinked(),
        payeeNotAllowed('recipient'),
        CREATOR_REFUSALS.fieldsNotPublic(['accessPolicy']),
        CREATOR_REFUSALS.redirectNotPublic(),
      ],
    },
  ],
  run: (ctx: Context, { body }) => createPayoutLink(ctx, body),
});
