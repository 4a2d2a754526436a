import {
  type AccessRow,
  CLIENT_OF_NOBODY,
  hookUrl,
  link,
  linkToken,
  nothing,
  REQUEST_OF_NOBODY,
  stranger,
} from '../../support/access-fixtures.ts';

/** Links and webhooks. */
export const PAYMENTS_ROWS: Readonly<Record<string, AccessRow>> = {
  createSecurePayment: {
    own: (world) => ({ body: link(world.own) }),
    // Anybody may be paid: a destination is an address and no secret.
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
  viewSecurePayment: {
    own: async (world) => ({ params: { token: (await linkToken(world, world.own)).token } }),
    // The token is the right to read and pay it (decision 16).
    positions: [],
  },
  paySecurePayment: {
    own: async (world) => ({
      params: { token: (await linkToken(world, world.own)).token },
      query: { wallet: stranger().address },
    }),
    positions: [],
  },

  createWebhook: {
    own: () => ({ body: { url: hookUrl() } }),
    positions: [
      {
        what: 'a client ID',
        call: (_world, of) => ({
          body: { url: hookUrl(), clientId: of?.clientId ?? CLIENT_OF_NOBODY },
        }),
      },
    ],
  },
  listWebhooks: {
    own: nothing,
    positions: [
      {
        what: 'a client ID',
        call: (_world, of) => ({ query: { clientId: of?.clientId ?? CLIENT_OF_NOBODY } }),
      },
    ],
  },
};
