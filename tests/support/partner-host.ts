import { z } from 'zod';
import { manualClock } from '#kit/clock.ts';
import { endpoints as clientEndpoints } from '#modules/clients/http/index.ts';
import { createClientId } from '#modules/clients/index.ts';
import { registerDestination } from '#modules/destinations/index.ts';
import { endpoints as feeEndpoints } from '#modules/fees/http/index.ts';
import { endpoints as bundleEndpoints } from '#modules/multicall-payouts/http/index.ts';
import { endpoints as partnerEndpoints } from '#modules/orchestrators/http/index.ts';
import { endpoints as importEndpoints } from '#modules/payout-imports/http/index.ts';
import { endpoints as savedPayoutEndpoints } from '#modules/saved-payouts/http/index.ts';
import { endpoints as paymentEndpoints } from '#modules/secure-payments/http/index.ts';
import { endpoints as webhookEndpoints } from '#modules/webhooks/http/index.ts';
import type { Context } from '../../src/context.ts';
import { TEST_TIME, testContext, testDatabase } from './database.ts';
import { moduleHost } from './module-host.ts';
import { insertAccount } from './payable-link.ts';
import { signedIn } from './signed-in.ts';
import { connected, stillChain } from './still-chain.ts';

type Headers = Readonly<Record<string, string>>;

interface Call {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: unknown;
}

interface Said {
  readonly status: number;
  readonly body: unknown;
}

/** An account with somebody signed in by password, and somebody by wallet. */
interface People {
  readonly accountId: string;
  readonly byEmail: Headers;
  readonly byWallet: Headers;
  /** In the form in which the chain shows it. */
  readonly wallet: string;
}

/** People who are a partner, with its key. */
export interface Partner extends People {
  readonly orchestratorId: string;
  readonly key: Headers;
}

/** People who want to be paid, with where. */
export interface Platform extends People {
  readonly destinationId: string;
}

/** Both hosts over partners and payments, on a clock that stands still until it is moved. */
export interface PartnerHost extends AsyncDisposable {
  readonly ctx: Context & { readonly now: ReturnType<typeof manualClock> };
  call(operationId: string, headers: Headers, call?: Call): Promise<Said>;
  /** A call that must go well; returns its body. */
  done(operationId: string, headers: Headers, call?: Call): Promise<Record<string, unknown>>;
  newPeople(): Promise<People>;
  newPartner(): Promise<Partner>;
  newPlatform(): Promise<Platform>;
  /** A new endpoint of the partner with this key; returns its id. */
  newWebhook(key: Headers): Promise<string>;
  /** A client ID of an account, active and bound to nothing unless it says so. */
  newClientId(
    accountId: string,
    parts?: { readonly payeeDestinationId?: string; readonly allowedDomains?: string[] },
  ): Promise<{ readonly id: string; readonly clientId: string }>;
}

const Body = z.record(z.string(), z.unknown());

/** The text at a path of an answer, such as `link.id`. */
export function textAt(body: unknown, path: string): string {
  const found = path.split('.').reduce<unknown>((value, name) => Body.parse(value)[name], body);
  return z.string().parse(found);
}

/** The members of every refusal that tests use. */
export const refused = (status: number, code: string) => ({ status, body: { code } });

let wallets = 0;
/** An address whose digits have no case, so that it is its own EIP-55 form. */
function newWallet(): string {
  wallets += 1;
  return `0x${String(wallets).padStart(40, '0')}`;
}

const ENDPOINTS = [
  ...clientEndpoints,
  ...partnerEndpoints,
  ...feeEndpoints,
  ...paymentEndpoints,
  ...bundleEndpoints,
  ...importEndpoints,
  ...savedPayoutEndpoints,
  ...webhookEndpoints,
];

/** Opens the hosts on a database of their own. */
export async function partnerHost(
  parts: Partial<Pick<Context, 'chains' | 'settings' | 'screeners'>> = {},
): Promise<PartnerHost> {
  const database = await testDatabase();
  const now = manualClock(TEST_TIME);
  const chains = connected(stillChain('base'), stillChain('sepolia'), stillChain('tron'));
  const ctx = { ...testContext({ db: database.db, now, chains, ...parts }), now };
  const hostParts = { ctx, counts: database.pool, endpoints: ENDPOINTS };
  const hosts = {
    api: await moduleHost({ ...hostParts, host: 'api' }),
    auth: await moduleHost({ ...hostParts, host: 'auth' }),
  };
  const call: PartnerHost['call'] = async (operationId, headers, { params, query, body } = {}) => {
    const found = ENDPOINTS.find((endpoint) => endpoint.operationId === operationId);
    if (found === undefined) throw new Error(`no endpoint is called ${operationId}`);
    const path = found.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(params?.[name] ?? ''),
    );
    const answer = await hosts[found.host].app.inject({
      method: METHODS[found.method],
      url: query === undefined ? path : `${path}?${query}`,
      headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  const done: PartnerHost['done'] = async (operationId, headers, sent) => {
    const { status, body } = await call(operationId, headers, sent);
    if (status >= 300) throw new Error(`${operationId}: ${status} ${JSON.stringify(body)}`);
    return Body.parse(body);
  };
  return {
    ctx,
    call,
    done,
    ...people(ctx, done),
    [Symbol.asyncDispose]: async () => {
      await hosts.api[Symbol.asyncDispose]();
      await hosts.auth[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

const METHODS = {
  get: 'GET',
  post: 'POST',
  put: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
} as const;

function people(
  ctx: Context,
  done: PartnerHost['done'],
): Pick<PartnerHost, 'newPeople' | 'newPartner' | 'newPlatform' | 'newWebhook' | 'newClientId'> {
  const newPeople = async (): Promise<People> => {
    const accountId = await insertAccount(ctx.db);
    const wallet = newWallet();
    return {
      accountId,
      wallet,
      byEmail: await signedIn(ctx.db, { accountId }),
      byWallet: await signedIn(ctx.db, { accountId, wallet }),
    };
  };
  return {
    newPeople,
    newPartner: async () => {
      const who = await newPeople();
      const body = { orchestratorName: 'Stalls', orchestratorContactEmail: 'a@stalls.example' };
      const made = await done('createOrchestrator', who.byEmail, { body });
      const key = { 'x-orchestrator-key': textAt(made, 'rawKey') };
      return { ...who, key, orchestratorId: textAt(made, 'orchestrator.id') };
    },
    newWebhook: async (key) => {
      const body = { url: 'https://hooks.example/' };
      return textAt(await done('createOrchestratorWebhook', key, { body }), 'webhook.id');
    },
    newPlatform: async () => {
      const who = await newPeople();
      const { destinationId } = await registerDestination(ctx, {
        accountId: who.accountId,
        destinationId: `${who.wallet}@eip155:8453:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913`,
      });
      return { ...who, destinationId };
    },
    newClientId: (accountId, { payeeDestinationId, allowedDomains = [] } = {}) =>
      createClientId(ctx, { accountId, label: 'Till', allowedDomains, payeeDestinationId }),
  };
}

/** The input of a link to another account's destination. */
export const linkBody = (destinationId?: string) => ({
  requests: [{ amount: '12.5', ...(destinationId !== undefined && { destinationId }) }],
});

/** An invitation to nothing in particular that a platform accepts; returns its token. */
export async function newIntent(
  { done }: Pick<PartnerHost, 'done'>,
  partner: Partner,
  input: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const body = { clientIdName: 'Fruit stall', ...input };
  return textAt(await done('createLinkIntent', partner.key, { body }), 'intent.accessToken');
}
