import { fromHex } from 'viem';
import { describe, expect, it } from 'vitest';
import { type Currency, currencyById, nativeCurrencyOf } from '#catalog/currencies.ts';
import { Bug, Outage, Refusal } from '#kit/failure.ts';
import { RICH, stillChain } from '../../../tests/support/still-chain.ts';
import { batchCalldata, countBatches } from './batch-calldata.ts';
import type { PaymentOrder } from './payment-order.ts';

const WALLET = '0x3333333333333333333333333333333333333333';
const PAYEE = '0x1111111111111111111111111111111111111111';
const FEE = { percentage: '2', address: '0x4444444444444444444444444444444444444444' };
const OTHER_FEE = { percentage: '1', address: '0x5555555555555555555555555555555555555555' };
const NOBODY = '0x000000000000000000000000000000000000dEaD';

const named = (id: string): Currency => {
  const found = currencyById(id);
  if (found === undefined) throw new Error(`the test names ${id}, which does not exist`);
  return found;
};
const USDC = named('USDC-mainnet');
const USDT = named('USDT-mainnet');
const ETHER = nativeCurrencyOf('mainnet') ?? USDC;

let references = 0;

function order(parts: Partial<PaymentOrder> = {}): PaymentOrder {
  references += 1;
  return {
    chain: stillChain('mainnet'),
    kind: 'token',
    currency: USDC,
    payeeAddress: PAYEE,
    paymentReference: `0x${references.toString(16).padStart(16, '0')}`,
    due: { amountUnits: 100n, feeUnits: 0n },
    ...parts,
  };
}

const coins = (amountUnits: bigint, feeUnits = 0n): Partial<PaymentOrder> => ({
  kind: 'native',
  currency: ETHER,
  due: { amountUnits, feeUnits },
});
const said = ({ data }: { data: `0x${string}` }) => fromHex(data, 'string');

describe('without a wallet', () => {
  it('approvals come first, cleared where the token demands it, and nothing is said of a wallet', async () => {
    const chain = stillChain('mainnet');
    const orders = [order({ chain }), order({ chain, ...coins(7n) })];
    const { approvals, batches, metadata, rates } = await batchCalldata(orders);
    expect(chain.reads).toBe(0);
    expect(approvals).toHaveLength(1);
    expect(batches).toEqual([
      {
        transaction: { to: expect.any(String), data: expect.any(String), value: '0x7' },
        orderIndexes: [0, 1],
        resources: { gas: 60_000n + 100_000n + 60_000n + 50_000n, bytes: 1_300n + 2n * 384n },
      },
    ]);
    expect(metadata).toBeUndefined();
    expect(rates).toEqual([undefined, undefined]);
  });

  it('fees go to the dead address where there are none', async () => {
    const { batches } = await batchCalldata([order()]);
    expect(batches.map(({ transaction }) => said(transaction))).toEqual([
      expect.stringContaining(`batch ${NOBODY}\npay 100`),
    ]);
  });
});

describe('with a wallet', () => {
  it('the chain is read once, and each token is approved once, with its full amount', async () => {
    const chain = stillChain('mainnet');
    const due = { amountUnits: 100n, feeUnits: 2n };
    const tether = { chain, currency: USDT, due, platformFee: FEE };
    const { approvals, batches } = await batchCalldata(
      [order({ chain }), order(tether), order(tether)],
      WALLET,
    );
    expect(chain.reads).toBe(1);
    expect(approvals.map((one) => [one.to, said(one)])).toEqual([
      [USDC.address, 'approve 100 batch'],
      [USDT.address, 'approve 204 batch'],
    ]);
    expect(batches).toHaveLength(1);
  });

  it('Tether’s old allowance is cleared first, and a sufficient one is left unchanged', async () => {
    const chain = stillChain('mainnet');
    const tokens = {
      [USDT.address]: { balanceUnits: 100n, allowanceUnits: 99n },
      [USDC.address]: { balanceUnits: 100n, allowanceUnits: 100n },
    };
    chain.balances = { ...RICH, tokens };
    const orders = [order({ chain }), order({ chain, currency: USDT })];
    const { approvals, metadata } = await batchCalldata(orders, WALLET);
    expect(approvals.map(said)).toEqual(['approve 0 batch', 'approve 100 batch']);
    expect(metadata).toMatchObject({ canMakePayment: true });
  });

  it('the fee of the batch contract is approved, included in the value and required of the balance', async () => {
    const chain = stillChain('mainnet');
    chain.batchFeeBps = 30n;
    const due = { amountUnits: 10_000n, feeUnits: 100n };
    const orders = [order({ chain, due }), order({ chain, due }), order({ chain, ...coins(999n) })];
    const { approvals, batches } = await batchCalldata(orders, WALLET);
    expect(approvals.map(said)).toEqual(['approve 20260 batch']);
    expect(batches[0]?.transaction.value).toBe(`0x${(999 + 2).toString(16)}`);
  });

  it('everything that is short is named, and coins that are paid are not there for gas', async () => {
    const chain = stillChain('mainnet');
    const gas = (60_000n + 100_000n + 60_000n + 50_000n + 60_000n) * 10n ** 9n;
    const orders = [order({ chain }), order({ chain, ...coins(7n, 1n), platformFee: FEE })];
    const balances = { ...RICH, balanceUnits: 99n };
    chain.balances = { ...balances, nativeBalanceUnits: gas + 7n };
    expect((await batchCalldata(orders, WALLET)).metadata).toEqual({
      hasEnoughBalance: false,
      hasEnoughGas: false,
      canMakePayment: false,
      insufficientTokens: [
        {
          tokenAddress: USDC.address,
          tokenSymbol: 'USDC',
          paymentCurrencyId: 'USDC-mainnet',
          required: '100',
          available: '99',
        },
      ],
      // An approval and the batch, at a price of one billion for each unit of gas.
      estimatedNetworkFee: '0.00033',
    });
    chain.balances = { ...RICH, nativeBalanceUnits: gas + 8n };
    expect((await batchCalldata(orders, WALLET)).metadata).toMatchObject({ canMakePayment: true });
    chain.balances = { ...RICH, nativeBalanceUnits: 7n };
    expect((await batchCalldata(orders, WALLET)).metadata).toMatchObject({
      hasEnoughBalance: false,
      insufficientTokens: [{ tokenAddress: ETHER.address, required: '8', available: '7' }],
    });
  });

  it('a node that does not answer is an outage', async () => {
    const chain = stillChain('mainnet');
    chain.balances = undefined;
    await expect(batchCalldata([order({ chain })], WALLET)).rejects.toThrow(Outage);
  });
});

describe('many orders', () => {
  it('become several transactions within the limits, and one approval for all of them', async () => {
    const chain = stillChain('mainnet');
    const orders = Array.from({ length: 1_000 }, () => order({ chain }));
    const { approvals, batches } = await batchCalldata(orders, WALLET);
    expect(approvals.map(said)).toEqual(['approve 100000 batch']);
    expect(batches.map(({ orderIndexes }) => orderIndexes.length)).toEqual([
      247, 247, 247, 247, 12,
    ]);
    expect(batches.flatMap(({ orderIndexes }) => orderIndexes)).toEqual([...orders.keys()]);
  });

  it('with fees of several receivers become as many transactions', async () => {
    const chain = stillChain('mainnet');
    const due = { amountUnits: 100n, feeUnits: 1n };
    const { batches } = await batchCalldata([
      order({ chain, due, platformFee: FEE }),
      order({ chain, due, platformFee: OTHER_FEE }),
      order({ chain }),
    ]);
    expect(batches.map(({ orderIndexes }) => orderIndexes)).toEqual([[0, 2], [1]]);
    expect(batches.map(({ transaction }) => said(transaction).split('\n')[0])).toEqual([
      `batch ${FEE.address}`,
      `batch ${OTHER_FEE.address}`,
    ]);
  });

  it('carry the fees that are paid by themselves beside what they are for', async () => {
    const feeLegs = [
      { amountUnits: 3n, paymentReference: '0xaaaaaaaaaaaaaaaa', receiverAddress: FEE.address },
    ] as const;
    const { approvals, batches } = await batchCalldata([order({ feeLegs }), order()], WALLET);
    expect(approvals.map(said)).toEqual(['approve 203 batch']);
    expect(said(batches[0]?.transaction ?? { data: '0x' })).toMatch(
      /pay 100 0x\w+ fee 0 \w+\npay 3 0xaaaaaaaaaaaaaaaa fee 0 \w+\npay 100/,
    );
  });
});

describe('conversions', () => {
  const readAt = new Date(1_800_000_000_000);
  const conversion = { path: ['0xa', USDC.address], maxRateAgeSeconds: 60, slippageBps: 100 };
  const due = { amountUnits: 10n ** 8n, feeUnits: 10n ** 6n };

  it('allow what they may take at most, and say at which rate', async () => {
    const chain = stillChain('mainnet');
    chain.rate = { outUnits: 1_000_000n, oldestAt: readAt, readAt };
    const converted = order({ chain, kind: 'conversion', conversion, due, platformFee: FEE });
    const { approvals, batches, rates } = await batchCalldata(
      [order({ chain }), converted],
      WALLET,
    );
    expect(approvals.map(said)).toEqual([`approve ${100 + 1_020_100} batch`]);
    expect(said(batches[0]?.transaction ?? { data: '0x' })).toContain(
      'convert 100000000 max 1020100 age 60',
    );
    expect(rates).toEqual([undefined, { ...chain.rate, outUnits: 1_010_000n }]);
  });

  it('are refused without a rate or with one that is too old', async () => {
    const chain = stillChain('mainnet');
    const orders = [order({ chain, kind: 'conversion', conversion, due })];
    await expect(batchCalldata(orders)).rejects.toThrow(Refusal);
    chain.rate = { outUnits: 1n, oldestAt: new Date(readAt.getTime() - 61_000), readAt };
    await expect(batchCalldata(orders)).rejects.toThrow('is 61 seconds old');
    const behindAToken = [order({ chain }), ...orders];
    await expect(batchCalldata(behindAToken)).rejects.toThrow('The price feed ');
    chain.rate = { outUnits: 0n, oldestAt: readAt, readAt };
    await expect(batchCalldata(orders)).rejects.toThrow('worth less than a unit of USDC-mainnet');
  });
});

it('how many transactions orders take is known before there is a rate', async () => {
  const conversion = { path: ['0xa', USDC.address], maxRateAgeSeconds: 60, slippageBps: 100 };
  const many = (count: number, parts: Partial<PaymentOrder> = {}) =>
    Array.from({ length: count }, () => order(parts));
  expect(countBatches(many(200))).toBe(1);
  expect(countBatches(many(1_000))).toBeGreaterThan(1);
  expect(countBatches(many(98, { kind: 'conversion', conversion }))).toBe(1);
  expect(countBatches(many(99, { kind: 'conversion', conversion }))).toBe(2);
  const due = { amountUnits: 1n, feeUnits: 1n };
  const [mine, other] = [
    { due, platformFee: FEE },
    { due, platformFee: OTHER_FEE },
  ];
  expect(countBatches([order(mine), order(mine)])).toBe(1);
  expect(countBatches([order(mine), order(other)])).toBe(2);
});

it('orders of several networks are a bug, as is nothing to pay', async () => {
  await expect(batchCalldata([])).rejects.toThrow(Bug);
  const elsewhere = order({ chain: stillChain('base') });
  await expect(batchCalldata([order(), elsewhere])).rejects.toThrow(Bug);
});
