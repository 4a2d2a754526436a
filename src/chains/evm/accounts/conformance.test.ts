import { encodeFunctionData, erc20Abi } from 'viem';
import { privateKeyToAccount, sign } from 'viem/accounts';
import { currencyById } from '#catalog/currencies.ts';
import type { Hex } from '#kit/hex.ts';
import { TEST_ACCOUNTS, TEST_SAFE } from '#sandbox/test-accounts.ts';
import { sendCall } from '#sandbox/test-wallet.ts';
import { describeAccounts } from '../../../../tests/chains/conformance-accounts.ts';
import { passTime } from '../../../../tests/support/bridge-world.ts';
import {
  executeSafe,
  hashOnChain,
  safeToCreate,
  transactionOf,
} from '../../../../tests/support/safes.ts';
import { openTestNode } from '../../../../tests/support/test-node.ts';

const { payee, operator } = TEST_ACCOUNTS;
const USDC = currencyById('USDC-base')?.address ?? '';

const transfer = (units: bigint) => ({
  to: USDC,
  valueUnits: 0n,
  data: encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [payee.address, units],
  }),
});

/** A key's signature of the hash itself, and one of a message of it, which says so by its v. */
async function signatures(hash: Hex) {
  const [first, second] = TEST_SAFE.owners;
  const asMessage = await privateKeyToAccount(second.privateKey).signMessage({
    message: { raw: hash },
  });
  const v = Number.parseInt(asMessage.slice(-2), 16) + 4;
  const signature = await sign({ hash, privateKey: first.privateKey, to: 'hex' });
  const marked: Hex = `0x${asMessage.slice(2, -2)}${v.toString(16)}`;
  return [
    { owner: first.address, signature },
    { owner: second.address, signature: marked },
  ];
}

describeAccounts('EVM networks', async () => {
  const world = await openTestNode('base');
  const { chain, node } = world;
  return {
    chain,
    keyAddress: operator.address,
    contractAddress: USDC,
    safe: TEST_SAFE.address,
    owners: TEST_SAFE.owners.map(({ address }) => address),
    call: transfer(1n),
    failingCall: transfer(10n ** 40n),
    prepare: (calls) => transactionOf(chain, TEST_SAFE.address, calls),
    hashOnChain: (transaction) => hashOnChain(world, TEST_SAFE.address, transaction),
    execute: (transaction) => executeSafe(world, TEST_SAFE, transaction),
    sign: signatures,
    createSafe: async (owner) => {
      const { address, call } = safeToCreate([owner], 1, 0n);
      await sendCall(node, operator, call);
      return address;
    },
    settle: async () => {
      for (let i = 0; i < 3; i += 1) await passTime(world, 1);
    },
    stop: async () => world[Symbol.asyncDispose](),
  };
});
