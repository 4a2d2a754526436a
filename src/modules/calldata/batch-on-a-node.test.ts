import { encodeFunctionData, keccak256 } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { batchPaymentsAbi } from '#catalog/abis/batch-payments.generated.ts';
import { CONTRACTS } from '#catalog/contracts.ts';
import { conversionPath } from '#catalog/conversion-paths.ts';
import { type Currency, currencyById, nativeCurrencyOf } from '#catalog/currencies.ts';
import { TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { sendCall } from '#sandbox/test-wallet.ts';
import {
  connect,
  execute,
  followedFrom,
  holdings,
  openTestNode,
  type TestNode,
} from '../../../tests/support/test-node.ts';
import { batchCalldata } from './batch-calldata.ts';
import type { PaymentOrder } from './payment-order.ts';

const { payer, feeReceiver, operator, unrelated } = TEST_ACCOUNTS;
const FEE = { percentage: '1', address: feeReceiver.address };
/** Decision 20, written again: a local node may not notice. */
const GAS_MAX = 15_000_000n;
const BYTES_MAX = 120_000;

let mainnet: TestNode;
beforeAll(async () => {
  mainnet = await openTestNode('mainnet');
});
afterAll(() => mainnet[Symbol.asyncDispose]());

const named = (id: string): Currency => {
  const found = currencyById(id);
  if (found === undefined) throw new Error(`the test names ${id}, which does not exist`);
  return found;
};
const [USDC, USDT, DAI] = [named('USDC-mainnet'), named('USDT-mainnet'), named('DAI-mainnet')];
const ETHER = nativeCurrencyOf('mainnet') ?? USDC;

/** One after another, so that a batch mixes them. */
const FORMS: readonly Partial<PaymentOrder>[] = [
  {},
  { currency: USDT },
  { currency: DAI },
  { kind: 'native', currency: ETHER },
];

let orders = 0;

/** A payment to an address that was never paid before. */
function order(parts: Partial<PaymentOrder> = {}): PaymentOrder {
  orders += 1;
  return {
    chain: mainnet.chain,
    kind: 'token',
    currency: USDC,
    payeeAddress: keccak256(`0x${orders.toString(16).padStart(8, '0')}`).slice(0, 42),
    paymentReference: `0xf${orders.toString(16).padStart(15, '0')}`,
    due: { amountUnits: 1_000n + BigInt(orders), feeUnits: 10n },
    platformFee: FEE,
    ...parts,
  };
}

/**
 * Pays orders as the payer, after which every payee has exactly the due amount, every transaction kept
 * to the limits and used no more gas than estimated, and nothing is left in the contract.
 */
async function payAll(asked: readonly PaymentOrder[]) {
  const prepared = await batchCalldata(asked, payer.address);
  const before = await paid(asked);
  const startBlock = (await mainnet.chain.readHead()) + 1n;
  const transactions = prepared.batches.map(({ transaction }) => transaction);
  const approvals = await execute(mainnet, prepared.approvals);
  const executed = await execute(mainnet, transactions);
  const all = [...approvals, ...executed];
  expect(all.map(({ receipt }) => receipt.status)).toEqual(all.map(() => 'success'));
  for (const [i, { receipt, bytes }] of executed.entries()) {
    expect(receipt.gasUsed).toBeLessThanOrEqual(prepared.batches[i]?.resources['gas'] ?? 0n);
    expect(prepared.batches[i]?.resources['gas']).toBeLessThanOrEqual(GAS_MAX);
    expect(bytes).toBeLessThanOrEqual(BYTES_MAX);
  }
  const after = await paid(asked);
  expect(after.map((units, i) => units - (before[i] ?? 0n))).toEqual(
    asked.map(({ due }) => due.amountUnits),
  );
  for (const token of [USDC, USDT, DAI, ETHER]) {
    expect(await holdings(mainnet, token, [CONTRACTS.mainnet.batchPayments ?? ''])).toEqual([0n]);
  }
  return { ...prepared, transfers: await followedFrom(mainnet, startBlock), executed };
}

/** What the payee of each order has of its currency. */
async function paid(asked: readonly PaymentOrder[]): Promise<bigint[]> {
  const read = asked.map(({ currency, payeeAddress }) =>
    holdings(mainnet, currency, [payeeAddress]),
  );
  return (await Promise.all(read)).flat();
}

async function allowances(): Promise<bigint[]> {
  const queries = [USDC, USDT, DAI].map(({ address }) => ({
    tokenAddress: address,
    spender: 'batch' as const,
  }));
  const { tokens } = await mainnet.chain.readPayerBalances(payer.address, queries);
  return tokens.map(({ allowanceUnits }) => allowanceUnits);
}

describe('a batch on a node', () => {
  it.each([
    [2, 1],
    [150, 1],
    [200, 1],
    [1_000, 5],
  ])('of %i payees takes %i transactions within the limits and pays each', async (count, times) => {
    const asked = Array.from({ length: count }, () => order());
    const [feeBefore = 0n] = await holdings(mainnet, USDC, [feeReceiver.address]);
    const { batches, approvals, metadata, transfers } = await payAll(asked);
    expect(batches).toHaveLength(times);
    expect(approvals).toHaveLength(1);
    expect(metadata).toMatchObject({ canMakePayment: true, insufficientTokens: [] });
    expect(await allowances()).toEqual([0n, 0n, 0n]);
    expect(await holdings(mainnet, USDC, [feeReceiver.address])).toEqual([
      feeBefore + 10n * BigInt(count),
    ]);
    expect(
      transfers.map(({ referenceKey, creditedUnits, payerAddress, feeUnits }) => [
        referenceKey,
        creditedUnits,
        payerAddress,
        feeUnits,
      ]),
    ).toEqual(
      asked.map((one) => [
        keccak256(one.paymentReference),
        one.due.amountUnits,
        payer.address,
        10n,
      ]),
    );
  });

  it('mixes coins, several tokens and fees that are paid by themselves', async () => {
    const feeLegs = [
      {
        amountUnits: 77n,
        paymentReference: '0xaaaaaaaaaaaaaaaa',
        receiverAddress: unrelated.address,
      },
    ] as const;
    const mixed = Array.from({ length: 40 }, (_, i) => order(FORMS[i % FORMS.length]));
    const [before = 0n] = await holdings(mainnet, USDC, [unrelated.address]);
    const { approvals, batches, transfers } = await payAll([...mixed, order({ feeLegs })]);
    expect(approvals).toHaveLength(3);
    expect(batches).toHaveLength(1);
    expect(await holdings(mainnet, USDC, [unrelated.address])).toEqual([before + 77n]);
    expect(await allowances()).toEqual([0n, 0n, 0n]);
    expect(transfers).toHaveLength(42);
    expect(new Set(transfers.map(({ payerAddress }) => payerAddress))).toEqual(
      new Set([payer.address]),
    );
  });

  it('of coins alone needs no approval, and sends amounts and fees along', async () => {
    const asked = Array.from({ length: 200 }, () => order({ kind: 'native', currency: ETHER }));
    const { approvals, batches } = await payAll(asked);
    expect(approvals).toEqual([]);
    expect(batches).toHaveLength(1);
  });

  it('clears what Tether was allowed before, and leaves nothing allowed', async () => {
    const { chain } = mainnet;
    const { to, data } = chain.encodeApproval(USDT.address, 1n, 'batch');
    await execute(mainnet, [{ to, data, value: '0x0' }]);
    const { approvals } = await payAll([order({ currency: USDT }), order({ currency: USDT })]);
    expect(approvals).toHaveLength(2);
    expect(await allowances()).toEqual([0n, 0n, 0n]);
  });

  it('pays what the contract takes for itself where its owner sets a share', async () => {
    const to = CONTRACTS.mainnet.batchPayments ?? '';
    const setFee = (bps: number) => {
      const call = { abi: batchPaymentsAbi, functionName: 'setBatchFee', args: [bps] } as const;
      return sendCall(mainnet.node, operator, {
        to,
        data: encodeFunctionData(call),
        valueUnits: 0n,
      });
    };
    await setFee(30);
    try {
      const chain = connect(mainnet.node);
      const due = { amountUnits: 10_000n, feeUnits: 0n };
      const asked = [order({ chain, due }), order({ chain, due, kind: 'native', currency: ETHER })];
      const wallets = [feeReceiver.address];
      const [before = 0n] = await holdings(mainnet, USDC, wallets);
      const [coinsBefore = 0n] = await holdings(mainnet, ETHER, wallets);
      await payAll([...asked, order({ chain, due: { amountUnits: 1n, feeUnits: 1n } })]);
      expect(await holdings(mainnet, USDC, wallets)).toEqual([before + 1n + 30n]);
      expect(await holdings(mainnet, ETHER, wallets)).toEqual([coinsBefore + 30n]);
      expect(await allowances()).toEqual([0n, 0n, 0n]);
    } finally {
      await setFee(0);
    }
  });

  it('converts invoices beside plain payments, and gives back what the limit left over', async () => {
    const path = conversionPath('JPY', DAI, { sandbox: true }) ?? [];
    const conversion = { path, maxRateAgeSeconds: 3_600, slippageBps: 200 };
    const due = { amountUnits: 50_000_00000000n, feeUnits: 500_00000000n };
    const invoices = Array.from({ length: 120 }, () =>
      order({ kind: 'conversion', currency: DAI, conversion, due }),
    );
    const asked = [order({ currency: DAI }), ...invoices];
    const startBlock = (await mainnet.chain.readHead()) + 1n;
    const [before = 0n] = await holdings(mainnet, DAI, [payer.address]);
    const { approvals, batches, rates } = await batchCalldata(asked, payer.address);
    expect(batches).toHaveLength(2);
    const transactions = [...approvals, ...batches.map(({ transaction }) => transaction)];
    const executed = await execute(mainnet, transactions);
    for (const [i, { receipt, bytes }] of executed.slice(approvals.length).entries()) {
      expect(receipt.status).toBe('success');
      expect(receipt.gasUsed).toBeLessThanOrEqual(batches[i]?.resources['gas'] ?? 0n);
      expect(bytes).toBeLessThanOrEqual(BYTES_MAX);
    }
    const transfers = await followedFrom(mainnet, startBlock);
    const converted = transfers.filter(({ kind }) => kind === 'conversion');
    expect(converted.map(({ creditedUnits }) => creditedUnits)).toEqual(
      invoices.map(() => due.amountUnits),
    );
    const moved = transfers.reduce((sum, one) => sum + one.tokenUnits + one.tokenFeeUnits, 0n);
    expect(await holdings(mainnet, DAI, [payer.address])).toEqual([before - moved]);
    const [first] = converted;
    const taken = (first?.tokenUnits ?? 0n) + (first?.tokenFeeUnits ?? 0n);
    expect((rates[1]?.outUnits ?? 0n) - taken).toBeLessThanOrEqual(1n);
  });
});
