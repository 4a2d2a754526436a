import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { printAmount } from '#kit/amount.ts';
import { asCall } from '#sandbox/test-wallet.ts';
import { checkBridge } from '../support/bridge-payment.ts';
import { newBridgedLink, untilCompleted, untilIntentIs } from '../support/bridged-links.ts';
import { ARRIVES, type BridgedSandbox, openBridgedSandbox } from '../support/bridged-sandbox.ts';
import { Calldata } from '../support/pay-with.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { hex, PAYER } from '../support/route-sample.ts';
import { sendReverting } from '../support/send-reverting.ts';

let bridged: BridgedSandbox;
let receiver: Receiver;
beforeAll(async () => {
  bridged = await openBridgedSandbox();
  receiver = await openReceiver();
  await bridged.world.registerWebhook(receiver.url);
});
afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
  await bridged[Symbol.asyncDispose]();
});

/** What each link's receiver must have got when all is over, by the request. */
const expected = new Map<string, readonly string[]>();
const REPORTED = ['payment.confirmed', 'payment.failed', 'payment.refunded', 'payment.partial'];
const reportedOf = (requestId: string) =>
  receiver.distinct
    .map(({ payload }) => payload)
    .filter((payload) => payload.requestId === requestId && REPORTED.includes(payload.event));

/** A link over some USDC on Base, and what its payer's wallet holds on both networks. */
async function newLink(amount: string) {
  const link = await newBridgedLink(bridged, amount);
  expected.set(link.requestId, ['payment.confirmed']);
  return link;
}

const Prepared = z.looseObject({
  metadata: z.looseObject({
    sourceAmount: z.string(),
    executionDeadline: z.number(),
    rawStep: z.unknown(),
  }),
});

/** What the pay page says of an answer: whether it would let a wallet sign it. */
async function checkByPage(token: string, body: unknown, symbol = 'USDC') {
  const view = z.looseObject({}).parse((await bridged.world.read(`${token}?wallet=${PAYER}`)).body);
  return checkBridge(body, { view, now: Date.now(), from: ['ARBITRUM', symbol] });
}

/** A link whose payer has made the deposit and reported it. */
async function deposited(amount: string, symbol: 'USDC' | 'USDT' = 'USDC') {
  const link = await newLink(amount);
  const { status, body } = await bridged.prepare(link.token, symbol);
  expect(status).toBe(200);
  const hash = await bridged.sign(body);
  const intentId = await bridged.report(link.token, hash, { symbol });
  return { ...link, hash, intentId, ...Prepared.parse(body).metadata };
}

const untilPaid = (token: string) => untilCompleted(bridged, token);
const untilIntent = (token: string, status: string) => untilIntentIs(bridged, token, status);

const byEvent = (one: { readonly event: string }, other: { readonly event: string }) =>
  one.event < other.event ? -1 : 1;

describe('a payment from another network', () => {
  it('that arrives exactly is the payee’s, once, and both sides of it are shown; who claims it for another link gets nothing', async () => {
    await bridged.relay({ mode: 'refuse' });
    const thief = await newLink('25');
    expected.set(thief.requestId, []);
    const link = await newLink('25');
    // A network that does not answer in a second and a half is left out, and this machine may be slow.
    await expect
      .poll(async () => (await bridged.world.read(`${link.token}?wallet=${PAYER}`)).body, ARRIVES)
      .toMatchObject({ paymentOptions: { ARBITRUM: { USDC: { hasEnoughBalance: true } } } });
    const { body } = await bridged.prepare(link.token);
    const { sourceAmount } = Prepared.parse(body).metadata;
    expect(await checkByPage(link.token, body)).toMatchObject({
      kind: 'ok',
      sourceUnits: BigInt(sourceAmount),
      mainUnits: 25_000_000n,
    });
    expect(await checkByPage(thief.token, body)).toEqual({ kind: 'refused', reason: 'reference' });
    const hash = await bridged.sign(body);
    await bridged.report(thief.token, hash);
    await bridged.report(thief.token, hash, { chain: 'BASE' });
    const intentId = await bridged.report(link.token, hash);
    expect(await bridged.report(link.token, hash)).toBe(intentId);
    await untilIntent(link.token, 'source_confirmed');
    await bridged.relay({ mode: 'fill' });
    await untilPaid(link.token);
    await expect
      .poll(() => bridged.payments(link.requestId), ARRIVES)
      .toMatchObject([{ sourceTxHash: hash }]);
    const paid = { network: 'arbitrum-one', currency: 'USDC-arbitrum-one' };
    expect(await bridged.payments(link.requestId)).toMatchObject([
      {
        type: 'crosschain',
        detectionSource: 'lifi',
        payerAddress: PAYER,
        amount: '25',
        sourceNetwork: paid.network,
        sourceTxHash: hash,
        paidAmount: printAmount(BigInt(sourceAmount), 6),
        paidCurrency: paid.currency,
        paidNetwork: paid.network,
        receivedAmount: '25',
        receivedCurrency: 'USDC-base',
        receivedNetwork: 'base',
        destinationNetwork: 'base',
      },
    ]);
    expect(await link.moved()).toEqual({
      payer: -BigInt(sourceAmount),
      payerOnBase: 0n,
      payee: 25_000_000n,
    });
    const { payload } = await receiver.awaitDelivery(
      (one) =>
        one.payload.requestId === link.requestId && one.payload.event === 'payment.confirmed',
    );
    expect(payload).toMatchObject({ amount: '25', totalAmountPaid: '25', detectionSource: 'lifi' });
    expect(await bridged.world.read(thief.token)).toMatchObject({ status: 200 });
    // What pays another link is not shown, and what the other network has is none of this one.
    await expect
      .poll(() => bridged.intents(thief.token), ARRIVES)
      .toMatchObject([{ network: 'base', status: 'recorded' }]);
  });

  it('in another token is swapped before the bridge, and what the swap gives above its least comes back', async () => {
    await bridged.relay({ mode: 'fill' });
    const link = await newLink('20');
    const before = await bridged.balance('arbitrum-one', PAYER, 'USDT');
    const { status, body } = await bridged.prepare(link.token, 'USDT');
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        metadata: {
          executionDeadlineBreakdown: { swap: { source: 'decoded', tool: 'uniswap' } },
        },
      },
    });
    const { sourceAmount } = Prepared.parse(body).metadata;
    expect(await checkByPage(link.token, body, 'USDT')).toMatchObject({
      kind: 'ok',
      sourceUnits: BigInt(sourceAmount),
      mainUnits: 20_000_000n,
    });
    const hash = await bridged.sign(body);
    await bridged.report(link.token, hash, { symbol: 'USDT' });
    await untilPaid(link.token);
    await expect
      .poll(() => bridged.payments(link.requestId), ARRIVES)
      .toMatchObject([
        {
          type: 'crosschain',
          payerAddress: PAYER,
          amount: '20',
          sourceTxHash: hash,
          paidAmount: printAmount(BigInt(sourceAmount), 6),
          paidCurrency: 'USDT-arbitrum-one',
          receivedAmount: '20',
          receivedCurrency: 'USDC-base',
        },
      ]);
    expect(await bridged.balance('arbitrum-one', PAYER, 'USDT')).toBe(
      before - BigInt(sourceAmount),
    );
    expect(await link.moved()).toMatchObject({ payer: 0n, payee: 20_000_000n });
    expect((await link.moved()).payerOnBase).toBeGreaterThan(0n);
  });

  it('whose swap would give too little moves nothing, is reported once, and is made again', async () => {
    const link = await newLink('21');
    expected.set(link.requestId, ['payment.failed', 'payment.confirmed']);
    const { body } = await bridged.prepare(link.token, 'USDT');
    const [approval, route] = Calldata.parse(body).transactions;
    if (approval === undefined || route === undefined) throw new Error('two are signed');
    await bridged.sign({ ...Calldata.parse(body), transactions: [approval] });
    const before = await bridged.balance('arbitrum-one', PAYER, 'USDT');
    await bridged.moveMarket(100n);
    const hash = await sendReverting(bridged.client('arbitrum-one'), PAYER, asCall(route));
    await bridged.moveMarket(0n);
    await bridged.report(link.token, hash, { symbol: 'USDT' });
    await untilIntent(link.token, 'source_failed');
    expect(await bridged.balance('arbitrum-one', PAYER, 'USDT')).toBe(before);
    await expect.poll(() => reportedOf(link.requestId), ARRIVES).toHaveLength(1);
    expect(reportedOf(link.requestId)).toMatchObject([
      { event: 'payment.failed', failureReason: expect.stringContaining('reverted') },
    ]);
    const again = await bridged.prepare(link.token, 'USDT');
    const second = await bridged.sign(again.body);
    await bridged.report(link.token, second, { symbol: 'USDT' });
    await untilPaid(link.token);
    expect((await link.moved()).payee).toBe(21_000_000n);
  });

  it('that is slow stays on its way, and its link stays open until it arrives', async () => {
    await bridged.relay({ mode: 'fill', delayMs: 86_400_000 });
    const link = await deposited('11');
    await untilIntent(link.token, 'source_confirmed');
    expect(await bridged.world.read(`${link.token}/pay?wallet=${PAYER}`)).toMatchObject({
      status: 200,
    });
    expect((await link.moved()).payee).toBe(0n);
    expect(await bridged.payments(link.requestId)).toEqual([]);
    expect(await bridged.florin('intent', link.intentId)).toMatchObject({
      status: 'source_confirmed',
      txHash: link.hash,
      routeProvider: { status: 'pending' },
    });
    await bridged.relay({ mode: 'fill' });
    await untilPaid(link.token);
    expect((await link.moved()).payee).toBe(11_000_000n);
  });

  it('of which a fill pretends half has not arrived, and arrives by the true one', async () => {
    await bridged.relay({ mode: 'short' });
    const link = await deposited('12');
    await untilIntent(link.token, 'source_confirmed');
    await expect.poll(async () => (await link.moved()).payerOnBase, ARRIVES).toBe(6_000_000n);
    expect(await link.moved()).toMatchObject({ payee: 0n });
    expect(await bridged.world.read(link.token)).toMatchObject({
      status: 200,
      body: { status: 'pending' },
    });
    await bridged.relay({ mode: 'fill' });
    await untilPaid(link.token);
    expect(await link.moved()).toMatchObject({ payee: 12_000_000n, payerOnBase: 6_000_000n });
  });

  it('that is filled twice is paid once', async () => {
    await bridged.relay({ mode: 'twice' });
    const link = await deposited('13');
    await untilPaid(link.token);
    expect((await link.moved()).payee).toBe(13_000_000n);
    await expect
      .poll(() => bridged.payments(link.requestId), ARRIVES)
      .toMatchObject([{ sourceTxHash: link.hash, excessAmount: null }]);
  });

  it('whose provider is dead after the deposit is followed by the contracts, and other ways to pay go on', async () => {
    await bridged.relay({ mode: 'refuse' });
    const link = await deposited('14');
    await bridged.relay({ mode: 'dead' });
    await untilIntent(link.token, 'source_confirmed');
    const open = await newLink('14');
    expected.set(open.requestId, []);
    expect((await bridged.prepare(open.token)).status).toBe(503);
    await expect
      .poll(() => bridged.world.read(`${open.token}?wallet=${PAYER}`), ARRIVES)
      .toMatchObject({ status: 200, body: { paymentOptions: { BASE: { USDC: {} } } } });
    expect((await bridged.world.read(`${open.token}/pay?wallet=${PAYER}`)).status).toBe(200);
    expect(await bridged.florin('status')).toMatchObject({ routeProvider: { errors: 1 } });
    const fillHash = await bridged.fill(link.hash);
    await untilPaid(link.token);
    await expect
      .poll(() => bridged.payments(link.requestId), ARRIVES)
      .toMatchObject([{ sourceTxHash: link.hash, destinationTxHash: fillHash }]);
    expect((await link.moved()).payee).toBe(14_000_000n);
    // The provider is left alone for a moment after its failures, and is asked again then.
    await bridged.relay({ mode: 'fill' });
    await expect
      .poll(() => bridged.prepare(open.token), ARRIVES)
      .toMatchObject({ status: 200, body: { metadata: { routeType: 'crosschain' } } });
  });

  it('whose quote has expired moves nothing, and is made by a fresh one', async () => {
    await bridged.relay({ mode: 'fill' });
    const link = await newLink('15');
    const { body } = await bridged.prepare(link.token);
    const { executionDeadline, rawStep } = Prepared.parse(body).metadata;
    const fresh = await bridged.refresh(link.token, rawStep);
    expect(await checkByPage(link.token, fresh)).toMatchObject({ kind: 'ok' });
    const [approval, old] = Calldata.parse(body).transactions;
    const [, route] = Calldata.parse(fresh).transactions;
    if (approval === undefined || old === undefined || route === undefined)
      throw new Error('two are signed');
    await bridged.sign({ ...Calldata.parse(body), transactions: [approval] });
    const call = { to: hex(old.to), data: asCall(old).data, account: PAYER } as const;
    const after = { blockOverrides: { time: BigInt(executionDeadline) + 1n } };
    const source = bridged.client('arbitrum-one');
    await expect(source.call(call)).resolves.toBeDefined();
    await expect(source.call({ ...call, ...after })).rejects.toThrow(/revert/);
    const hash = await bridged.sign({ ...Calldata.parse(fresh), transactions: [route] });
    await untilPaid(link.token);
    // Reported by a page that was away meanwhile.
    await bridged.report(link.token, hash);
    await expect
      .poll(() => bridged.payments(link.requestId), ARRIVES)
      .toMatchObject([{ sourceTxHash: hash }]);
    expect((await link.moved()).payee).toBe(15_000_000n);
  });

  it('that is made twice is allowed, and all of it is the payee’s', async () => {
    await bridged.relay({ mode: 'refuse' });
    const link = await deposited('18');
    await untilIntent(link.token, 'source_confirmed');
    const { status, body } = await bridged.prepare(link.token);
    expect(status).toBe(200);
    const second = await bridged.sign(body);
    await bridged.report(link.token, second);
    expected.set(link.requestId, ['payment.confirmed', 'payment.confirmed']);
    await bridged.relay({ mode: 'fill' });
    await untilPaid(link.token);
    const arrived = [link.hash, second].toSorted();
    await expect
      .poll(
        async () =>
          (await bridged.payments(link.requestId)).map((one) => one['sourceTxHash']).toSorted(),
        ARRIVES,
      )
      .toEqual(arrived);
    const excess = (await bridged.payments(link.requestId)).map((one) => one['excessAmount']);
    expect(excess.toSorted()).toEqual(['18', null]);
    expect((await link.moved()).payee).toBe(36_000_000n);
  });

  it('whose relayer is killed on the way arrives once after its restart', async () => {
    await bridged.relay({ mode: 'refuse' });
    const link = await deposited('16');
    await untilIntent(link.token, 'source_confirmed');
    await bridged.crash();
    await untilPaid(link.token);
    expect((await link.moved()).payee).toBe(16_000_000n);
    await expect
      .poll(() => bridged.payments(link.requestId), ARRIVES)
      .toMatchObject([{ sourceTxHash: link.hash }]);
  });

  it('that is never filled goes back to the payer, as what it was swapped to, who pays again by another way', async () => {
    await bridged.relay({ mode: 'refund' });
    const link = await deposited('17', 'USDT');
    expected.set(link.requestId, ['payment.failed', 'payment.refunded', 'payment.confirmed']);
    await untilIntent(link.token, 'source_confirmed');
    expect(await bridged.florin('status')).toMatchObject({
      intents: {
        open: expect.arrayContaining([
          expect.objectContaining({ status: 'source_confirmed', intents: 1 }),
        ]),
        overdue: 0,
      },
      routeProvider: { name: 'lifi', latencyMs: expect.any(Number), errors: 0, lastError: null },
    });
    await bridged.passTime(3_700);
    await untilIntent(link.token, 'refunded');
    const [intent] = await bridged.intents(link.token);
    expect(intent).toMatchObject({
      txHash: link.hash,
      fillTxHash: null,
      refundTxHash: expect.stringMatching(/^0x/),
    });
    const { payer: refunded, ...elsewhere } = await link.moved();
    expect(elsewhere).toEqual({ payerOnBase: 0n, payee: 0n });
    expect(refunded).toBeGreaterThan(17_000_000n);
    expect(await bridged.florin('intent', link.intentId)).toMatchObject({
      status: 'refunded',
      nextCheckAt: null,
      observations: expect.arrayContaining(
        ['source_confirmed', 'deadline_passed', 'refund_final'].map((event) =>
          expect.objectContaining({ event, at: expect.any(String) }),
        ),
      ),
    });
    await expect.poll(() => reportedOf(link.requestId).length, ARRIVES).toBe(2);
    expect(reportedOf(link.requestId).toSorted(byEvent)).toMatchObject([
      {
        event: 'payment.failed',
        failureReason: expect.stringContaining('deadline'),
        retryAfter: expect.any(String),
      },
      {
        event: 'payment.refunded',
        refundedTo: PAYER,
        refundAmount: printAmount(refunded, 6),
        currency: 'USDC',
      },
    ]);
    const { body } = await bridged.world.read(`${link.token}/pay?wallet=${PAYER}`);
    await bridged.sign(body, 'base');
    await untilPaid(link.token);
    expect((await link.moved()).payee).toBe(17_000_000n);
  });
});

it('every event of these payments was sent once', async () => {
  const reported = () =>
    [...expected.keys()].map((requestId) =>
      reportedOf(requestId)
        .map(({ event }) => event)
        .sort(),
    );
  await expect
    .poll(reported, ARRIVES)
    .toEqual([...expected.values()].map((events) => [...events].sort()));
});
