import { setTimeout as wait } from 'node:timers/promises';
import { parseEther } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { currencyById } from '#catalog/currencies.ts';
import { elapsedMs } from '#kit/clock.ts';
import { TEST_ACCOUNTS } from '../../src/sandbox/test-accounts.ts';
import { payBatchWith, sendTransaction } from '../support/pay-with.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { balancesOf } from '../support/sandbox-balances.ts';
import { sendToHost } from '../support/send-to-host.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import type { ReachedWorld } from '../support/world.ts';

const { payer, payee, feeReceiver } = TEST_ACCOUNTS;
const [USDC, FAU, COIN] = ['USDC-sepolia', 'FAU-sepolia', 'ETH-sepolia-sepolia'];
const FEE = { feePercentage: '2', feeAddress: feeReceiver.address };

let world: ReachedWorld;
let receiver: Receiver;
let balances: ReturnType<typeof balancesOf>;
beforeAll(async () => {
  world = await sharedWorld();
  receiver = await openReceiver();
  await world.registerWebhook(receiver.url);
  balances = balancesOf(world);
});
afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
});

async function post(path: string, body: unknown, status = 201): Promise<unknown> {
  const headers = { 'x-api-key': world.sandbox.apiKey };
  const said = await sendToHost(`${world.apiUrl}/v2/${path}`, { headers, body });
  expect(said).toMatchObject({ status });
  return said.body;
}

const item = (paymentCurrency: string, amount: string, more: object = {}) => ({
  payee: payee.address,
  amount,
  invoiceCurrency: paymentCurrency,
  paymentCurrency,
  ...more,
});

const Payout = z.looseObject({
  requestId: z.string(),
  transactions: z.array(
    z.object({ to: z.string(), data: z.string(), value: z.looseObject({ hex: z.string() }) }),
  ),
});
const Batch = z.looseObject({ requests: z.array(z.looseObject({ requestId: z.string() })) });
const Approved = z.looseObject({ ERC20ApprovalTransactions: z.array(z.unknown()) });
const Link = z.looseObject({ token: z.string(), requestIds: z.array(z.string()) });

async function sign({ transactions }: z.infer<typeof Payout>): Promise<void> {
  for (const { to, data, value } of transactions) {
    await sendTransaction(world.sandbox, { to, data, value: value.hex });
  }
}

/** What was reported about a request, once it is reported paid. */
const delivery = async (requestId: string) =>
  (
    await receiver.awaitDelivery(
      ({ payload }) => payload.event === 'payment.confirmed' && payload.requestId === requestId,
    )
  ).payload;

/** Everything was reported, and nothing of it twice. */
async function deliveredOnce(requestIds: readonly string[]) {
  const payloads = [];
  for (const requestId of requestIds) payloads.push(await delivery(requestId));
  for (const requestId of requestIds) {
    const events = receiver.distinct
      .filter(({ payload }) => payload.requestId === requestId)
      .map(({ payload }) => payload.event)
      .filter((event) => event === 'payment.confirmed' || event === 'payment.partial');
    expect(events).toEqual(['payment.confirmed']);
  }
  return payloads;
}

async function awaitStatus(requestId: string, status: string): Promise<void> {
  const headers = { 'x-api-key': world.sandbox.apiKey };
  for (const end = elapsedMs() + 90_000; ; await wait(50)) {
    const { body } = await sendToHost(`${world.apiUrl}/v2/request/${requestId}`, { headers });
    const read = z.looseObject({ status: z.string() }).parse(body);
    if (read.status === status) return;
    if (elapsedMs() > end) throw new Error(`${requestId} is ${read.status}`);
  }
}

describe('a single payout', () => {
  it('of a token is paid with its approval and its fee, and reported to its creator', async () => {
    const body = { ...item(USDC, '1.25'), ...FEE, payerWallet: payer.address, reference: 'P-1' };
    const payout = Payout.parse(await post('payouts', body));
    const [fee] = await balances.receivedBy(feeReceiver.address, [USDC], async () => {
      const moved = await balances.receivedBy(payee.address, [USDC], () => sign(payout));
      expect(moved).toEqual([1_250_000n]);
    });
    expect(fee).toBe(25_000n);
    expect(await deliveredOnce([payout.requestId])).toMatchObject([
      {
        amount: '1.25',
        reference: 'P-1',
        payerAddress: payer.address,
        fees: [{ amount: '0.025' }],
      },
    ]);
    await awaitStatus(payout.requestId, 'paid');
  });

  it('of coins is one transaction', async () => {
    const body = { ...item(COIN, '0.125'), payerWallet: payer.address };
    const payout = Payout.parse(await post('payouts', body));
    expect(payout.transactions).toHaveLength(1);
    const moved = await balances.receivedBy(payee.address, [COIN], () => sign(payout));
    expect(moved).toEqual([125_000_000_000_000_000n]);
    await deliveredOnce([payout.requestId]);
  });
});

describe('a batch of payouts', () => {
  it('of two tokens, coins and a conversion is one transaction, each reported once', async () => {
    const requests = [
      item(USDC, '1.5'),
      item(FAU, '2.25'),
      item(COIN, '0.25'),
      item(FAU, '7', { invoiceCurrency: 'EUR' }),
      item(USDC, '3'),
    ];
    const body = await post('payouts/batch', { requests, payer: payer.address });
    expect(body).toMatchObject({ metadata: { canMakePayment: true } });
    const ids = Batch.parse(body).requests.map(({ requestId }) => requestId);
    const moved = await balances.receivedBy(payee.address, [USDC, FAU, COIN], () =>
      payBatchWith(world.sandbox, body),
    );
    const payloads = await deliveredOnce(ids);
    expect(payloads.map(({ amount }) => amount)).toEqual(['1.5', '2.25', '0.25', '7', '3']);
    const hashes = new Set(payloads.map(({ txHash }) => txHash));
    expect(hashes.size).toBe(1);
    const converted = parseEther(String(payloads[3]?.['convertedAmountSource']));
    expect(moved).toEqual([
      4_500_000n,
      2_250_000_000_000_000_000n + converted,
      250_000_000_000_000_000n,
    ]);
    for (const id of ids) await awaitStatus(id, 'paid');
  });

  it('pays requests that are there, with a fee on top of each to one receiver', async () => {
    const created = await Promise.all([
      post('request', item(USDC, '2')),
      post('payouts', item(COIN, '0.5')),
    ]);
    const requestIds = created.map(
      (body) => z.looseObject({ requestId: z.string() }).parse(body).requestId,
    );
    const body = await post('payouts/batch', { requestIds, payer: payer.address, ...FEE });
    const fees = await balances.receivedBy(feeReceiver.address, [USDC, COIN], async () => {
      const moved = await balances.receivedBy(payee.address, [USDC, COIN], () =>
        payBatchWith(world.sandbox, body),
      );
      expect(moved).toEqual([2_000_000n, 500_000_000_000_000_000n]);
    });
    expect(fees).toEqual([40_000n, 10_000_000_000_000_000n]);
    await deliveredOnce(requestIds);
    const again = await post('payouts/batch', { requestIds }, 400);
    expect(again).toMatchObject({ code: 'not_payable' });
  });

  it('pays nobody when one of its payees cannot be paid', async () => {
    // The token's contract takes no coins.
    const contract = currencyById(USDC)?.address;
    const requests = [item(USDC, '1'), item(COIN, '0.01', { payee: contract })];
    const payable = { requests: requests.slice(0, 1), payer: payer.address };
    const approved = await post('payouts/batch', payable);
    // Prepared for nobody in particular: with a payer it is refused before there is anything to sign.
    const body = await post('payouts/batch', { requests });
    const moved = await balances.receivedBy(payee.address, [USDC, COIN], async () => {
      const { ERC20ApprovalTransactions } = Approved.parse(approved);
      const sent = payBatchWith(world.sandbox, {
        ...Approved.parse(body),
        ERC20ApprovalTransactions,
      });
      await expect(sent).rejects.toThrow();
    });
    expect(moved).toEqual([0n, 0n]);
    for (const { requestId } of Batch.parse(body).requests) await awaitStatus(requestId, 'created');
  });
});

describe('payout links', () => {
  const link = async (currency: string, amount: string) =>
    Link.parse(
      await post('secure-payments/payouts', {
        recipient: payee.address,
        creatorWalletAddress: payer.address,
        network: 'sepolia',
        currency,
        amount,
      }),
    );

  it('are paid one by one, in a token and in coins', async () => {
    for (const [currency, units] of [
      [USDC, 5_000_000n],
      [COIN, 5_000_000_000_000_000_000n],
    ] as const) {
      const { token, requestIds } = await link(currency, '5');
      const moved = await balances.receivedBy(payee.address, [currency], () => world.pay(token));
      expect(moved).toEqual([units]);
      await deliveredOnce(requestIds);
      await world.awaitStatus(token, 409);
    }
  });

  it('are paid together by one transaction, which completes the link that replaced them', async () => {
    const children = [await link(USDC, '1.5'), await link(COIN, '0.5'), await link(FAU, '2')];
    const tokens = children.map(({ token }) => token);
    const { token, requestIds } = Link.parse(
      await post('secure-payments/batch-payouts', { tokens }),
    );
    expect(requestIds).toEqual(children.flatMap((child) => child.requestIds));
    for (const child of tokens) {
      expect(await world.read(child)).toMatchObject({
        status: 403,
        body: { status: 'invalidated' },
      });
    }
    expect((await world.read(token)).body).toMatchObject({
      paymentType: 'batch',
      flow: 'outgoing',
    });
    const moved = await balances.receivedBy(payee.address, [USDC, COIN, FAU], async () => {
      const answer = await world.read(`${token}/pay?wallet=${payer.address}`);
      await payBatchWith(world.sandbox, answer.body);
    });
    expect(moved).toEqual([1_500_000n, 500_000_000_000_000_000n, 2_000_000_000_000_000_000n]);
    const payloads = await deliveredOnce(requestIds);
    for (const payload of payloads) expect(payload).toMatchObject({ securePaymentToken: token });
    await world.awaitStatus(token, 409);
  });

  it('that were prepared before they were replaced still settle the new link', async () => {
    const [a, b] = [await link(USDC, '1'), await link(USDC, '2')];
    const prepared = (await world.read(`${a.token}/pay?wallet=${payer.address}`)).body;
    const merged = Link.parse(
      await post('secure-payments/batch-payouts', { tokens: [a.token, b.token] }),
    );
    const { transactions } = z
      .looseObject({
        transactions: z.array(z.object({ to: z.string(), data: z.string(), value: z.string() })),
      })
      .parse(prepared);
    for (const transaction of transactions) await sendTransaction(world.sandbox, transaction);
    expect(await delivery(a.requestIds[0] ?? '')).toMatchObject({
      securePaymentToken: merged.token,
    });
    const rest = await world.read(`${merged.token}/pay?wallet=${payer.address}`);
    const moved = await balances.receivedBy(payee.address, [USDC], () =>
      payBatchWith(world.sandbox, rest.body),
    );
    expect(moved).toEqual([2_000_000n]);
    await world.awaitStatus(merged.token, 409);
  });
});
