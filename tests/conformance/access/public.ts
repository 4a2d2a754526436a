import {
  byId,
  hookUrl,
  linkToken,
  nothing,
  oneHook,
  payoutBody,
  REQUEST_OF_NOBODY,
  routeStep,
  signedSubmission,
  signedTransaction,
  toOneDelivery,
  USDC_BASE,
  unrelated,
} from '../../support/access-fixtures.ts';
import {
  type AccessWorld,
  type Call,
  nobodys,
  type Party,
  textAt,
} from '../../support/access-world.ts';
import { payoutBody as recurringBody } from '../../support/recurring-world.ts';
import { storedCommerce } from '../../support/stored-commerce.ts';
import { commerceBody } from './payments.ts';
import { PUBLIC_RECEIPTS } from './receipts.ts';
import { RECURRING_PAYOUTS_ROWS, recurringId } from './recurring-payouts.ts';
import { SIGNED_DESTINATIONS_ROWS, signingQuery } from './signed-destinations.ts';

type Headers = Readonly<Record<string, string>>;

/** Whom a call pays, in the two ways of saying it. */
export interface NamedPayee {
  readonly wallet: string;
  readonly destinationId: string;
  readonly currency: string;
}

/** A body that pays somebody, and the field that says whom. */
interface PayingBody {
  readonly field: string;
  body(payee: NamedPayee): object;
}

/** What a public client ID may do in production with one endpoint; each answers exactly one of these. */
export type PublicRow =
  /** It answers the same to everybody, or takes a token, which is itself the right to read and pay. */
  | {
      readonly may: 'call';
      call(world: AccessWorld): Promise<Call> | Call;
      readonly status?: number;
    }
  | { readonly may: 'nothing'; call(world: AccessWorld): Promise<Call> | Call }
  /** Only what was made with it; what the account made otherwise answers as what nobody made. */
  | {
      readonly may: 'use its own';
      /** The object of the account of these headers; `undefined` is one that never was. */
      call(world: AccessWorld, madeBy: Headers | undefined): Promise<Call>;
      readonly refused: number;
      /** Fields of the query that it may not send. */
      readonly keepsOut?: readonly Readonly<Record<string, string>>[];
      /** Fields of the body that it may not send. */
      readonly keepsOutOfBody?: readonly object[];
    }
  | {
      readonly may: 'pay its own account';
      readonly bodies: readonly PayingBody[];
      /** Fields of the body that it may not send. */
      readonly keepsOut: readonly object[];
      /** Fields of the body that it may send although others of the kind are kept out. */
      readonly takes?: readonly object[];
    };

const FEE = { feePercentage: '1', feeAddress: '0x5555555555555555555555555555555555555555' };
const FEES = [FEE, { feePercentage: FEE.feePercentage }, { feeAddress: FEE.feeAddress }];
const POLICIES = [
  { accessPolicy: { mode: 'off', allowedPayerAddresses: [FEE.feeAddress] } },
  { accessPolicy: { hideUntilApproved: false, hidePayeeAddress: false } },
];

/** Pages that are at no origin of the client ID, `https://shop.example`. */
const REDIRECTS = [
  'https://shop.example.attacker.example/',
  'https://www.shop.example/',
  'https://shop.example:8443/',
  'https://shop.example./',
  'http://shop.example/',
  'http://localhost:3000/',
].map((redirectUrl) => ({ redirectUrl }));

/** Pages that are at its origin, in different spellings. */
const OWN_PAGES = ['https://shop.example', 'HTTPS://Shop.Example:443/orders/77?paid=1#top'].map(
  (redirectUrl) => ({ redirectUrl }),
);

const textsOf = ({ wallet, currency }: NamedPayee) => ({
  payee: wallet,
  amount: '1',
  invoiceCurrency: currency,
  paymentCurrency: currency,
});

/** What is done to one commerce payment. */
const toOneCommercePayment = (body: object | undefined): PublicRow => ({
  may: 'nothing',
  call: async (world) => ({
    params: { requestId: await storedCommerce(world, world.own.credentials.api_key) },
    ...(body && { body }),
  }),
});

/** The id of the request of a link to the own destination. */
async function requestOf(world: AccessWorld, madeBy: Headers): Promise<string> {
  const { destinationId } = world.own;
  const body = { requests: [{ destinationId, amount: '1' }] };
  const made = await world.done('createSecurePayment', { body }, madeBy);
  return String(Array.isArray(made['requestIds']) ? made['requestIds'][0] : '');
}

/** The token of a payout link to the own destination. */
async function payoutOf(world: AccessWorld, madeBy: Headers | undefined): Promise<string> {
  if (madeBy === undefined) return nobodys();
  const body = { ...payoutBody(world.own), recipient: world.own.wallet.address };
  return textAt(await world.done('createPayoutLink', { body }, madeBy), 'token');
}

const toOneRequest = (
  more: Pick<Call, 'query'> = {},
  keepsOut: readonly Readonly<Record<string, string>>[] = [],
): PublicRow => ({
  may: 'use its own',
  call: async (world, madeBy) => ({
    params: { requestId: madeBy ? await requestOf(world, madeBy) : REQUEST_OF_NOBODY },
    ...more,
  }),
  refused: 404,
  keepsOut,
});

const toOneHook = (body?: unknown): PublicRow => ({
  may: 'nothing',
  call: async (world) => ({
    params: { webhookId: await oneHook(world, world.own) },
    ...(body === undefined ? {} : { body }),
  }),
});

const byToken = async (world: AccessWorld) => ({
  params: { token: (await linkToken(world, world.own)).token },
});

/** The account's own call, with a nonce of the account and a signature that is right. */
const toSigned = (operationId: string): PublicRow => ({
  may: 'nothing',
  call: (world) => SIGNED_DESTINATIONS_ROWS[operationId]?.own(world) ?? {},
});

/** The account's own call to a recurring payout, or to the page that its payer has the token of. */
const toRecurring = (operationId: string, may: 'call' | 'nothing'): PublicRow => ({
  may,
  call: (world) => RECURRING_PAYOUTS_ROWS[operationId]?.own(world) ?? {},
});

const toOneDeliveryOf = (world: AccessWorld) => toOneDelivery(oneHook).own(world);

/** One row for each endpoint that takes a client ID; the test fails for one that is missing. */
export const PUBLIC_ROWS: Readonly<Record<string, PublicRow>> = {
  listCurrencies: { may: 'call', call: () => ({ query: { network: 'base' } }) },
  listConversionRoutes: { may: 'call', call: () => ({ params: { currencyId: 'USD' } }) },
  previewFees: {
    may: 'call',
    call: () => ({ body: { amount: '1', currency: 'USDC', flow: 'get_paid' } }),
  },
  viewSecurePayment: { may: 'call', call: byToken },
  viewEmbedding: { may: 'call', call: byToken },
  ...PUBLIC_RECEIPTS,
  paySecurePayment: {
    may: 'call',
    call: async (world) => ({
      ...(await byToken(world)),
      query: { wallet: unrelated().address },
    }),
  },
  refreshStepTransaction: {
    may: 'call',
    call: async (world) => ({ ...(await byToken(world)), body: routeStep() }),
    // No route leads to the network of the world's link.
    status: 400,
  },
  broadcastTransaction: {
    may: 'call',
    call: async (world) => ({ ...(await byToken(world)), body: signedTransaction() }),
    // The link of the world is paid on a network whose wallets send what they sign.
    status: 400,
  },
  serveUserOperation: {
    may: 'call',
    call: async (world) => ({
      ...(await byToken(world)),
      body: { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] },
    }),
    // The network of the world's link has no bundler.
    status: 400,
  },
  recordPaymentIntent: {
    may: 'call',
    call: async (world) => ({
      ...(await byToken(world)),
      body: { txHash: `0x${'1'.repeat(64)}`, chain: 'ARBITRUM', token: 'USDC' },
    }),
  },
  recordMulticallIntent: {
    may: 'call',
    call: async (world) => ({
      ...(await byToken(world)),
      body: { chain: 'BASE', transactionIndices: [{ childPosition: 0, transactionIndex: 0 }] },
    }),
    // The token of the world is a link's.
    status: 404,
  },
  recordUserEvent: {
    may: 'call',
    call: async (world) => ({
      ...(await byToken(world)),
      body: { userEvent: 'wallet_connected' },
    }),
  },

  createDestinationSigningData: {
    may: 'call',
    call: () => ({ query: signingQuery(unrelated().address) }),
  },
  registerSignedDestination: toSigned('registerSignedDestination'),
  viewDestinationOfWallet: toSigned('viewDestinationOfWallet'),
  viewDestinationById: toSigned('viewDestinationById'),
  deactivateSignedDestination: toSigned('deactivateSignedDestination'),

  listRequests: { may: 'nothing', call: nothing },
  listPayments: { may: 'nothing', call: () => ({ query: { type: 'direct' } }) },
  listTransactions: {
    may: 'nothing',
    call: ({ own }) => ({ query: { address: own.wallet.address } }),
  },
  updateRequest: {
    may: 'nothing',
    call: async (world) => ({
      params: { requestId: (await linkToken(world, world.own)).id },
      body: { isRecurrenceStopped: true },
    }),
  },

  viewRequest: toOneRequest(),
  payRequest: toOneRequest({}, FEES),
  createCommercePayment: {
    may: 'nothing',
    call: ({ own }) => ({ body: commerceBody(own.wallet.address) }),
  },
  authorizeCommercePayment: toOneCommercePayment({}),
  prepareCommerceCapture: toOneCommercePayment({ captureAmount: '1' }),
  captureCommercePayment: toOneCommercePayment({ captureAmount: '1' }),
  prepareCommerceVoid: toOneCommercePayment(undefined),
  voidCommercePayment: toOneCommercePayment({}),
  viewCommercePayment: {
    may: 'use its own',
    call: async (world, madeBy) => ({
      params: { requestId: madeBy ? await storedCommerce(world, madeBy) : REQUEST_OF_NOBODY },
    }),
    refused: 404,
  },
  submitPaymentIntent: {
    may: 'nothing',
    call: () => ({
      params: { paymentIntentId: '01KC9TZ5S2E8VXH3M6Q4WJ7RBD' },
      body: signedSubmission(),
    }),
  },
  listRequestRoutes: toOneRequest({ query: { wallet: unrelated().address } }, FEES),

  createSecurePayment: {
    may: 'pay its own account',
    bodies: [
      {
        field: 'requests[0].destinationId',
        body: ({ destinationId }) => ({ requests: [{ destinationId, amount: '1' }] }),
      },
      {
        field: 'requests[0].payee',
        body: (payee) => ({ requests: [textsOf(payee)] }),
      },
      {
        field: 'requests[0].payee',
        body: (payee) => ({ requests: [{ ...textsOf(payee), invoiceCurrency: 'USD' }] }),
      },
    ],
    keepsOut: [...FEES, ...POLICIES, ...REDIRECTS],
    takes: OWN_PAGES,
  },
  createPayoutLink: {
    may: 'pay its own account',
    bodies: [
      {
        field: 'recipient',
        body: ({ wallet, currency }) => ({
          recipient: wallet,
          creatorWalletAddress: wallet,
          network: 'base',
          currency,
          amount: '1',
        }),
      },
    ],
    keepsOut: [...FEES, ...POLICIES, ...REDIRECTS],
    takes: OWN_PAGES,
  },
  createPayout: {
    may: 'pay its own account',
    bodies: [{ field: 'payee', body: textsOf }],
    keepsOut: [...FEES, { recurrence: recurringBody().recurrence }],
  },
  activateRecurringPayout: toRecurring('activateRecurringPayout', 'nothing'),
  updateRecurringPayout: toRecurring('updateRecurringPayout', 'nothing'),
  viewRecurringPayout: {
    may: 'use its own',
    call: async (world, madeBy) => byId(madeBy && (await recurringId(world, madeBy))),
    refused: 404,
  },
  viewRecurringPayoutPage: toRecurring('viewRecurringPayoutPage', 'call'),
  signRecurringPayoutPage: toRecurring('signRecurringPayoutPage', 'call'),
  stopRecurringPayoutPage: toRecurring('stopRecurringPayoutPage', 'call'),
  createBatchPayout: {
    may: 'pay its own account',
    bodies: [
      {
        field: 'requests[0].payee',
        body: (payee) => ({ requests: [textsOf(payee)] }),
      },
    ],
    keepsOut: FEES,
  },
  createRequest: {
    may: 'pay its own account',
    bodies: [{ field: 'payee', body: textsOf }],
    // No field of it is one.
    keepsOut: [],
  },

  createBatchPayoutLink: {
    may: 'use its own',
    call: async (world, madeBy) => ({
      body: { tokens: [await payoutOf(world, madeBy), await payoutOf(world, madeBy)] },
    }),
    refused: 400,
    keepsOutOfBody: REDIRECTS,
  },
  createMulticallPayout: {
    may: 'use its own',
    call: async (world, madeBy) => ({
      body: { childTokens: [await payoutOf(world, madeBy), await payoutOf(world, madeBy)] },
    }),
    refused: 400,
  },

  createWebhook: { may: 'nothing', call: () => ({ body: { url: hookUrl() } }) },
  listWebhooks: { may: 'nothing', call: nothing },
  testWebhook: { may: 'nothing', call: () => ({ body: { eventType: 'payment.confirmed' } }) },
  toggleWebhook: toOneHook(),
  removeWebhook: toOneHook(),
  rotateWebhookSecretV1: toOneHook({}),
  listWebhookDeliveriesV1: toOneHook(),
  replayWebhookV1: toOneHook({}),
  viewWebhookDeliveryV1: { may: 'nothing', call: toOneDeliveryOf },
  replayWebhookDeliveryV1: { may: 'nothing', call: toOneDeliveryOf },
};

/** Whom a call could pay that a public client ID may not. */
export function foreignPayees(world: AccessWorld): readonly (readonly [string, NamedPayee])[] {
  const { own, foreign } = world;
  const at = (wallet: string) => ({
    wallet,
    destinationId: `${wallet}@eip155:8453:${USDC_BASE.tokenAddress}`,
    currency: 'USDC-base',
  });
  return [
    ['any caller', at(unrelated().address)],
    ['another account', { ...at(foreign.wallet.address), destinationId: foreign.destinationId }],
    ['the own wallet in what is no destination', withCurrency(at(own.wallet.address), 'USDT-base')],
  ];
}

function withCurrency(payee: NamedPayee, currency: 'USDT-base'): NamedPayee {
  const usdt = '0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2';
  return { ...payee, currency, destinationId: `${payee.wallet}@eip155:8453:${usdt}` };
}

/** The active destination of the own account. */
export function ownPayee({ own }: { readonly own: Party }): NamedPayee {
  const { destinationId, wallet } = own;
  return { wallet: wallet.address, destinationId, currency: 'USDC-base' };
}
