import { createTestClient, http } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { currencyById } from '#catalog/currencies.ts';
import type { Hex } from '#kit/hex.ts';
import { TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import {
  execute,
  followedFrom,
  openTestNode,
  type TestNode,
} from '../../../tests/support/test-node.ts';
import type { BlockPoint, TokenPayment } from '../chain.ts';

const TOKEN = currencyById('USDC-base')?.address ?? '';
const DEADLINE_MS = 120_000;
/** More than twice the size of a chunk, and in no block a divisor of it. */
const BLOCKS = 20;
const PAYMENTS_PER_BLOCK = 120;

let base: TestNode;
let startBlock: bigint;

const anvil = () => createTestClient({ mode: 'anvil', transport: http(base.node.rpcUrl) });

beforeAll(async () => {
  base = await openTestNode('base');
  await anvil().setAutomine(true);
  startBlock = (await base.chain.readHead()) + 2n;
  const { encodeApproval, encodeBatch } = base.chain;
  const calls = Array.from({ length: BLOCKS }, (_, block) => {
    const payments = Array.from({ length: PAYMENTS_PER_BLOCK }, (_, i) => order(block, i));
    return encodeBatch(payments, TEST_ACCOUNTS.feeReceiver.address);
  });
  const approval = encodeApproval(TOKEN, 10n ** 12n, 'batch');
  await execute(
    base,
    [approval, ...calls].map(({ to, data }) => ({ to, data, value: '0x0' })),
  );
});
afterAll(() => base[Symbol.asyncDispose]());

function order(block: number, i: number): TokenPayment {
  return {
    kind: 'token',
    tokenAddress: TOKEN,
    payeeAddress: TEST_ACCOUNTS.payee.address,
    amountUnits: 5n,
    paymentReference: referenceOf(block, i),
    feeUnits: 0n,
    feeAddress: TEST_ACCOUNTS.feeReceiver.address,
  };
}

function referenceOf(block: number, i: number): Hex {
  return `0x${(block * PAYMENTS_PER_BLOCK + i + 1).toString(16).padStart(16, '0')}`;
}

const topicsOf = (transfers: readonly { readonly referenceKey: Hex }[]) =>
  transfers.map(({ referenceKey }) => referenceKey);

/** In the order in which they were paid. */
function paidTopics(): Hex[] {
  return Array.from({ length: BLOCKS * PAYMENTS_PER_BLOCK }, (_, i) =>
    base.chain.referenceKey(referenceOf(0, i)),
  );
}

it('reports many payments in chunks that end with a block, each payment once', async () => {
  const head = await base.chain.readHead();
  const reported: Hex[] = [];
  const ends: BlockPoint[] = [];
  const signal = AbortSignal.timeout(DEADLINE_MS);
  for await (const update of base.chain.follow({ known: [], startBlock }, signal)) {
    if (update.type !== 'blocks') throw new Error('nothing was replaced');
    const behind = ends.at(-1)?.number ?? startBlock - 1n;
    const points = update.points.map(({ number }) => number);
    expect(points.toSorted((a, b) => Number(a - b))).toEqual(points);
    for (const { block } of update.transfers) {
      expect(block.number).toBeGreaterThan(behind);
      expect(block.number).toBeLessThanOrEqual(update.to.number);
    }
    reported.push(...topicsOf(update.transfers));
    ends.push(update.to);
    if (update.to.number >= head) break;
  }
  expect(reported).toEqual(paidTopics());
  expect(ends.length).toBeGreaterThan(2);
  for (const { number, hash } of ends) {
    const block = await base.client.getBlock({ blockNumber: number });
    expect(block.hash).toBe(hash);
  }
});

it('continues after any of its chunks', async () => {
  const head = await base.chain.readHead();
  const reported: Hex[] = [];
  let known: readonly BlockPoint[] = [];
  while ((known.at(-1)?.number ?? 0n) < head) {
    const signal = AbortSignal.timeout(DEADLINE_MS);
    const { value } = await base.chain.follow({ known, startBlock }, signal).next();
    if (value?.type !== 'blocks') throw new Error('nothing was replaced');
    reported.push(...topicsOf(value.transfers));
    known = [...known, ...value.points, value.to];
  }
  expect(reported).toEqual(paidTopics());
});

it('drops blocks that are replaced between one chunk and the next', async () => {
  const unreverted: { readonly topic: Hex; readonly block: bigint }[] = [];
  const lastKept = startBlock + 12n;
  const signal = AbortSignal.timeout(DEADLINE_MS);
  let isReplaced = false;
  const from = { known: [], startBlock, mayStartOver: true };
  for await (const update of base.chain.follow(from, signal)) {
    if (update.type === 'reorg') {
      const above = update.ancestor?.number ?? -1n;
      const kept = unreverted.filter(({ block }) => block <= above);
      unreverted.splice(0, unreverted.length, ...kept);
      continue;
    }
    for (const { referenceKey: topic, block } of update.transfers) {
      unreverted.push({ topic, block: block.number });
    }
    if (!isReplaced) {
      const depth = Number((await base.chain.readHead()) - lastKept);
      await anvil().request<{ Method: 'anvil_reorg'; Parameters: [number, []]; ReturnType: null }>({
        method: 'anvil_reorg',
        params: [depth, []],
      });
      await anvil().mine({ blocks: 3 });
      isReplaced = true;
    }
    const head = await base.client.getBlock();
    if (update.to.hash === head.hash) break;
  }
  const left = await followedFrom(base, startBlock);
  expect(left).toHaveLength(13 * PAYMENTS_PER_BLOCK);
  expect(unreverted.map(({ topic }) => topic)).toEqual(topicsOf(left));
});
