import { describe, expect, it } from 'vitest';
import { type Currency, currencyById, nativeCurrencyOf } from '#catalog/currencies.ts';
import type { TransferSimulation } from '#chains/chain.ts';
import { Refusal } from '#kit/failure.ts';
import { RICH, stillChain } from '../../../tests/support/still-chain.ts';
import { batchCalldata } from './batch-calldata.ts';
import { paymentCalldata } from './payment-calldata.ts';
import type { PaymentOrder } from './payment-order.ts';

const WALLET = '0x3333333333333333333333333333333333333333';
const PAYEES = [1, 2, 5, 6, 7].map((n) => `0x${String(n).repeat(40)}`);
const [FIRST = '', SECOND = '', THIRD = ''] = PAYEES;
const FEE = { percentage: '2', address: '0x4444444444444444444444444444444444444444' };
const LEG_RECEIVER = '0x8888888888888888888888888888888888888888';

const named = (id: string): Currency => {
  const found = currencyById(id);
  if (found === undefined) throw new Error(`the test names ${id}, which does not exist`);
  return found;
};
const USDC = named('USDC-mainnet');
const USDT = named('USDT-mainnet');
const ETHER = nativeCurrencyOf('mainnet') ?? USDC;
const coins = { kind: 'native', currency: ETHER } as const;
const leg = {
  amountUnits: 5n,
  paymentReference: '0x00000000000000aa',
  receiverAddress: LEG_RECEIVER,
} as const;

/** A chain that records its simulations, and orders on it. */
function scene() {
  const chain = stillChain('mainnet');
  const asked: TransferSimulation[] = [];
  const { simulateTransfers } = chain;
  chain.simulateTransfers = async (wallet, transfers) => {
    asked.push(...transfers);
    return await simulateTransfers(wallet, transfers);
  };
  const order = (payeeAddress: string, parts: Partial<PaymentOrder> = {}): PaymentOrder => ({
    chain,
    kind: 'token',
    currency: USDC,
    payeeAddress,
    paymentReference: '0x0011223344556677',
    due: { amountUnits: 100n, feeUnits: 0n },
    ...parts,
  });
  return { chain, asked, order };
}

/** Orders at their places in a list of requests. */
const placed = (orders: readonly PaymentOrder[]) =>
  orders.map((order, i) => ({ ...order, field: `requests[${i}]` }));

async function refusalOf(answer: Promise<unknown>) {
  const error = await answer.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Refusal)) throw new Error(`it was not refused: ${String(error)}`);
  const { status, code, message, errors } = error;
  return { status, code, message, errors };
}

describe('a payee who cannot be paid', () => {
  it('is named for a single payment, before there is anything to sign', async () => {
    const { chain, order } = scene();
    chain.refusing = new Set([FIRST]);
    expect(await refusalOf(paymentCalldata(order(FIRST), WALLET))).toEqual({
      status: 409,
      code: 'payee_cannot_be_paid',
      message: `1 payee cannot be paid: USDC-mainnet refuses transfers to ${FIRST}. Nothing was prepared to sign`,
      errors: [{ field: 'payee', message: `USDC-mainnet refuses transfers to ${FIRST}` }],
    });
    chain.refusing = new Set();
    await expect(paymentCalldata(order(FIRST), WALLET)).resolves.toBeDefined();
  });

  it('is named with their place among the payments of a batch, each once in every currency', async () => {
    const { chain, order } = scene();
    chain.refusing = new Set([SECOND, THIRD]);
    const orders = placed([
      order(FIRST),
      order(SECOND),
      order(THIRD, coins),
      order(SECOND),
      order(SECOND, { currency: USDT }),
    ]);
    expect(await refusalOf(batchCalldata(orders, WALLET))).toEqual({
      status: 409,
      code: 'payee_cannot_be_paid',
      message: `2 payees cannot be paid: USDC-mainnet refuses transfers to ${SECOND} (and 1 more). Nothing was prepared to sign`,
      errors: [
        { field: 'requests[1]', message: `USDC-mainnet refuses transfers to ${SECOND}` },
        { field: 'requests[2]', message: `${THIRD} takes no ETH-mainnet` },
        { field: 'requests[4]', message: `USDT-mainnet refuses transfers to ${SECOND}` },
      ],
    });
  });

  it('may be who receives a fee that the same transaction pays', async () => {
    const { chain, order } = scene();
    const due = { amountUnits: 100n, feeUnits: 2n };
    chain.refusing = new Set([FEE.address]);
    const single = order(FIRST, { due, platformFee: FEE });
    expect(await refusalOf(paymentCalldata(single, WALLET))).toMatchObject({
      message: `1 receiver of a fee cannot be paid: USDC-mainnet refuses transfers to ${FEE.address}, who receives a fee. Nothing was prepared to sign`,
      errors: [{ field: 'feeReceiver', message: expect.stringContaining(FEE.address) }],
    });
  });

  it('may be who receives a fee by itself, also of a single payment, before anybody signs', async () => {
    const { chain, order } = scene();
    chain.refusing = new Set([LEG_RECEIVER]);
    const withLeg = order(FIRST, { feeLegs: [leg] });
    expect(await refusalOf(batchCalldata(placed([withLeg]), WALLET))).toMatchObject({
      errors: [
        { field: 'requests[0].feeReceiver', message: expect.stringContaining(LEG_RECEIVER) },
      ],
    });
    expect(await refusalOf(paymentCalldata(withLeg, WALLET))).toMatchObject({
      code: 'payee_cannot_be_paid',
      errors: [{ field: 'feeReceiver', message: expect.stringContaining(LEG_RECEIVER) }],
    });
    const inCoins = order(FIRST, { ...coins, feeLegs: [leg] });
    expect(await refusalOf(paymentCalldata(inCoins, WALLET))).toMatchObject({
      errors: [{ message: `${LEG_RECEIVER}, who receives a fee, takes no ETH-mainnet` }],
    });
  });

  it('is counted with those who receive fees', async () => {
    const { chain, order } = scene();
    chain.refusing = new Set([SECOND, LEG_RECEIVER]);
    const orders = placed([order(FIRST, { feeLegs: [leg] }), order(SECOND)]);
    expect(await refusalOf(batchCalldata(orders, WALLET))).toMatchObject({
      message: expect.stringMatching(/^2 payees cannot be paid: .* \(and 1 more\)/),
      errors: [{ field: 'requests[1]' }, { field: 'requests[0].feeReceiver' }],
    });
  });

  it('is placed where they are paid, also where they receive the fee of an earlier payment', async () => {
    const { chain, order } = scene();
    chain.refusing = new Set([SECOND]);
    const due = { amountUnits: 100n, feeUnits: 2n };
    const platformFee = { ...FEE, address: SECOND };
    const orders = placed([FIRST, THIRD, SECOND].map((one) => order(one, { due, platformFee })));
    expect((await refusalOf(batchCalldata(orders, WALLET))).errors).toEqual([
      { field: 'requests[2]', message: `USDC-mainnet refuses transfers to ${SECOND}` },
    ]);
  });

  it('stands for all others behind the first twenty, which are counted', async () => {
    const { chain, order } = scene();
    const many = Array.from({ length: 30 }, (_, n) => `0x${String(n + 10).padStart(40, 'a')}`);
    chain.refusing = new Set(many.slice(0, 29));
    const refusal = await refusalOf(batchCalldata(placed(many.map((one) => order(one))), WALLET));
    expect(refusal.message).toMatch(/^29 payees cannot be paid: .* \(and 28 more\)/);
    expect(refusal.errors).toHaveLength(20);
  });
});

describe('a wallet that a token refuses', () => {
  it('gets that error, and no payee is named', async () => {
    const { chain, order } = scene();
    chain.refusing = new Set([WALLET]);
    const refused = {
      status: 409,
      code: 'payer_cannot_pay',
      message: `USDC-mainnet refuses every transfer from ${WALLET}: the token is paused, or this wallet is blocked by it. Nothing was prepared to sign`,
    };
    const message = 'USDC-mainnet refuses every transfer from this wallet';
    expect(await refusalOf(paymentCalldata(order(FIRST), WALLET))).toEqual({
      ...refused,
      errors: [{ field: 'payee', message }],
    });
    const orders = placed([order(FIRST, coins), order(SECOND), order(THIRD)]);
    expect(await refusalOf(batchCalldata(orders, WALLET))).toEqual({
      ...refused,
      errors: [{ field: 'requests[1]', message }],
    });
  });
});

describe('trying', () => {
  it('simulates each payee once in each currency, and for the wallet itself in tokens', async () => {
    const { asked, order } = scene();
    const orders = [
      order(FIRST),
      order(FIRST.toUpperCase().replace('0X', '0x')),
      order(SECOND, { feeLegs: [leg] }),
      order(FIRST, coins),
    ];
    await batchCalldata(placed(orders), WALLET);
    expect(asked.map((one) => [one.tokenAddress, one.payeeAddress, one.units])).toEqual([
      [USDC.address, FIRST, 100n],
      [USDC.address, SECOND, 100n],
      [USDC.address, LEG_RECEIVER, 5n],
      [USDC.address, WALLET, 100n],
      [undefined, FIRST, 100n],
    ]);
  });

  it('takes one unit of the token of a conversion, whose rate is read in the same request', async () => {
    const { chain, asked, order } = scene();
    chain.rate = { outUnits: 1_000_000n, oldestAt: new Date(0), readAt: new Date(0) };
    const conversion = { path: [], maxRateAgeSeconds: 0, slippageBps: 100 };
    const due = { amountUnits: 10n ** 8n, feeUnits: 0n };
    const converted = order(FIRST, { kind: 'conversion', conversion, due });
    await paymentCalldata(converted, WALLET);
    expect(asked.map((one) => [one.payeeAddress, one.units])).toEqual([
      [FIRST, 1n],
      [WALLET, 1n],
    ]);
    chain.refusing = new Set([FIRST]);
    expect((await refusalOf(paymentCalldata(converted, WALLET))).code).toBe('payee_cannot_be_paid');
  });

  it('skips a wallet that has too little, which gets that error instead', async () => {
    const { chain, order } = scene();
    chain.refusing = new Set([FIRST]);
    const tokens = { [USDC.address]: { balanceUnits: 99n, allowanceUnits: 0n } };
    chain.balances = { ...RICH, nativeBalanceUnits: 99n, tokens };
    const { metadata } = await paymentCalldata(order(FIRST), WALLET);
    expect(metadata).toMatchObject({ hasEnoughBalance: false });
    for (const parts of [{}, coins]) {
      const batch = await batchCalldata(placed([order(FIRST, parts)]), WALLET);
      expect(batch.metadata).toMatchObject({ hasEnoughBalance: false });
    }
    // Of another token there is enough.
    const orders = placed([order(FIRST), order(FIRST, { currency: USDT })]);
    expect((await refusalOf(batchCalldata(orders, WALLET))).errors).toEqual([
      { field: 'requests[1]', message: `USDT-mainnet refuses transfers to ${FIRST}` },
    ]);
  });

  it('refuses nobody where no node answers', async () => {
    const { chain, order } = scene();
    chain.simulateTransfers = async (_, transfers) => transfers.map(() => 'unknown');
    await expect(paymentCalldata(order(FIRST), WALLET)).resolves.toBeDefined();
    await expect(batchCalldata(placed([order(FIRST)]), WALLET)).resolves.toBeDefined();
  });

  it('names the payees where no node answers about the wallet itself', async () => {
    const { chain, order } = scene();
    chain.simulateTransfers = async (wallet, transfers) =>
      transfers.map(({ payeeAddress }) => (payeeAddress === wallet ? 'unknown' : 'refused'));
    const refusal = await refusalOf(batchCalldata(placed([order(FIRST), order(SECOND)]), WALLET));
    expect(refusal.code).toBe('payee_cannot_be_paid');
  });

  it('reads nothing without a wallet', async () => {
    const { asked, order } = scene();
    await paymentCalldata(order(FIRST));
    await batchCalldata(placed([order(FIRST)]));
    expect(asked).toEqual([]);
  });
});
