import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { currencyById } from '#catalog/currencies.ts';
import { NETWORKS } from '#catalog/networks.ts';
import { type LocalNode, startLocalNode } from '#sandbox/local-nodes.ts';
import { TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { type RelayedNode, relayNode } from '../../../../tests/support/relayed-node.ts';
import { evmChain } from '../evm-chain.ts';

let node: LocalNode;
let relay: RelayedNode;
beforeAll(async () => {
  node = await startLocalNode({ network: 'base' });
  relay = await relayNode(node.rpcUrl);
});
afterAll(async () => {
  await relay.stop();
  await node.stop();
});

const chain = () =>
  evmChain({
    network: NETWORKS.base,
    rpcUrls: [relay.rpcUrl],
    pollMs: 20,
    log: pino({ level: 'silent' }),
  });

it('finds which addresses are contracts, in one request', async () => {
  const payer = TEST_ACCOUNTS.payer.address;
  const token = currencyById('USDC-base')?.address ?? '';
  const found = await chain().bridge?.findContracts([payer, token]);
  expect(found).toEqual([false, true]);
  expect(relay.requests).toBe(1);
});

it.each([
  ['a delegation of its own key is no contract', `0xef0100${'ab'.repeat(20)}`, false],
  ['code that only begins like one is', `0xef0100${'ab'.repeat(21)}`, true],
  ['a shorter one is', '0xef0100', true],
])('%s', async (_what, code, isContract) => {
  relay.answer = ({ method }) => (method === 'eth_getCode' ? { result: code } : undefined);
  const found = await chain().bridge?.findContracts([TEST_ACCOUNTS.payer.address]);
  expect(found).toEqual([isContract]);
});
