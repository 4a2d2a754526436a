import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { NETWORKS } from '#catalog/networks.ts';
import type { BlockPoint, ChainUpdate, ObservedTransfer } from '../chain.ts';
import { type BlockSource, type HeadQuery, NO_SPOOFED_EVENTS } from './block-source.ts';
import { followChain } from './follow.ts';
import { pollHeads } from './heads.ts';
import { type Pace, paceOf } from './pace.ts';

const { base } = NETWORKS;
const MINUTE_MS = 60_000;
/** How far behind the newest block the final one is. */
const FINAL_BEHIND = 100;

interface ReadHead extends HeadQuery {
  readonly atMs: number;
}

/** A chain that has a block in each block time, read on time that passes only while something waits. */
class Chain {
  nowMs = 0;
  readonly reads: ReadHead[] = [];
  readonly found: { readonly block: number; readonly lateMs: number }[] = [];
  readonly updates: ChainUpdate[] = [];
  /** The number of a block that holds a payment of ours. */
  paidBlock: number | undefined;
  /** When the chain stops to have new blocks, and when its newest one is final then. */
  stopped: { readonly atMs: number; readonly finalAtMs: number } | undefined;
  /** From which block on the chain was replaced, and when. */
  reorg: { readonly from: number; readonly atMs: number } | undefined;
  readonly #madeBefore: number;

  constructor(madeBefore = 200) {
    this.#madeBefore = madeBefore;
  }

  /** Lets so much time pass. */
  async follow(untilMs: number, { pace = paceOf(base, {}), startBlock = this.newest() } = {}) {
    const stop = new AbortController();
    const sleep = async (ms: number) => {
      this.nowMs += ms;
      if (this.nowMs >= untilMs) stop.abort();
    };
    const source = this.#source(sleep);
    const log = pino({ level: 'silent' });
    const openHeads = () => pollHeads({ sleep }, pace.pollMs);
    const from = { known: [], startBlock: BigInt(startBlock) };
    for await (const update of followChain({ source, openHeads, pace, log }, from, stop.signal)) {
      this.updates.push(update);
      if (update.type !== 'blocks') continue;
      const block = Number(update.to.number);
      const madeAtMs = (block - this.#madeBefore) * base.blockTimeMs;
      this.found.push({ block, lateMs: this.nowMs - madeAtMs });
    }
  }

  newest(): number {
    const nowMs = Math.min(this.nowMs, this.stopped?.atMs ?? Number.POSITIVE_INFINITY);
    return this.#madeBefore + Math.floor(nowMs / base.blockTimeMs);
  }

  readsOfTags(): number[] {
    return this.reads.filter((read) => read.shouldReadTags !== false).map(({ atMs }) => atMs);
  }

  #point(block: number): BlockPoint {
    const { reorg } = this;
    const isOther = reorg !== undefined && this.nowMs >= reorg.atMs && block >= reorg.from;
    return { number: BigInt(block), hash: `0x${isOther ? 'b' : 'a'}${block}` };
  }

  #source(sleep: BlockSource['runtime']['sleep']): BlockSource {
    const point = (block: bigint) => this.#point(Number(block));
    const source: BlockSource = {
      network: base,
      runtime: { elapsedMs: () => this.nowMs, sleep },
      checkChainIds: async () => undefined,
      readHead: async (query) => {
        this.reads.push({ ...query, atMs: this.nowMs });
        const newest = this.newest();
        const isFinal = this.stopped !== undefined && this.nowMs >= this.stopped.finalAtMs;
        const finalized = {
          number: BigInt(isFinal ? newest : newest - FINAL_BEHIND),
          at: new Date(0),
        };
        return {
          point: this.#point(newest),
          finalized: query.shouldReadTags === false ? undefined : finalized,
          safe: undefined,
          beside: query.besideNumber === undefined ? undefined : point(query.besideNumber).hash,
        };
      },
      readPoints: async (wanted) =>
        new Map(wanted.map(({ number }) => [number, point(number).hash])),
      scanAhead: async function* (this: BlockSource, { ranges }) {
        yield* ranges.map(({ from, to, beside }) => ({ from, to, beside })).map(chunkOf);
      },
      checkAgreement: () => Promise.reject(new Error('no payment is missing')),
      steady: () => source,
      another: () => source,
      others: () => [],
      markSuspect: () => undefined,
    };
    const chunkOf = ({
      from,
      to,
      beside,
    }: {
      from: bigint;
      to: bigint;
      beside: readonly bigint[];
    }) => ({
      from,
      to: point(to),
      points: beside.map(point),
      transfers: this.#paymentsIn(from, to),
      spoofedEvents: NO_SPOOFED_EVENTS,
      again: [],
      logs: 0,
    });
    return source;
  }

  #paymentsIn(from: bigint, to: bigint): ObservedTransfer[] {
    const { paidBlock } = this;
    if (paidBlock === undefined || paidBlock < from || paidBlock > to) return [];
    return [transferIn(this.#point(paidBlock))];
  }
}

const transferIn = (block: BlockPoint): ObservedTransfer => ({
  kind: 'token',
  block,
  blockTime: new Date(0),
  transactionHash: '0xaa',
  logIndex: 0,
  proxyAddress: '0x01',
  tokenAddress: '0x02',
  payeeAddress: '0x03',
  payerAddress: '0x04',
  referenceKey: '0x05',
  claimedUnits: 5n,
  creditedUnits: 5n,
  feeUnits: 0n,
  feeAddress: '0x06',
  tokenUnits: 5n,
  tokenFeeUnits: 0n,
  payeeNetUnits: 5n,
  payeeCreditedUnits: 5n,
  conversion: undefined,
});

describe('a network without a subscription', () => {
  it('is polled little more than once per block, which is found within a quarter of a block time', async () => {
    const chain = new Chain();
    await chain.follow(5 * MINUTE_MS);
    const blocks = chain.newest() - 200;
    expect(chain.found.map(({ block }) => block)).toEqual(
      Array.from({ length: chain.found.length }, (_, i) => 200 + i),
    );
    expect(chain.found.length).toBeGreaterThanOrEqual(blocks);
    expect(chain.reads.length).toBeLessThanOrEqual(blocks * 1.3);
    const latest = Math.max(...chain.found.map(({ lateMs }) => lateMs));
    expect(latest).toBeLessThanOrEqual(base.blockTimeMs / 4);
  });

  it('is polled without a pause while more blocks are known to be there', async () => {
    const chain = new Chain(3_000);
    await chain.follow(1_000, { startBlock: 0 });
    const arrived = chain.found.find(({ block }) => block === 3_000);
    expect(arrived?.lateMs).toBe(0);
    expect(chain.reads.length).toBeGreaterThan(1);
  });

  it('is polled no more often than its setting says, and still reported block by block', async () => {
    const chain = new Chain();
    const pace = paceOf(base, { pollMsMin: 20_000 });
    await chain.follow(5 * MINUTE_MS, { pace });
    expect(chain.reads.length).toBeLessThanOrEqual((5 * MINUTE_MS) / 20_000 + 1);
    const points = chain.updates.flatMap((one) => (one.type === 'blocks' ? one.points : []));
    const numbers = points.map(({ number }) => Number(number)).filter((number) => number >= 200);
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, i) => 200 + i));
  });
});

describe('final blocks', () => {
  it('are read once a minute while no payment waits for them', async () => {
    const chain = new Chain();
    await chain.follow(5 * MINUTE_MS);
    expect(chain.readsOfTags().length).toBe(5);
  });

  it('are read a sixtieth of their usual age apart, at most, while a payment waits for them', async () => {
    const chain = new Chain();
    chain.paidBlock = 210;
    const paidAtMs = 10 * base.blockTimeMs;
    await chain.follow(6 * MINUTE_MS);
    const final = chain.updates.find(
      (one) => one.type === 'blocks' && (one.finalizedNumber ?? 0n) >= 210n,
    );
    if (final?.type !== 'blocks') throw new Error('the payment is final by then');
    const finalAtMs = paidAtMs + FINAL_BEHIND * base.blockTimeMs;
    const reportedAtMs = (Number(final.to.number) - 200) * base.blockTimeMs;
    const { awaitedMs } = paceOf(base, {}).tags;
    expect(awaitedMs).toBe(30_000);
    expect(reportedAtMs - finalAtMs).toBeLessThanOrEqual(awaitedMs + base.blockTimeMs);
    const waiting = chain.readsOfTags().filter((atMs) => atMs > paidAtMs && atMs < finalAtMs);
    expect(waiting.length).toBeGreaterThanOrEqual((finalAtMs - paidAtMs) / awaitedMs - 2);
  });

  it('are reported once for a payment that waits for them, also where no block comes any more', async () => {
    const chain = new Chain();
    chain.paidBlock = 205;
    chain.stopped = { atMs: 20_000, finalAtMs: 2 * MINUTE_MS };
    await chain.follow(4 * MINUTE_MS);
    const last = chain.updates.filter(
      (one) => one.type === 'blocks' && (one.finalizedNumber ?? 0n) >= 205n,
    );
    expect(last).toMatchObject([{ transfers: [], to: { number: 210n }, finalizedNumber: 210n }]);
    const { awaitedMs } = paceOf(base, {}).tags;
    expect(chain.readsOfTags().some((ms) => ms >= 2 * MINUTE_MS)).toBe(true);
    expect(chain.readsOfTags().find((ms) => ms >= 2 * MINUTE_MS)).toBeLessThanOrEqual(
      2 * MINUTE_MS + awaitedMs + base.blockTimeMs,
    );
  });

  it('are never newer than the node last said, nor taken for a newer head', async () => {
    const chain = new Chain();
    await chain.follow(5 * MINUTE_MS);
    for (const update of chain.updates) {
      if (update.type !== 'blocks') continue;
      const behind = Number(update.headNumber - (update.finalizedNumber ?? 0n));
      expect(behind).toBeGreaterThanOrEqual(FINAL_BEHIND);
      expect(behind).toBeLessThanOrEqual(FINAL_BEHIND + MINUTE_MS / base.blockTimeMs + 1);
    }
  });

  it('are read again right after blocks were replaced', async () => {
    const chain = new Chain();
    chain.reorg = { from: 205, atMs: 21_000 };
    await chain.follow(MINUTE_MS / 2);
    expect(chain.updates.filter(({ type }) => type === 'reorg')).toEqual([
      { type: 'reorg', ancestor: { number: 204n, hash: '0xa204' } },
    ]);
    const [, again] = chain.readsOfTags();
    expect(again).toBeGreaterThanOrEqual(21_000);
    expect(again).toBeLessThanOrEqual(23_000);
  });
});

describe('the pace of a network', () => {
  it.each<[keyof typeof NETWORKS, Pace]>([
    [
      'mainnet',
      { pollMs: 3_000, afterBlockMs: 11_250, tags: { awaitedMs: 15_000, atRestMs: 60_000 } },
    ],
    ['base', { pollMs: 500, afterBlockMs: 1_875, tags: { awaitedMs: 30_000, atRestMs: 60_000 } }],
    [
      'arbitrum-one',
      { pollMs: 500, afterBlockMs: 500, tags: { awaitedMs: 30_000, atRestMs: 60_000 } },
    ],
    ['bsc', { pollMs: 500, afterBlockMs: 703.125, tags: { awaitedMs: 2_500, atRestMs: 60_000 } }],
    ['tron', { pollMs: 750, afterBlockMs: 2_812.5, tags: { awaitedMs: 2_500, atRestMs: 60_000 } }],
  ])('of %s follows from its block time and from how long it takes to be final', (id, pace) => {
    expect(paceOf(NETWORKS[id], {})).toEqual(pace);
  });

  it('is what is given for nodes that cost nothing, final blocks included', () => {
    expect(paceOf(base, { pollMs: 20 })).toEqual({
      pollMs: 20,
      afterBlockMs: 20,
      tags: { awaitedMs: 0, atRestMs: 0 },
    });
  });
});
