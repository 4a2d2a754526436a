import { z } from 'zod';
import { NetworkWord } from '#catalog/network-shape.ts';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { WALLET_SCREENERS } from '#catalog/wallet-screeners.ts';
import type { Context } from '#context.ts';
import { FeePlan } from '#modules/fees/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { findSecurePayment, NO_BRANDING, noLinkOfRequest } from '../find-secure-payment.ts';
import { BLOCK_REASONS } from '../model/bundle-fitness.ts';

/** Longer than any request id; a longer one is not queried. */
const REQUEST_ID_MAX = 100;

const sampleDestination = {
  destinationId: SAMPLE.destinationId,
  payeeAddress: SAMPLE.interopAddress,
  tokenAddress: SAMPLE.tokenAddress,
  walletAddress: SAMPLE.payee,
  network: SAMPLE.network,
};

const OwnedDestination = z
  .object({
    destinationId: z.string(),
    payeeAddress: z.string().describe('Wallet and chain: the part before the token.'),
    tokenAddress: z.string(),
    walletAddress: z.string(),
    network: NetworkWord,
  })
  .meta({
    id: 'OwnedDestination',
    description: 'Whom a link of the account is paid to.',
    examples: [sampleDestination],
  });

const notBuilt = (what: string) => `Always ${what}: not built yet.`;

const SourceOfBranding = z
  .object({
    whitelabelEnabled: z.boolean().describe('Whether an orchestrator has dressed the page.'),
    source: z
      .enum(['client_id', 'request_network'])
      .describe('`client_id` where it has; else the public API’s name for its default style.'),
  })
  .meta({
    id: 'BrandingSource',
    description: 'The branding of the page.',
    examples: [NO_BRANDING],
  });

const sampleAccess = {
  mode: 'off',
  screeningProvider: null,
  hideUntilApproved: false,
  hidePayeeAddress: false,
  allowedPayerAddresses: [SAMPLE.payer],
} as const;

const OwnedAccessPolicy = z
  .object({
    mode: z
      .enum(['off', 'kyt_all_wallets'])
      .describe('Whether a vendor judges the wallets that pay it, or of a payout who is paid.'),
    screeningProvider: z
      .enum(WALLET_SCREENERS)
      .nullable()
      .describe('Who judges them first; null where nobody does.'),
    hideUntilApproved: z.boolean(),
    hidePayeeAddress: z.boolean(),
    allowedPayerAddresses: z.array(z.string()).describe('The wallets that may pay; empty for all.'),
  })
  .meta({
    id: 'OwnedAccessPolicy',
    description:
      'Who may pay a link and what is hidden from the others, fixed when it was created.',
    examples: [sampleAccess],
  });

const sampleResult = {
  walletAddress: SAMPLE.payer,
  walletType: 'eoa',
  parentWalletAddress: null,
  status: 'rejected',
  reasonCode: 'screening_rejected',
  provider: 'sanctions_oracle',
  providerReference: null,
  reportUrl: null,
  notes: null,
  rawStatus: null,
  evaluatedAt: SAMPLE.createdAt,
} as const;

const KytResult = z
  .object({
    walletAddress: z.string(),
    walletType: z.enum(['eoa', 'smart_account']),
    parentWalletAddress: z.string().nullable().describe('The key whose tokens it pays with.'),
    status: z.enum(['approved', 'rejected']),
    reasonCode: z.string(),
    provider: z
      .string()
      .describe('The vendor, or `sanctions_oracle`: a public list of sanctioned addresses.'),
    providerReference: z.string().nullable().describe('The policy that the vendor judged by.'),
    reportUrl: z.null(),
    notes: z.string().nullable().describe('Why, in the words of the vendor.'),
    rawStatus: z.string().nullable().describe('How much risk there is, in its word.'),
    evaluatedAt: z.iso.datetime(),
  })
  .meta({
    id: 'KytResult',
    description: 'What a screening said of a wallet of a link.',
    examples: [sampleResult],
  });

const OwnedSecurePayment = z
  .object({
    token: z.string().describe('The ULID that names the link, and the right to read and pay it.'),
    securePaymentUrl: z.url().describe('Where the payer opens the link.'),
    status: z.enum(['pending', 'completed', 'expired', 'invalidated', 'compliance_failed']),
    paymentType: z.enum(['single', 'batch']),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    redirectUrl: z.string().nullable(),
    redirectLabel: z.string().nullable(),
    completedAt: z.iso.datetime().nullable(),
    payerAddress: z.null().describe(notBuilt('null')),
    payerKytResults: z
      .array(KytResult)
      .describe('The wallets that tried to pay and that a screening decided about, the first 200.'),
    payeeKytResults: z
      .array(KytResult)
      .describe('The recipient, where a screening decided about it.'),
    destination: OwnedDestination.nullable(),
    claimedDestination: z.null().describe(notBuilt('null')),
    orchestratorId: z.string().nullable().describe('The partner that created it; fixed then.'),
    feePlan: FeePlan.nullable().describe('The fees as they were agreed; null where none apply.'),
    network: NetworkWord,
    currency: z.string().describe('`<symbol>-<network>`.'),
    executionKind: z.null().describe(notBuilt('null')),
    identityMode: z
      .enum(['manual_dashboard', 'client_id'])
      .describe('`client_id` where it was created with one, alone or by a partner.'),
    clientId: z.string().nullable(),
    branding: SourceOfBranding,
    childExecutable: z
      .boolean()
      .describe('Whether it can be paid now as a part of a multicall payout.'),
    blockReason: z.enum(BLOCK_REASONS).nullable().describe('Why not; null where it can.'),
    accessPolicy: OwnedAccessPolicy,
  })
  .meta({
    id: 'OwnedSecurePayment',
    description: 'A link as its owner sees it.',
    examples: [
      {
        token: SAMPLE.token,
        securePaymentUrl: `https://pay.example/?token=${SAMPLE.token}`,
        status: 'pending',
        paymentType: 'single',
        createdAt: SAMPLE.createdAt,
        expiresAt: SAMPLE.expiresAt,
        redirectUrl: SAMPLE.redirectUrl,
        redirectLabel: SAMPLE.redirectLabel,
        completedAt: null,
        payerAddress: null,
        payerKytResults: [],
        payeeKytResults: [],
        destination: sampleDestination,
        claimedDestination: null,
        orchestratorId: null,
        feePlan: null,
        network: SAMPLE.network,
        currency: SAMPLE.currencyId,
        executionKind: null,
        identityMode: 'client_id',
        clientId: SAMPLE.clientId,
        branding: NO_BRANDING,
        childExecutable: false,
        blockReason: 'not_outgoing',
        accessPolicy: sampleAccess,
      },
    ],
  });

/** `GET /v2/secure-payments?requestId=`: the link of a request. */
export const findSecurePaymentEndpoint = endpoint({
  operationId: 'findSecurePayment',
  host: 'api',
  method: 'get',
  path: '/v2/secure-payments',
  tag: 'Secure payments',
  summary: 'Finds the link of a request.',
  description: 'For the owner of the link, in any status.',
  accepts: ['session'],
  leastRole: 'viewer',
  params: z.object({}),
  query: z.strictObject({
    requestId: z
      .string()
      .min(1, 'requestId must not be empty')
      .max(REQUEST_ID_MAX, `requestId must have at most ${REQUEST_ID_MAX} characters`)
      .regex(/^[^\0]*$/, 'requestId must not contain the character NUL')
      .describe('`01` and 64 hex digits, as creating the link answered it.'),
  }),
  body: undefined,
  answer: { status: 200, schema: OwnedSecurePayment },
  refusals: [
    {
      status: 404,
      when: 'No link of the account has this request.',
      examples: [noLinkOfRequest()],
    },
  ],
  run: (ctx: Context, { query }) => findSecurePayment(ctx, query),
});
