import { describe, expect, it } from 'vitest';
import { Outage } from '#kit/failure.ts';
import { openBridgeProvider } from '#providers/bridge-xyz/bridge-provider.ts';
import type { BankAccount } from '#providers/off-ramp-provider.ts';
import { type Alter, change, unchanged } from './altered-answers.ts';
import { useRelayedServer } from './relayed-server.ts';

/** A server of the published shapes, in which the customer is `cust_123`. */
export interface BankServerOfTest {
  /** Up to and with `/v0`. */
  readonly baseUrl: string;
  /** Lets the tokens of the order arrive. */
  fund(): Promise<void>;
  /** Lets the bank take the money. */
  process(): Promise<void>;
}

/** A bank account that each server takes. */
export const BANK_ACCOUNT: BankAccount = {
  form: 'us',
  currency: 'USD',
  bankName: 'Wells Fargo',
  ownerName: 'John Doe',
  ownerType: 'individual',
  accountNumber: '1210002481111',
  routingNumber: '121000248',
  address: {
    line1: '123 Main St',
    city: 'San Francisco',
    state: 'CA',
    postalCode: '94102',
    country: 'US',
  },
};

/** What an off-ramp provider promises over a server of the published shapes, whichever server that is. */
export function describeOffRampProvider(
  name: string,
  start: () => Promise<BankServerOfTest & AsyncDisposable>,
): void {
  describe(`the off-ramp provider at ${name}`, () => {
    const world = useBankWorld(start);
    describe('follows an order', () => describeOrders(world));
    describe('says of an order', () => describeAnswers(world));
    describe('refuses', () => describeRefusals(world));
    describe('is out of service', () => describeOutages(world));
  });
}

function useBankWorld(start: () => Promise<BankServerOfTest & AsyncDisposable>) {
  const { time, server, outbound, relayUrl, relayed } = useRelayedServer(start);
  const open = (customerId = 'cust_123') =>
    openBridgeProvider({
      outbound: outbound(),
      baseUrl: relayUrl() + new URL(server().baseUrl).pathname,
      apiKey: 'key-of-test',
      customerId,
      callbackKey: undefined,
      timeoutMs: 60_000,
      time,
    });
  let made = 0;
  const order = async () => {
    made += 1;
    const provider = open();
    const { id: accountId } = await provider.registerAccount(BANK_ACCOUNT, 'account-1');
    const input = {
      network: 'mainnet',
      symbol: 'USDC',
      amount: '75.0',
      payoutCurrency: 'USD',
      accountId,
      reference: `order-${made}`,
    } as const;
    return { provider, input, order: await provider.createOrder(input) };
  };
  return { open, order, server, relayed };
}

type BankWorld = ReturnType<typeof useBankWorld>;

function describeOrders({ open, order, server, relayed }: BankWorld): void {
  it('from the bank account to the money at the bank, under one reference', async () => {
    const { provider, input, order: made } = await order();
    expect(made).toMatchObject({ ...input, state: 'awaiting_funds', isOwnCustomer: true });
    expect(made.deposit).toEqual({ network: 'mainnet', symbol: 'USDC', amount: '75.0' });
    expect(made.depositAddress).toMatch(/^0x[0-9a-f]{40}$/);
    expect(relayed().headers).toMatchObject({
      'api-key': 'key-of-test',
      'idempotency-key': input.reference,
    });
    expect((await provider.createOrder(input)).id).toBe(made.id);
    await server().fund();
    expect(await provider.readOrder(made.id)).toMatchObject({ ...input, state: 'in_review' });
    await server().process();
    expect((await provider.readOrder(made.id))?.state).toBe('payout_processed');
  });

  it('whose bank account it knows, active and in its currency', async () => {
    const provider = open();
    const { id } = await provider.registerAccount(BANK_ACCOUNT, 'account-1');
    expect(await provider.readAccount(id)).toEqual({ id, currency: 'USD', isActive: true });
  });

  it('of which it says before what arrives', async () => {
    const { provider, input } = await order();
    relayed().alter = unchanged;
    expect(Number((await provider.quote(input, 'quote-1')).payoutAmount)).toBe(75);
  });

  it('only where it knows the order or the account', async () => {
    expect(await open().readOrder('none')).toBeUndefined();
    expect(await open().readAccount('none')).toBeUndefined();
  });
}

function describeAnswers({ order, relayed }: BankWorld): void {
  it.each([
    ['undeliverable', 'bounced'],
    ['returned', 'bounced'],
    ['refund_in_flight', 'bounced'],
    ['refund_failed', 'return_blocked'],
    ['missing_return_policy', 'return_blocked'],
    ['refunded', 'refunded'],
    ['canceled', 'failed'],
    ['error', 'failed'],
    ['held_by_partner', 'unknown'],
    ['', 'unknown'],
  ])('for its state "%s" our "%s"', async (theirs, ours) => {
    const { provider, order: made } = await order();
    relayed().alter = change('state', theirs);
    expect(await provider.readOrder(made.id)).toMatchObject({ state: ours, providerState: theirs });
  });

  it('what the provider says of it, for the caller to compare', async () => {
    const { provider, order: made } = await order();
    relayed().alter = change('on_behalf_of', 'cust_other');
    expect((await provider.readOrder(made.id))?.isOwnCustomer).toBe(false);
    relayed().alter = change('source_deposit_instructions.payment_rail', 'solana');
    expect((await provider.readOrder(made.id))?.deposit.network).toBeUndefined();
    relayed().alter = change('client_reference_id', null);
    expect((await provider.readOrder(made.id))?.reference).toBe('');
  });
}

function describeRefusals({ open, order, relayed }: BankWorld): void {
  it('what the provider does not take, without repeating its words', async () => {
    const refusal: Alter = () => ({
      status: 400,
      type: 'application/json',
      text: JSON.stringify({ code: 'invalid_parameters', message: 'John Doe is unknown' }),
    });
    const { provider, input } = await order();
    relayed().alter = refusal;
    await expect(provider.createOrder({ ...input, reference: 'other' })).rejects.toMatchObject({
      code: 'payout_refused',
      status: 400,
      message: expect.not.stringContaining('John'),
    });
    await expect(provider.registerAccount(BANK_ACCOUNT, 'account-2')).rejects.toMatchObject({
      code: 'bank_account_refused',
    });
  });

  it('an account or a payout that it cannot take, and sends nothing', async () => {
    const { address } = BANK_ACCOUNT;
    const abroad = { ...BANK_ACCOUNT, address: { ...address, country: 'KP' } };
    await expect(open().registerAccount(abroad, 'a')).rejects.toMatchObject({ status: 400 });
    const { provider, input } = await order();
    const sent = relayed().requests;
    await expect(
      provider.createOrder({ ...input, symbol: 'USDT', reference: 'usdt' }),
    ).rejects.toMatchObject({ code: 'payout_refused' });
    expect(relayed().requests).toBe(sent);
    expect(provider.takes({ network: 'mainnet', symbol: 'USDC' })).toBe(true);
    expect(provider.takes({ network: 'bsc', symbol: 'USDC' })).toBe(false);
  });
}

const fail =
  (status: number, body: object = {}): Alter =>
  () => ({ status, type: 'application/json', text: JSON.stringify(body) });

/** Answers about an order that are not the documented ones. */
const WRONG: readonly (readonly [string, Alter])[] = [
  ['HTML', (answer) => ({ ...answer, type: 'text/html', text: '<html>busy</html>' })],
  ['half of an answer', (answer) => ({ ...answer, text: answer.text.slice(0, 60) })],
  ['another order', change('id', 'transfer_other')],
  ['no state', change('state', undefined)],
  ['a state that is no word', change('state', 7)],
  ['a negative amount', change('amount', '-75')],
  ['an amount of another form', change('amount', '7e1')],
  ['no deposit address', change('source_deposit_instructions', undefined)],
  ['another source network', change('source.payment_rail', 'solana')],
  ['no bank account', change('destination.external_account_id', undefined)],
  ['a refused key', fail(401, { code: 'invalid_credentials', message: 'no' })],
  ['a 404 of a proxy', fail(404, { message: 'no Route matched with those values' })],
  ['too many requests', fail(429, { code: 'rate_limited', message: 'slow down' })],
  ['a failure', fail(503)],
];

function describeOutages({ open, order, relayed }: BankWorld): void {
  it.each(WRONG)('where it answers %s', async (_what, alter) => {
    const { provider, order: made } = await order();
    relayed().alter = alter;
    await expect(provider.readOrder(made.id)).rejects.toBeInstanceOf(Outage);
  });

  it('where a bank account is that of another customer', async () => {
    const { id } = await open().registerAccount(BANK_ACCOUNT, 'account-1');
    relayed().alter = change('customer_id', 'cust_other');
    await expect(open().readAccount(id)).rejects.toBeInstanceOf(Outage);
  });

  it('and orders once, as only the caller knows whether to order again', async () => {
    const { provider, input } = await order();
    const sent = relayed().requests;
    relayed().alter = fail(503);
    await expect(provider.createOrder({ ...input, reference: 'down' })).rejects.toBeInstanceOf(
      Outage,
    );
    expect(relayed().requests).toBe(sent + 1);
  });
}
