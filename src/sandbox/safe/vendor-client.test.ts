import apiKit from '@safe-global/api-kit';
import protocolKit from '@safe-global/protocol-kit';
import { encodeFunctionData, erc20Abi } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Outbound, openOutbound } from '#platform/outbound/outbound.ts';
import { openSafeServices } from '#providers/safe/safe-services.ts';
import type { SafeService } from '#providers/safe-service.ts';
import { OUTPUT_USDC } from '../../../tests/support/route-sample.ts';
import { nextNonce } from '../../../tests/support/safe-signing.ts';
import { openTestNode, type TestNode } from '../../../tests/support/test-node.ts';
import { TEST_ACCOUNTS, TEST_SAFE, type TestAccount } from '../test-accounts.ts';
import { type SafeServer, startSafeServer } from './safe-server.ts';

// Their types are those of a CommonJS module, whose default export is one deeper than that of the module that runs.
const SafeApiKit = 'default' in apiKit ? apiKit.default : apiKit;
const Safe = 'default' in protocolKit ? protocolKit.default : protocolKit;

const [FIRST, SECOND] = TEST_SAFE.owners;
const SAFE = TEST_SAFE.address;
const PAYEE = TEST_ACCOUNTS.payee.address;

let base: TestNode;
let server: SafeServer;
let outbound: Outbound;
let api: InstanceType<typeof SafeApiKit>;
let adapter: SafeService;
beforeAll(async () => {
  base = await openTestNode('base');
  server = await startSafeServer({ nodes: [base.node] });
  outbound = openOutbound({ privateAddresses: 'allow' });
  const url = `${server.url}/base/api`;
  api = new SafeApiKit({ chainId: 8_453n, txServiceUrl: url });
  const services = new Map([['base', { url, apiKey: undefined }]] as const);
  adapter = openSafeServices({ outbound, services });
});
afterAll(async () => {
  await outbound.close();
  await server.stop();
  await base[Symbol.asyncDispose]();
});

/** The vendor's client in the hands of one owner. */
const kitOf = ({ privateKey }: TestAccount) =>
  Safe.init({ provider: base.node.rpcUrl, signer: privateKey, safeAddress: SAFE });

const transfer = (units: bigint) => ({
  to: OUTPUT_USDC,
  value: '0',
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [PAYEE, units] }),
});

const unitsOfPayee = () =>
  base.client.readContract({
    address: OUTPUT_USDC,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [PAYEE],
  });

/** Creates a transaction and proposes it as the first owner. */
async function propose(units: readonly bigint[]) {
  const kit = await kitOf(FIRST);
  const transaction = await kit.createTransaction({ transactions: units.map(transfer) });
  const safeTxHash = await kit.getTransactionHash(transaction);
  const { data: senderSignature } = await kit.signHash(safeTxHash);
  const { data: safeTransactionData } = transaction;
  const senderAddress = FIRST.address;
  const signed = { safeTxHash, senderAddress, senderSignature };
  await api.proposeTransaction({ safeAddress: SAFE, safeTransactionData, ...signed });
  return safeTxHash;
}

const read = (safeTransactionHash: string) =>
  adapter.findTransaction({
    network: 'base',
    safeTransactionHash: `0x${safeTransactionHash.slice(2)}`,
  });

it('takes a payment of two owners from the vendor client, from its proposal to its execution', async () => {
  const nonce = await nextNonce(base.client);
  const before = await unitsOfPayee();
  const hash = await propose([3n, 4n]);
  const { results } = await api.getPendingTransactions(SAFE);
  expect(results.map(({ safeTxHash }) => safeTxHash)).toEqual([hash]);
  expect(await api.getNextNonce(SAFE)).toBe(String(nonce + 1n));
  const proposed = await read(hash);
  expect(proposed).toMatchObject({
    safe: SAFE,
    safeTransactionHash: hash,
    transaction: { operation: 'delegatecall', nonce },
    confirmations: [{ owner: FIRST.address }],
    confirmationsRequired: 2,
    executedBy: undefined,
  });
  // What the vendor's client makes of several calls is what the chain adapter decodes.
  const { accounts } = base.chain;
  const calls = proposed && accounts?.decodeCalls(proposed.transaction);
  expect(calls?.map(({ data }) => data)).toEqual([3n, 4n].map((units) => transfer(units).data));
  expect(proposed && accounts?.safeTransactionHash(SAFE, proposed.transaction)).toBe(hash);

  const second = await kitOf(SECOND);
  const { data: signature } = await second.signHash(hash);
  expect(await api.confirmTransaction(hash, signature)).toEqual({ signature });
  const confirmed = await api.getTransactionConfirmations(hash);
  expect(confirmed.results.map(({ owner }) => owner)).toEqual([FIRST.address, SECOND.address]);
  expect((await read(hash))?.confirmations).toHaveLength(2);

  const executed = await second.executeTransaction(await api.getTransaction(hash));
  await base.client.waitForTransactionReceipt({ hash: `0x${executed.hash.slice(2)}` });
  expect((await unitsOfPayee()) - before).toBe(7n);
  expect(await api.getTransaction(hash)).toMatchObject({
    isExecuted: true,
    isSuccessful: true,
    transactionHash: executed.hash,
  });
  expect(await read(hash)).toMatchObject({ executedBy: executed.hash });
  expect((await api.getSafeInfo(SAFE)).nonce).toBe(String(nonce + 1n));
  expect((await api.getPendingTransactions(SAFE)).count).toBe(0);
});

it('shows the vendor client a rejection beside what it rejects, with the same nonce', async () => {
  const hash = await propose([5n]);
  const first = await kitOf(FIRST);
  const nonce = Number(await nextNonce(base.client));
  const rejection = await first.createRejectionTransaction(nonce);
  const safeTxHash = await first.getTransactionHash(rejection);
  const { data: senderSignature } = await first.signHash(safeTxHash);
  await api.proposeTransaction({
    safeAddress: SAFE,
    safeTransactionData: rejection.data,
    safeTxHash,
    senderAddress: FIRST.address,
    senderSignature,
  });
  const { results, count } = await api.getPendingTransactions(SAFE);
  expect(count).toBe(2);
  expect(new Set(results.map((one) => one.nonce))).toEqual(new Set([String(nonce)]));

  const second = await kitOf(SECOND);
  await api.confirmTransaction(safeTxHash, (await second.signHash(safeTxHash)).data);
  const executed = await second.executeTransaction(await api.getTransaction(safeTxHash));
  await base.client.waitForTransactionReceipt({ hash: `0x${executed.hash.slice(2)}` });
  expect(await read(hash)).toMatchObject({ executedBy: undefined });
  expect((await api.getPendingTransactions(SAFE)).count).toBe(0);
});

it('refuses to the vendor client in words that it passes on', async () => {
  const hash = await propose([6n]);
  const foreign = await Safe.init({
    provider: base.node.rpcUrl,
    signer: TEST_ACCOUNTS.payer.privateKey,
    safeAddress: SAFE,
  });
  const { data: signature } = await foreign.signHash(hash);
  await expect(api.confirmTransaction(hash, signature)).rejects.toMatchObject({ statusCode: 400 });
  await expect(api.getTransaction(`0x${'99'.repeat(32)}`)).rejects.toMatchObject({
    statusCode: 404,
    message: 'No MultisigTransaction matches the given query.',
  });
  const { data: safeTransactionData } = await foreign.createTransaction({
    transactions: [transfer(8n)],
  });
  const wrong = { safeTxHash: hash, senderAddress: FIRST.address, senderSignature: signature };
  await expect(
    api.proposeTransaction({ safeAddress: SAFE, safeTransactionData, ...wrong }),
  ).rejects.toMatchObject({
    statusCode: 422,
    message: expect.stringContaining('does not match provided contract-tx-hash'),
  });
});

it('names its release to the vendor client', async () => {
  expect((await api.getServiceInfo()).version).toBe('6.10.1');
});
