import { SANDBOX_SENDER, TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { describeEscrow } from '../../../../tests/chains/conformance-escrow.ts';
import { openEscrowWorld, signContent } from '../../../../tests/support/escrow-world.ts';

const { payer, unrelated } = TEST_ACCOUNTS;
const SENDERS = { operator: SANDBOX_SENDER, payer, unrelated };

describeEscrow('EVM networks', async () => {
  const world = await openEscrowWorld();
  // What the operator gives back is its own.
  await world.mint(SANDBOX_SENDER.address, 1_000n);
  return {
    chain: world.chain,
    terms: (changes) => world.terms({ maxUnits: 100n, ...changes }),
    unrelatedAddress: unrelated.address,
    send: (by, ...calls) => world.send(SENDERS[by], ...calls),
    sign: (content, by = 'payer') => signContent(content, SENDERS[by]),
    pass: world.pass,
    replace: async (blocks) => {
      await world.rpc('anvil_reorg', [blocks, []]);
    },
    balance: world.balance,
    stop: async () => world[Symbol.asyncDispose](),
  };
});
