import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { NETWORKS } from '#catalog/networks.ts';
import type { FollowFrom } from '#chains/chain.ts';
import {
  followTron,
  relayTron,
  type TronRelay,
  type WatchedTron,
  watchedTron,
} from '../../../tests/support/watched-tron.ts';
import { readBlock } from './block.ts';

let at: WatchedTron;
let relay: TronRelay;
beforeAll(async () => {
  at = await watchedTron();
  relay = await relayTron(at.node.url);
});
afterAll(async () => {
  await relay[Symbol.asyncDispose]();
  await at[Symbol.asyncDispose]();
});

const fromHead = async (): Promise<FollowFrom> => ({
  known: [],
  startBlock: (await at.head()) + 1n,
});
const hashesOf = (transfers: readonly { readonly transactionHash: string }[]) =>
  transfers.map(({ transactionHash }) => transactionHash);
const Numbered = z.object({ num: z.number() });
const isReceipts = (path: string) => path === 'wallet/gettransactioninfobyblocknum';
const isBlock = (path: string) => path === 'wallet/getblockbynum';
const Transactions = z.looseObject({ transactions: z.array(z.looseObject({})).default([]) });
const Emptied = z.looseObject({
  transactions: z.unknown(),
  block_header: z.looseObject({ raw_data: z.looseObject({ txTrieRoot: z.string().optional() }) }),
});
const Infos = z.array(z.looseObject({ log: z.array(z.looseObject({})).default([]) }));

describe('following a Tron network', () => {
  it('reports a payment and its block, which the solidified block makes final', async () => {
    const from = await fromHead();
    const paid = await at.pay({ feeUnits: 3n });
    const { transfers, updates } = await followTron(at, at.connect(), from);
    expect(hashesOf(transfers)).toEqual([paid.hash]);
    expect(transfers[0]).toMatchObject({
      payerAddress: at.payer.address,
      payeeAddress: at.payee.address,
      creditedUnits: 100n,
      feeUnits: 3n,
      payeeNetUnits: 100n,
    });
    const { solidified } = await at.node.control('state');
    expect(updates.at(-1)).toMatchObject({ finalizedNumber: BigInt(solidified) });
  });

  it('reports payments as soon as the node of this process reports their blocks', async () => {
    const following = at.connectListening().follow(await fromHead(), AbortSignal.timeout(120_000));
    for (let payments = 0; payments < 3; payments += 1) {
      const next = following.next();
      const { hash } = await at.pay();
      expect((await next).value).toMatchObject({ transfers: [{ transactionHash: hash }] });
    }
    await following.return();
    expect(at.text()).toContain('new blocks are reported within this process');
  });

  it.each(['REVERT', 'OUT_OF_ENERGY', 'OUT_OF_TIME', 'UNKNOWN'])(
    'reports no payment that ended with %s (T2)',
    async (result) => {
      const from = await fromHead();
      await at.node.control('next-result', { result });
      const failed = await at.pay();
      const paid = await at.pay();
      const chain = at.connect();
      expect(hashesOf((await followTron(at, chain, from)).transfers)).toEqual([paid.hash]);
      expect((await chain.readOutcome(failed.hash))?.status).toBe('reverted');
    },
  );

  it('takes back a payment of a block that is not solidified and vanishes (T3)', async () => {
    await at.node.mine(3);
    const from = { known: [], startBlock: await at.head() };
    const before = await followTron(at, at.connect(), from);
    const paid = await at.pay();
    const seen = await followTron(at, at.connect(), { ...from, known: before.points });
    expect(hashesOf(seen.transfers)).toEqual([paid.hash]);
    await at.node.fork(1);
    const known = [...before.points, ...seen.points];
    const after = await followTron(at, at.connect(), { ...from, known });
    expect(after.updates[0]).toEqual({ type: 'reorg', ancestor: before.points.at(-1) });
    expect(after.transfers).toEqual([]);
  });

  it('reports a payment again that a fork moved to another block (C1)', async () => {
    await at.node.mine(3);
    const from = { known: [], startBlock: await at.head() };
    const paid = await at.pay();
    const seen = await followTron(at, at.connect(), from);
    await at.node.fork(1, []);
    const after = await followTron(at, at.connect(), { ...from, known: seen.points });
    expect(after.updates[0]?.type).toBe('reorg');
    expect(hashesOf(after.transfers)).toEqual([paid.hash]);
    expect(after.transfers[0]?.block.hash).not.toBe(seen.transfers[0]?.block.hash);
  });

  it('catches up with many blocks and links each to the one before', async () => {
    const from = await fromHead();
    const first = await at.pay();
    await at.node.mine(130);
    const last = await at.pay();
    const { transfers, updates } = await followTron(at, at.connect(), from);
    expect(hashesOf(transfers)).toEqual([first.hash, last.hash]);
    expect(updates.length).toBeGreaterThan(2);
  });
});

/** How much slower a node is that is to be the second one. */
const SLOWER_MS = 1_500;

describe('a node of a Tron network that', () => {
  it('has no receipts of a block yet makes no payment missed (C3)', async () => {
    const from = await fromHead();
    const paid = await at.pay();
    let empty = 3;
    relay.alter = (path, _body, answer) => (isReceipts(path) && empty-- > 0 ? [] : answer);
    const { transfers } = await followTron(at, at.connect(relay.url), from);
    expect(hashesOf(transfers)).toEqual([paid.hash]);
    expect(empty).toBeLessThan(0);
  });

  it('leaves a transaction out of a block and its receipts is not believed (C3)', async () => {
    const from = await fromHead();
    const paid = await at.pay();
    relay.alter = (path, body, answer) => {
      const isPaid = Numbered.safeParse(body).data?.num === Number(paid.block);
      if (isPaid && isReceipts(path)) return [];
      if (isPaid && isBlock(path)) {
        const { transactions: _, ...others } = Transactions.parse(answer);
        return others;
      }
      return answer;
    };
    const { transfers } = await followTron(at, at.connect(relay.url, at.node.url), from);
    expect(hashesOf(transfers)).toEqual([paid.hash]);
  });

  it('calls a failed payment successful is not believed (C3)', async () => {
    const from = await fromHead();
    await at.node.control('next-result', { result: 'REVERT' });
    await at.pay();
    const succeed = (text: string) => JSON.parse(text.replaceAll('"REVERT"', '"SUCCESS"'));
    relay.alter = (path, _body, answer) =>
      isBlock(path) || isReceipts(path) ? succeed(JSON.stringify(answer)) : answer;
    const { transfers } = await followTron(at, at.connect(relay.url, at.node.url), from);
    expect(transfers).toEqual([]);
  });

  it('withholds the logs of a payment is found out when another reads the block again (C3)', async () => {
    const from = await fromHead();
    const paid = await at.pay();
    // Few enough that all of them are remembered, as they may still be replaced.
    await at.node.mine(10);
    relay.alter = (path, _body, answer) =>
      isReceipts(path) ? Infos.parse(answer).map((info) => ({ ...info, log: [] })) : answer;
    // The slower of two is the other one, so much slower that a busy machine does not change it.
    await using slow = await relayTron(at.node.url);
    slow.alter = async (_path, _body, answer) => {
      await sleep(SLOWER_MS);
      return answer;
    };
    const chain = at.connect(relay.url, slow.url);
    const first = await followTron(at, chain, from);
    expect(first.transfers).toEqual([]);
    await at.node.mine(1);
    const again = { ...from, known: first.points, reported: [] };
    const found = hashesOf((await followTron(at, chain, again)).transfers);
    expect(found).toContain(paid.hash);
  });

  it('is asked for the transactions of a block once, and for its receipts again', async () => {
    const from = await fromHead();
    const first = await at.pay();
    await at.node.mine(40);
    const last = await at.pay();
    let withheld = 0;
    // Of two nodes a slow machine decides which one is queried again.
    await using single = await relayTron(at.node.url);
    single.alter = (path, body, answer) => {
      const isFirst = Numbered.safeParse(body).data?.num === Number(first.block);
      if (!isReceipts(path) || !isFirst || withheld > 0) return answer;
      withheld += 1;
      return Infos.parse(answer).map((info) => ({ ...info, log: [] }));
    };
    const found: string[] = [];
    const updates = at.connect(single.url).follow(from, AbortSignal.timeout(120_000));
    for await (const update of updates) {
      if (update.type === 'blocks') found.push(...hashesOf(update.transfers));
      if ([first.hash, last.hash].every((hash) => found.includes(hash))) break;
      await at.node.mine(16);
    }
    const { paths } = single;
    expect(found).toEqual([last.hash, first.hash]);
    const head = Number(await at.head());
    const blocks = head - Number(from.startBlock) + 1;
    expect(paths.filter(isBlock).length).toBeLessThanOrEqual(blocks);
    expect(paths.filter(isReceipts).length).toBeLessThanOrEqual(blocks + 2);
  });

  it('withholds transactions is found out by another where headers are not hashed (C3)', async () => {
    const from = await fromHead();
    const paid = await at.pay();
    await at.node.mine(10);
    await using quick = await relayTron(at.node.url);
    await using other = await relayTron(at.node.url);
    quick.alter = (path, body, answer) => {
      if (Numbered.safeParse(body).data?.num !== Number(paid.block)) return answer;
      if (isReceipts(path)) return [];
      const { transactions: _, block_header, ...block } = Emptied.parse(answer);
      const { txTrieRoot: _root, ...raw_data } = block_header.raw_data;
      return { ...block, block_header: { ...block_header, raw_data } };
    };
    other.alter = async (_path, _body, answer) => {
      await sleep(SLOWER_MS);
      return answer;
    };
    const chain = at.connectByLinks(quick.url, other.url);
    const first = await followTron(at, chain, from);
    const again = { ...from, known: first.points, reported: [] };
    expect(first.transfers).toEqual([]);
    await at.node.mine(1);
    const found = hashesOf((await followTron(at, chain, again)).transfers);
    expect(found).toEqual([paid.hash]);
  });

  it('changes a field of a header is not believed (C3)', async () => {
    const from = await fromHead();
    await at.node.mine(2);
    let altered = 3;
    relay.alter = (path, _body, answer) =>
      isBlock(path) && altered-- > 0
        ? JSON.parse(JSON.stringify(answer).replace('"version":32', '"version":33'))
        : answer;
    const { points } = await followTron(at, at.connect(relay.url), from);
    expect(points.length).toBeGreaterThan(0);
    expect(at.text()).toContain('with a header that does not have its id');
  });

  it('cannot print a transaction as it is stops nothing where all nodes return the same', async () => {
    const from = await fromHead();
    const paid = await at.pay();
    relay.alter = (path, _body, answer) =>
      isBlock(path)
        ? JSON.parse(
            JSON.stringify(answer).replace(
              '"contractRet":"SUCCESS"',
              '"contractRet":"SUCCESS","fee":1',
            ),
          )
        : answer;
    const { transfers } = await followTron(at, at.connect(relay.url), from);
    expect(hashesOf(transfers)).toEqual([paid.hash]);
    expect(at.text()).toContain('no node proves the transactions of a block');
  });

  it('cannot print a transaction is not believed alone while another is away', async () => {
    const from = await fromHead();
    const paid = await at.pay();
    const unproven = (_path: string, _body: unknown, answer: unknown) =>
      JSON.parse(
        JSON.stringify(answer).replace(
          '"ret":[{"contractRet":"SUCCESS"',
          '"ret":[{"fee":1,"contractRet":"SUCCESS"',
        ),
      );
    relay.alter = unproven;
    await using other = await relayTron(at.node.url);
    let isAway = true;
    other.alter = (...parts) => {
      if (isAway) throw new Error('away');
      return unproven(...parts);
    };
    const reading = followTron(at, at.connect(relay.url, other.url), from);
    await expect.poll(() => at.text()).toContain(`block ${paid.block} does not name`);
    isAway = false;
    expect(hashesOf((await reading).transfers)).toEqual([paid.hash]);
  });

  it('lags is waited for, and no reorg', async () => {
    await at.node.mine(3);
    const from = { known: [], startBlock: await at.head() };
    const first = await followTron(at, at.connect(), from);
    const paid = await at.pay();
    const last = Number(await at.head());
    let late = 3;
    relay.alter = async (path, body, answer) => {
      const isNewest = path === 'wallet/getblock' && !JSON.stringify(body).includes('id_or_num');
      if (!isNewest || late-- <= 0) return answer;
      return await at.node.post('wallet/getblock', { id_or_num: `${last - 1}`, detail: false });
    };
    const after = await followTron(at, at.connect(relay.url), { ...from, known: first.points });
    expect(hashesOf(after.transfers)).toEqual([paid.hash]);
    expect(after.updates.every(({ type }) => type === 'blocks')).toBe(true);
  });
});

describe('the agreement of Tron nodes', () => {
  it('counts who has a transaction and its payment, and who has neither', async () => {
    const from = await fromHead();
    const paid = await at.pay();
    const { transfers } = await followTron(at, at.connect(), from);
    const [{ block, logIndex } = { block: { number: 0n, hash: '0x' as const }, logIndex: -1 }] =
      transfers;
    relay.alter = (_path, _body, answer) => answer;
    const chain = at.connect(at.node.url, relay.url);
    const isPaidBy = async (payments: readonly { readonly logIndex: number }[]) =>
      payments.some((one) => one.logIndex === logIndex);
    const fact = { block, transactionHash: paid.hash, isPaidBy };
    expect(await chain.checkAgreement(fact)).toMatchObject({ disagree: [], silent: 0 });
    relay.alter = (path, _body, answer) =>
      isReceipts(path) ? Infos.parse(answer).map((info) => ({ ...info, log: [] })) : answer;
    expect((await chain.checkAgreement(fact)).without).toHaveLength(1);
    relay.alter = (path, _body, answer) => (isReceipts(path) ? [] : answer);
    expect(await chain.checkAgreement(fact)).toMatchObject({ disagree: [], silent: 1 });
    const other = { ...fact, block: { ...block, hash: `0x${'ab'.repeat(32)}` as const } };
    expect((await chain.checkAgreement(other)).disagree).toHaveLength(2);
    const invented = { ...fact, transactionHash: `0x${'fe'.repeat(32)}` as const };
    expect((await chain.checkAgreement(invented)).without).toHaveLength(2);
  });
});

describe('the transactions of a block', () => {
  it('are proven by its header, and not where one is left out, doubled or ends otherwise', async () => {
    const { block } = await at.pay();
    const held = Transactions.parse(
      await at.node.post('wallet/getblockbynum', { num: Number(block) }),
    );
    const provenBy = (transactions: readonly unknown[]) =>
      readBlock({ ...held, transactions }, { network: NETWORKS.tron, wanted: block })?.isProven;
    const [one] = held.transactions;
    expect(provenBy(held.transactions)).toBe(true);
    expect(provenBy([])).toBe(false);
    expect(provenBy([one, one])).toBe(false);
    expect(provenBy([{ ...one, ret: [{ contractRet: 'REVERT' }] }])).toBe(false);
    expect(provenBy([{ ...one, signature: ['00'] }])).toBe(false);
    expect(() => provenBy([{ ...one, txID: 'ab'.repeat(32) }])).toThrow('does not have its id');
  });
});
