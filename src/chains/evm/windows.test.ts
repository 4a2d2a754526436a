import { pino } from 'pino';
import { createTestClient, http } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { currencyById } from '#catalog/currencies.ts';
import { NETWORKS } from '#catalog/networks.ts';
import { connectChains } from '#chains/registry.ts';
import type { Hex } from '#kit/hex.ts';
import { TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { forward, type RelayedNode, relayNode } from '../../../tests/support/relayed-node.ts';
import { execute, openTestNode, type TestNode } from '../../../tests/support/test-node.ts';

const USDC = currencyById('USDC-base')?.address ?? '';
const FORK: Hex = `0x${'fe'.repeat(32)}`;

let base: TestNode;
let relay: RelayedNode;

const anvil = () => createTestClient({ mode: 'anvil', transport: http(base.node.rpcUrl) });

beforeAll(async () => {
  base = await openTestNode('base');
  await anvil().setAutomine(true);
  const { to, data } = base.chain.encodeApproval(USDC, 10n ** 12n, 'fee_proxy');
  await execute(base, [{ to, data, value: '0x0' }]);
  relay = await relayNode(base.node.rpcUrl);
});
afterAll(async () => {
  await relay.stop();
  await base[Symbol.asyncDispose]();
});

/** Makes a payment; returns its hash and its block. */
async function pay(): Promise<{ readonly hash: Hex; readonly block: bigint }> {
  const { to, data } = base.chain.encodePayment({
    kind: 'token',
    tokenAddress: USDC,
    payeeAddress: TEST_ACCOUNTS.payee.address,
    amountUnits: 5n,
    paymentReference: '0x0102030405060708',
    feeUnits: 0n,
    feeAddress: TEST_ACCOUNTS.payee.address,
  });
  const [executed] = await execute(base, [{ to, data, value: '0x0' }]);
  if (executed === undefined) throw new Error('one transaction was sent');
  return { hash: executed.receipt.transactionHash, block: executed.receipt.blockNumber };
}

/** What a node on a fork would answer: the same, in another block. */
const onFork = (answer: unknown, blockHash: string) =>
  JSON.parse(
    JSON.stringify(z.object({ result: z.unknown() }).parse(answer).result).replaceAll(
      blockHash,
      FORK,
    ),
  );

it('takes no log of a block that is another than its own headers name', async () => {
  const startBlock = await base.chain.readHead();
  const { hash, block } = await pay();
  await anvil().mine({ blocks: 2 });
  const outcome = await base.chain.readOutcome(hash);
  const blockHash = outcome?.block.hash ?? '';
  // Behind one URL are two nodes, of which one is on a fork; a batch is shared out among them.
  let forked = 0;
  let receiptQueries = false;
  relay.answer = async ({ method, params, id }) => {
    if (method === 'eth_getTransactionReceipt') receiptQueries = true;
    const isHeader = method === 'eth_getBlockByNumber' && params[0] === `0x${block.toString(16)}`;
    const isForked =
      method.endsWith('Logs') || method.endsWith('Receipt') || (isHeader && receiptQueries);
    if (isHeader) receiptQueries = false;
    if (!isForked || forked > 6) return undefined;
    forked += 1;
    return { result: onFork(await forward(base.node.rpcUrl, { method, params, id }), blockHash) };
  };
  const connection = { network: NETWORKS.base, rpcUrls: [relay.rpcUrl], pollMs: 20 };
  const [chain] = connectChains([connection], { log: pino({ level: 'silent' }) }).all;
  const stop = AbortSignal.timeout(50_000);
  const reported: string[] = [];
  for await (const update of chain?.follow({ known: [], startBlock }, stop) ?? []) {
    if (update.type !== 'blocks') continue;
    reported.push(...update.transfers.map((transfer) => transfer.block.hash));
    if (update.to.number >= (await base.chain.readHead())) break;
  }
  expect(reported).toEqual([blockHash]);
});
