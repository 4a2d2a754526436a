import { NETWORKS } from '#catalog/networks.ts';
import { manualClock } from '#kit/clock.ts';
import { TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { describeNames } from '../chains/conformance-names.ts';
import { fakeChain } from '../chains/fake/chain.ts';
import { TEST_TIME } from '../support/context.ts';

describeNames('a chain in memory', async () => {
  const now = manualClock(TEST_TIME);
  const chain = fakeChain({ network: NETWORKS.mainnet, now });
  const { names } = chain;
  if (names === undefined) throw new Error('Ethereum has a registry');
  return {
    chain,
    withoutRegistry: fakeChain({ network: NETWORKS.base, now }),
    addresses: [TEST_ACCOUNTS.payee.address, TEST_ACCOUNTS.payer.address],
    claim: async (address, name) => void names.claims.set(address, name),
    lead: async (name, address) => {
      if (address === undefined) names.entries.delete(name);
      else names.entries.set(name, address);
    },
    stopNodes: async () => {
      for (const node of chain.nodeList) node.isDown = true;
    },
    stop: () => chain.close(),
  };
});
