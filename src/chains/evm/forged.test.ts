import { numberToHex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { currencyById } from '#catalog/currencies.ts';
import { NETWORKS } from '#catalog/networks.ts';
import type { Hex } from '#kit/hex.ts';
import { forward, type Question } from '../../../tests/support/relayed-node.ts';
import { execute } from '../../../tests/support/test-node.ts';
import { type Paid, type WatchedNode, watchedNode } from '../../../tests/support/watched-node.ts';
import { until } from '../../../tests/support/webhook-world.ts';

const USDC = currencyById('USDC-base')?.address ?? '';
const INVENTED: Hex = `0x${'fe'.repeat(32)}`;

let at: WatchedNode;

beforeAll(async () => {
  at = await watchedNode();
});
afterAll(() => at[Symbol.asyncDispose]());
beforeEach(() => at.begin());

const Result = z.object({ result: z.unknown() });
const Logs = z.array(z.unknown());

async function answerOf(question: Pick<Question, 'method' | 'params'>): Promise<unknown> {
  return Result.parse(await forward(at.base.node.rpcUrl, question)).result;
}

/** What is logged of an answer that is not believed, and then read again and again. */
const REFUSED = /that its block|rules out|does not have its hash/;

/** Follows from a block on, and returns the payments that were reported until the head was reached or all was refused. */
async function reported(startBlock: bigint): Promise<Hex[]> {
  const head = await at.base.chain.readHead();
  const hashes: Hex[] = [];
  const stop = new AbortController();
  const over = until(() => stop.signal.aborted || REFUSED.test(at.text())).finally(() =>
    stop.abort(),
  );
  for await (const update of at.connect().follow({ known: [], startBlock }, stop.signal)) {
    if (update.type !== 'blocks') continue;
    hashes.push(...update.transfers.map(({ transactionHash }) => transactionHash));
    if (update.to.number >= head) stop.abort();
  }
  await over;
  return hashes;
}

/** Lets the node report a payment again, as if another transaction had made it in another block. */
async function forge(paid: Paid, as: Paid): Promise<void> {
  const from = await at.base.client.getTransactionReceipt({ hash: paid.hash });
  const { hash: blockHash } = await at.base.client.getBlock({ blockNumber: as.block });
  const moved = (answer: unknown): unknown =>
    JSON.parse(
      JSON.stringify(answer)
        .replaceAll(paid.hash, as.hash)
        .replaceAll(from.blockHash, blockHash)
        .replaceAll(`"0x${paid.block.toString(16)}"`, `"0x${as.block.toString(16)}"`),
    );
  const receiptOf = { method: 'eth_getTransactionReceipt', params: [paid.hash] };
  const logsOf = { method: 'eth_getLogs', params: [{ blockHash: from.blockHash }] };
  const proxies = Logs.parse(await answerOf(logsOf)).slice(-1);
  at.relay.answer = async ({ method, params }) => {
    if (method === 'eth_getTransactionReceipt' && params[0] === as.hash) {
      return { result: moved(await answerOf(receiptOf)) };
    }
    if (method !== 'eth_getLogs') return undefined;
    const honest = Logs.parse(await answerOf({ method, params }));
    return { result: [...honest, ...Logs.parse(moved(proxies))] };
  };
}

describe('a payment that a node makes up', () => {
  it('counts for nothing in a transaction that its block does not list', async () => {
    const paid = await at.pay();
    await at.anvil.mine({ blocks: 1 });
    const startBlock = paid.block + 1n;
    expect(await reported(startBlock)).toEqual([]);
    await forge(paid, { hash: INVENTED, block: startBlock });
    expect(await reported(startBlock)).toEqual([]);
    expect(at.text()).toContain('that its block');
  });

  it('counts for nothing in a transaction whose block’s bloom rules its log out', async () => {
    const paid = await at.pay();
    const { to, data } = at.base.chain.encodeApproval(USDC, 10n ** 12n, 'fee_proxy');
    const [approved] = await execute(at.base, [{ to, data, value: '0x0' }]);
    if (approved === undefined) throw new Error('one transaction was sent');
    const { transactionHash: hash, blockNumber: block } = approved.receipt;
    await forge(paid, { hash, block });
    expect(await reported(block)).toEqual([]);
    expect(at.text()).toContain('rules out');
  });

  it('counts for nothing where the bloom has the contract and not the reference', async () => {
    const paid = await at.pay();
    const other = await at.pay();
    await forge(paid, other);
    expect(await reported(other.block)).toEqual([]);
    expect(at.text()).toContain('rules out');
  });

  it('counts for nothing in a block whose header is not of its hash', async () => {
    const { hash, block } = await at.pay();
    expect(await reported(block)).toEqual([hash]);
    at.relay.answer = async ({ method, params }) => {
      if (method !== 'eth_getBlockByNumber') return undefined;
      const header = z.looseObject({}).parse(await answerOf({ method, params }));
      return { result: { ...header, transactions: [hash, INVENTED], timestamp: '0x1' } };
    };
    expect(await reported(block)).toEqual([]);
    expect(at.text()).toContain('does not have its hash');
  });

  it('counts for nothing where its block is not linked to the one before, and both were read', async () => {
    const [first, second] = [await at.pay(), await at.pay()];
    await at.anvil.mine({ blocks: 20 });
    // Without hashes of headers, links are what is left.
    const chain = at.connect({ network: { ...NETWORKS.base, hashedFrom: undefined } });
    const scan = async () => {
      const range = { from: first.block, to: second.block + 18n };
      const hashes: Hex[] = [];
      for await (const { transfers } of chain.scan(range)) {
        hashes.push(...transfers.map((one) => one.transactionHash));
      }
      return hashes;
    };
    expect(await scan()).toEqual([first.hash, second.hash]);
    at.relay.answer = async ({ method, params }) => {
      if (method !== 'eth_getBlockByNumber' || params[0] !== numberToHex(second.block)) {
        return undefined;
      }
      const header = z.looseObject({}).parse(await answerOf({ method, params }));
      return { result: { ...header, parentHash: INVENTED } };
    };
    await expect(scan()).rejects.toThrow('changed while it was read');
  });

  it('is no outcome either', async () => {
    const paid = await at.pay();
    await at.anvil.mine({ blocks: 1 });
    await forge(paid, { hash: INVENTED, block: paid.block + 1n });
    await expect(at.connect().readOutcome(INVENTED)).rejects.toThrow('does not list');
    expect(await at.connect().readOutcome(paid.hash)).toMatchObject({ status: 'success' });
  });
});
