import { encodeFunctionData, erc20Abi, maxUint256 } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONTRACTS } from '#catalog/contracts.ts';
import { currencyById } from '#catalog/currencies.ts';
import type { Hex } from '#kit/hex.ts';
import { TEST_ACCOUNTS, TEST_SAFE } from '#sandbox/test-accounts.ts';
import { sendCall } from '#sandbox/test-wallet.ts';
import { readReceipt } from '../../../../tests/support/read-receipt.ts';
import {
  accountsOf,
  executeSafe,
  executionOf,
  type SignedSafe,
  safeToCreate,
  transactionOf,
} from '../../../../tests/support/safes.ts';
import { followedFrom, openTestNode, type TestNode } from '../../../../tests/support/test-node.ts';
import type { Call } from '../../chain.ts';
import { evmAddress } from '../address.ts';

// An account that is a contract pays, and pays the fee, in one transaction: both or nothing.

const { payer, payee, feeReceiver, unrelated } = TEST_ACCOUNTS;
const USDC = evmAddress(currencyById('USDC-base')?.address ?? '');
const PROXY = evmAddress(CONTRACTS.base.erc20FeeProxy);
const [AMOUNT, FEE] = [1_000_000n, 5_000n];

/** What Safe's kit took as a salt before it named the chain. */
const KIT_SALT = 0xb1073742015cbcf5a3a4d9d1ae33ecf619439710b89475f92e2abd2117e90f90n;

let at: TestNode;
beforeAll(async () => {
  at = await openTestNode('base');
});
afterAll(async () => at[Symbol.asyncDispose]());

const ofToken = (data: Hex): Call => ({ to: USDC, valueUnits: 0n, data });
const approve = (spender: Hex, units: bigint) =>
  ofToken(encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, units] }));
const pull = (from: Hex, to: Hex, units: bigint) =>
  ofToken(
    encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args: [from, to, units] }),
  );

/** Approves the fee proxy, pays the payee and then the fee: two calls of the proxy. */
function paying(feeUnits = FEE): Call[] {
  const pay = (payeeAddress: string, amountUnits: bigint, paymentReference: Hex) =>
    at.chain.encodePayment({
      kind: 'token',
      tokenAddress: USDC,
      payeeAddress,
      paymentReference,
      feeAddress: feeReceiver.address,
      amountUnits,
      feeUnits: 0n,
    });
  return [
    approve(PROXY, AMOUNT + FEE),
    pay(payee.address, AMOUNT, '0x00000000000000a1'),
    pay(feeReceiver.address, feeUnits, '0x00000000000000a2'),
  ];
}

async function balancesOf(...holders: readonly Hex[]): Promise<bigint[]> {
  const read = { address: USDC, abi: erc20Abi, functionName: 'balanceOf' } as const;
  return await Promise.all(
    holders.map((holder) => at.client.readContract({ ...read, args: [holder] })),
  );
}

/** Sends what the owners signed although it will revert: the node signs it, so that no gas is estimated. */
async function executeReverting(safe: SignedSafe, calls: readonly Call[]): Promise<void> {
  const transaction = await transactionOf(at.chain, safe.address, calls);
  const data = await executionOf(at.chain, safe, transaction);
  const hash: unknown = await at.client.request({
    // @ts-expect-error a development node signs for its own accounts
    method: 'eth_sendTransaction',
    params: [{ from: unrelated.address, to: safe.address, data, gas: '0x7a120' }],
  });
  const receipt = await readReceipt(at.client, `0x${String(hash).slice(2)}`);
  expect(receipt.status).toBe('reverted');
  expect(receipt.logs).toEqual([]);
}

async function execute(safe: SignedSafe, calls: readonly Call[]): Promise<void> {
  await executeSafe(at, safe, await transactionOf(at.chain, safe.address, calls));
}

async function allowanceOf(owner: Hex): Promise<bigint> {
  return await at.client.readContract({
    address: USDC,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [owner, PROXY],
  });
}

describe('a Safe of two owners', () => {
  const holders = [TEST_SAFE.address, payee.address, feeReceiver.address] as const;

  it('pays nothing, approves nothing and uses no nonce when the fee cannot be paid', async () => {
    const before = await balancesOf(...holders);
    const [state] = await accountsOf(at.chain).readAccounts([TEST_SAFE.address]);
    // One unit more than the allowance leaves after the payment.
    await executeReverting(TEST_SAFE, paying(FEE + 1n));
    expect(await balancesOf(...holders)).toEqual(before);
    expect(await allowanceOf(TEST_SAFE.address)).toBe(0n);
    expect(await accountsOf(at.chain).readAccounts([TEST_SAFE.address])).toEqual([state]);
  });

  it('approves, pays and pays the fee in one transaction, as the payer of both', async () => {
    const from = (await at.chain.readHead()) + 1n;
    const [safe = 0n, paid = 0n, fee = 0n] = await balancesOf(...holders);
    await execute(TEST_SAFE, paying());
    expect(await balancesOf(...holders)).toEqual([safe - AMOUNT - FEE, paid + AMOUNT, fee + FEE]);
    expect(await allowanceOf(TEST_SAFE.address)).toBe(0n);
    expect(await followedFrom(at, from)).toMatchObject([
      { payeeAddress: payee.address, creditedUnits: AMOUNT, payerAddress: TEST_SAFE.address },
      { payeeAddress: feeReceiver.address, creditedUnits: FEE, payerAddress: TEST_SAFE.address },
    ]);
  });
});

describe('an account of one key that does not exist yet', () => {
  const { address, call: creation } = safeToCreate([payer.address], 1, KIT_SALT);
  const account = { address, owners: [payer] };
  const pulling = (feeUnits?: bigint) => [
    pull(payer.address, address, AMOUNT + FEE),
    ...paying(feeUnits),
  ];
  const holders = [payer.address, address, payee.address, feeReceiver.address] as const;
  beforeAll(async () => {
    expect(await at.client.getCode({ address })).toBeUndefined();
    expect(accountsOf(at.chain).predictedSafes(payer.address)).toContain(address);
    await sendCall(at.node, payer, approve(address, maxUint256));
    await sendCall(at.node, unrelated, creation);
  });

  it('pulls nothing of what its key approved in advance when the fee cannot be paid', async () => {
    const before = await balancesOf(...holders);
    await executeReverting(account, pulling(FEE + 1n));
    expect(await balancesOf(...holders)).toEqual(before);
  });

  it('pays with the tokens of its key, and nothing is left in it', async () => {
    const [key = 0n, , paid = 0n, fee = 0n] = await balancesOf(...holders);
    await execute(account, pulling());
    const after = [key - AMOUNT - FEE, 0n, paid + AMOUNT, fee + FEE];
    expect(await balancesOf(...holders)).toEqual(after);
  });
});

describe('a Safe and coins', () => {
  const parts = {
    payeeAddress: TEST_SAFE.address,
    feeAddress: TEST_SAFE.address,
    amountUnits: 100n,
    feeUnits: 10n,
  };
  const coins = { kind: 'native', paymentReference: '0x00000000000000b1', ...parts } as const;

  it('is paid, and paid fees, by the fee proxy and by the batch contract, as it was simulated', async () => {
    const simulated = { tokenAddress: undefined, payeeAddress: TEST_SAFE.address, units: 110n };
    expect(await at.chain.simulateTransfers(payer.address, [simulated])).toEqual(['accepted']);
    const before = await at.client.getBalance({ address: TEST_SAFE.address });
    const single = at.chain.encodePayment(coins);
    const batched = at.chain.encodeBatch([coins, coins], TEST_SAFE.address);
    const from = (await at.chain.readHead()) + 1n;
    for (const call of [single, batched]) {
      await readReceipt(at.client, await sendCall(at.node, payer, call));
    }
    const after = await at.client.getBalance({ address: TEST_SAFE.address });
    expect(after - before).toBe(330n);
    const credited = { payeeAddress: TEST_SAFE.address, creditedUnits: 100n, feeUnits: 10n };
    expect(await followedFrom(at, from)).toMatchObject([credited, credited, credited]);
  });

  it('pays in coins itself, alone and in a batch, gets back what is left over and is named as the payer', async () => {
    const order = { ...coins, payeeAddress: payee.address, feeAddress: feeReceiver.address };
    const single = at.chain.encodePayment(order);
    const batched = at.chain.encodeBatch([order, order], feeReceiver.address);
    const before = await at.client.getBalance({ address: TEST_SAFE.address });
    const from = (await at.chain.readHead()) + 1n;
    await execute(TEST_SAFE, [single, { ...batched, valueUnits: batched.valueUnits + 1_000n }]);
    const after = await at.client.getBalance({ address: TEST_SAFE.address });
    expect(before - after).toBe(330n);
    const paid = { payerAddress: TEST_SAFE.address, creditedUnits: 100n };
    expect(await followedFrom(at, from)).toMatchObject([paid, paid, paid]);
  });
});
