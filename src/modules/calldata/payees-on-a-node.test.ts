import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONTRACTS } from '#catalog/contracts.ts';
import { conversionPath } from '#catalog/conversion-paths.ts';
import { type Currency, currencyById, nativeCurrencyOf } from '#catalog/currencies.ts';
import { Refusal } from '#kit/failure.ts';
import { TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { type BlockingToken, blockingToken } from '../../../tests/support/blocking-token.ts';
import { relayNode } from '../../../tests/support/relayed-node.ts';
import {
  connect,
  execute,
  holdings,
  openTestNode,
  type TestNode,
} from '../../../tests/support/test-node.ts';
import { batchCalldata } from './batch-calldata.ts';
import { paymentCalldata } from './payment-calldata.ts';
import type { PaymentOrder } from './payment-order.ts';

const { payer, payee, unrelated, feeReceiver } = TEST_ACCOUNTS;

const named = (id: string): Currency => {
  const found = currencyById(id);
  if (found === undefined) throw new Error(`the test names ${id}, which does not exist`);
  return found;
};
const USDC = named('USDC-sepolia');
const FAU = named('FAU-sepolia');
const ETHER = nativeCurrencyOf('sepolia') ?? USDC;

let sepolia: TestNode;
let token: BlockingToken;
beforeAll(async () => {
  sepolia = await openTestNode('sepolia');
  token = await blockingToken(sepolia.node.rpcUrl, USDC.address);
});
afterAll(() => sepolia[Symbol.asyncDispose]());

let references = 0;

function order(payeeAddress: string, parts: Partial<PaymentOrder> = {}): PaymentOrder {
  references += 1;
  return {
    chain: sepolia.chain,
    kind: 'token',
    currency: USDC,
    payeeAddress,
    paymentReference: `0x${references.toString(16).padStart(16, '0')}`,
    due: { amountUnits: 1_000n, feeUnits: 0n },
    ...parts,
  };
}

const placed = (orders: readonly PaymentOrder[]) =>
  orders.map((one, i) => ({ ...one, field: `requests[${i}]` }));

/** What was refused, or what was prepared. */
async function refusalOf(answer: Promise<unknown>) {
  const error = await answer.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Refusal)) throw new Error(`it was not refused: ${String(error)}`);
  const { status, code, errors } = error;
  return { status, code, fields: errors?.map(({ field }) => field) };
}

const unpayable = (...fields: string[]) => ({ status: 409, code: 'payee_cannot_be_paid', fields });

describe('on a node', () => {
  it('a payee whom a token blocks is known before signing, and is paid once it does not', async () => {
    await token.block(payee.address);
    const asked = order(payee.address);
    expect(await refusalOf(paymentCalldata(asked, payer.address))).toEqual(unpayable('payee'));
    await token.unblock(payee.address);
    const [before = 0n] = await holdings(sepolia, USDC, [payee.address]);
    const { transactions } = await paymentCalldata(asked, payer.address);
    await execute(sepolia, transactions);
    expect(await holdings(sepolia, USDC, [payee.address])).toEqual([before + 1_000n]);
  });

  it('one blocked payee of three makes a batch revert, which is known before signing', async () => {
    const payees = [payee.address, unrelated.address, feeReceiver.address];
    const orders = placed(payees.map((one) => order(one)));
    const before = await holdings(sepolia, USDC, payees);
    const first = await batchCalldata(orders, payer.address);
    await execute(sepolia, first.approvals);
    await token.block(unrelated.address);
    const [batch] = first.batches;
    if (batch === undefined) throw new Error('three payments are a batch');
    await expect(execute(sepolia, [batch.transaction])).rejects.toThrow(/revert/);
    expect(await refusalOf(batchCalldata(orders, payer.address))).toEqual(unpayable('requests[1]'));
    expect(await holdings(sepolia, USDC, payees)).toEqual(before);

    await token.unblock(unrelated.address);
    const again = await batchCalldata(orders, payer.address);
    await execute(
      sepolia,
      again.batches.map(({ transaction }) => transaction),
    );
    expect(await holdings(sepolia, USDC, payees)).toEqual(before.map((units) => units + 1_000n));
  });

  it('a wallet that the token blocks gets that error, and pays in another token', async () => {
    await token.block(payer.address);
    const orders = placed([
      order(payee.address, { currency: FAU }),
      order(payee.address),
      order(unrelated.address),
    ]);
    const refused = { status: 409, code: 'payer_cannot_pay' };
    expect(await refusalOf(paymentCalldata(order(payee.address), payer.address))).toEqual({
      ...refused,
      fields: ['payee'],
    });
    expect(await refusalOf(batchCalldata(orders, payer.address))).toEqual({
      ...refused,
      fields: ['requests[1]'],
    });
    await expect(batchCalldata(orders.slice(0, 1), payer.address)).resolves.toBeDefined();
    await token.unblock(payer.address);
    await expect(batchCalldata(orders, payer.address)).resolves.toBeDefined();
  });

  it('coins to a contract that takes none are known before signing', async () => {
    const coins = { kind: 'native', currency: ETHER } as const;
    const closed = order(CONTRACTS.sepolia.erc20FeeProxy, coins);
    expect(await refusalOf(paymentCalldata(closed, payer.address))).toEqual(unpayable('payee'));
    const orders = placed([order(payee.address, coins), closed, order(payee.address)]);
    expect(await refusalOf(batchCalldata(orders, payer.address))).toEqual(unpayable('requests[1]'));
    await expect(
      paymentCalldata(order(payee.address, coins), payer.address),
    ).resolves.toBeDefined();
  });

  it('a blocked payee of a conversion is known before signing', async () => {
    const path = conversionPath('EUR', USDC, { sandbox: true }) ?? [];
    const conversion = { path, maxRateAgeSeconds: 0, slippageBps: 100 };
    const due = { amountUnits: 10n ** 8n, feeUnits: 0n };
    const asked = order(unrelated.address, { kind: 'conversion', conversion, due });
    await token.block(unrelated.address);
    expect(await refusalOf(paymentCalldata(asked, payer.address))).toEqual(unpayable('payee'));
    await token.unblock(unrelated.address);
    await expect(paymentCalldata(asked, payer.address)).resolves.toBeDefined();
  });

  it('simulating costs no round trip, and refuses nobody where the node cannot simulate', async () => {
    await using relay = await relayed();
    const chain = connect({ network: 'sepolia', rpcUrl: relay.rpcUrl });
    await token.block(unrelated.address);
    const orders = placed([order(payee.address, { chain }), order(unrelated.address, { chain })]);
    expect(await refusalOf(batchCalldata(orders, payer.address))).toEqual(unpayable('requests[1]'));
    expect(relay.requests).toBe(1);
    relay.answer = ({ params }) =>
      JSON.stringify(params).includes('0xa9059cbb')
        ? { error: { code: -32_005, message: 'too much to compute' } }
        : undefined;
    const { batches } = await batchCalldata(orders, payer.address);
    expect(batches).toHaveLength(1);
    await token.unblock(unrelated.address);
  });
});

async function relayed() {
  const relay = await relayNode(sepolia.node.rpcUrl);
  return Object.assign(relay, { [Symbol.asyncDispose]: relay.stop });
}
