import { describe, expect, it } from 'vitest';
import { currencyById } from '#catalog/currencies.ts';
import { Refusal } from '#kit/failure.ts';
import { stillChain } from '../../../tests/support/still-chain.ts';
import { batchCalldata } from './batch-calldata.ts';
import { paymentCalldata } from './payment-calldata.ts';
import type { PaymentOrder } from './payment-order.ts';

/** Two spellings of the same wallet. */
const WALLET = '0xAbCdEf0123456789aBcDeF0123456789AbCdEf01';
const WALLET_IN_SMALL = WALLET.toLowerCase();
const OTHER = '0x1111111111111111111111111111111111111111';
const FEE = { percentage: '2', address: WALLET };
const LEG = {
  amountUnits: 5n,
  paymentReference: '0x00000000000000aa',
  receiverAddress: WALLET,
} as const;

/** A chain that counts reads about payers, and orders on it. */
function scene() {
  const chain = stillChain('mainnet');
  let reads = 0;
  const { readPayerBalances } = chain;
  chain.readPayerBalances = async (...asked) => {
    reads += 1;
    return await readPayerBalances(...asked);
  };
  const currency = currencyById('USDC-mainnet');
  if (currency === undefined) throw new Error('the test names a currency that does not exist');
  const order = (payeeAddress: string, parts: Partial<PaymentOrder> = {}): PaymentOrder => ({
    chain,
    kind: 'token',
    currency,
    payeeAddress,
    paymentReference: '0x0011223344556677',
    due: { amountUnits: 100n, feeUnits: 0n },
    ...parts,
  });
  return { order, reads: () => reads };
}

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

describe('a wallet that is the payee', () => {
  it.each([
    ['as it is', WALLET],
    ['in another spelling', WALLET_IN_SMALL],
  ])('is refused before the chain is read, written %s', async (_, wallet) => {
    const { order, reads } = scene();
    expect(await refusalOf(paymentCalldata(order(WALLET), wallet))).toEqual({
      status: 409,
      code: 'payer_is_payee',
      message: `The paying wallet ${wallet} is the payee of this payment: what a wallet pays itself is never credited. Pay from another wallet. Nothing was prepared to sign`,
      errors: [{ field: 'payee', message: `${wallet} is the paying wallet itself` }],
    });
    expect(reads()).toBe(0);
  });

  it('lists which payments of a batch are its own', async () => {
    const { order, reads } = scene();
    const orders = placed([order(OTHER), order(WALLET), order(OTHER), order(WALLET_IN_SMALL)]);
    expect(await refusalOf(batchCalldata(orders, WALLET))).toEqual({
      status: 409,
      code: 'payer_is_payee',
      message: `The paying wallet ${WALLET} is the payee of requests[1] (and 1 more): what a wallet pays itself is never credited. Pay from another wallet. Nothing was prepared to sign`,
      errors: ['requests[1]', 'requests[3]'].map((field) => ({
        field,
        message: `${WALLET} is the paying wallet itself`,
      })),
    });
    expect(reads()).toBe(0);
  });

  it('is named at the first twenty places, and the others are counted', async () => {
    const { order } = scene();
    const orders = placed(Array.from({ length: 30 }, () => order(WALLET)));
    const refusal = await refusalOf(batchCalldata(orders, WALLET));
    expect(refusal.message).toContain('requests[0] (and 29 more)');
    expect(refusal.errors).toHaveLength(20);
  });
});

describe('who may pay', () => {
  it.each<[string, Partial<PaymentOrder>]>([
    [
      'receives the fee inside the payment',
      { due: { amountUnits: 100n, feeUnits: 2n }, platformFee: FEE },
    ],
    ['receives a fee behind it', { feeLegs: [LEG] }],
  ])('is a wallet that only %s', async (_, parts) => {
    const { order } = scene();
    await expect(paymentCalldata(order(OTHER, parts), WALLET)).resolves.toBeDefined();
    await expect(batchCalldata(placed([order(OTHER, parts)]), WALLET)).resolves.toBeDefined();
  });

  it('is who receives the outstanding fees of a payment, which are all that is paid', async () => {
    const { order } = scene();
    const fees = order(WALLET, { isFees: true });
    await expect(paymentCalldata(fees, WALLET)).resolves.toBeDefined();
    await expect(batchCalldata(placed([fees]), WALLET)).resolves.toBeDefined();
  });

  it('is not read without a wallet', async () => {
    const { order } = scene();
    await expect(paymentCalldata(order(WALLET))).resolves.toBeDefined();
    await expect(batchCalldata(placed([order(WALLET)]))).resolves.toBeDefined();
  });
});
