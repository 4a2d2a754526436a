import {
  type AccessRow,
  destinationOfNobody,
  USDC_BASE,
  unrelated,
} from '../../support/access-fixtures.ts';
import type { AccessWorld, Call } from '../../support/access-world.ts';
import { Signable, signData } from '../../support/signed-destination-host.ts';

type Wallet = ReturnType<typeof unrelated>;
type Headers = Readonly<Record<string, string>>;

/** The query for what a wallet signs; USDC on Base. */
export const signingQuery = (walletAddress: string, action: 'add' | 'deactivate' = 'add') => ({
  walletAddress,
  action,
  tokenAddress: USDC_BASE.tokenAddress,
  chainId: String(USDC_BASE.chainId),
});

/** What a wallet signed with a nonce that these headers were given. */
export async function signedBody(
  world: AccessWorld,
  wallet: Wallet,
  { action = 'add', headers }: { action?: 'add' | 'deactivate'; headers?: Headers } = {},
) {
  const query = signingQuery(wallet.address, action);
  const made = await world.done(
    'createDestinationSigningData',
    { query },
    headers ?? world.own.credentials.api_key,
  );
  const data = Signable.parse(made);
  return { signature: await signData(wallet, data), nonce: data.nonce };
}

/** What ends a destination that a new wallet has registered by its signature. */
async function toEnd(world: AccessWorld): Promise<Call> {
  const wallet = unrelated();
  const { api_key: key } = world.own.credentials;
  const body = await signedBody(world, wallet);
  const { destinationId } = await world.done('registerSignedDestination', { body }, key);
  return {
    params: { destinationId: String(destinationId) },
    body: await signedBody(world, wallet, { action: 'deactivate' }),
  };
}

/** A partner has the client ID that is linked to it, and does not speak for its account. */
const linkedAlone = { orchestrator_pair: 403 };

/** Destinations that their wallets sign for. */
export const SIGNED_DESTINATIONS_ROWS: Readonly<Record<string, AccessRow>> = {
  createDestinationSigningData: {
    own: () => ({ query: signingQuery(unrelated().address) }),
    positions: [],
  },
  registerSignedDestination: {
    own: async (world) => ({ body: await signedBody(world, unrelated()) }),
    answers: linkedAlone,
    positions: [
      {
        what: 'a nonce',
        call: async (world, of) => {
          const wallet = unrelated();
          const headers = of?.credentials.api_key;
          const signed = await signedBody(world, wallet, headers === undefined ? {} : { headers });
          return { body: of === undefined ? { ...signed, nonce: '0'.repeat(32) } : signed };
        },
        status: 400,
      },
    ],
  },
  viewDestinationOfWallet: {
    own: ({ own }) => ({ query: { walletAddress: own.wallet.address } }),
    answers: linkedAlone,
    positions: [
      {
        what: 'a wallet',
        call: (_world, of) => ({
          query: { walletAddress: (of?.wallet ?? unrelated()).address },
        }),
        status: 200,
      },
    ],
  },
  viewDestinationById: {
    own: ({ own }) => ({ params: { destinationId: own.destinationId } }),
    answers: linkedAlone,
    positions: [
      {
        what: 'a destination',
        call: (_world, of) => ({
          params: { destinationId: of?.destinationId ?? destinationOfNobody() },
        }),
      },
    ],
  },
  deactivateSignedDestination: {
    own: toEnd,
    answers: linkedAlone,
    positions: [
      {
        what: 'a destination',
        call: async (world, of) => ({
          params: { destinationId: of?.destinationId ?? destinationOfNobody() },
          body: await signedBody(world, unrelated(), { action: 'deactivate' }),
        }),
      },
    ],
  },
};
