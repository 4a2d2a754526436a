import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONTRACTS } from '#catalog/contracts.ts';
import { conversionPath } from '#catalog/conversion-paths.ts';
import { type Currency, currencyById } from '#catalog/currencies.ts';
import type { Call } from '#chains/chain.ts';
import { evmAddress } from '#chains/evm/address.ts';
import { TEST_ACCOUNTS, TEST_SMART_ACCOUNT } from '#sandbox/test-accounts.ts';
import { sendCall } from '#sandbox/test-wallet.ts';
import {
  accountsOf,
  executeSafe,
  safeToCreate,
  transactionOf,
} from '../../../tests/support/safes.ts';
import {
  execute,
  followedFrom,
  holdings,
  openTestNode,
  type TestNode,
} from '../../../tests/support/test-node.ts';
import { batchCalldata } from './batch-calldata.ts';
import { paymentCalldata } from './payment-calldata.ts';
import type { PaymentOrder } from './payment-order.ts';
import type { Transaction } from './wire-transaction.ts';

const { payer, payee, feeReceiver, unrelated, operator } = TEST_ACCOUNTS;
const REFERENCES = [
  '0x00000000000000b1',
  '0x00000000000000b2',
  '0x00000000000000b3',
  '0x00000000000000b4',
] as const;
/** What the kit of Safe creates a key’s own Safe with. */
const KIT_SALT = 0xb1073742015cbcf5a3a4d9d1ae33ecf619439710b89475f92e2abd2117e90f90n;

let sepolia: TestNode;
beforeAll(async () => {
  sepolia = await openTestNode('sepolia');
});
afterAll(() => sepolia[Symbol.asyncDispose]());

function named(id: string): Currency {
  const found = currencyById(id);
  if (found === undefined) throw new Error(`${id} is not in the catalog`);
  return found;
}
const USDC = named('USDC-sepolia');

/** A payment of 10,000 units with fees of 250 and 50 of their own. */
function order(): PaymentOrder {
  return {
    chain: sepolia.chain,
    kind: 'token',
    currency: USDC,
    payeeAddress: payee.address,
    paymentReference: REFERENCES[0],
    due: { amountUnits: 10_000n, feeUnits: 0n },
    feeLegs: [
      { amountUnits: 250n, paymentReference: REFERENCES[1], receiverAddress: feeReceiver.address },
      { amountUnits: 50n, paymentReference: REFERENCES[2], receiverAddress: unrelated.address },
    ],
  };
}

const pay = (account: string, ownsAccount = true) =>
  paymentCalldata(order(), account, { tokenHolder: { address: payer.address, ownsAccount } });

const callsOf = (transactions: readonly Transaction[]): Call[] =>
  transactions.map(({ to, data, value }) => ({ to, data, valueUnits: BigInt(value) }));

/** Has the account, which is the payer's, make all of these calls or none. */
async function makeAll(account: string, calls: readonly Call[]): Promise<void> {
  const safe = { address: evmAddress(account), owners: [payer] };
  await executeSafe(sepolia, safe, await transactionOf(sepolia.chain, account, calls));
}

/** What everybody has of the token, in a fixed order. */
const allHave = (account: string) => {
  const receivers = [payee.address, feeReceiver.address, unrelated.address];
  return holdings(sepolia, USDC, [payer.address, account, ...receivers]);
};

const changeOf = (before: readonly bigint[], after: readonly bigint[]) =>
  after.map((units, i) => units - (before[i] ?? 0n));

/** What the account may take of the key, and the proxy of the account. */
const allowances = async (account: string) => {
  const { chain } = sepolia;
  const tokenAddress = USDC.address;
  const [ofKey, ofAccount] = await Promise.all([
    chain.readPayerBalances(payer.address, [{ tokenAddress, spender: { account } }]),
    chain.readPayerBalances(account, [{ tokenAddress, spender: 'fee_proxy' }]),
  ]);
  return [ofKey, ofAccount].map(({ tokens: [token] }) => token?.allowanceUnits);
};

/** Pays, and checks that amount and fees arrived to the unit and that the chain shows whose tokens they were. */
async function payAll(account: string, transactions: readonly Transaction[]): Promise<void> {
  const before = await allHave(account);
  const startBlock = (await sepolia.chain.readHead()) + 1n;
  await makeAll(account, callsOf(transactions));
  expect(changeOf(before, await allHave(account))).toEqual([-10_300n, 0n, 10_000n, 250n, 50n]);
  const transfers = await followedFrom(sepolia, startBlock);
  expect(
    transfers.map(({ payerAddress, pulledFrom, creditedUnits }) => [
      payerAddress,
      pulledFrom,
      creditedUnits,
    ]),
  ).toEqual([10_000n, 250n, 50n].map((units) => [account, payer.address, units]));
}

describe('a smart account pays with the tokens of a key', () => {
  it('by one transaction, behind an approval of exactly what is paid, and leaves no allowance', async () => {
    const account = TEST_SMART_ACCOUNT.address;
    const { transactions, holderTransactions } = await pay(account, false);
    await execute(sepolia, holderTransactions);
    expect(await allowances(account)).toEqual([10_300n, 0n]);
    await payAll(account, transactions);
    expect(await allowances(account)).toEqual([0n, 0n]);
  });

  it('also where it is created after the key approved its address, and again without approving', async () => {
    const { address: account, call } = safeToCreate([payer.address], 1, KIT_SALT);
    expect(accountsOf(sepolia.chain).predictedSafes(payer.address)).toContain(account);
    expect(await sepolia.client.getCode({ address: account })).toBeUndefined();
    const { transactions, holderTransactions } = await pay(account);
    await execute(sepolia, holderTransactions);
    await sendCall(sepolia.node, operator, call);
    await payAll(account, transactions);
    const again = await pay(account);
    expect(again.holderTransactions).toEqual([]);
    await payAll(account, again.transactions);
  });
});

it('a smart account pays a batch with the tokens of a key, and leaves nothing in itself or the contract', async () => {
  const account = TEST_SMART_ACCOUNT.address;
  const two = [order(), { ...order(), paymentReference: REFERENCES[3], feeLegs: [] }];
  const tokenHolder = { address: payer.address, ownsAccount: false };
  const prepared = await batchCalldata(two, account, { tokenHolder });
  await execute(sepolia, prepared.holderTransactions);
  const before = await allHave(account);
  const startBlock = (await sepolia.chain.readHead()) + 1n;
  const { pulls, approvals, batches } = prepared;
  const all = [...pulls, ...approvals, ...batches.map(({ transaction }) => transaction)];
  await makeAll(account, callsOf(all));
  expect(changeOf(before, await allHave(account))).toEqual([-20_300n, 0n, 20_000n, 250n, 50n]);
  expect(await holdings(sepolia, USDC, [CONTRACTS.sepolia.batchPayments ?? ''])).toEqual([0n]);
  const transfers = await followedFrom(sepolia, startBlock);
  expect(transfers.map(({ payerAddress, pulledFrom }) => [payerAddress, pulledFrom])).toEqual(
    Array.from({ length: 4 }, () => [account, payer.address]),
  );
});

describe('nothing moves', () => {
  // Another one than the sandbox's, which could pay with tokens of its own.
  const { address: account, call } = safeToCreate([payer.address], 1, KIT_SALT + 1n);
  beforeAll(() => sendCall(sepolia.node, operator, call));
  const failsWith = async (change: (calls: readonly Call[]) => readonly Call[]) => {
    const { transactions, holderTransactions } = await pay(account, false);
    await execute(sepolia, holderTransactions);
    const before = await allHave(account);
    await expect(makeAll(account, change(callsOf(transactions)))).rejects.toThrow();
    expect(await allHave(account)).toEqual(before);
    expect(await allowances(account)).toEqual([10_300n, 0n]);
  };

  it('where the last fee cannot be paid', async () => {
    const { address: token } = USDC;
    // As much again as the proxy may take, which is spent when it comes to this.
    const tooMuch = sepolia.chain.encodePayment({
      kind: 'token',
      tokenAddress: token,
      payeeAddress: unrelated.address,
      paymentReference: REFERENCES[2],
      amountUnits: 51n,
      feeUnits: 0n,
      feeAddress: feeReceiver.address,
    });
    await failsWith((calls) => [...calls.slice(0, -1), tooMuch]);
  });

  it('where less is taken than is paid', async () => {
    await failsWith(([, ...others]) => others);
  });
});

it('a smart account pays an invoice in euros with the tokens of a key, and keeps what the rate leaves over', async () => {
  const account = TEST_SMART_ACCOUNT.address;
  const path = conversionPath('EUR', USDC, { sandbox: true }) ?? [];
  const converted: PaymentOrder = {
    ...order(),
    kind: 'conversion',
    conversion: { path, maxRateAgeSeconds: 3_600, slippageBps: 200 },
    due: { amountUnits: 50_00000000n, feeUnits: 0n },
    feeLegs: [],
  };
  const tokenHolder = { address: payer.address, ownsAccount: false };
  const prepared = await paymentCalldata(converted, account, { tokenHolder });
  const { requiredAmount, sourceAmount } = prepared.metadata;
  await execute(sepolia, prepared.holderTransactions);
  const before = await allHave(account);
  const startBlock = (await sepolia.chain.readHead()) + 1n;
  await makeAll(account, callsOf(prepared.transactions));
  const taken = BigInt(requiredAmount);
  const spent = BigInt(sourceAmount ?? 0n);
  expect(changeOf(before, await allHave(account))).toEqual([-taken, taken - spent, spent, 0n, 0n]);
  expect((taken - spent) * 50n <= taken).toBe(true);
  expect(await followedFrom(sepolia, startBlock)).toMatchObject([
    { kind: 'conversion', payerAddress: account, pulledFrom: payer.address },
  ]);
});
