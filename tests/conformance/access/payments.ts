import {
  type AccessRow,
  bundleBody,
  link,
  linkToken,
  nothing,
  payoutBody,
  REQUEST_OF_NOBODY,
  routeStep,
  signedSubmission,
  signedTransaction,
  unrelated,
} from '../../support/access-fixtures.ts';
import {
  type AccessWorld,
  type Call,
  nobodys,
  type Party,
  textAt,
} from '../../support/access-world.ts';
import { storedCommerce } from '../../support/stored-commerce.ts';
import { storedHeldPayment } from '../../support/stored-held-payment.ts';

/** The input for one USDC on Base to its wallet, as with its destination. */
const request = ({ wallet }: Party) => ({
  payee: wallet.address,
  amount: '1',
  invoiceCurrency: 'USDC-base',
  paymentCurrency: 'USDC-base',
});

/** What is done to one request. */
const toOneRequest = (more: Pick<Call, 'query' | 'body'> = {}): AccessRow => {
  const call = async (world: AccessWorld, of: Party | undefined) => ({
    params: { requestId: of ? (await linkToken(world, of)).id : REQUEST_OF_NOBODY },
    ...more,
  });
  return { own: (world) => call(world, world.own), positions: [{ what: 'a request', call }] };
};

/** A payment to hold for a wallet. */
export const commerceBody = (merchantAddress: string) => ({
  merchantId: 'shop-7',
  merchantAddress,
  buyerAddress: unrelated().address,
  amount: '100',
  paymentCurrency: 'USDC-base',
});

/** What is done to one journey. */
const toOneJourney = (body?: unknown): AccessRow => {
  const call = async (world: AccessWorld, of: Party | undefined) => ({
    params: { journeyId: of ? await journeyOf(world, of) : nobodys() },
    ...(body === undefined ? {} : { body }),
  });
  return { own: (world) => call(world, world.own), positions: [{ what: 'a journey', call }] };
};

const journeyOf = async (world: AccessWorld, of: Party) =>
  textAt(await world.done('createJourney', { body: {} }, of.credentials.api_key), 'journeyId');

/** What is done to one commerce payment, in a world whose networks have no escrow. */
const toOneCommercePayment = (status: number, body?: unknown): AccessRow => {
  const call = async (world: AccessWorld, of: Party | undefined) => ({
    params: {
      requestId: of ? await storedCommerce(world, of.credentials.api_key) : REQUEST_OF_NOBODY,
    },
    ...(body === undefined ? {} : { body }),
  });
  return {
    own: (world) => call(world, world.own),
    // A client ID that is linked to a partner holds no payments.
    answers: {
      api_key: status,
      client_id: status,
      session: status,
      wallet_session: status,
      orchestrator_pair: status === 200 ? 200 : 403,
    },
    positions: [{ what: 'a commerce payment', call }],
  };
};

const releaseOf = async (world: AccessWorld, of: Party | undefined) => ({
  params: { id: of ? await storedHeldPayment(world, of) : nobodys() },
  body: { reason: 'A customer of ours' },
});

/** A note of a party, or of nobody. */
const noteOf = async (world: AccessWorld, of: Party | undefined) => {
  if (of === undefined) return { params: { requestId: REQUEST_OF_NOBODY, noteId: nobodys() } };
  const params = { requestId: (await linkToken(world, of)).id };
  const call = { params, body: { text: 'A note' } };
  const made = await world.done('addRequestNote', call, of.credentials.api_key);
  return { params: { ...params, noteId: textAt(made, 'id') } };
};

const withdrawalOf = async (world: AccessWorld, of: Party | undefined) => ({
  params: { token: of ? (await linkToken(world, of)).token : nobodys() },
  body: {},
});

/** What a payer of a bundle reports. */
const MULTICALL_INTENT = {
  chain: 'ARBITRUM',
  transactionIndices: [{ childPosition: 0, transactionIndex: 0 }],
};

/** Links, requests and webhooks. */
export const PAYMENTS_ROWS: Readonly<Record<string, AccessRow>> = {
  createSecurePayment: {
    own: (world) => ({ body: link(world.own) }),
    // Anybody may be paid: a destination is an address and no secret.
    positions: [],
  },
  createPayoutLink: {
    own: ({ own }) => ({ body: payoutBody(own) }),
    positions: [],
  },
  createBatchPayoutLink: {
    own: async (world) => ({ body: { tokens: (await bundleBody(world, world.own)).childTokens } }),
    // A partner puts together what it created itself, and these were created by a key.
    answers: { orchestrator_pair: 400 },
    // The refusal repeats the token that was sent; that it reveals no more of a foreign link than of
    // none is compared in create-batch-payout-link.test.ts.
    positions: [],
  },
  createPayout: { own: ({ own }) => ({ body: request(own) }), positions: [] },
  createBatchPayout: {
    own: async (world) => ({ body: { requestIds: [(await linkToken(world, world.own)).id] } }),
    // The refusal repeats the id that was sent; compared in create-batch-payout.test.ts.
    positions: [],
  },
  createCommercePayment: {
    own: ({ own }) => ({ body: commerceBody(own.wallet.address) }),
    answers: {
      api_key: 400,
      client_id: 400,
      session: 400,
      wallet_session: 400,
      orchestrator_pair: 403,
    },
    positions: [],
  },
  authorizeCommercePayment: toOneCommercePayment(503, {}),
  prepareCommerceCapture: toOneCommercePayment(400, { captureAmount: '1' }),
  captureCommercePayment: toOneCommercePayment(503, { captureAmount: '1' }),
  prepareCommerceVoid: toOneCommercePayment(400),
  voidCommercePayment: toOneCommercePayment(503, {}),
  viewCommercePayment: toOneCommercePayment(200),
  createJourney: {
    own: async (world) => ({ body: { requestId: (await linkToken(world, world.own)).id } }),
    positions: [
      {
        what: 'a request',
        call: async (world, of) => ({
          body: { requestId: of ? (await linkToken(world, of)).id : REQUEST_OF_NOBODY },
        }),
      },
    ],
  },
  appendJourneyEvent: toOneJourney({
    status: 'PENDING',
    amount: '5',
    processedAt: '2026-01-01T00:00:00Z',
  }),
  viewJourney: toOneJourney(),
  previewFees: {
    own: () => ({ body: { amount: '1', currency: 'USDC', flow: 'get_paid' } }),
    positions: [],
  },
  findSecurePayment: {
    own: async (world) => ({ query: { requestId: (await linkToken(world, world.own)).id } }),
    positions: [
      {
        what: 'a request',
        call: async (world, of) => ({
          query: { requestId: of ? (await linkToken(world, of)).id : REQUEST_OF_NOBODY },
        }),
      },
    ],
  },
  createMulticallPayout: {
    own: async (world) => ({ body: await bundleBody(world, world.own) }),
    // The refusal repeats the token that was sent; that it reveals no more of a foreign link than of
    // none is compared in create-multicall-payout.test.ts.
    positions: [],
  },
  viewMulticallPayout: {
    own: async (world) => {
      const body = await bundleBody(world, world.own);
      const { api_key: key } = world.own.credentials;
      const made = await world.done('createMulticallPayout', { body }, key);
      return { params: { token: textAt(made, 'token') } };
    },
    // The specification answers 403 for another account's bundle and 404 for none (decision 0021).
    positions: [],
  },
  viewSecurePayment: {
    own: async (world) => ({ params: { token: (await linkToken(world, world.own)).token } }),
    // The token is the right to read and pay it (decision 16).
    positions: [],
  },
  viewEmbedding: {
    own: async (world) => ({ params: { token: (await linkToken(world, world.own)).token } }),
    // As the link itself.
    positions: [],
  },
  paySecurePayment: {
    own: async (world) => ({
      params: { token: (await linkToken(world, world.own)).token },
      query: { wallet: unrelated().address },
    }),
    positions: [],
  },
  refreshStepTransaction: {
    own: async (world) => ({
      params: { token: (await linkToken(world, world.own)).token },
      body: routeStep(),
    }),
    // No route leads to the network of the world's link.
    answers: { client_id: 400, orchestrator_pair: 400 },
    positions: [],
  },
  broadcastTransaction: {
    own: async (world) => ({
      params: { token: (await linkToken(world, world.own)).token },
      body: signedTransaction(),
    }),
    // The link of the world is paid on a network whose wallets send what they sign.
    answers: { client_id: 400, orchestrator_pair: 400 },
    positions: [],
  },
  serveUserOperation: {
    own: async (world) => ({
      params: { token: (await linkToken(world, world.own)).token },
      body: { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] },
    }),
    // The network of the world's link has no bundler.
    answers: { client_id: 400, orchestrator_pair: 400 },
    positions: [],
  },
  recordPaymentIntent: {
    own: async (world) => ({
      params: { token: (await linkToken(world, world.own)).token },
      body: { txHash: `0x${'1'.repeat(64)}`, chain: 'ARBITRUM', token: 'USDC' },
    }),
    positions: [],
  },
  recordMulticallIntent: {
    own: async (world) => {
      const body = await bundleBody(world, world.own);
      const { api_key: key } = world.own.credentials;
      const made = await world.done('createMulticallPayout', { body }, key);
      return { params: { token: textAt(made, 'token') }, body: MULTICALL_INTENT };
    },
    positions: [],
  },
  recordUserEvent: {
    own: async (world) => ({
      params: { token: (await linkToken(world, world.own)).token },
      body: { userEvent: 'wallet_connected' },
    }),
    positions: [],
  },

  createRequest: {
    // A client ID of a partner's platform is bound, and names nobody.
    own: ({ own }) => ({ body: request(own) }),
    positions: [],
  },
  listRequests: { own: nothing, positions: [] },
  viewRequest: toOneRequest(),
  updateRequest: toOneRequest({ body: { isRecurrenceStopped: true } }),
  payRequest: toOneRequest(),
  createBankPayoutLink: {
    ...toOneRequest(),
    // No payer of the world has a bank account; the 404 of foreign requests comes before.
    answers: { api_key: 400, session: 400, wallet_session: 400 },
  },
  submitPaymentIntent: {
    own: () => ({
      params: { paymentIntentId: '01KC9TZ5S2E8VXH3M6Q4WJ7RBD' },
      body: signedSubmission(),
    }),
    // Nothing was prepared in the world: its chain sends nothing.
    answers: { api_key: 404, client_id: 404, orchestrator_pair: 404 },
    positions: [],
  },
  listRequestRoutes: toOneRequest({ query: { wallet: unrelated().address } }),
  listPayments: {
    own: () => ({ query: { type: 'direct' } }),
    // What a filter names of somebody else is not found, as what nobody has: an empty page.
    positions: [],
  },
  listTransactions: {
    own: ({ own }) => ({ query: { address: own.wallet.address } }),
    // Whoever has a wallet, only payments of the account are listed.
    positions: [],
  },
  exportPayments: { own: () => ({ query: { format: 'json' } }), positions: [] },
  exportRequests: { own: () => ({ query: { format: 'json' } }), positions: [] },
  listNetworkStates: { own: nothing, positions: [] },
  listNotifications: { own: nothing, positions: [] },
  viewPaymentFigures: { own: nothing, positions: [] },
  viewRequestFigures: { own: nothing, positions: [] },
  viewRequestHistory: toOneRequest(),
  listRequestNotes: toOneRequest(),
  addRequestNote: toOneRequest({ body: { text: 'A note' } }),
  removeRequestNote: {
    own: (world) => noteOf(world, world.own),
    positions: [{ what: 'a note', call: noteOf }],
  },
  invalidateSecurePayment: {
    own: (world) => withdrawalOf(world, world.own),
    positions: [{ what: 'a link', call: withdrawalOf }],
  },
  searchRequests: { own: nothing, positions: [] },
  searchEvents: { own: nothing, positions: [] },
  exportEvents: { own: () => ({ query: { format: 'json' } }), positions: [] },

  listHeldPayments: { own: nothing, positions: [] },
  exportHeldPayments: { own: () => ({ query: { format: 'json' } }), positions: [] },
  releasePayment: {
    own: (world) => releaseOf(world, world.own),
    positions: [{ what: 'a held payment', call: releaseOf }],
  },

  // The catalog is the same for everybody, and nothing in it belongs to anybody.
  listCurrencies: { own: () => ({ query: { network: 'base' } }), positions: [] },
  listConversionRoutes: { own: () => ({ params: { currencyId: 'USD' } }), positions: [] },

  listEvents: {
    own: nothing,
    // A cursor is a place in the own feed and opens nobody else's.
    positions: [],
  },
};
