import { pino } from 'pino';
import { encodeFunctionData } from 'viem';
import { sanctionsOracleAbi } from '#catalog/abis/sanctions-oracle.ts';
import { NETWORKS } from '#catalog/networks.ts';
import { SANCTIONS_ORACLES } from '#catalog/sanctions-oracles.ts';
import { SANCTIONED_ACCOUNTS, TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { sendCall } from '#sandbox/test-wallet.ts';
import { describeSanctions } from '../../../../tests/chains/conformance-sanctions.ts';
import { readReceipt } from '../../../../tests/support/read-receipt.ts';
import { hex } from '../../../../tests/support/route-sample.ts';
import { openTestNode } from '../../../../tests/support/test-node.ts';
import { evmChain } from '../evm-chain.ts';

/** No code, and code that returns 2 whatever it is asked. */
const CODE = { gone: '0x', nonsense: '0x600260005260206000f3' };
const log = pino({ level: 'silent' });

describeSanctions('EVM networks', async () => {
  const at = await openTestNode('base');
  const rpcUrls = [at.node.rpcUrl];
  const chain = evmChain({ network: NETWORKS.base, rpcUrls, pollMs: 50, log });
  const withoutList = evmChain({ network: NETWORKS.sepolia, rpcUrls, pollMs: 50, log });
  return {
    chain,
    withoutList,
    listedAddress: SANCTIONED_ACCOUNTS.everywhere.address,
    // Is on the list of Ethereum alone.
    unlistedAddress: SANCTIONED_ACCOUNTS.onReferenceList.address,
    setListed: async (address, isListed) => {
      const functionName = isListed ? 'addToSanctionsList' : 'removeFromSanctionsList';
      const data = encodeFunctionData({
        abi: sanctionsOracleAbi,
        functionName,
        args: [[hex(address)]],
      });
      const call = { to: SANCTIONS_ORACLES.base, data, valueUnits: 0n };
      await readReceipt(at.client, await sendCall(at.node, TEST_ACCOUNTS.operator, call));
    },
    breakOracle: async (how) => {
      await at.client.request<{
        Method: 'anvil_setCode';
        Parameters: [string, string];
        ReturnType: null;
      }>({ method: 'anvil_setCode', params: [SANCTIONS_ORACLES.base, CODE[how]] });
    },
    stopNodes: async () => {
      await at.node.stop();
    },
    stop: async () => {
      await chain.close();
      await withoutList.close();
      await at[Symbol.asyncDispose]();
    },
  };
});
