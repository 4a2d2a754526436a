import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BridgeDeposit } from '#chains/chain.ts';
import { hexOf } from '#kit/hex.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import {
  depositedScene,
  fillOf,
  fillState,
  intentScene,
  SCENE_PAYER,
} from '../../../tests/support/intent-scene.ts';
import { followPaymentIntents } from './follow-payment-intents.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());
const newScene = () => intentScene(database.db);
const deposited = () => depositedScene(database.db);

const OTHER = '0x5555555555555555555555555555555555555555';
const DAY_MS = 24 * 60 * 60 * 1_000;
const AFTER_DEADLINE = fillState({ finalTime: new Date('2026-01-02T05:00:00.000Z') });
const FILLED = fillState({ isFilled: true });

describe('a payment that arrives', () => {
  it('is followed from its source over the fill to the payment that counts', async () => {
    const scene = await newScene();
    const { id, hash } = await scene.report();
    const deposit = scene.deposit();
    await scene.follow();
    expect(await scene.statusOf(id)).toBe('recorded');
    scene.mine(hash, { deposits: [deposit] });
    await scene.follow();
    expect(await scene.statusOf(id)).toBe('source_seen');
    scene.mine(hash, { deposits: [deposit], isFinal: true });
    await scene.follow();
    expect(await scene.statusOf(id)).toBe('source_confirmed');
    const fill = fillOf();
    scene.base.fillStates.set(deposit.depositId, FILLED);
    scene.base.fills.set(deposit.depositId, fill);
    await scene.follow();
    expect(await scene.statusOf(id)).toBe('filled');
    await scene.credit(fill.transactionHash);
    await scene.follow();
    expect(await scene.sources()).toEqual([
      {
        source_network: 'arbitrum-one',
        source_transaction_hash: hash,
        source_units: 12_600_000n,
        transaction_hash: fill.transactionHash,
      },
    ]);
    const sender = scene.ctx.db.selectFrom('chain_transfer').select('bridge_sender');
    const ofLink = sender.where('request_id', '=', scene.link.requestRowId);
    expect(await ofLink.executeTakeFirstOrThrow()).toEqual({ bridge_sender: SCENE_PAYER });
    expect(await scene.historyOf(id)).toEqual([
      'recorded',
      'source_seen',
      'source_confirmed',
      'filled',
      'settled',
    ]);
    expect(await scene.isDue(id)).toBe(true);
    const transfers = scene.ctx.db.updateTable('chain_transfer').set({ status: 'finalized' });
    await transfers.where('request_id', '=', scene.link.requestRowId).execute();
    await scene.follow();
    expect(await scene.isDue(id)).toBe(false);
    expect(await scene.events()).toEqual([]);
  });

  it('is seen in one check where all of it happened before', async () => {
    const { id, deposit, ...scene } = await deposited();
    const fill = fillOf();
    scene.base.fillStates.set(deposit.depositId, FILLED);
    scene.base.fills.set(deposit.depositId, fill);
    await scene.credit(fill.transactionHash);
    await scene.follow();
    expect(await scene.historyOf(id)).toEqual([
      'recorded',
      'source_confirmed',
      'filled',
      'settled',
    ]);
  });

  it('goes back with a reorg of its source, and with one of its destination, and comes again', async () => {
    const scene = await newScene();
    const { id, hash } = await scene.report();
    const deposit = scene.deposit();
    scene.mine(hash, { deposits: [deposit] });
    await scene.follow();
    scene.arbitrum.transactions.delete(hash);
    await scene.follow();
    expect(await scene.statusOf(id)).toBe('recorded');
    scene.mine(hash, { deposits: [deposit], isFinal: true });
    scene.base.fillStates.set(deposit.depositId, FILLED);
    scene.base.fills.set(deposit.depositId, fillOf());
    await scene.follow();
    expect(await scene.statusOf(id)).toBe('filled');
    scene.base.fillStates.set(deposit.depositId, fillState());
    scene.base.fills.delete(deposit.depositId);
    await scene.follow();
    expect(await scene.statusOf(id)).toBe('source_seen');
    expect(await scene.events()).toEqual([]);
  });

  it('is settled no more once its payment is undone, and again by the fill that took its place', async () => {
    const { id, deposit, ...scene } = await deposited();
    const [first, second] = [fillOf(), fillOf()];
    scene.base.fillStates.set(deposit.depositId, FILLED);
    scene.base.fills.set(deposit.depositId, first);
    await scene.credit(first.transactionHash);
    await scene.follow();
    await scene.ctx.db
      .insertInto('payment_undo')
      .columns(['payment_id', 'undone_at'])
      .expression((db) =>
        db
          .selectFrom('payment')
          .select(['id', 'received_at'])
          .where('request_id', '=', scene.link.requestRowId),
      )
      .execute();
    scene.base.fillStates.set(deposit.depositId, fillState());
    await scene.follow();
    await scene.follow();
    expect(await scene.statusOf(id)).toBe('source_confirmed');
    scene.base.fillStates.set(deposit.depositId, FILLED);
    scene.base.fills.set(deposit.depositId, second);
    await scene.credit(second.transactionHash);
    await scene.follow();
    expect(await scene.statusOf(id)).toBe('settled');
  });
});

describe('a source transaction that fails', () => {
  /** The transaction calls a route that pays the link. */
  async function routed() {
    const scene = await newScene();
    const { id, hash } = await scene.report();
    const { call, outputToken, destinationChainId: chainId } = scene.deposit();
    const data = hexOf(randomBytes(8));
    scene.arbitrum.routes.set(data, { chainId, call, outputToken, payer: SCENE_PAYER });
    const transaction = { to: SCENE_PAYER, data, valueUnits: 0n };
    return { ...scene, id, hash, transaction };
  }

  it('is reported once it is finally reverted, and not before', async () => {
    const { id, hash, transaction, ...scene } = await routed();
    scene.mine(hash, { state: 'reverted', transaction });
    await scene.follow();
    expect([await scene.statusOf(id), await scene.events()]).toEqual(['recorded', []]);
    scene.mine(hash, { state: 'reverted', transaction, isFinal: true });
    await scene.follow();
    await scene.follow();
    expect(await scene.statusOf(id)).toBe('source_failed');
    const at = expect.stringMatching(/^2026-01-02T/);
    expect(await scene.events()).toEqual([
      {
        event: 'payment.failed',
        requestId: scene.link.requestId,
        requestID: scene.link.requestId,
        paymentReference: expect.any(String),
        amount: '12.5',
        totalAmountPaid: '0',
        expectedAmount: '12.5',
        timestamp: at,
        paymentCurrency: 'USDC',
        isCryptoToFiat: false,
        subStatus: 'failed',
        paymentProcessor: 'service-network',
        failureReason: expect.stringContaining('reverted'),
        retryAfter: at,
        securePaymentToken: scene.link.token,
        paymentToken: scene.link.token,
      },
    ]);
    expect(await scene.isDue(id)).toBe(false);
  });

  it('is reported once another transaction of its nonce is final, and not while it is merely unknown', async () => {
    const { id, hash, transaction, ...scene } = await routed();
    const sent = { hash, sender: SCENE_PAYER, nonce: 7n, transaction } as const;
    scene.arbitrum.transactions.set(hash, { ...sent, state: 'waiting' });
    await scene.follow();
    scene.arbitrum.transactions.delete(hash);
    await scene.follow();
    expect([await scene.statusOf(id), await scene.events()]).toEqual(['recorded', []]);
    scene.arbitrum.transactions.set(hash, { hash, state: 'unknown', isReplaced: true });
    await scene.follow();
    expect(await scene.statusOf(id)).toBe('source_failed');
    expect(await scene.events()).toMatchObject([
      { event: 'payment.failed', failureReason: expect.stringContaining('replaced') },
    ]);
  });

  // Anybody can copy what a payer is about to send: from another wallet it reverts, and says nothing of the payer's own.
  it('is not reported where another wallet sent it than the one that the route refunds', async () => {
    const { id, hash, transaction, ...scene } = await routed();
    scene.mine(hash, { state: 'reverted', transaction, isFinal: true, sender: OTHER });
    await scene.follow();
    expect([await scene.statusOf(id), await scene.events()]).toEqual(['foreign', []]);
  });

  it('on the link’s own network is shown and not reported: its calldata names no payer', async () => {
    const scene = await newScene();
    const { call } = scene.deposit();
    if (call === undefined) throw new Error('the deposit pays the link');
    const { id, hash } = await scene.report('base');
    scene.mine(hash, {
      state: 'reverted',
      transaction: { ...call, valueUnits: 0n },
      isFinal: true,
    });
    const seen = scene.arbitrum.transactions.get(hash);
    if (seen !== undefined) scene.base.transactions.set(hash, seen);
    await scene.follow();
    expect([await scene.statusOf(id), await scene.events()]).toEqual(['source_failed', []]);
  });
});

describe('what pays something else', () => {
  const others: readonly [
    string,
    (scene: Awaited<ReturnType<typeof newScene>>) => BridgeDeposit,
  ][] = [
    ['another link', ({ deposit }) => deposit({ reference: '0x0011223344556677' })],
    ['another payee', ({ deposit }) => deposit({ payee: SCENE_PAYER })],
    ['another token', ({ deposit }) => deposit({ token: SCENE_PAYER })],
    ['another network', ({ deposit }) => deposit({ destination: 'optimism' })],
    ['nobody', ({ deposit }) => ({ ...deposit(), call: undefined })],
    ['a call that gets another token', ({ deposit }) => ({ ...deposit(), outputToken: OTHER })],
    ['less than half of its output’s worth', ({ deposit }) => deposit({ inputUnits: 6_249_999n })],
    [
      'a token without a worth',
      ({ deposit }) => ({ ...deposit(), inputToken: OTHER, inputUnits: 10n ** 30n }),
    ],
    ['a call that gets too little', ({ deposit }) => ({ ...deposit(), outputUnits: 1n })],
  ];
  it.each(others)('such as a deposit for %s, says and changes nothing', async (_, depositFor) => {
    const scene = await newScene();
    const { id, hash } = await scene.report();
    scene.mine(hash, { deposits: [depositFor(scene)], isFinal: true });
    await scene.follow();
    expect(await scene.statusOf(id)).toBe('foreign');
    expect(await scene.isDue(id)).toBe(false);
    expect(await scene.events()).toEqual([]);
  });

  it('is not reported when it is finally reverted, nor when it is replaced', async () => {
    const scene = await newScene();
    const [one, two] = [await scene.report(), await scene.report()];
    scene.mine(one.hash, { state: 'reverted', isFinal: true });
    const transaction = { to: SCENE_PAYER, data: '0x' as const, valueUnits: 0n };
    const { hash } = two;
    const sent = { hash, sender: SCENE_PAYER, nonce: 1n, transaction } as const;
    scene.arbitrum.transactions.set(hash, { ...sent, state: 'waiting' });
    await scene.follow();
    scene.arbitrum.transactions.set(hash, { hash, state: 'unknown', isReplaced: true });
    await scene.follow();
    expect([await scene.statusOf(one.id), await scene.statusOf(two.id)]).toEqual([
      'foreign',
      'foreign',
    ]);
    expect(await scene.events()).toEqual([]);
  });

  it('keeps no true intent of the same transaction from its own link', async () => {
    const { hash, deposit, id, ...scene } = await deposited();
    const thief = await newScene();
    const claimed = await thief.report('arbitrum-one', hash);
    thief.mine(hash, { deposits: [deposit], isFinal: true });
    await thief.follow();
    expect(await thief.statusOf(claimed.id)).toBe('foreign');
    const fill = fillOf();
    scene.base.fillStates.set(deposit.depositId, FILLED);
    scene.base.fills.set(deposit.depositId, fill);
    await scene.credit(fill.transactionHash);
    const again = await scene.report('arbitrum-one', hash);
    expect(again.id).toBe(id);
    const due = scene.ctx.db.updateTable('payment_intent').set({ next_check_at: scene.now() });
    await due.where('id', '=', id).execute();
    await scene.follow();
    expect(await scene.statusOf(id)).toBe('settled');
  });

  it('such as a hash that no node ever has, is searched for a day', async () => {
    const scene = await newScene();
    const { id } = await scene.report();
    await scene.follow(DAY_MS - 60_000);
    expect(await scene.statusOf(id)).toBe('recorded');
    await scene.follow();
    expect([await scene.statusOf(id), await scene.isDue(id)]).toEqual(['not_found', false]);
    expect(await scene.events()).toEqual([]);
  });
});

describe('a transaction on the link’s own network', () => {
  it('is settled by the payment that it made, and is none of the link without one', async () => {
    const scene = await newScene();
    const [one, two] = [await scene.report('base'), await scene.report('base')];
    for (const { hash } of [one, two]) {
      scene.mine(hash, { isFinal: true });
      const seen = scene.arbitrum.transactions.get(hash);
      if (seen !== undefined) scene.base.transactions.set(hash, seen);
    }
    await scene.credit(one.hash);
    await scene.follow();
    expect([await scene.statusOf(one.id), await scene.statusOf(two.id)]).toEqual([
      'settled',
      'source_confirmed',
    ]);
    await scene.follow(2 * 60 * 60 * 1_000);
    expect(await scene.statusOf(two.id)).toBe('foreign');
    expect(await scene.events()).toEqual([]);
  });
});

describe('the job', () => {
  it('moves and reports once when several processes run it at once', async () => {
    const { id, deposit, ...scene } = await deposited();
    scene.base.fillStates.set(deposit.depositId, AFTER_DEADLINE);
    scene.now.advance(60_000);
    await Promise.all(Array.from({ length: 4 }, () => followPaymentIntents(scene.ctx, 100)));
    expect(await scene.historyOf(id)).toEqual(['recorded', 'source_confirmed', 'unfilled']);
    expect(await scene.events()).toHaveLength(1);
  });

  it('writes nothing of a check whose intent another process moved meanwhile', async () => {
    const { id, deposit, hash: _, ...scene } = await deposited();
    scene.base.fillStates.set(deposit.depositId, AFTER_DEADLINE);
    const [arbitrum, base] = scene.ctx.chains.all;
    if (arbitrum === undefined || base === undefined) throw new Error('both are there');
    const { arbitrum: bridge } = scene.bridges;
    let isFirst = true;
    // While this process waits for its node, its lease runs out and another one does the work.
    const slow = {
      ...arbitrum,
      bridge: {
        ...bridge,
        readSources: async (queries: Parameters<typeof bridge.readSources>[0]) => {
          const sources = await bridge.readSources(queries);
          if (isFirst) {
            isFirst = false;
            await scene.follow();
          }
          return sources;
        },
      },
    };
    const chains = {
      ...scene.ctx.chains,
      get: (network: string) => (network === 'base' ? base : slow),
    };
    scene.now.advance(60_000);
    await followPaymentIntents({ ...scene.ctx, chains }, 100);
    expect(await scene.historyOf(id)).toEqual(['recorded', 'source_confirmed', 'unfilled']);
    expect(await scene.events()).toHaveLength(1);
  });

  it('takes up what a killed process left, once its lease ran out', async () => {
    const { id, ...scene } = await deposited();
    scene.now.advance(60_000);
    const leased = scene.ctx.db.updateTable('payment_intent').where('id', '=', id);
    await leased.set({ next_check_at: new Date(scene.now().getTime() + 60_000) }).execute();
    expect(await scene.follow(30_000)).toBe(0);
    expect(await scene.follow(31_000)).toBe(1);
    expect(await scene.statusOf(id)).toBe('source_confirmed');
  });

  it('leaves everything as it is while a network does not answer, and goes on with others', async () => {
    const { id, deposit, ...scene } = await deposited();
    scene.arbitrum.isDown = true;
    await scene.follow();
    expect(await scene.statusOf(id)).toBe('recorded');
    scene.arbitrum.isDown = false;
    scene.base.isDown = true;
    scene.base.fillStates.set(deposit.depositId, AFTER_DEADLINE);
    await scene.follow();
    expect([await scene.statusOf(id), await scene.events()]).toEqual(['source_confirmed', []]);
    scene.base.isDown = false;
    await scene.follow();
    expect(await scene.statusOf(id)).toBe('unfilled');
  });
});
