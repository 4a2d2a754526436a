import { setTimeout as wait } from 'node:timers/promises';
import { encodeFunctionData, erc20Abi, type Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { FIAT_HASHES } from '#catalog/conversion-paths.ts';
import { currencyById } from '#catalog/currencies.ts';
import { elapsedMs } from '#kit/clock.ts';
import { moveSandboxRate } from '../../src/sandbox/price-feeds.ts';
import { TEST_ACCOUNTS, type TestAccount } from '../../src/sandbox/test-accounts.ts';
import { asCall, sendCall } from '../../src/sandbox/test-wallet.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { balancesOf } from '../support/sandbox-balances.ts';
import { type Said, sendToHost } from '../support/send-to-host.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import type { ReachedWorld } from '../support/world.ts';

const { payer, payee, unrelated, feeReceiver } = TEST_ACCOUNTS;
const USDC = 'USDC-sepolia';
const COIN = 'ETH-sepolia-sepolia';
const EURO = { invoiceCurrency: 'EUR', paymentCurrency: USDC };
const DEFAULT_EURO = 1_08000000n;

let world: ReachedWorld;
let receiver: Receiver;
let balances: ReturnType<typeof balancesOf>;
beforeAll(async () => {
  world = await sharedWorld();
  balances = balancesOf(world);
  receiver = await openReceiver();
  await world.registerWebhook(receiver.url);
  // The second payer has coins from the start, and tokens from the first.
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [unrelated.address, 1_000_000_000n],
  });
  await sendCall(node(), payer, { to: tokenOf(USDC), data, valueUnits: 0n });
});
afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
});

function node() {
  const sepolia = world.sandbox.networks['sepolia'];
  if (sepolia === undefined) throw new Error('this sandbox has no Sepolia node');
  return { network: 'sepolia' as const, ...sepolia };
}

const tokenOf = (currencyId: string): Hex => `0x${currencyById(currencyId)?.address.slice(2)}`;

const byKey = () => ({ 'x-api-key': world.sandbox.apiKey });
const get = (path: string): Promise<Said> =>
  sendToHost(`${world.apiUrl}${path}`, { headers: byKey() });

const Created = z.object({ requestId: z.string(), paymentReference: z.string() });

async function create(input: object, headers: Record<string, string> = byKey()): Promise<string> {
  const body = {
    payee: payee.address,
    amount: '10',
    invoiceCurrency: USDC,
    paymentCurrency: USDC,
    ...input,
  };
  const said = await sendToHost(`${world.apiUrl}/v2/request`, { headers, body });
  expect(said).toMatchObject({ status: 201 });
  return Created.parse(said.body).requestId;
}

const Prepared = z.looseObject({
  transactions: z.array(
    z.object({
      to: z.string(),
      data: z.string(),
      value: z.object({ type: z.literal('BigNumber'), hex: z.string() }),
    }),
  ),
});
type Prepared = z.infer<typeof Prepared>['transactions'];

async function prepare(requestId: string, wallet: Hex, query = ''): Promise<Prepared> {
  const said = await get(`/v2/request/${requestId}/pay?wallet=${wallet}${query}`);
  expect(said).toMatchObject({ status: 200 });
  return Prepared.parse(said.body).transactions;
}

/** Signs all of them, one after another. */
async function sign(account: TestAccount, transactions: Prepared): Promise<void> {
  for (const { to, data, value } of transactions) {
    await sendCall(node(), account, asCall({ to, data, value: value.hex }));
  }
}

async function pay(requestId: string, account: TestAccount, query = ''): Promise<void> {
  await sign(account, await prepare(requestId, account.address, query));
}

const Viewed = z.looseObject({
  status: z.string(),
  payments: z.array(z.looseObject({ amount: z.string(), payerAddress: z.string().nullable() })),
});
const view = async (requestId: string) =>
  Viewed.parse((await get(`/v2/request/${requestId}`)).body);

async function awaitPayments(requestId: string, count: number) {
  for (const end = elapsedMs() + 90_000; ; await wait(50)) {
    const found = await view(requestId);
    if (found.payments.length === count) return found;
    if (elapsedMs() > end)
      throw new Error(`${count} payments did not come: ${JSON.stringify(found)}`);
  }
}

/** What a wallet gained by an act. */
const gained = async (wallet: Hex, currencyId: string, act: () => Promise<unknown>) =>
  (await balances.receivedBy(wallet, [currencyId], act))[0];

const eventsOf = (requestId: string) =>
  receiver.distinct
    .filter(({ payload }) => payload.requestId === requestId)
    .map(({ payload }) => payload.event);

describe('a request in a token', () => {
  it('is paid in two parts by two wallets, the last of them more than was missing', async () => {
    const requestId = await create({ reference: 'TWO-PARTS' });
    const first = await gained(payee.address, USDC, () => pay(requestId, payer, '&amount=4'));
    expect(first).toBe(4_000_000n);
    expect(await awaitPayments(requestId, 1)).toMatchObject({ status: 'partially_paid' });
    // Prepared while six were missing, and signed twice.
    const rest = await prepare(requestId, unrelated.address);
    const payment = rest.slice(-1);
    await sign(unrelated, rest);
    const again = await prepare(await create({ amount: '6' }), unrelated.address);
    await sign(unrelated, [...again.slice(0, 1), ...payment]);
    const paid = await awaitPayments(requestId, 3);
    expect(paid).toMatchObject({ status: 'paid', hasBeenPaid: true });
    expect(paid.payments).toMatchObject([
      { amount: '6', payerAddress: unrelated.address, excessAmount: '6', excessCurrency: USDC },
      { amount: '6', payerAddress: unrelated.address, excessAmount: null },
      { amount: '4', payerAddress: payer.address, excessAmount: null },
    ]);
    expect((await get(`/v2/request/${requestId}/pay`)).status).toBe(409);
    const found = await get(`/v2/payments?reference=TWO-PARTS&walletAddress=${unrelated.address}`);
    expect(found.body).toMatchObject({ pagination: { total: 2 } });
  });

  it('pays a fee that only the call names, shown where it went and in the event', async () => {
    const requestId = await create({});
    const query = `&feePercentage=1&feeAddress=${feeReceiver.address}`;
    const fee = await gained(feeReceiver.address, USDC, () => pay(requestId, payer, query));
    expect(fee).toBe(100_000n);
    const { payments } = await awaitPayments(requestId, 1);
    expect(payments).toMatchObject([
      {
        amount: '10',
        paidAmount: '10.1',
        fees: [{ amount: '0.1', receiverAddress: feeReceiver.address }],
      },
    ]);
    const { payload } = await receiver.awaitDelivery(
      (one) => one.payload.requestId === requestId && one.payload.event === 'payment.confirmed',
    );
    const fees = [{ type: 'platform', amount: '0.1', currency: 'USDC' }];
    expect(payload).toMatchObject({ amount: '10', fees });
  });
});

describe('a request in coins', () => {
  it('is paid without an approval', async () => {
    const coin = { invoiceCurrency: COIN, paymentCurrency: COIN, amount: '0.25' };
    const requestId = await create(coin);
    const units = await gained(payee.address, COIN, () => pay(requestId, payer));
    expect(units).toBe(250_000_000_000_000_000n);
    expect(await awaitPayments(requestId, 1)).toMatchObject({
      status: 'paid',
      payments: [{ amount: '0.25', currency: COIN, payerAddress: payer.address }],
    });
  });
});

describe('an invoice in euros', () => {
  const setEuro = (answer: bigint, ageSeconds?: number) =>
    moveSandboxRate(node(), 'EUR', { answer, ...(ageSeconds !== undefined && { ageSeconds }) });

  it('is paid at the rate that holds when it is carried out, within the slippage', async () => {
    const requestId = await create(EURO);
    const prepared = await prepare(requestId, payer.address);
    // Half a percent up, of the one percent that was agreed.
    await setEuro((DEFAULT_EURO * 1_005n) / 1_000n);
    const units = await gained(payee.address, USDC, () => sign(payer, prepared));
    await setEuro(DEFAULT_EURO);
    const { payments, ...paid } = await awaitPayments(requestId, 1);
    expect(paid).toMatchObject({ status: 'paid', rateSource: 'chainlink' });
    expect(payments).toMatchObject([{ amount: '10', currency: 'EUR', type: 'conversion' }]);
    expect(BigInt(Math.round(Number(payments[0]?.['receivedAmount']) * 1e6))).toBe(units);
    expect(units).toBeGreaterThan(10_800_000n);
  });

  it('reverts and counts nothing beyond the slippage, and with a rate that is too old', async () => {
    const requestId = await create(EURO);
    const prepared = await prepare(requestId, payer.address);
    await setEuro((DEFAULT_EURO * 102n) / 100n);
    await expect(sign(payer, prepared)).rejects.toThrow();
    await setEuro(DEFAULT_EURO, 100_000);
    await expect(sign(payer, prepared.slice(-1))).rejects.toThrow();
    const refused = await get(`/v2/request/${requestId}/pay?wallet=${payer.address}`);
    expect(refused).toMatchObject({ status: 400, body: { code: 'rate_too_old' } });
    await setEuro(DEFAULT_EURO);
    await pay(requestId, payer);
    expect((await awaitPayments(requestId, 1)).status).toBe('paid');
  });

  it('is refused by every call that would prepare it at an old rate, and nothing is made', async () => {
    const made = { payee: payee.address, amount: '10', ...EURO };
    const { token } = await world.createLink('10', { requests: [made] });
    const { body } = await sendToHost(`${world.apiUrl}/v2/secure-payments`, {
      headers: byKey(),
      body: { requests: [made, { ...made, amount: '2' }] },
    });
    const { token: batch } = z.looseObject({ token: z.string() }).parse(body);
    const wallet = payer.address;
    const countMade = async () =>
      z
        .object({ pagination: z.looseObject({ total: z.number() }) })
        .parse((await get('/v2/request')).body).pagination.total;
    const before = await countMade();
    await setEuro(DEFAULT_EURO, 100_000);
    const post = (path: string, body: object) =>
      sendToHost(`${world.apiUrl}/v2/${path}`, { headers: byKey(), body });
    const answers = [
      await world.read(`${token}/pay?wallet=${wallet}`),
      await world.read(`${batch}/pay?wallet=${wallet}`),
      await post('payouts', { ...made, payerWallet: wallet }),
      await post('payouts', made),
      await post('payouts/batch', { requests: [made], payer: wallet }),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'rate_too_old', message: expect.stringMatching(/seconds old/) },
      });
      expect(answer.body).not.toHaveProperty('transactions');
    }
    expect(await countMade()).toBe(before);
    // The link is shown all the same, with how old its rate is.
    const seen = await world.read(token);
    expect(seen).toMatchObject({ status: 200, body: { conversion: { isStale: true } } });
    await setEuro(DEFAULT_EURO);
    expect(await world.read(token)).toMatchObject({ body: { conversion: { isStale: false } } });
    await world.pay(token);
    await world.awaitStatus(token, 409);
  });

  it('is not credited to who names yen for euros, or takes a rate of any age', async () => {
    const requestId = await create(EURO);
    const prepared = await prepare(requestId, payer.address);
    const [payment] = prepared.slice(-1);
    if (payment === undefined) throw new Error('nothing was prepared');
    const hash = (code: string) => (FIAT_HASHES[code] ?? '').slice(2);
    const inYen = { ...payment, data: payment.data.replace(hash('EUR'), hash('JPY')) };
    expect(inYen.data).not.toBe(payment.data);
    // The last of the eight words behind the selector is the age.
    const at = 10 + 7 * 64;
    const anyAge = payment.data.slice(0, at) + '0'.repeat(64) + payment.data.slice(at + 64);
    const yen = await gained(payee.address, USDC, () =>
      sign(payer, [...prepared.slice(0, -1), inYen]),
    );
    expect(yen).toBeGreaterThan(0n);
    const approval = (await prepare(await create(EURO), payer.address)).slice(0, -1);
    await sign(payer, [...approval, { ...payment, data: anyAge }]);
    // What is settled afterwards proves that both were scanned.
    const later = await create({});
    await pay(later, payer);
    await awaitPayments(later, 1);
    expect(await view(requestId)).toMatchObject({ status: 'created', payments: [] });
  });
});

describe('what is reported', () => {
  it('of a request by a client ID: with the client ID and its origin, and not as a checkout', async () => {
    const { clientId, origin } = world.sandbox;
    const requestId = await create({ reference: 'TOLD' }, { 'x-client-id': clientId, origin });
    await pay(requestId, payer, '&amount=4');
    await awaitPayments(requestId, 1);
    await pay(requestId, payer);
    await awaitPayments(requestId, 2);
    for (const event of ['payment.partial', 'payment.confirmed']) {
      const { payload } = await receiver.awaitDelivery(
        (one) => one.payload.requestId === requestId && one.payload.event === `${event}.client_id`,
      );
      expect(payload).toMatchObject({ clientId, origin, reference: 'TOLD' });
      expect(payload).not.toHaveProperty('securePaymentToken');
      await receiver.awaitDelivery(
        (one) => one.payload.requestId === requestId && one.payload.event === event,
      );
    }
    expect(eventsOf(requestId).toSorted()).toEqual([
      'payment.confirmed',
      'payment.confirmed.client_id',
      'payment.partial',
      'payment.partial.client_id',
    ]);
  });
});
