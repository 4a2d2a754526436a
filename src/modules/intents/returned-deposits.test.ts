import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hexOf } from '#kit/hex.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import {
  depositedScene,
  fillOf,
  fillState,
  SCENE_PAYER,
} from '../../../tests/support/intent-scene.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());
const deposited = () => depositedScene(database.db);

const DAY_MS = 24 * 60 * 60 * 1_000;
const AFTER_DEADLINE = fillState({ finalTime: new Date('2026-01-02T05:00:00.000Z') });
const FILLED = fillState({ isFilled: true });
const FINALLY_FILLED = fillState({ isFilled: true, isFilledFinally: true });

const refundOf = (parts: object = {}) => ({
  transactionHash: hexOf(randomBytes(32)),
  block: { number: 800n, hash: hexOf(randomBytes(32)) },
  blockTime: new Date(),
  logIndex: 3,
  isFinal: true,
  to: SCENE_PAYER,
  units: 12_600_000n,
  ...parts,
});

describe('a deposit that is not filled', () => {
  it('has failed once a final block is past its deadline, and is returned once the refund is final', async () => {
    const { id, deposit, ...scene } = await deposited();
    const late = new Date('2026-01-02T05:00:00.000Z');
    scene.base.fillStates.set(deposit.depositId, fillState({ headTime: late }));
    await scene.follow();
    expect([await scene.statusOf(id), await scene.events()]).toEqual(['source_confirmed', []]);
    scene.base.fillStates.set(deposit.depositId, AFTER_DEADLINE);
    await scene.follow();
    expect(await scene.statusOf(id)).toBe('unfilled');
    scene.arbitrum.refunds.set(deposit.depositId, [refundOf({ isFinal: false })]);
    await scene.follow();
    expect(await scene.statusOf(id)).toBe('unfilled');
    scene.arbitrum.refunds.set(deposit.depositId, [refundOf()]);
    await scene.follow();
    await scene.follow();
    expect([await scene.statusOf(id), await scene.isDue(id)]).toEqual(['refunded', false]);
    expect(await scene.events()).toMatchObject([
      { event: 'payment.failed', failureReason: expect.stringContaining('deadline') },
      {
        event: 'payment.refunded',
        requestId: scene.link.requestId,
        refundedTo: SCENE_PAYER,
        refundAmount: '12.6',
        currency: 'USDC',
        securePaymentToken: scene.link.token,
      },
    ]);
  });

  it('still settles by a fill after the failure, which is not reported again, and names the other payment', async () => {
    const { id, deposit, ...scene } = await deposited();
    scene.base.fillStates.set(deposit.depositId, AFTER_DEADLINE);
    await scene.follow();
    const [fill, other] = [fillOf(), hexOf(randomBytes(32))];
    await scene.credit(other);
    await scene.credit(fill.transactionHash);
    scene.base.fillStates.set(deposit.depositId, FINALLY_FILLED);
    scene.base.fills.set(deposit.depositId, { ...fill, isFinal: true });
    await scene.follow();
    expect(await scene.historyOf(id)).toEqual([
      'recorded',
      'source_confirmed',
      'unfilled',
      'filled',
      'settled',
    ]);
    expect((await scene.events()).map(({ event }) => event)).toEqual(['payment.failed']);
    const settled = scene.ctx.db.selectFrom('payment_intent_observation').select('details');
    const { details } = await settled
      .where('payment_intent_id', '=', id)
      .where('event', '=', 'payment_settled')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(details)).toEqual({ txHash: fill.transactionHash, otherTxHashes: [other] });
  });

  it('takes of a refund of several deposits no more than it brought', async () => {
    const { id, deposit, newDeposit, ...scene } = await deposited();
    const second = await scene.report();
    const other = newDeposit();
    scene.mine(second.hash, { deposits: [other], isFinal: true });
    const refund = refundOf();
    for (const { depositId } of [deposit, other]) {
      scene.base.fillStates.set(depositId, AFTER_DEADLINE);
      scene.arbitrum.refunds.set(depositId, [refund]);
    }
    await scene.follow();
    await scene.follow();
    const statuses = [await scene.statusOf(id), await scene.statusOf(second.id)];
    expect([...statuses].sort()).toEqual(['refunded', 'unfilled']);
    const later = refundOf({ block: { number: 801n, hash: hexOf(randomBytes(32)) } });
    for (const { depositId } of [deposit, other]) {
      scene.arbitrum.refunds.set(depositId, [refund, later]);
    }
    await scene.follow();
    expect([await scene.statusOf(id), await scene.statusOf(second.id)]).toEqual([
      'refunded',
      'refunded',
    ]);
    const refunds = (await scene.events()).filter(({ event }) => event === 'payment.refunded');
    expect(refunds).toHaveLength(2);
  });

  it('has not failed by its deadline while its source is not final, though its fill was undone', async () => {
    const { id, hash, deposit, ...scene } = await deposited();
    scene.mine(hash, { deposits: [deposit] });
    scene.base.fillStates.set(deposit.depositId, FILLED);
    scene.base.fills.set(deposit.depositId, fillOf());
    await scene.follow();
    scene.base.fillStates.set(deposit.depositId, AFTER_DEADLINE);
    await scene.follow();
    await scene.follow();
    expect([await scene.statusOf(id), await scene.events()]).toEqual(['source_seen', []]);
    scene.mine(hash, { deposits: [deposit], isFinal: true });
    await scene.follow();
    expect(await scene.statusOf(id)).toBe('unfilled');
  });

  it('is returned by the third of three refunds that others look like, also in one block', async () => {
    const { id, deposit, newDeposit, ...scene } = await deposited();
    const others = await Promise.all([scene.report(), scene.report()]);
    const deposits = [deposit, ...others.map(() => newDeposit())];
    others.forEach(({ hash }, i) => {
      scene.mine(hash, { deposits: deposits.slice(i + 1, i + 2), isFinal: true });
    });
    const [first, last] = [refundOf(), refundOf({ block: { number: 801n, hash: '0x' } })];
    const second = refundOf({ block: first.block, logIndex: first.logIndex + 1 });
    for (const { depositId } of deposits) {
      scene.base.fillStates.set(depositId, AFTER_DEADLINE);
      scene.arbitrum.refunds.set(depositId, [first, second, last]);
    }
    await scene.follow();
    await scene.follow();
    await scene.follow();
    const ids = [id, ...others.map((one) => one.id)];
    expect(await Promise.all(ids.map((one) => scene.statusOf(one)))).toEqual(
      ids.map(() => 'refunded'),
    );
  });
});

describe('somebody who is not the payer', () => {
  it('who deposits a little for the payer takes no refund from the payer’s intent', async () => {
    const { id, deposit, newDeposit, ...scene } = await deposited();
    scene.now.advance(1_000);
    const little = newDeposit({ inputUnits: 6_250_000n });
    scene.base.fillStates.set(little.depositId, AFTER_DEADLINE);
    const refund = refundOf();
    scene.arbitrum.refunds.set(little.depositId, [refund]);
    const unrelated = await scene.report();
    scene.mine(unrelated.hash, { deposits: [little], isFinal: true });
    await scene.follow();
    expect(await scene.statusOf(unrelated.id)).toBe('refunded');
    scene.base.fillStates.set(deposit.depositId, AFTER_DEADLINE);
    scene.arbitrum.refunds.set(deposit.depositId, [refund]);
    await scene.follow();
    await scene.follow();
    expect(await scene.statusOf(id)).toBe('refunded');
    expect(await scene.events()).toContainEqual(
      expect.objectContaining({ event: 'payment.refunded', refundAmount: '12.6' }),
    );
  });

  it.each([
    ['a payment of its own', undefined],
    ['a fill that it made up under the same number', 'same'],
  ])(
    'who pays one unit beside a fill whose call did not run, by %s, settles no intent',
    async (_, of) => {
      const { id, deposit, ...scene } = await deposited();
      const fallback = { address: SCENE_PAYER, units: 12_500_000n };
      const fill = fillOf({ outcome: 'fallback', fallback });
      scene.base.fillStates.set(deposit.depositId, FILLED);
      scene.base.fills.set(deposit.depositId, fill);
      const bridge = of === undefined ? undefined : deposit;
      await scene.credit(fill.transactionHash, { units: 1n, bridge });
      await scene.follow();
      expect(await scene.statusOf(id)).toBe('filled');
      scene.base.fillStates.set(deposit.depositId, FINALLY_FILLED);
      scene.base.fills.set(deposit.depositId, { ...fill, isFinal: true });
      await scene.follow();
      expect(await scene.statusOf(id)).toBe('unpaid');
      expect((await scene.events()).map(({ event }) => event)).toEqual([
        'payment.failed',
        'payment.refunded',
      ]);
    },
  );

  it('who pays one unit in the transaction of a fill, settles no intent before its own payment counts', async () => {
    const { id, deposit, ...scene } = await deposited();
    const fill = fillOf();
    scene.base.fillStates.set(deposit.depositId, FILLED);
    scene.base.fills.set(deposit.depositId, fill);
    await scene.credit(fill.transactionHash, { units: 1n });
    await scene.follow();
    expect(await scene.statusOf(id)).toBe('filled');
    await scene.credit(fill.transactionHash);
    await scene.follow();
    expect(await scene.statusOf(id)).toBe('settled');
  });

  it('whose deposit fails makes nobody pay again while the true one is on its way', async () => {
    const { id, newDeposit, ...scene } = await deposited();
    await scene.follow();
    const unrelated = await scene.report();
    const failing = newDeposit();
    scene.mine(unrelated.hash, { deposits: [failing], isFinal: true });
    scene.base.fillStates.set(failing.depositId, AFTER_DEADLINE);
    await scene.follow();
    expect([await scene.statusOf(id), await scene.statusOf(unrelated.id)]).toEqual([
      'source_confirmed',
      'unfilled',
    ]);
    const [failed] = await scene.events();
    expect(failed).toMatchObject({ event: 'payment.failed' });
    expect(failed).not.toHaveProperty('retryAfter');
  });

  it('whose deposit fails makes no request failed that is paid', async () => {
    const { id, deposit, ...scene } = await deposited();
    await scene.credit(hexOf(randomBytes(32)));
    scene.base.fillStates.set(deposit.depositId, AFTER_DEADLINE);
    await scene.follow();
    expect(await scene.statusOf(id)).toBe('unfilled');
    expect(await scene.events()).toEqual([]);
  });

  it.each([
    ['of nothing', { inputUnits: 0n }],
    ['in a token of its own', { inputToken: '0x9999999999999999999999999999999999999999' }],
  ])(
    'whose deposit %s fails makes no link failed, and nobody look for its refund',
    async (_, parts) => {
      const { id, hash, deposit, ...scene } = await deposited();
      scene.mine(hash, { deposits: [{ ...deposit, ...parts }], isFinal: true });
      scene.base.fillStates.set(deposit.depositId, AFTER_DEADLINE);
      scene.arbitrum.refunds.set(deposit.depositId, [refundOf()]);
      await scene.follow();
      await scene.follow();
      expect([await scene.statusOf(id), await scene.events()]).toEqual(['foreign', []]);
    },
  );

  it('who fills a deposit of nothing by itself pays, and its intent is none of the link', async () => {
    const { id, hash, deposit, ...scene } = await deposited();
    scene.mine(hash, { deposits: [{ ...deposit, inputUnits: 0n }], isFinal: true });
    const fill = fillOf({ isFinal: true });
    scene.base.fillStates.set(deposit.depositId, FINALLY_FILLED);
    scene.base.fills.set(deposit.depositId, fill);
    await scene.credit(fill.transactionHash);
    await scene.follow();
    expect([await scene.statusOf(id), await scene.sources()]).toEqual(['foreign', []]);
  });

  it('whose deposit is never returned is followed for two months', async () => {
    const { id, deposit, ...scene } = await deposited();
    scene.base.fillStates.set(deposit.depositId, AFTER_DEADLINE);
    await scene.follow();
    await scene.follow(59 * DAY_MS);
    expect(await scene.isDue(id)).toBe(true);
    await scene.follow(2 * DAY_MS);
    expect([await scene.statusOf(id), await scene.isDue(id)]).toEqual(['unfilled', false]);
  });
});

describe('a fill whose call did not run', () => {
  it('has failed once it is final, with the money at the payer', async () => {
    const { id, deposit, ...scene } = await deposited();
    const fallback = { address: SCENE_PAYER, units: 12_500_000n };
    const fill = fillOf({ outcome: 'fallback', fallback });
    scene.base.fillStates.set(deposit.depositId, FILLED);
    scene.base.fills.set(deposit.depositId, fill);
    await scene.follow();
    expect([await scene.statusOf(id), await scene.events()]).toEqual(['filled', []]);
    scene.base.fillStates.set(deposit.depositId, FINALLY_FILLED);
    scene.base.fills.set(deposit.depositId, { ...fill, isFinal: true });
    await scene.follow();
    expect([await scene.statusOf(id), await scene.isDue(id)]).toEqual(['unpaid', false]);
    expect(await scene.events()).toMatchObject([
      {
        event: 'payment.failed',
        failureReason: expect.stringContaining('the payment was not made'),
      },
      {
        event: 'payment.refunded',
        refundedTo: SCENE_PAYER,
        refundAmount: '12.5',
        currency: 'USDC',
      },
    ]);
  });
});
