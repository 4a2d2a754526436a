import { encodeFunctionData, parseAbi } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONTRACTS } from '#catalog/contracts.ts';
import { conversionPath } from '#catalog/conversion-paths.ts';
import { type Currency, currencyById, nativeCurrencyOf } from '#catalog/currencies.ts';
import { evmAddress } from '#chains/evm/address.ts';
import { TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { sendCall } from '#sandbox/test-wallet.ts';
import {
  execute,
  followedFrom,
  holdings,
  openTestNode,
  type TestNode,
} from '../../../tests/support/test-node.ts';
import { paymentCalldata } from './payment-calldata.ts';
import type { PaymentOrder } from './payment-order.ts';

const { payer, payee, feeReceiver, operator, unrelated } = TEST_ACCOUNTS;
const FEE = { percentage: '1', address: feeReceiver.address };
const BATCH = CONTRACTS.sepolia.batchPayments ?? '';
const REFERENCES = ['0x00000000000000a1', '0x00000000000000a2', '0x00000000000000a3'] as const;

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
const ETHER = nativeCurrencyOf('sepolia') ?? USDC;

/** A payment with a fee inside it and two fees of their own. */
function order(parts: Partial<PaymentOrder> = {}): PaymentOrder {
  return {
    chain: sepolia.chain,
    kind: 'token',
    currency: USDC,
    payeeAddress: payee.address,
    paymentReference: REFERENCES[0],
    due: { amountUnits: 10_000n, feeUnits: 100n },
    platformFee: FEE,
    feeLegs: [
      {
        amountUnits: 250n,
        paymentReference: REFERENCES[1],
        receiverAddress: feeReceiver.address,
      },
      { amountUnits: 50n, paymentReference: REFERENCES[2], receiverAddress: unrelated.address },
    ],
    ...parts,
  };
}

async function atomicOf(asked: PaymentOrder) {
  const prepared = await paymentCalldata(asked, payer.address, { offersAtomic: true });
  return prepared.atomicTransactions;
}

/** Signs the atomic transactions of an order; returns what its last one paid, as a watcher sees it. */
async function payAtOnce(asked: PaymentOrder) {
  const startBlock = (await sepolia.chain.readHead()) + 1n;
  const transactions = (await atomicOf(asked)) ?? [];
  const executed = await execute(sepolia, transactions);
  expect(executed.map(({ receipt }) => receipt.status)).toEqual(executed.map(() => 'success'));
  const hash = executed.at(-1)?.receipt.transactionHash;
  const transfers = await followedFrom(sepolia, startBlock);
  expect(transfers.map(({ transactionHash }) => transactionHash)).toEqual([hash, hash, hash]);
  expect(transfers.map(({ payerAddress }) => payerAddress)).toEqual(
    transfers.map(() => payer.address),
  );
  return { transfers, signed: transactions.length };
}

const allowance = async () => {
  const queries = [{ tokenAddress: USDC.address, spender: 'batch' as const }];
  return (await sepolia.chain.readPayerBalances(payer.address, queries)).tokens[0]?.allowanceUnits;
};

const ownersAbi = parseAbi([
  'function setBatchFee(uint16)',
  'function setPaymentErc20Proxy(address)',
]);

async function setFee(bps: number): Promise<void> {
  const call = { abi: ownersAbi, functionName: 'setBatchFee', args: [bps] } as const;
  await sendCall(sepolia.node, operator, {
    to: BATCH,
    data: encodeFunctionData(call),
    valueUnits: 0n,
  });
}

async function setTokenProxy(address: string): Promise<void> {
  const args = [evmAddress(address)] as const;
  const call = { abi: ownersAbi, functionName: 'setPaymentErc20Proxy', args } as const;
  await sendCall(sepolia.node, operator, {
    to: BATCH,
    data: encodeFunctionData(call),
    valueUnits: 0n,
  });
}

describe('atomic transactions on a node', () => {
  it.each([
    ['a token', {}, 2],
    ['coins', { kind: 'native', currency: ETHER } as const, 1],
  ])('pay amount and fees in %s to the unit', async (_what, parts, signatures) => {
    const asked = order(parts);
    const wallets = [payee.address, feeReceiver.address, unrelated.address];
    const before = await holdings(sepolia, asked.currency, wallets);
    const { transfers, signed } = await payAtOnce(asked);
    expect(signed).toBe(signatures);
    const after = await holdings(sepolia, asked.currency, wallets);
    expect(after.map((units, i) => units - (before[i] ?? 0n))).toEqual([10_000n, 350n, 50n]);
    expect(transfers.map(({ creditedUnits }) => creditedUnits)).toEqual([10_000n, 250n, 50n]);
    expect(transfers.map(({ feeUnits }) => feeUnits)).toEqual([100n, 0n, 0n]);
    expect(await allowance()).toBe(0n);
  });

  it('convert an invoice and its fees, and leave nothing allowed', async () => {
    const path = conversionPath('EUR', USDC, { sandbox: true }) ?? [];
    const conversion = { path, maxRateAgeSeconds: 3_600, slippageBps: 200 };
    const due = { amountUnits: 50_00000000n, feeUnits: 50000000n };
    const legs = (order().feeLegs ?? []).map((leg, i) => ({
      ...leg,
      amountUnits: 10000000n * BigInt(i + 1),
    }));
    const { transfers } = await payAtOnce(
      order({ kind: 'conversion', conversion, due, feeLegs: legs }),
    );
    expect(transfers.map(({ kind }) => kind)).toEqual(transfers.map(() => 'conversion'));
    expect(transfers.map(({ creditedUnits }) => creditedUnits)).toEqual([
      50_00000000n,
      10000000n,
      20000000n,
    ]);
    expect(await allowance()).toBe(0n);
  });

  it('lower a larger allowance towards the batch contract, and use it up', async () => {
    const { to, data } = sepolia.chain.encodeApproval(USDC.address, 10n ** 30n, 'batch');
    await execute(sepolia, [{ to, data, value: '0x0' }]);
    expect((await payAtOnce(order())).signed).toBe(2);
    expect(await allowance()).toBe(0n);
  });

  it('are not offered once the owner of the batch contract sets a fee or another proxy', async () => {
    const { chain } = sepolia;
    expect(await chain.readBatchContract()).toEqual({
      feeBps: 0n,
      publishedKinds: ['token', 'native', 'conversion'],
    });
    await setFee(1);
    expect(await chain.readBatchContract()).toMatchObject({ feeBps: 1n });
    expect(await atomicOf(order())).toBeUndefined();
    await setFee(0);
    expect(await atomicOf(order())).toHaveLength(2);
    await setTokenProxy(unrelated.address);
    expect(await chain.readBatchContract()).toEqual({ feeBps: 0n, publishedKinds: [] });
    expect(await atomicOf(order())).toBeUndefined();
    await setTokenProxy(CONTRACTS.sepolia.erc20FeeProxy);
    expect(await atomicOf(order())).toHaveLength(2);
  });
});
