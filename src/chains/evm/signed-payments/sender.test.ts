import { createTestClient, encodeFunctionData, erc20Abi, http } from 'viem';
import { currencyById } from '#catalog/currencies.ts';
import { SANDBOX_SENDER, TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { describeSender } from '../../../../tests/chains/conformance-sender.ts';
import { hex } from '../../../../tests/support/route-sample.ts';
import { openScheduleWorld } from '../../../../tests/support/schedule-world.ts';

const { payee } = TEST_ACCOUNTS;
const { address } = SANDBOX_SENDER;

describeSender('EVM networks', async () => {
  const world = await openScheduleWorld('base');
  const to = hex(currencyById('USDC-base')?.address ?? '');
  const test = createTestClient({ mode: 'anvil', transport: http(world.at.node.rpcUrl) });
  await test.setIntervalMining({ interval: 0 });
  await test.setAutomine(false);
  const callOf = (functionName: 'approve' | 'transfer', units: bigint) => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName, args: [payee.address, units] });
    return { to, data, valueUnits: 0n };
  };
  return {
    chain: world.chain,
    call: (number) => callOf('approve', BigInt(number)),
    // More than anybody has.
    reverting: callOf('transfer', 2n ** 200n),
    mine: () => test.mine({ blocks: 1 }),
    reorganize: async (depth) => {
      await test.request<{ Method: 'anvil_reorg'; Parameters: [number, []]; ReturnType: null }>({
        method: 'anvil_reorg',
        params: [depth, []],
      });
    },
    setBalance: (units) => test.setBalance({ address, value: units }),
    stop: async () => world[Symbol.asyncDispose](),
  };
});
