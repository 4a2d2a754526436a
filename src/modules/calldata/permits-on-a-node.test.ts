import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PERMIT2_ADDRESS } from '#catalog/contracts.ts';
import { type Currency, currencyById } from '#catalog/currencies.ts';
import type { Call } from '#chains/chain.ts';
import { evmAddress } from '#chains/evm/address.ts';
import type { Hex } from '#kit/hex.ts';
import { TEST_ACCOUNTS, TEST_SMART_ACCOUNT, type TestAccount } from '#sandbox/test-accounts.ts';
import { sendCall } from '#sandbox/test-wallet.ts';
import { readReceipt } from '../../../tests/support/read-receipt.ts';
import { executeSafe, transactionOf } from '../../../tests/support/safes.ts';
import {
  followedFrom,
  holdings,
  openTestNode,
  type TestNode,
} from '../../../tests/support/test-node.ts';
import { batchCalldata } from './batch-calldata.ts';
import { paymentCalldata } from './payment-calldata.ts';
import type { PaymentOrder } from './payment-order.ts';
import type { Transaction } from './wire-transaction.ts';

const { payer, payee, feeReceiver, unrelated } = TEST_ACCOUNTS;
const ACCOUNT = TEST_SMART_ACCOUNT.address;
const HOUR_MS = 3_600_000;
/** Nodes of the sandbox have the machine's time. */
const EXPIRES_AT = new Date(Math.floor(Date.now() / 1_000) * 1_000 + HOUR_MS);

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
const FAU = named('FAU-sepolia');

/** A payment of 10,000 units with a fee of 250 of its own. */
function orderIn(currency: Currency): PaymentOrder {
  return {
    chain: sepolia.chain,
    kind: 'token',
    currency,
    payeeAddress: payee.address,
    paymentReference: '0x00000000000000c1',
    due: { amountUnits: 10_000n, feeUnits: 0n },
    feeLegs: [
      {
        amountUnits: 250n,
        paymentReference: '0x00000000000000c2',
        receiverAddress: feeReceiver.address,
      },
    ],
  };
}

const pay = (currency: Currency, signature?: Hex, expiresAt = EXPIRES_AT) =>
  paymentCalldata(orderIn(currency), ACCOUNT, {
    tokenHolder: { address: payer.address, ownsAccount: true },
    permit: { expiresAt, signature },
  });

type Offered = NonNullable<Awaited<ReturnType<typeof pay>>['permit']>;

/** Signs as a wallet does that is handed the structured data. */
async function sign({ typedData }: Offered, by: TestAccount = payer): Promise<Hex> {
  const parts = Object(typedData);
  return await privateKeyToAccount(by.privateKey).signTypedData(parts);
}

async function offeredOf(currency: Currency): Promise<Offered> {
  const { permit } = await pay(currency);
  if (permit === undefined) throw new Error(`${currency.id} offers no permit`);
  return permit;
}

const callsOf = (transactions: readonly Transaction[]): Call[] =>
  transactions.map(({ to, data, value }) => ({ to, data, valueUnits: BigInt(value) }));

/** Has the account, which is the payer's, make all of these calls or none. */
async function makeAll(calls: readonly Call[]): Promise<void> {
  const safe = { address: evmAddress(ACCOUNT), owners: [payer] };
  await executeSafe(sepolia, safe, await transactionOf(sepolia.chain, ACCOUNT, calls));
}

const allHave = (currency: Currency) =>
  holdings(sepolia, currency, [payer.address, ACCOUNT, payee.address, feeReceiver.address]);

/** What the account may take of the key. */
async function allowanceOf({ address: tokenAddress }: Currency): Promise<bigint | undefined> {
  const query = { tokenAddress, spender: { account: ACCOUNT } };
  const { tokens } = await sepolia.chain.readPayerBalances(payer.address, [query]);
  return tokens[0]?.allowanceUnits;
}

/** Pays, and checks that amount and fee arrived to the unit and that the chain shows whose tokens they were. */
async function payAll(currency: Currency, transactions: readonly Transaction[]): Promise<void> {
  const before = await allHave(currency);
  const startBlock = (await sepolia.chain.readHead()) + 1n;
  await makeAll(callsOf(transactions));
  const after = await allHave(currency);
  const change = after.map((units, i) => units - (before[i] ?? 0n));
  expect(change).toEqual([-10_250n, 0n, 10_000n, 250n]);
  const transfers = await followedFrom(sepolia, startBlock);
  expect(transfers.map(({ payerAddress, pulledFrom }) => [payerAddress, pulledFrom])).toEqual([
    [ACCOUNT, payer.address],
    [ACCOUNT, payer.address],
  ]);
  expect(await allowanceOf(currency)).toBe(0n);
}

const refused = (about: RegExp) => ({
  code: 'permit_not_accepted',
  status: 400,
  message: expect.stringMatching(about),
});

describe('an account pays with the tokens of a key that signs the permit of the token', () => {
  it('for exactly what is paid and one account, and submits it as its first call', async () => {
    const first = await pay(USDC);
    const [head] = first.transactions;
    expect(first.holderTransactions).toHaveLength(1);
    expect(first.permit).toMatchObject({
      kind: 'eip2612',
      typedData: {
        primaryType: 'Permit',
        domain: {
          name: 'USDC',
          version: '2',
          chainId: 11_155_111,
          verifyingContract: USDC.address,
        },
        message: {
          owner: payer.address,
          spender: ACCOUNT,
          value: '10250',
          nonce: '0',
          deadline: String(EXPIRES_AT.getTime() / 1_000),
        },
      },
    });
    const signature = await sign(await offeredOf(USDC));
    const { transactions, holderTransactions, permit, metadata } = await pay(USDC, signature);
    expect(permit).toBeUndefined();
    expect(holderTransactions).toEqual([]);
    expect(metadata).toMatchObject({
      stepsRequired: 5,
      approvalTransactionIndex: 2,
      paymentTransactionIndex: 3,
      eoaApprovalRequired: false,
      hasEnoughAllowance: true,
    });
    expect(transactions[0]?.to).toBe(USDC.address);
    expect(transactions[0]?.data).toMatch(/^0xd505accf/);
    expect(transactions[1]).toEqual(head);
    await payAll(USDC, transactions);
    await expect(pay(USDC, signature)).rejects.toMatchObject(refused(/was used before/));
    await expect(makeAll(callsOf(transactions))).rejects.toThrow();
  });

  it('also where somebody else submitted the permit before, once it is prepared again', async () => {
    const signature = await sign(await offeredOf(USDC));
    const { transactions } = await pay(USDC, signature);
    const [permit] = callsOf(transactions);
    if (permit === undefined) throw new Error('nothing was prepared');
    await readReceipt(sepolia.client, await sendCall(sepolia.node, unrelated, permit));
    const before = await allHave(USDC);
    await expect(makeAll(callsOf(transactions))).rejects.toThrow();
    expect(await allHave(USDC)).toEqual(before);
    const again = await pay(USDC, signature);
    expect(again.transactions).toEqual(transactions.slice(1));
    expect([again.holderTransactions, again.permit]).toEqual([[], undefined]);
    await payAll(USDC, again.transactions);
  });

  it('which two open payments share by its nonce, so that one of them is signed anew', async () => {
    const [one, other] = [await offeredOf(USDC), await offeredOf(USDC)];
    expect(one).toEqual(other);
  });

  it('and by nothing else that the key, or somebody else, signed', async () => {
    const { kind, typedData } = await offeredOf(USDC);
    const content = Object(typedData);
    const otherwise = (domain: object, message: object) => ({
      kind,
      typedData: {
        ...content,
        domain: { ...content.domain, ...domain },
        message: { ...content.message, ...message },
      },
    });
    const signed = await Promise.all([
      sign(otherwise({}, { spender: unrelated.address })),
      sign(otherwise({}, { value: '10251' })),
      sign(otherwise({}, { value: '10249' })),
      sign(otherwise({}, { deadline: '9999999999' })),
      sign(otherwise({}, { nonce: '77' })),
      sign(otherwise({ verifyingContract: FAU.address }, {})),
      sign(otherwise({ chainId: 1 }, {})),
      sign({ kind, typedData }, unrelated),
    ]);
    for (const signature of signed) {
      await expect(pay(USDC, signature)).rejects.toMatchObject(
        refused(/must be the signature of eoaWallet for 10250 units of USDC-sepolia/),
      );
    }
    const right = await sign({ kind, typedData });
    const later = new Date(EXPIRES_AT.getTime() - 1_000);
    await expect(pay(USDC, right, later)).rejects.toMatchObject(refused(/must be the signature/));
    await expect(pay(USDC, `${negated(right)}`)).rejects.toMatchObject(refused(/must be/));
  });
});

/** The other signature that the same key could have made, which tokens refuse. */
function negated(signature: Hex): Hex {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const s = order - BigInt(`0x${signature.slice(66, 130)}`);
  const v = signature.endsWith('1b') ? '1c' : '1b';
  return `0x${signature.slice(2, 66)}${s.toString(16).padStart(64, '0')}${v}`;
}

describe('an account pays in a token without permits', () => {
  it('by an approval of the key, unless that lets Permit2 take enough of it', async () => {
    expect((await pay(FAU)).permit).toBeUndefined();
    await approvePermit2(10_249n);
    expect((await pay(FAU)).permit).toBeUndefined();
    const signature = await privateKeyToAccount(payer.privateKey).signMessage({ message: 'any' });
    await expect(pay(FAU, signature)).rejects.toMatchObject(refused(/takes no permit/));
  });

  it('by a permit of Permit2, which takes the tokens once and for this account alone', async () => {
    await approvePermit2(50_000n);
    const offered = await offeredOf(FAU);
    expect(offered).toMatchObject({
      kind: 'permit2',
      typedData: {
        primaryType: 'PermitTransferFrom',
        domain: { name: 'Permit2', chainId: 11_155_111, verifyingContract: PERMIT2_ADDRESS },
        message: { permitted: { token: FAU.address, amount: '10250' }, spender: ACCOUNT },
      },
    });
    const signature = await sign(offered);
    const { transactions, metadata } = await pay(FAU, signature);
    expect(transactions).toHaveLength(4);
    expect(transactions[0]?.to).toBe(PERMIT2_ADDRESS);
    expect(metadata).toMatchObject({ stepsRequired: 4, paymentTransactionIndex: 2 });
    const [taking] = callsOf(transactions);
    await expect(sendCall(sepolia.node, unrelated, taking ?? never())).rejects.toThrow();
    await payAll(FAU, transactions);
    await expect(pay(FAU, signature)).rejects.toMatchObject(refused(/was used before/));
    await expect(makeAll(callsOf(transactions))).rejects.toThrow();
    await expect(pay(FAU, await sign(offered, unrelated))).rejects.toMatchObject(
      refused(/must be/),
    );
  });
});

function never(): never {
  throw new Error('nothing was prepared');
}

async function approvePermit2(units: bigint): Promise<void> {
  const call = sepolia.chain.encodeApproval(FAU.address, units, { account: PERMIT2_ADDRESS });
  await readReceipt(sepolia.client, await sendCall(sepolia.node, payer, call));
}

it('an account pays a batch with one permit of all that it takes', async () => {
  const [first, second] = [orderIn(USDC), { ...orderIn(USDC), feeLegs: [] }];
  const payBatch = (signature?: Hex) =>
    batchCalldata([first, second], ACCOUNT, {
      tokenHolder: { address: payer.address, ownsAccount: false },
      permit: { expiresAt: EXPIRES_AT, signature },
    });
  const { permit } = await payBatch();
  if (permit === undefined) throw new Error('the batch offers no permit');
  const { pulls, approvals, batches, holderTransactions } = await payBatch(await sign(permit));
  expect([pulls.length, holderTransactions]).toEqual([2, []]);
  const before = await allHave(USDC);
  const calls = [...pulls, ...approvals, ...batches.map(({ transaction }) => transaction)];
  await makeAll(callsOf(calls));
  const after = await allHave(USDC);
  expect(after.map((units, i) => units - (before[i] ?? 0n))).toEqual([-20_250n, 0n, 20_000n, 250n]);
  expect(await allowanceOf(USDC)).toBe(0n);
  await expect(makeAll(callsOf(calls))).rejects.toThrow();
});
