import { NETWORKS } from '#catalog/networks.ts';
import { manualClock } from '#kit/clock.ts';
import { SANCTIONED_ACCOUNTS, TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { describeSanctions } from '../chains/conformance-sanctions.ts';
import { fakeChain } from '../chains/fake/chain.ts';
import { TEST_TIME } from '../support/context.ts';

describeSanctions('a chain in memory', async () => {
  const now = manualClock(TEST_TIME);
  const chain = fakeChain({ network: NETWORKS.base, now });
  const { sanctions } = chain;
  if (sanctions === undefined) throw new Error('Base has an oracle');
  const { address } = SANCTIONED_ACCOUNTS.everywhere;
  sanctions.listed.add(address);
  return {
    chain,
    withoutList: fakeChain({ network: NETWORKS.sepolia, now }),
    listedAddress: address,
    unlistedAddress: TEST_ACCOUNTS.payer.address,
    setListed: async (changed, isListed) => {
      if (isListed) sanctions.listed.add(changed);
      else sanctions.listed.delete(changed);
    },
    breakOracle: async () => {
      sanctions.isGone = true;
    },
    stopNodes: async () => {
      for (const node of chain.nodeList) node.isDown = true;
    },
    stop: () => chain.close(),
  };
});
