import {
  type AccessRow,
  byId,
  clientRow,
  destinationOfNobody,
  freshKey,
  freshSession,
  idInPath,
  next,
  nothing,
  USDC_BASE,
  USDT_BASE,
  unrelated,
  walletOf,
} from '../../support/access-fixtures.ts';
import { nobodys, textAt } from '../../support/access-world.ts';

/** People, their keys, client IDs and destinations. */
export const ACCOUNTS_ROWS: Readonly<Record<string, AccessRow>> = {
  // Signing in is open to anybody: there is nobody yet who could be refused.
  createWalletChallenge: {
    own: () => ({ body: { address: unrelated().address } }),
    positions: [],
  },
  verifyWalletChallenge: {
    own: async (world) => {
      const wallet = unrelated();
      const body = { address: wallet.address };
      const challenge = await world.done('createWalletChallenge', { body }, {});
      const message = textAt(challenge, 'message');
      const signature = await wallet.signMessage({ message });
      const { challengeId, nonce } = challenge;
      return { body: { challengeId, nonce, message, signature } };
    },
    positions: [],
  },
  registerUser: {
    own: () => ({ body: { email: `new${next()}@people.example`, password: 'a long password' } }),
    // A signed-in user registers nobody.
    answers: { session: 400, wallet_session: 400 },
    positions: [],
  },
  logIn: {
    own: () => ({ body: { email: 'own@people.example', password: 'correct horse battery' } }),
    positions: [],
  },
  logOut: { own: nothing, positions: [] },
  viewSession: { own: nothing, positions: [] },
  listSessions: { own: nothing, positions: [] },
  revokeSession: {
    own: async (world) => byId(await freshSession(world, world.own)),
    positions: [idInPath('a session', freshSession)],
  },
  listAudit: { own: nothing, positions: [] },
  exportAudit: { own: () => ({ query: { format: 'json' } }), positions: [] },
  listApiRequests: { own: nothing, positions: [] },
  exportApiRequests: { own: () => ({ query: { format: 'json' } }), positions: [] },

  createApiKey: { own: () => ({ body: { label: 'A key' } }), positions: [] },
  listApiKeys: { own: nothing, positions: [] },
  rotateApiKey: {
    own: async (world) => byId(await freshKey(world, world.own), {}),
    positions: [idInPath('an API key', freshKey, {})],
  },
  revokeApiKey: {
    own: async (world) => byId(await freshKey(world, world.own)),
    positions: [idInPath('an API key', freshKey)],
  },

  createClientId: {
    own: () => ({ body: { label: 'A front', allowedDomains: ['https://shop.example'] } }),
    positions: [],
  },
  createClientIdV1: {
    own: () => ({ body: { label: 'A back office', allowedDomains: [] } }),
    positions: [
      {
        what: 'a destination',
        call: (_world, of) => ({
          body: {
            label: 'bound',
            allowedDomains: [],
            payeeDestinationId: of?.destinationId ?? destinationOfNobody(),
          },
        }),
        status: 400,
      },
    ],
  },
  listClientIds: { own: nothing, positions: [] },
  listClientIdsV1: { own: nothing, positions: [] },
  viewClientId: {
    own: async (world) => byId(await clientRow(world, world.own)),
    positions: [idInPath('a client ID', clientRow)],
  },
  viewClientIdV1: {
    own: async (world) => byId(await clientRow(world, world.own)),
    positions: [idInPath('a client ID', clientRow)],
  },
  updateClientId: {
    own: async (world) => byId(await clientRow(world, world.own), { label: 'Renamed' }),
    positions: [idInPath('a client ID', clientRow, { label: 'Renamed' })],
  },
  updateClientIdV1: {
    own: async (world) => byId(await clientRow(world, world.own), { label: 'Renamed' }),
    positions: [
      idInPath('a client ID', clientRow, { label: 'Renamed' }),
      {
        what: 'a destination',
        call: (world, of) =>
          byId(world.own.clientIdRow, {
            payeeDestinationId: of?.destinationId ?? destinationOfNobody(),
          }),
        status: 400,
      },
    ],
  },
  revokeClientId: {
    own: async (world) => byId(await clientRow(world, world.own)),
    positions: [idInPath('a client ID', clientRow)],
  },
  revokeClientIdV1: {
    own: async (world) => byId(await clientRow(world, world.own)),
    positions: [idInPath('a client ID', clientRow)],
  },

  registerPayeeDestination: { own: () => ({ body: USDC_BASE }), positions: [] },
  updatePayeeDestination: { own: () => ({ body: USDC_BASE }), positions: [] },
  viewPayeeDestination: { own: nothing, positions: [] },
  listPayeeDestinations: { own: nothing, positions: [] },
  lookUpPayoutDestination: {
    own: (world) => ({ query: { walletAddress: world.own.wallet.address } }),
    // Where a wallet wants its payouts is what this endpoint shows any signed-in user.
    positions: [],
  },
  lookUpPayeeDestination: {
    own: (world) => ({ query: { destinationId: world.own.destinationId } }),
    positions: [
      {
        what: 'a destination',
        call: (_world, of) => ({
          query: { destinationId: of?.destinationId ?? destinationOfNobody() },
        }),
      },
    ],
  },
  deactivatePayeeDestination: {
    own: async (world) => {
      const { own } = world;
      const body = { ...USDT_BASE, walletAddress: unrelated().address };
      const made = await world.done('registerPayeeDestination', { body }, walletOf(own));
      return { body: { destinationId: textAt(made, 'destinationId') } };
    },
    positions: [
      {
        what: 'a destination',
        call: (_world, of) => ({
          body: { destinationId: of?.destinationId ?? destinationOfNobody() },
        }),
      },
    ],
  },
  cancelWalletChange: {
    own: () => ({ body: { changeRequestId: nobodys() } }),
    // A change of wallet takes effect at once, so there is never one to cancel.
    answers: { wallet_session: 404 },
    positions: [],
  },
};
