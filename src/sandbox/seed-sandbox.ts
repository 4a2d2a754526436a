import { CONTRACTS } from '#catalog/contracts.ts';
import { CURRENCIES } from '#catalog/currencies.ts';
import { NETWORKS } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import type { HostUrls } from '#hosts/host-urls.ts';
import { INBOX_HOOK_PATH } from '#hosts/pay/inbox.ts';
import { Refusal } from '#kit/failure.ts';
import {
  createApiKey,
  createClientId,
  findApiKeyActor,
  findClientId,
  setAllowedDomains,
} from '#modules/clients/index.ts';
import { registerDestination } from '#modules/destinations/index.ts';
import {
  addEmailLogin,
  addWalletLogin,
  createAccount,
  findWalletAccount,
} from '#modules/identity/index.ts';
import { createSecurePayment, findByToken } from '#modules/secure-payments/index.ts';
import { createWebhook, listWebhooks, removeWebhook } from '#modules/webhooks/index.ts';
import type { EarlierSandbox, SandboxFile } from './sandbox-file.ts';
import { TEST_ACCOUNTS, TEST_SAFE, TEST_SMART_ACCOUNT, type TestAccount } from './test-accounts.ts';
import { fromEvmAddress, toBase58 } from './tron/address.ts';

/** What the printed link asks for, in USDC. */
const LINK_AMOUNT = '12.50';

interface SeedParts {
  readonly urls: HostUrls;
  /** Where each network's node is. */
  readonly rpcUrls: ReadonlyMap<string, readonly string[]>;
  /** Of the sandbox's own route provider, where it has one. */
  readonly routeProviderUrl?: string | undefined;
  /** Of the sandbox's own Safe service, where it has one. */
  readonly safeServiceUrl?: string | undefined;
  /** Of the sandbox's own off-ramp provider, where it has one. */
  readonly bankUrl?: string | undefined;
  readonly bankCallbackKey?: string | undefined;
  /** Of the sandbox's own identity provider, where it has one. */
  readonly identityProviderUrl?: string | undefined;
  /** Of the sandbox's own bundler, where it has one. */
  readonly bundlerUrl?: string | undefined;
  /** Of the sandbox's own vendors that screen wallets. */
  readonly screeningUrl?: string | undefined;
  /** What the sandbox file said before this start, if there was one. */
  readonly before: EarlierSandbox | undefined;
}

/**
 * Makes what a new sandbox needs to be used at once: an account, an API key, a client ID, a
 * destination, a link to pay and an endpoint that leads to the inbox. What an earlier start made and
 * still works is kept.
 */
export async function seedSandbox(ctx: Context, parts: SeedParts): Promise<SandboxFile> {
  const { urls, before } = parts;
  const origin = new URL(urls.pay).origin;
  const kept = before && (await findApiKeyActor(ctx, before.apiKey));
  const accountId = kept?.accountId ?? (await accountOfPayee(ctx));
  const apiKey =
    before !== undefined && kept !== undefined
      ? { apiKey: before.apiKey, id: kept.apiKeyId }
      : await createApiKey(ctx, { accountId, label: 'Sandbox key' });
  const clientId = await ensureClientId(ctx, { accountId, origin, before: before?.clientId });
  const { destinationId } = await registerDestination(ctx, {
    accountId,
    destinationId: payeeOn([...parts.rpcUrls.keys()]),
  });
  await addWalletLogin(ctx, { accountId, family: 'evm', address: TEST_ACCOUNTS.payee.address });
  const login = (kept && before?.login) ?? (await addLogin(ctx, accountId));
  const asCaller: Context = {
    ...ctx,
    actor: { kind: 'api_key', accountId, apiKeyId: apiKey.id },
  };
  const inbox = await ensureInbox(asCaller, {
    url: new URL(`${urls.pay}${INBOX_HOOK_PATH}`).href,
    before: before?.inbox,
  });
  return {
    apiUrl: urls.api,
    authUrl: urls.auth,
    payUrl: urls.pay,
    dashboardUrl: urls.dashboard,
    apiKey: apiKey.apiKey,
    clientId,
    origin,
    payee: { ...describeAccount(TEST_ACCOUNTS.payee, parts.rpcUrls), destinationId },
    payer: describeAccount(TEST_ACCOUNTS.payer, parts.rpcUrls),
    ...describeContractAccounts(parts),
    login,
    networks: describeNetworks(parts.rpcUrls),
    ...(parts.routeProviderUrl !== undefined && { routeProviderUrl: parts.routeProviderUrl }),
    ...(parts.bankUrl !== undefined && { bankUrl: parts.bankUrl }),
    ...(parts.bankCallbackKey !== undefined && { bankCallbackKey: parts.bankCallbackKey }),
    ...(parts.identityProviderUrl !== undefined && {
      identityProviderUrl: parts.identityProviderUrl,
    }),
    ...(parts.bundlerUrl !== undefined && { bundlerUrl: parts.bundlerUrl }),
    ...(parts.screeningUrl !== undefined && { screeningUrl: parts.screeningUrl }),
    paymentUrl: await ensureLink(asCaller, { destinationId, before: before?.paymentUrl, urls }),
    ...(inbox && { inbox }),
  };
}

/** Also without its file a sandbox knows its account: the payee's wallet opens it. */
async function accountOfPayee(ctx: Context): Promise<string> {
  const found = await findWalletAccount(ctx, TEST_ACCOUNTS.payee.address);
  return found ?? (await createAccount(ctx, { name: 'Sandbox' })).id;
}

/** 96 bits of randomness; nobody has to remember it. */
const PASSWORD_BYTES = 12;

/** A way to sign in by password. The address carries random text, as an earlier one may be taken. */
async function addLogin(ctx: Context, accountId: string): Promise<SandboxFile['login']> {
  const email = `owner-${ctx.random(3).toString('hex')}@sandbox.example`;
  const password = ctx.random(PASSWORD_BYTES).toString('base64url');
  await addEmailLogin(ctx, { accountId, email, password });
  return { email, password };
}

interface ClientIdParts {
  readonly accountId: string;
  readonly origin: string;
  readonly before: string | undefined;
}

async function ensureClientId(ctx: Context, parts: ClientIdParts): Promise<string> {
  const { accountId, origin, before } = parts;
  const kept = before === undefined ? undefined : await findClientId(ctx, before);
  if (kept?.status === 'active' && kept.accountId === accountId) {
    // The ports may have changed since, and with them where the page lives.
    await setAllowedDomains(ctx, { clientIdId: kept.clientIdId, allowedDomains: [origin] });
    return kept.clientId;
  }
  const input = { accountId, label: 'Sandbox client ID', allowedDomains: [origin] };
  return (await createClientId(ctx, input)).clientId;
}

interface LinkParts {
  readonly destinationId: string;
  readonly before: string | undefined;
  readonly urls: HostUrls;
}

/** The earlier link as long as it can still be paid, else a new one. */
async function ensureLink(ctx: Context, parts: LinkParts): Promise<string> {
  const token = parts.before && new URL(parts.before).searchParams.get('token');
  const link = token ? await findByToken(ctx, token) : undefined;
  if (link?.status === 'pending' && link.expiresAt > ctx.now()) {
    return `${parts.urls.pay}/?token=${link.token}`;
  }
  const { securePaymentUrl } = await createSecurePayment(ctx, {
    requests: [{ destinationId: parts.destinationId, amount: LINK_AMOUNT }],
    reference: 'SANDBOX-1',
  });
  return securePaymentUrl;
}

interface InboxParts {
  readonly url: string;
  readonly before: SandboxFile['inbox'];
}

/**
 * The account's endpoint that leads to the inbox, at the address where the pay host is now. One
 * whose secret nobody knows any more, as the file was lost, is made anew.
 */
async function ensureInbox(ctx: Context, { url, before }: InboxParts) {
  const endpoints = await listWebhooks(ctx);
  if (before?.url === url && endpoints.some((endpoint) => endpoint.url === url)) return before;
  const old = endpoints.filter((endpoint) => [url, before?.url].includes(endpoint.url));
  for (const { id } of old) await removeWebhook(ctx, { webhookId: id });
  try {
    const { secret } = await createWebhook(ctx, { url, isObserver: true });
    return { url, secret };
  } catch (error) {
    // A sandbox under an address that may not receive starts all the same, without the endpoint.
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** A key opens an account on every network, under an address in the network's form. */
function describeAccount(account: TestAccount, rpcUrls: SeedParts['rpcUrls']) {
  if (!rpcUrls.has('tron')) return account;
  return { ...account, tronAddress: toBase58(fromEvmAddress(account.address)) };
}

/** The accounts that are contracts, where a network of the sandbox has them. */
function describeContractAccounts({
  rpcUrls,
  safeServiceUrl: serviceUrl,
}: SeedParts): Pick<SandboxFile, 'safe' | 'smartAccount'> {
  if (!Object.values(NETWORKS).some(({ id, family }) => family === 'evm' && rpcUrls.has(id))) {
    return {};
  }
  return {
    safe: {
      ...TEST_SAFE,
      owners: [...TEST_SAFE.owners],
      ...(serviceUrl !== undefined && { serviceUrl }),
    },
    smartAccount: TEST_SMART_ACCOUNT,
  };
}

function describeNetworks(rpcUrls: SeedParts['rpcUrls']): SandboxFile['networks'] {
  const rows = Object.values(NETWORKS).flatMap((network) => {
    const rpcUrl = rpcUrls.get(network.id)?.[0];
    if (rpcUrl === undefined) return [];
    const contracts = Object.entries(CONTRACTS[network.id]).filter(isKnown);
    const tokens = CURRENCIES.filter(
      (currency) => currency.network === network.id && currency.type !== 'ETH',
    );
    const described = {
      rpcUrl,
      chainId: network.chainId,
      tokens: Object.fromEntries(tokens.map((currency) => [currency.id, currency.address])),
      contracts: Object.fromEntries(contracts),
    };
    return [[network.id, described] as const];
  });
  return Object.fromEntries(rows);
}

function isKnown(entry: readonly [string, string | undefined]): entry is [string, string] {
  return entry[1] !== undefined;
}

/** Sepolia, where money is worth nothing, or else the first EVM network of the sandbox that has USDC. */
function payeeOn(networks: readonly string[]): string {
  const preferred = networks.includes('sepolia') || networks.length === 0 ? ['sepolia'] : networks;
  const [usdc] = preferred.flatMap(
    (network) =>
      CURRENCIES.find(({ id, type }) => id === `USDC-${network}` && type === 'ERC20') ?? [],
  );
  if (usdc === undefined) throw noNetworkToSeed(networks);
  return `${TEST_ACCOUNTS.payee.address}@eip155:${usdc.chainId}:${usdc.address}`;
}

function noNetworkToSeed(networks: readonly string[]): Refusal {
  const message = `SANDBOX_NETWORKS names no EVM network with USDC that a sandbox can be paid on: ${networks.join(', ')}; add sepolia`;
  return new Refusal('no_network_to_seed', 409, message);
}
