import { privateKeyToAccount } from 'viem/accounts';
import { CURRENCIES } from '#catalog/currencies.ts';
import type { CredentialKind } from '#kit/actor.ts';
import {
  type AccessWorld,
  type Call,
  nobodys,
  type Party,
  signInWith,
  textAt,
} from './access-world.ts';
import { insertDelivery } from './webhook-deliveries.ts';

/** An id in a call: what it names of somebody else, and the like that names nothing. */
export interface Position {
  readonly what: string;
  /** An object of this party; `undefined` is one that never was. */
  call(world: AccessWorld, of: Party | undefined): Promise<Call> | Call;
  /** What both answer, where it is not 404. */
  readonly status?: number;
}

/** What the authorisation matrix needs to know of one endpoint. */
export interface AccessRow {
  /** A call that the account of `own` may make; made anew each time, as some can be made once. */
  own(world: AccessWorld): Promise<Call> | Call;
  /** What a credential that may call is answered, where it is not a success. */
  readonly answers?: Partial<Record<CredentialKind, number>>;
  /** Every position in which an id of somebody else can stand; none where no id can. */
  readonly positions: readonly Position[];
}

/** A request id that names nothing. */
export const REQUEST_OF_NOBODY = `01${'00'.repeat(32)}`;

const addressOf = (id: string) => CURRENCIES.find((currency) => currency.id === id)?.address ?? '';
/** USDC on Base, as destinations name it. */
export const USDC_BASE = { tokenAddress: addressOf('USDC-base'), chainId: 8453 };
/** USDT on Base, as destinations name it. */
export const USDT_BASE = { tokenAddress: addressOf('USDT-base'), chainId: 8453 };

let count = 0;
/** Distinguishes things of one test from those of another. */
export const next = () => {
  count += 1;
  return count;
};

/** A body that has the form of a signed transaction. */
export const signedTransaction = () => ({
  signedTransaction: {
    raw_data_hex: '0a02',
    signature: ['1b'.repeat(65)],
    raw_data: { contract: [{}] },
  },
});

/** A body that has the form of a step of a route. */
export const routeStep = () => ({
  step: {
    id: `ARBITRUM_USDT_${unrelated().address}`,
    type: 'lifi',
    tool: 'across',
    action: { toChainId: 8_453, toAddress: unrelated().address },
  },
});

/** A body that has the form of what a payer signed. */
export const signedSubmission = () => ({
  signedPaymentIntent: { signature: `0x${'1b'.repeat(65)}`, nonce: '1', deadline: '1790000000' },
});

/** A call with nothing in it. */
export const nothing = () => ({});
/** The API key of a party. */
const keyOf = ({ credentials }: Party) => credentials.api_key;
/** The session of its wallet. */
export const walletOf = ({ credentials }: Party) => credentials.wallet_session;
/** Its key as a partner. */
const partnerOf = ({ credentials }: Party) => credentials.orchestrator_key;

/** What creates a link to its destination. */
export const link = ({ destinationId }: Party) => ({ requests: [{ destinationId, amount: '1' }] });

export async function linkToken(
  world: AccessWorld,
  of: Party,
): Promise<{ token: string; id: string }> {
  const made = await world.done('createSecurePayment', { body: link(of) }, keyOf(of));
  const [id] = Array.isArray(made['requestIds']) ? made['requestIds'] : [];
  return { token: textAt(made, 'token'), id: String(id) };
}

/** What creates a payout link that a party's wallet would pay. */
export const payoutBody = ({ wallet }: Party) => ({
  recipient: '0x1111111111111111111111111111111111111111',
  creatorWalletAddress: wallet.address,
  network: 'base',
  currency: 'USDC-base',
  amount: '1',
});

/** The token of a payout link of a party. */
async function payoutToken(world: AccessWorld, of: Party): Promise<string> {
  return textAt(await world.done('createPayoutLink', { body: payoutBody(of) }, keyOf(of)), 'token');
}

/** What puts two payout links of a party under one parent. */
export async function bundleBody(world: AccessWorld, of: Party) {
  return { childTokens: [await payoutToken(world, of), await payoutToken(world, of)] };
}

export async function freshClient(world: AccessWorld, of: Party, more: object = {}) {
  const body = { label: `client ${next()}`, allowedDomains: [], ...more };
  const made = await world.done('createClientIdV1', { body }, walletOf(of));
  return { id: textAt(made, 'id'), clientId: textAt(made, 'clientId') };
}

/** The row of a new API key. */
export const freshKey = async (world: AccessWorld, of: Party) =>
  textAt(
    await world.done('createApiKey', { body: { label: `key ${next()}` } }, walletOf(of)),
    'id',
  );

/** A call with an internal id in its path. */
export const byId = (id: string | undefined, body?: unknown): Call => ({
  params: { id: id ?? nobodys() },
  ...(body === undefined ? {} : { body }),
});

/** A position of an internal id in the path. */
export const idInPath = (
  what: string,
  find: (world: AccessWorld, of: Party) => Promise<string> | string,
  body?: unknown,
): Position => ({
  what,
  call: async (world, of) => byId(of && (await find(world, of)), body),
});

/** The row of a new client ID. */
export const clientRow = async (world: AccessWorld, of: Party) => (await freshClient(world, of)).id;

/** A session of the party's wallet beside the one that it uses. */
export async function freshSession(world: AccessWorld, of: Party): Promise<string> {
  const headers = await signInWith(world, of.wallet);
  return textAt(await world.done('viewSession', {}, headers), 'id');
}

export async function freshLinked(world: AccessWorld, of: Party) {
  const client = await freshClient(world, of, { payeeDestinationId: of.destinationId });
  await world.done('linkClientId', { body: { clientId: client.clientId } }, partnerOf(of));
  return client;
}

export async function freshIntent(world: AccessWorld, of: Party, kyt = false): Promise<string> {
  const plan = kyt ? {} : { kyt: { providers: [{ provider: 'hypernative' }] } };
  const body = { clientIdName: `intent ${next()}`, ...plan };
  const made = await world.done('createLinkIntent', { body }, partnerOf(of));
  return textAt(made, 'intent.accessToken');
}

export async function onboarded(world: AccessWorld, of: Party): Promise<string> {
  const token = await freshIntent(world, of, true);
  const body = { kyt: { provider: null } };
  const made = await world.done('acceptLinkIntent', { params: { token }, body }, walletOf(of));
  return textAt(made, 'clientId');
}

/** The token of an intent that never was. */
export const INTENT_OF_NOBODY = `lit_${'0'.repeat(32)}`;
/** A client ID that never was. */
export const CLIENT_OF_NOBODY = `cli_${'0'.repeat(24)}`;
/** An address that no other test registers. */
export const hookUrl = () => `https://hook.example.com/${next()}`;

const hooks = new WeakMap<Party, string>();
/** The platform-wide endpoint of a party that stays; an account may have a hundred and no more. */
export async function oneHook(world: AccessWorld, of: Party): Promise<string> {
  const id = hooks.get(of) ?? (await freshHook(world, of));
  hooks.set(of, id);
  return id;
}

const provided = new WeakSet<Party>();
/** Sees that each scope that a party's credentials mean has an endpoint. */
export async function hookInEveryScope(world: AccessWorld, of: Party): Promise<void> {
  if (provided.has(of)) return;
  provided.add(of);
  for (const kind of ['api_key', 'client_id', 'orchestrator_pair'] as const) {
    await world.done('createWebhook', { body: { url: hookUrl() } }, of.credentials[kind]);
  }
}

const partnersHooks = new WeakMap<Party, string>();
/** The endpoint that a party has as a partner. */
export async function onePartnersHook(world: AccessWorld, of: Party): Promise<string> {
  const known = partnersHooks.get(of);
  if (known !== undefined) return known;
  const body = { url: hookUrl() };
  const made = await world.done('createOrchestratorWebhook', { body }, partnerOf(of));
  const id = textAt(made, 'webhook.id');
  partnersHooks.set(of, id);
  return id;
}

/** A new platform-wide endpoint of a party. */
export async function freshHook(world: AccessWorld, of: Party): Promise<string> {
  const made = await world.done('createWebhook', { body: { url: hookUrl() } }, keyOf(of));
  return textAt(made, 'id');
}

/** A new wallet of the account's world that nobody has signed in with. */
export const unrelated = () => privateKeyToAccount(`0x${next().toString(16).padStart(64, '0')}`);

/** A choice of no screening. */
export const KYT = { kyt: { provider: null } };

/** A destination of nobody's wallet, as well formed as any. */
export function destinationOfNobody(): string {
  return `0x${'11'.repeat(20)}@eip155:8453#34790435:${USDC_BASE.tokenAddress}`;
}

/** The row of a client ID, as the list of its account shows it. */
export async function rowOf(world: AccessWorld, of: Party, clientId: string): Promise<string> {
  const answer = await world.list('listClientIdsV1', walletOf(of));
  const row = answer.find((item) => item['clientId'] === clientId);
  return textAt(row, 'id');
}

type FindHook = (world: AccessWorld, of: Party) => Promise<string>;

/** What is done to one delivery to an endpoint. */
export const toOneDelivery = (findHook: FindHook): AccessRow => {
  const call = async (world: AccessWorld, of: Party | undefined) => {
    const made = of && { endpointId: await findHook(world, of), status: 'failed' as const };
    return { params: { deliveryId: made ? await insertDelivery(world.ctx, made) : nobodys() } };
  };
  return {
    own: (world) => call(world, world.own),
    positions: [{ what: 'a delivery', call }],
  };
};
