import { encodeFunctionData, erc20Abi, http } from 'viem';
import {
  createBundlerClient,
  createPaymasterClient,
  entryPoint07Abi,
  getUserOperationHash,
  type UserOperation as SentOperation,
} from 'viem/account-abstraction';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ENTRY_POINTS } from '#catalog/accounts.ts';
import { isHex } from '#kit/hex.ts';
import { printOperation, UserOperation } from '#providers/user-operation.ts';
import { type BundlerServer, startBundlerServer } from '#sandbox/bundler/bundler-server.ts';
import { TEST_ACCOUNTS, type TestAccount } from '#sandbox/test-accounts.ts';
import { describeBundlers } from '../../../tests/providers/bundler-conformance.ts';
import { OUTPUT_USDC } from '../../../tests/support/route-sample.ts';
import {
  batchOf,
  chainOf,
  delegate,
  smartAccountOf,
} from '../../../tests/support/smart-accounts.ts';
import { openTestNode, type TestNode } from '../../../tests/support/test-node.ts';

const PAYEE = TEST_ACCOUNTS.payee.address;
const PRICES = { maxFeePerGas: 3_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n };
const [V07, V08] = [hex(ENTRY_POINTS['0.7']), hex(ENTRY_POINTS['0.8'])];

let base: TestNode;
let server: BundlerServer;
beforeAll(async () => {
  base = await openTestNode('base');
  server = await startBundlerServer({ nodes: [base.node] });
});
afterAll(async () => {
  await server.stop();
  await base[Symbol.asyncDispose]();
});

const hexText = z.string().refine(isHex);
const Answer = z.object({ result: z.unknown() });
const Paid = z.object({ paymaster: hexText, paymasterData: hexText });

function hex(text: string): `0x${string}` {
  return `0x${text.slice(2)}`;
}

const transfer = (units: bigint) => ({
  to: OUTPUT_USDC,
  value: 0n,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [PAYEE, units] }),
});

const unitsOf = (address: `0x${string}`) =>
  base.client.readContract({
    address: OUTPUT_USDC,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [address],
  });

/** The vendor's client in the hands of one key. */
async function clientOf(key: TestAccount) {
  const account = await smartAccountOf(base.node, key);
  const transport = http(`${server.url}/base`);
  const paymaster = createPaymasterClient({ transport });
  const { client } = account;
  const chain = chainOf(base.node);
  return createBundlerClient({ account, client, chain, transport, paymaster, pollingInterval: 20 });
}

it('carries out calls that the vendor client sends, and the paymaster pays for them', async () => {
  const bundler = await clientOf(TEST_ACCOUNTS.payer);
  const before = await unitsOf(PAYEE);
  const coins = await base.client.getBalance({ address: TEST_ACCOUNTS.payer.address });
  const authorization = await privateKeyToAccount(TEST_ACCOUNTS.payer.privateKey).signAuthorization(
    {
      address: bundler.account.authorization.address,
      chainId: base.node.chainId,
      nonce: await base.client.getTransactionCount({ address: TEST_ACCOUNTS.payer.address }),
    },
  );
  const hash = await bundler.sendUserOperation({
    calls: [transfer(3n), transfer(4n)],
    authorization,
    ...PRICES,
  });
  const { success, receipt } = await bundler.waitForUserOperationReceipt({ hash });
  expect([success, receipt.status]).toEqual([true, 'success']);
  expect((await unitsOf(PAYEE)) - before).toBe(7n);
  expect(await base.client.getBalance({ address: TEST_ACCOUNTS.payer.address })).toBe(coins);
  expect((await bundler.getUserOperation({ hash })).transactionHash).toBe(receipt.transactionHash);

  // The account has its code by now.
  const second = await bundler.sendUserOperation({ calls: [transfer(1n)], ...PRICES });
  expect((await bundler.waitForUserOperationReceipt({ hash: second })).success).toBe(true);
  expect((await unitsOf(PAYEE)) - before).toBe(8n);
});

it('refuses to the vendor client calls that would fail, and what nobody signed', async () => {
  const bundler = await clientOf(TEST_ACCOUNTS.payer);
  const tooMuch = { calls: [transfer(1n), transfer(10n ** 30n)], ...PRICES };
  await expect(bundler.sendUserOperation(tooMuch)).rejects.toThrow('reverted');
  const prepared = await bundler.prepareUserOperation({
    calls: [transfer(1n)],
    ...PRICES,
  });
  const signature = await bundler.account.signUserOperation({
    ...prepared,
    nonce: prepared.nonce + 1n,
  });
  await expect(bundler.sendUserOperation({ ...prepared, signature })).rejects.toMatchObject({
    cause: { name: 'UserOperationSignatureError' },
  });
});

it('carries out operations of EntryPoint 0.7 too', async () => {
  const { address, privateKey } = TEST_ACCOUNTS.payer;
  await smartAccountOf(base.node, TEST_ACCOUNTS.payer);
  await delegate(base.node, { key: TEST_ACCOUNTS.payer, sender: TEST_ACCOUNTS.operator });
  const nonce = await base.client.readContract({
    address: V07,
    abi: entryPoint07Abi,
    functionName: 'getNonce',
    args: [address, 0n],
  });
  const [call] = [transfer(9n)];
  const draft = {
    sender: address,
    nonce,
    callData: batchOf([{ target: call.to, value: 0n, data: call.data }]),
    ...PRICES,
    ...{ callGasLimit: 200_000n, verificationGasLimit: 200_000n, preVerificationGas: 60_000n },
    ...{ paymasterVerificationGasLimit: 80_000n, paymasterPostOpGasLimit: 1n },
    signature: '0x' as const,
  };
  const rpc = async (method: string, ...params: readonly unknown[]) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${server.url}/base`, { method: 'POST', body, headers });
    return Answer.parse(await response.json());
  };
  const wire = (operation: object) => printOperation(UserOperation.parse(printed(operation)));
  const { result } = await rpc('pm_getPaymasterData', wire(draft), V07, '0x2105', {});
  const operation: SentOperation<'0.7'> = { ...draft, ...Paid.parse(result) };
  const hash = getUserOperationHash({
    chainId: base.node.chainId,
    entryPointAddress: V07,
    entryPointVersion: '0.7',
    userOperation: operation,
  });
  const signature = await privateKeyToAccount(privateKey).sign({ hash });
  const before = await unitsOf(PAYEE);
  const sent = wire({ ...operation, signature });
  expect(await rpc('eth_sendUserOperation', sent, V07)).toMatchObject({ result: hash });
  // The same one again is the same one.
  expect(await rpc('eth_sendUserOperation', sent, V07)).toMatchObject({ result: hash });
  expect((await unitsOf(PAYEE)) - before).toBe(9n);
});

/** Numbers as JSON-RPC has them. */
const printed = (members: object) =>
  Object.fromEntries(
    Object.entries(members).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'bigint' ? `0x${value.toString(16)}` : value,
    ]),
  );

it('is dead or refuses to pay by command', async () => {
  const command = async (mode: string) => {
    const url = `${server.url}/control/bundler`;
    const { status } = await fetch(url, { method: 'POST', body: JSON.stringify({ mode }) });
    return status;
  };
  const bundler = await clientOf(TEST_ACCOUNTS.payer);
  const send = () => bundler.sendUserOperation({ calls: [transfer(1n)], ...PRICES });
  expect(await command('sleep')).toBe(400);
  expect(await command('refuse')).toBe(200);
  await expect(send()).rejects.toThrow('Refused by command');
  await command('dead');
  const answer = await fetch(`${server.url}/base`, { method: 'POST', body: '{}' });
  expect(answer.status).toBe(503);
  await command('serve');
  expect(await bundler.getSupportedEntryPoints()).toEqual([V08, V07]);
});

describe('the bundler of the sandbox', () => {
  describeBundlers('a local node', async () => {
    const account = await smartAccountOf(base.node, TEST_ACCOUNTS.payer);
    await delegate(base.node, { key: TEST_ACCOUNTS.payer, sender: TEST_ACCOUNTS.operator });
    return {
      baseUrl: server.url,
      bundlerPath: '/base',
      paymasterPath: '/base',
      chainId: base.node.chainId,
      entryPoint: V08,
      draft: async () =>
        UserOperation.parse({
          sender: account.address,
          nonce: `0x${(await account.getNonce()).toString(16)}`,
          callData: await account.encodeCalls([transfer(2n)]),
          signature: await account.getStubSignature(),
        }),
      price: async (operation) => ({ ...operation, ...PRICES }),
      sign: async (operation) => {
        const { paymaster, eip7702Auth: _, ...rest } = operation;
        const sent = { ...rest, paymaster: paymaster ? hex(paymaster) : undefined };
        const { factory: __, factoryData: ___, paymasterData, ...others } = sent;
        const signed = {
          ...others,
          sender: hex(operation.sender),
          paymasterData: paymasterData ?? undefined,
          paymasterVerificationGasLimit: others.paymasterVerificationGasLimit ?? undefined,
          paymasterPostOpGasLimit: others.paymasterPostOpGasLimit ?? undefined,
        };
        const signature = await account.signUserOperation(signed);
        return { ...operation, signature };
      },
      [Symbol.asyncDispose]: async () => undefined,
    };
  });
});
