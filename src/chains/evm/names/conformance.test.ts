import { pino } from 'pino';
import { NETWORKS } from '#catalog/networks.ts';
import { TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { describeNames } from '../../../../tests/chains/conformance-names.ts';
import { openRegisteredNames } from '../../../../tests/support/registered-names.ts';
import { openTestNode } from '../../../../tests/support/test-node.ts';
import { evmChain } from '../evm-chain.ts';

const log = pino({ level: 'silent' });

describeNames('EVM networks', async () => {
  const at = await openTestNode('mainnet');
  const reading = { rpcUrls: [at.node.rpcUrl], pollMs: 50, readsNames: true, log };
  const chain = evmChain({ ...reading, network: NETWORKS.mainnet });
  const withoutRegistry = evmChain({ ...reading, network: NETWORKS.base });
  const { claim, lead } = await openRegisteredNames(at.node.rpcUrl);
  return {
    chain,
    withoutRegistry,
    addresses: [TEST_ACCOUNTS.payee.address, TEST_ACCOUNTS.payer.address],
    claim,
    lead,
    stopNodes: async () => {
      await at.node.stop();
    },
    stop: async () => {
      await chain.close();
      await withoutRegistry.close();
      await at[Symbol.asyncDispose]();
    },
  };
});
