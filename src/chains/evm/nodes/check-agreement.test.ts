import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NETWORKS } from '#catalog/networks.ts';
import { openMeter, type ReadableMeter } from '#platform/metrics.ts';
import { type FaultProxy, faultProxy } from '../../../../tests/support/fault-proxy.ts';
import { type WatchedNode, watchedNode } from '../../../../tests/support/watched-node.ts';
import type { Chain } from '../../chain.ts';
import { type Runtime, systemRuntime } from '../../nodes/runtime.ts';
import { evmChain } from '../evm-chain.ts';

let at: WatchedNode;
let a: FaultProxy;
let b: FaultProxy;
let meter: ReadableMeter;

beforeAll(async () => {
  at = await watchedNode();
});
afterAll(() => at[Symbol.asyncDispose]());
beforeEach(async () => {
  meter = openMeter();
  [a, b] = await Promise.all([faultProxy(at.base.node.rpcUrl), faultProxy(at.base.node.rpcUrl)]);
});
afterEach(async () => {
  await Promise.all([a.stop(), b.stop()]);
});

function connect(rpcUrls: readonly string[], runtime?: Runtime): Chain {
  const log = pino({ level: 'silent' });
  const network = NETWORKS.base;
  return evmChain({ network, rpcUrls, pollMs: undefined, log, meter, ...(runtime && { runtime }) });
}

describe('nodes that agree on a payment', () => {
  it('are all nodes that have it; those that have another block contradict it', async () => {
    const chain = connect([a.rpcUrl, b.rpcUrl]);
    const hash = (await at.pay()).hash;
    const outcome = await at.base.chain.readOutcome(hash);
    if (outcome === undefined) throw new Error('the payment is in a block');
    const agreementQuery = { block: outcome.block, transactionHash: hash };
    const both = ['1', '2'];
    expect(await chain.checkAgreement(agreementQuery)).toMatchObject({
      agree: 2,
      disagree: [],
      silent: 0,
      isAlone: false,
    });
    const elsewhere = {
      ...agreementQuery,
      block: { ...agreementQuery.block, hash: `0x${'ab'.repeat(32)}` as const },
    };
    expect(await chain.checkAgreement(elsewhere)).toMatchObject({
      agree: 0,
      disagree: both,
      without: [],
    });
    const counted = await meter.registry.getSingleMetric('rpc_disagreements_total')?.get();
    expect(counted?.values).toMatchObject([{ value: 1 }, { value: 1 }]);
    const reported: object[] = [];
    const judge = (isPaid: boolean) => ({
      ...agreementQuery,
      isPaidBy: async (payments: readonly object[]) => {
        reported.push(...payments);
        return isPaid;
      },
    });
    expect(await chain.checkAgreement(judge(true))).toMatchObject({
      agree: 2,
      disagree: [],
      silent: 0,
      isAlone: false,
    });
    expect(await chain.checkAgreement(judge(false))).toMatchObject({
      agree: 0,
      disagree: both,
      without: both,
    });
    expect(reported).toHaveLength(4);
    for (const payment of reported)
      expect(payment).toMatchObject({ creditedUnits: 5n, kind: 'token' });
    const nothing = { ...agreementQuery, transactionHash: `0x${'cd'.repeat(32)}` as const };
    expect(await chain.checkAgreement(nothing)).toMatchObject({ agree: 0, without: both });
    // Like a pruned node, which keeps blocks longer than receipts.
    const { answer } = a;
    a.answer = ({ method }) =>
      method === 'eth_getTransactionReceipt' ? { result: null } : undefined;
    expect(await chain.checkAgreement(agreementQuery)).toMatchObject({
      agree: 1,
      silent: 1,
      isAlone: false,
    });
    expect(await chain.checkAgreement(nothing)).toMatchObject({ agree: 0, without: both });
    a.answer = answer;
    await at.anvil.mine({ blocks: 2 });
    a.fault = { kind: 'lags', blocks: 5n };
    expect(await chain.checkAgreement(agreementQuery)).toMatchObject({
      agree: 1,
      silent: 1,
      isAlone: false,
    });
    a.fault = { kind: 'breaks' };
    expect(await chain.checkAgreement(agreementQuery)).toMatchObject({
      agree: 1,
      silent: 1,
      unanswered: ['1'],
      isAlone: true,
    });
  });

  it('are one that stands alone only once the other has answered nothing for long', async () => {
    const { hash } = await at.pay();
    const outcome = await at.base.chain.readOutcome(hash);
    if (outcome === undefined) throw new Error('the payment is in a block');
    const agreementQuery = { block: outcome.block, transactionHash: hash };
    let nowMs = 0;
    const runtime = { ...systemRuntime, elapsedMs: () => nowMs };
    const chain = connect([a.rpcUrl, b.rpcUrl], runtime);
    const query = async (atMs: number) => {
      nowMs = atMs;
      const { isAlone, areOthersAbsent } = await chain.checkAgreement(agreementQuery);
      return { isAlone, areOthersAbsent };
    };
    const well = { isAlone: false, areOthersAbsent: false };
    const delayed = { isAlone: true, areOthersAbsent: false };
    const absent = { isAlone: true, areOthersAbsent: true };
    expect(await query(0)).toEqual(well);
    const { answer } = a;
    // Queries about this payment are never answered, and all others are.
    a.answer = ({ method }) =>
      method === 'eth_getTransactionReceipt'
        ? { error: { code: -32_603, message: 'too busy' } }
        : undefined;
    for (const atMs of [1_000, 31_000, 61_000, 91_000]) expect(await query(atMs)).toEqual(delayed);
    a.answer = answer;
    a.fault = { kind: 'breaks' };
    for (const atMs of [120_000, 150_000, 179_999]) expect(await query(atMs)).toEqual(delayed);
    expect(await query(180_000)).toEqual(absent);
    a.fault = undefined;
    expect(await query(200_000)).toEqual(well);
    a.fault = { kind: 'breaks' };
    expect(await query(400_000)).toEqual(delayed);
  });

  it('are one where several URLs are of one domain', async () => {
    const { hash } = await at.pay();
    const outcome = await at.base.chain.readOutcome(hash);
    if (outcome === undefined) throw new Error('the payment is in a block');
    const agreementQuery = { block: outcome.block, transactionHash: hash };
    const owners = ['', 'b'].map((path) => `${a.rpcUrl}/${path}`);
    const chain = connect(owners);
    expect(await chain.checkAgreement(agreementQuery)).toMatchObject({
      agree: 1,
      disagree: [],
      isAlone: false,
    });
  });

  it('are alone where all that answer are of one domain, and those of others do not', async () => {
    const { hash } = await at.pay();
    const outcome = await at.base.chain.readOutcome(hash);
    if (outcome === undefined) throw new Error('the payment is in a block');
    const chain = connect([a.rpcUrl, `${a.rpcUrl}/b`, b.rpcUrl]);
    b.fault = { kind: 'breaks' };
    const agreementQuery = { block: outcome.block, transactionHash: hash };
    expect(await chain.checkAgreement(agreementQuery)).toMatchObject({
      agree: 1,
      silent: 1,
      isAlone: true,
    });
  });
});
