import { pino } from 'pino';
import { createTestClient, createWalletClient, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { currencyById } from '#catalog/currencies.ts';
import { NETWORKS } from '#catalog/networks.ts';
import { connectChains } from '#chains/registry.ts';
import type { Hex } from '#kit/hex.ts';
import { TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { withOwnHash } from '../../../tests/support/headers.ts';
import {
  forward,
  type Question,
  type RelayedNode,
  relayNode,
  sendWell,
} from '../../../tests/support/relayed-node.ts';
import { execute, openTestNode, type TestNode } from '../../../tests/support/test-node.ts';
import type { Chain, ChainUpdate } from '../chain.ts';
import { evmAddress } from './address.ts';

const TOKEN = currencyById('USDC-base')?.address ?? '';
const OTHER_HASH = `0x${'ab'.repeat(32)}`;
const PAYMENTS = 12;
/** Past the number of blocks after which a follower rescans its newest blocks. */
const BLOCKS_LATER = 45;

let base: TestNode;
let relay: RelayedNode;
let references = 0n;

const anvil = () => createTestClient({ mode: 'anvil', transport: http(base.node.rpcUrl) });

beforeAll(async () => {
  base = await openTestNode('base');
  await anvil().setAutomine(true);
  const { to, data } = base.chain.encodeApproval(TOKEN, 10n ** 12n, 'fee_proxy');
  await execute(base, [{ to, data, value: '0x0' }]);
});
afterAll(() => base[Symbol.asyncDispose]());
beforeEach(async () => {
  relay = await relayNode(base.node.rpcUrl);
  return () => relay.stop();
});

function chainAtRelay(): Chain {
  const connection = { network: NETWORKS.base, rpcUrls: [relay.rpcUrl], pollMs: 20 };
  const [chain] = connectChains([connection], { log: pino({ level: 'silent' }) }).all;
  if (chain === undefined) throw new Error('one network is connected');
  return chain;
}

function payment(): { readonly to: string; readonly data: Hex } {
  references += 1n;
  return base.chain.encodePayment({
    kind: 'token',
    tokenAddress: TOKEN,
    payeeAddress: TEST_ACCOUNTS.payee.address,
    amountUnits: 5n,
    paymentReference: `0x${references.toString(16).padStart(16, '0')}`,
    feeUnits: 0n,
    feeAddress: TEST_ACCOUNTS.payee.address,
  });
}

/** Makes a payment in its own block. */
async function pay(): Promise<{ readonly hash: Hex; readonly block: bigint }> {
  const [executed] = await execute(base, [{ ...payment(), value: '0x0' }]);
  if (executed === undefined) throw new Error('one transaction was sent');
  return { hash: executed.receipt.transactionHash, block: executed.receipt.blockNumber };
}

/** Makes payments that share one block. */
async function payTogether(): Promise<{ readonly block: bigint; readonly hashes: Hex[] }> {
  await anvil().setAutomine(false);
  const account = privateKeyToAccount(TEST_ACCOUNTS.payer.privateKey);
  const { nativeCurrency, name } = base.chain.network;
  const rpcUrls = { default: { http: [base.node.rpcUrl] } };
  const chain = { id: base.node.chainId, name, nativeCurrency, rpcUrls };
  const wallet = createWalletClient({ account, chain, transport: http(base.node.rpcUrl) });
  const first = await base.client.getTransactionCount({ address: account.address });
  const hashes: Hex[] = [];
  for (let i = 0; i < PAYMENTS; i += 1) {
    const { to, data } = payment();
    const call = { to: evmAddress(to), data, nonce: first + i, gas: 300_000n };
    hashes.push(await wallet.sendTransaction(call));
  }
  await anvil().mine({ blocks: 1 });
  await anvil().setAutomine(true);
  return { block: await base.chain.readHead(), hashes };
}

/** What happens from a block on, until it has been enough. */
async function follow(
  startBlock: bigint,
  isEnough: (updates: readonly ChainUpdate[]) => boolean | Promise<boolean>,
): Promise<readonly ChainUpdate[]> {
  const updates: ChainUpdate[] = [];
  const from = { known: [], startBlock, mayStartOver: true };
  for await (const update of chainAtRelay().follow(from, AbortSignal.timeout(50_000))) {
    updates.push(update);
    if (await isEnough(updates)) return updates;
  }
  throw new Error('following ended too soon');
}

/** The transactions of payments in the order of their reports. */
const hashesIn = (updates: readonly ChainUpdate[]): Hex[] =>
  updates.flatMap((update) =>
    update.type === 'blocks' ? update.transfers.map(({ transactionHash }) => transactionHash) : [],
  );

const Result = z.object({ result: z.unknown() });
const Block = z.object({ hash: z.string() }).loose();

/** What the node itself answers, with a hash in place of another wherever it stands. */
async function answerOf(
  question: Pick<Question, 'method' | 'params'>,
  [hash, instead]: readonly [string, string] = ['', ''],
): Promise<unknown> {
  const { result } = Result.parse(await forward(base.node.rpcUrl, question));
  return hash === '' ? result : JSON.parse(JSON.stringify(result).replaceAll(hash, instead));
}

const isBlock = ({ method, params: [which] }: Question, ...wanted: string[]) =>
  method === 'eth_getBlockByNumber' && wanted.includes(String(which));

describe('a filled block', () => {
  it('is read when a node does not send all of its receipts at once', async () => {
    const { block, hashes } = await payTogether();
    relay.send = (response, body) => {
      const receipts = body.split('cumulativeGasUsed').length - 1;
      if (receipts <= 2) sendWell(response, body);
      else response.writeHead(500).end('too much');
    };
    expect(hashesIn(await follow(block, () => true))).toEqual(hashes);
  });

  it('is read when no node reports all its events', async () => {
    const { block, hashes } = await payTogether();
    const message = 'query returned more than 10000 results';
    relay.answer = ({ method }) =>
      method === 'eth_getLogs' ? { error: { code: -32_005, message: message } } : undefined;
    expect(hashesIn(await follow(block, () => true))).toEqual(hashes);
  });
});

describe('the rescan', () => {
  it('reports again what came back after a reorg and was withheld at the first read', async () => {
    await anvil().mine({ blocks: 1 });
    const { hash, block } = await pay();
    const number = `0x${block.toString(16)}`;
    const asked = { method: 'eth_getBlockByNumber', params: [number, false] };
    const other = withOwnHash({ ...Block.parse(await answerOf(asked)), extraData: '0x01' });
    let node: 'replaces' | 'keeps back' | 'well' = 'well';
    relay.answer = (question) => {
      if (node !== 'well' && question.method === 'eth_getLogs') return { result: [] };
      if (node !== 'replaces' || !isBlock(question, 'latest', number)) return undefined;
      return { result: other };
    };
    const steps = ['replaces', 'replaces', 'keeps back', 'keeps back', 'well'] as const;
    const updates = await follow(block - 1n, async (so) => {
      node = steps[so.length - 1] ?? 'well';
      if (so.length >= steps.length) await anvil().mine({ blocks: 1 });
      return so.length > BLOCKS_LATER;
    });
    expect(updates.filter(({ type }) => type === 'reorg').length).toBe(2);
    expect(hashesIn(updates)).toEqual([hash, hash]);
  });

  it('trusts nothing of a block that is not the one that was scanned', async () => {
    const startBlock = (await base.chain.readHead()) + 1n;
    await anvil().mine({ blocks: 1 });
    const { hash, block } = await pay();
    const { blockHash } = await base.client.getTransactionReceipt({ hash });
    await anvil().mine({ blocks: 1 });
    const orphan = [blockHash, OTHER_HASH] as const;
    let isRescan = false;
    let orphans = -1;
    relay.answer = async (question) => {
      const { method } = question;
      if (method === 'eth_getLogs') {
        // Only the rescan requests a range, once there is nothing to catch up with.
        isRescan = JSON.stringify(question.params).includes('fromBlock') && orphans >= 0;
        if (!isRescan) return { result: [] };
        orphans += 1;
        return { result: await answerOf(question, orphan) };
      }
      const isKnownPoint =
        method === 'eth_getTransactionReceipt' || isBlock(question, `0x${block.toString(16)}`);
      return isRescan && isKnownPoint ? { result: await answerOf(question, orphan) } : undefined;
    };
    const updates = await follow(startBlock, async (so) => {
      if (so.length === 1) orphans = 0;
      await anvil().mine({ blocks: 1 });
      return so.length > BLOCKS_LATER;
    });
    expect(orphans).toBeGreaterThan(0);
    expect(hashesIn(updates)).toEqual([]);
  });
});
