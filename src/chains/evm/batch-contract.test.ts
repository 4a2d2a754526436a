import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { currencyById } from '#catalog/currencies.ts';
import { NETWORKS } from '#catalog/networks.ts';
import { type LocalNode, startLocalNode } from '#sandbox/local-nodes.ts';
import { TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { type RelayedNode, relayNode } from '../../../tests/support/relayed-node.ts';
import { evmChain } from './evm-chain.ts';

const PUBLISHED = { feeBps: 0n, publishedKinds: ['token', 'native', 'conversion'] };

let node: LocalNode;
let relay: RelayedNode;
beforeAll(async () => {
  node = await startLocalNode({ network: 'base' });
});
afterAll(() => node.stop());
beforeEach(async () => {
  relay = await relayNode(node.rpcUrl);
  return () => relay.stop();
});

const chain = () =>
  evmChain({
    network: NETWORKS.base,
    rpcUrls: [relay.rpcUrl],
    pollMs: 20,
    log: pino({ level: 'silent' }),
  });

it('reads the batch contract in one request with what the payer has', async () => {
  const tokenAddress = currencyById('USDC-base')?.address ?? '';
  const asked = chain();
  const [balances, contract] = await Promise.all([
    asked.readPayerBalances(TEST_ACCOUNTS.payer.address, [
      { tokenAddress, spender: 'fee_proxy' },
      { tokenAddress, spender: 'batch' },
    ]),
    asked.readBatchContract(),
  ]);
  expect(balances.tokens).toHaveLength(2);
  expect(contract).toEqual(PUBLISHED);
  expect(relay.requests).toBe(1);
});

it('takes other code, and a contract that does not answer, for no published one', async () => {
  relay.answer = ({ method }) => (method === 'eth_getCode' ? { result: '0x60' } : undefined);
  expect((await chain().readBatchContract()).publishedKinds).toEqual([]);
  relay.answer = ({ method }) => (method === 'eth_call' ? { result: '0x' } : undefined);
  expect((await chain().readBatchContract()).publishedKinds).toEqual([]);
  relay.answer = ({ method }) =>
    method === 'eth_call' ? { error: { code: 3, message: 'execution reverted' } } : undefined;
  expect((await chain().readBatchContract()).publishedKinds).toEqual([]);
  relay.answer = () => undefined;
  expect(await chain().readBatchContract()).toEqual(PUBLISHED);
});
