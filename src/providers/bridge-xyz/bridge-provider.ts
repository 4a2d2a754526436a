import { createPublicKey } from 'node:crypto';
import type { NetworkId } from '#catalog/networks.ts';
import { Outage, Refusal } from '#kit/failure.ts';
import { type JsonClient, openJsonClient, ServiceFailure } from '#platform/outbound/json-client.ts';
import type { Outbound } from '#platform/outbound/outbound.ts';
import type {
  BankAccount,
  OffRampOrder,
  OffRampProvider,
  OffRampState,
  OrderInput,
  PayoutQuery,
  RegisteredAccount,
} from '../off-ramp-provider.ts';
import { DryRun, Event, ExternalAccount, Problem, Transfer } from './bridge-shapes.ts';
import { alpha3Of } from './countries.ts';
import { isSignedCallback } from './verify-callback.ts';

/** What messages and metrics call the service. */
const NAME = 'bridge.xyz';
/** An order is made while a payer waits. */
const TIMEOUT_MS = 10_000;
/** The headers and answers are short. */
const BYTES_MAX = 256 * 1024;

/** The provider's words for networks. Sepolia is the sandbox's, which the service itself does not have. */
const RAILS: Readonly<Partial<Record<NetworkId, string>>> = {
  mainnet: 'ethereum',
  matic: 'polygon',
  'arbitrum-one': 'arbitrum',
  base: 'base',
  optimism: 'optimism',
  sepolia: 'sepolia',
};

/** What it takes, as documented for payouts. */
const SYMBOLS: readonly string[] = ['USDC'];

/** How money leaves to a bank account, by its currency. */
const PAYOUT_RAILS: Readonly<Record<string, string>> = { usd: 'ach', eur: 'sepa' };

/** The provider's words for where an order is; every other word is `unknown`. */
const STATES: ReadonlyMap<string, OffRampState> = new Map([
  ['awaiting_funds', 'awaiting_funds'],
  ['in_review', 'in_review'],
  ['funds_received', 'funds_received'],
  ['payment_submitted', 'payout_submitted'],
  ['payment_processed', 'payout_processed'],
  ['undeliverable', 'bounced'],
  ['returned', 'bounced'],
  // On the way back, and not there yet.
  ['refund_in_flight', 'bounced'],
  ['refund_failed', 'return_blocked'],
  // Nobody has set at the provider where the tokens go back to.
  ['missing_return_policy', 'return_blocked'],
  ['refunded', 'refunded'],
  ['canceled', 'failed'],
  ['error', 'failed'],
]);

/** How the provider is reached. */
interface BridgeOptions {
  readonly outbound: Outbound;
  /** With its version, such as `https://api.bridge.xyz/v0`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The customer of this installation at the provider. */
  readonly customerId: string;
  /** The key of our callback endpoint, as PEM; without one every callback is refused. */
  readonly callbackKey: string | undefined;
  readonly timeoutMs?: number;
  /** The machine's time by default. */
  readonly time?: Parameters<typeof openJsonClient>[0]['time'];
}

/** Opens Bridge (bridge.xyz), from its public documentation. Nothing is sent yet. */
export function openBridgeProvider(options: BridgeOptions): OffRampProvider {
  const { outbound, baseUrl, apiKey, customerId, callbackKey, time } = options;
  const client = openJsonClient({
    outbound,
    name: NAME,
    baseUrl,
    headers: { 'api-key': apiKey },
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    bytesMax: BYTES_MAX,
    ...(time && { time }),
  });
  const publicKey = callbackKey === undefined ? undefined : createPublicKey(callbackKey);
  const parts = { client, customerId };
  return {
    name: 'Bridge',
    takes: ({ network, symbol }) => RAILS[network] !== undefined && SYMBOLS.includes(symbol),
    registerAccount: (account, key) => registerAccount(parts, account, key),
    readAccount: (id) => readAccount(parts, id),
    quote: (query, key) => quote(parts, query, key),
    createOrder: (input) => createOrder(parts, input),
    readOrder: (id) => readOrder(parts, id),
    parseCallback: ({ rawBody, headers }, now) => {
      const signature = headers['x-webhook-signature'];
      if (publicKey === undefined) return undefined;
      if (!isSignedCallback({ rawBody, signature, publicKey, now })) return undefined;
      return readEvent(rawBody);
    },
  };
}

interface Parts {
  readonly client: JsonClient;
  readonly customerId: string;
}

async function registerAccount(
  { client, customerId }: Parts,
  account: BankAccount,
  idempotencyKey: string,
): Promise<RegisteredAccount> {
  const body = accountBody(account);
  const found = await refusing('bank_account_refused', () =>
    client.send({
      path: `/customers/${encodeURIComponent(customerId)}/external_accounts`,
      headers: { 'idempotency-key': idempotencyKey },
      body,
      schema: ExternalAccount,
    }),
  );
  return accountOf(found, customerId);
}

async function readAccount(
  { client, customerId }: Parts,
  id: string,
): Promise<RegisteredAccount | undefined> {
  const path = `/customers/${encodeURIComponent(customerId)}/external_accounts/${encodeURIComponent(id)}`;
  const found = await known(() => client.read({ path, schema: ExternalAccount }));
  if (found !== undefined && found.id !== id) {
    throw new Outage(`${NAME} answered another bank account than was asked for`);
  }
  return found && accountOf(found, customerId);
}

function accountOf(found: ExternalAccount, customerId: string): RegisteredAccount {
  if (found.customer_id !== customerId) {
    throw new Outage(`${NAME} answered a bank account of another customer`);
  }
  return { id: found.id, currency: found.currency.toUpperCase(), isActive: found.active };
}

function accountBody(account: BankAccount): object {
  const { form, currency, bankName, ownerName, ownerType, address } = account;
  const country = alpha3Of(address.country);
  if (country === undefined || PAYOUT_RAILS[currency.toLowerCase()] === undefined) {
    throw refused('bank_account_refused', 'accounts of this country or currency are not paid to');
  }
  return {
    currency: currency.toLowerCase(),
    bank_name: bankName,
    account_owner_name: ownerName,
    account_owner_type: ownerType,
    account_type: form,
    ...(form === 'us'
      ? {
          account: {
            account_number: account.accountNumber,
            routing_number: account.routingNumber,
            checking_or_savings: account.accountType ?? 'checking',
          },
        }
      : { iban: { account_number: account.iban, bic: account.bic, country } }),
    address: {
      street_line_1: address.line1,
      street_line_2: address.line2,
      city: address.city,
      state: address.state,
      postal_code: address.postalCode,
      country,
    },
  };
}

async function quote({ client, customerId }: Parts, query: PayoutQuery, key: string) {
  const body = { ...transferBody(customerId, query), dry_run: true };
  const headers = { 'idempotency-key': key };
  const { receipt } = await refusing('payout_refused', () =>
    client.send({ path: '/transfers', headers, body, schema: DryRun }),
  );
  return { payoutAmount: receipt?.final_amount ?? undefined };
}

async function createOrder(parts: Parts, input: OrderInput): Promise<OffRampOrder> {
  const { client, customerId } = parts;
  const made = await refusing('payout_refused', () =>
    client.send({
      path: '/transfers',
      headers: { 'idempotency-key': input.reference },
      body: { ...transferBody(customerId, input), client_reference_id: input.reference },
      schema: Transfer,
    }),
  );
  return orderOf(parts, made);
}

function transferBody(customerId: string, query: PayoutQuery) {
  const payoutRail = PAYOUT_RAILS[query.payoutCurrency.toLowerCase()];
  const rail = RAILS[query.network];
  if (rail === undefined || payoutRail === undefined || !SYMBOLS.includes(query.symbol)) {
    throw refused('payout_refused', 'this token or this currency is not paid out');
  }
  return {
    amount: query.amount,
    on_behalf_of: customerId,
    source: { payment_rail: rail, currency: query.symbol.toLowerCase() },
    destination: {
      payment_rail: payoutRail,
      currency: query.payoutCurrency.toLowerCase(),
      external_account_id: query.accountId,
    },
    features: { allow_any_from_address: true },
  };
}

async function readOrder(parts: Parts, id: string): Promise<OffRampOrder | undefined> {
  const path = `/transfers/${encodeURIComponent(id)}`;
  const found = await known(() => parts.client.read({ path, schema: Transfer }));
  if (found !== undefined && found.id !== id) {
    throw new Outage(`${NAME} answered another transfer than was asked for`);
  }
  return found && orderOf(parts, found);
}

/** The order in our words. A rail that is none of ours leaves the network out, so that no comparison with it holds. */
function orderOf({ customerId }: Parts, found: Transfer): OffRampOrder {
  const { source, destination, source_deposit_instructions: deposit } = found;
  const network = networkOf(source.payment_rail);
  if (network === undefined) throw new Outage(`${NAME} answered a transfer from another network`);
  return {
    id: found.id,
    reference: found.client_reference_id ?? '',
    state: STATES.get(found.state) ?? 'unknown',
    providerState: found.state,
    network,
    symbol: source.currency.toUpperCase(),
    amount: found.amount,
    payoutCurrency: destination.currency.toUpperCase(),
    accountId: destination.external_account_id,
    depositAddress: deposit.to_address,
    deposit: {
      network: networkOf(deposit.payment_rail),
      symbol: deposit.currency.toUpperCase(),
      amount: deposit.amount,
    },
    isOwnCustomer: found.on_behalf_of === customerId,
  };
}

function networkOf(rail: string): NetworkId | undefined {
  return Object.entries(RAILS).flatMap(([network, name]) =>
    name === rail && isNetworkId(network) ? [network] : [],
  )[0];
}

const isNetworkId = (text: string): text is NetworkId => text in RAILS;

function readEvent(rawBody: Buffer) {
  const event = Event.safeParse(parseJson(rawBody.toString('utf8'))).data;
  if (event === undefined) return undefined;
  const { event_id: eventId, event_category: category, event_object_id: objectId } = event;
  return { eventId, orderId: category === 'transfer' ? objectId : undefined };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What only the provider's own words say that it does not know; a proxy answers 404 too. */
async function known<Answer>(read: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ServiceFailure && error.status === 404 && hasProblem(error)) {
      return undefined;
    }
    throw error;
  }
}

/** Turns the provider's own refusal of what was sent into one of ours; its text may hold personal data and is left out. */
async function refusing<Answer>(code: string, send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    const isRefused = error instanceof ServiceFailure && REFUSED.has(error.status ?? 0);
    if (isRefused && hasProblem(error)) throw refused(code, 'the provider does not take it');
    throw error;
  }
}

const REFUSED = new Set([400, 422]);
const hasProblem = ({ body }: ServiceFailure) => Problem.safeParse(body).success;

function refused(code: string, why: string): Refusal {
  const what =
    code === 'payout_refused' ? 'This payout is refused' : 'This bank account is refused';
  return new Refusal(code, 400, `${what}: ${why}`);
}
