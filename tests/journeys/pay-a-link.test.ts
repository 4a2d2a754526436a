import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { signText } from '#kit/secret.ts';
import { TEST_ACCOUNTS } from '../../src/sandbox/test-accounts.ts';
import { Calldata, payOtherwise, sendTransaction } from '../support/pay-with.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import type { ReachedWorld } from '../support/world.ts';

let world: ReachedWorld;
let receiver: Receiver;
let secret: string;

beforeAll(async () => {
  world = await sharedWorld();
  receiver = await openReceiver();
  secret = (await world.registerWebhook(receiver.url)).secret;
});

afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
});

const Paid = z.object({ payments: z.array(z.object({ id: z.string() })) });
const Receipt = z.object({ proof: z.record(z.string(), z.unknown()) });

const confirmed = (requestId: string) => (delivery: Receiver['deliveries'][number]) =>
  delivery.payload.event === 'payment.confirmed' && delivery.payload.requestId === requestId;

describe('a payer who pays exactly', () => {
  it('completes the link, and the integrator is informed by a signed webhook', async () => {
    const link = await world.createLink('12.5', { reference: 'INV-77' });
    const before = await world.read(`${link.token}?wallet=${world.sandbox.payer.address}`);
    expect(before.status).toBe(200);
    expect(before.body).toMatchObject({
      paymentType: 'single',
      status: 'pending',
      amount: '12500000',
      paymentCurrency: 'USDC-sepolia',
      payee: world.sandbox.payee.address,
      reference: 'INV-77',
      paymentOptions: {},
    });

    const hash = await world.pay(link.token);
    const after = await world.awaitStatus(link.token, 409);
    expect(after.body).toMatchObject({
      message: 'Secure payment has already been completed',
      status: 'completed',
      requestStatuses: [{ requestId: link.requestIds[0], hasBeenPaid: true, txHash: hash }],
    });

    const delivery = await receiver.awaitDelivery(confirmed(link.requestIds[0]));
    expect(delivery.headers['x-service-signature']).toBe(signText(secret, delivery.body));
    expect(delivery.headers['x-service-retry-count']).toBe('0');
    expect(JSON.stringify(JSON.parse(delivery.body))).toBe(delivery.body);
    expect(delivery.payload).toMatchObject({
      requestID: link.requestIds[0],
      amount: '12.5',
      totalAmountPaid: '12.5',
      expectedAmount: '12.5',
      txHash: hash,
      payerAddress: world.sandbox.payer.address,
      network: 'sepolia',
      currency: 'USDC',
      paymentProcessor: 'service-network',
    });
  });

  it('pays the fee on top, rounded down to the unit', async () => {
    const feeAddress = TEST_ACCOUNTS.unrelated.address;
    const link = await world.createLink('0.99', { feePercentage: '2.5', feeAddress });
    const { body } = await world.read(`${link.token}/pay?wallet=${world.sandbox.payer.address}`);
    expect(body['metadata']).toMatchObject({
      // 0.99 USDC are 990,000 units, 2.5 % of which are 24,750.
      requiredAmount: '1014750',
      platformFee: { percentage: '2.5', address: feeAddress },
    });
    await world.pay(link.token);
    const delivery = await receiver.awaitDelivery(confirmed(link.requestIds[0]));
    expect(delivery.payload).toMatchObject({ amount: '0.99' });
    expect(delivery.payload['fees']).toMatchObject([{ amount: '0.02475', currency: 'USDC' }]);
  });

  it('has a receipt that the node confirms, and one that was forged is refused', async () => {
    const link = await world.createLink('4.2');
    await world.pay(link.token);
    await world.awaitStatus(link.token, 409);
    const { apiUrl, sandbox } = world;
    const headers = { 'x-api-key': sandbox.apiKey, 'content-type': 'application/json' };
    const read = async (path: string, body?: object) => {
      const init = body && { method: 'POST', body: JSON.stringify(body) };
      return await (await fetch(`${apiUrl}/v2/${path}`, { headers, ...init })).json();
    };
    const { payments } = Paid.parse(await read(`request/${link.requestIds[0]}`));
    const { proof } = Receipt.parse(await read(`payments/${payments[0]?.id}/receipt`));
    expect(await read('receipts/verify', proof)).toMatchObject({ isVerified: true });
    expect(await read('receipts/verify', { ...proof, amount: '42' })).toMatchObject({
      isVerified: false,
      differences: [{ field: 'amount', claimed: '42', onChain: '4.2' }],
    });
  });
});

describe('a payer with an old allowance', () => {
  it('needs no approval when it is large enough', async () => {
    const big = await world.createLink('500');
    const approval = Calldata.parse(
      (await world.read(`${big.token}/pay?wallet=${world.sandbox.payer.address}`)).body,
    ).transactions[0];
    if (approval === undefined) throw new Error('no approval was prepared');
    await sendTransaction(world.sandbox, approval);

    const link = await world.createLink('3');
    const { body } = await world.read(`${link.token}/pay?wallet=${world.sandbox.payer.address}`);
    const { metadata, transactions } = Calldata.parse(body);
    expect(transactions).toHaveLength(1);
    expect(metadata).toMatchObject({
      needsApproval: false,
      stepsRequired: 1,
      paymentTransactionIndex: 0,
    });
    await world.pay(link.token);
    await world.awaitStatus(link.token, 409);
  });
});

describe('a payer who is short of balance', () => {
  it('is refused before signing, and a link that cannot be paid stays pending', async () => {
    const link = await world.createLink('999999999999');
    const { body } = await world.read(`${link.token}/pay?wallet=${world.sandbox.payer.address}`);
    expect(Calldata.parse(body).metadata.hasEnoughBalance).toBe(false);
    // The node refuses to send what would revert, or mines it as reverted: no money moves either way.
    await world.pay(link.token).catch(() => undefined);
    const later = await world.createLink('1');
    await world.pay(later.token);
    await world.awaitStatus(later.token, 409);
    expect((await world.read(link.token)).body['status']).toBe('pending');
  });
});

describe('a payer who pays in parts', () => {
  it('completes the link with the last part, and each part is reported once', async () => {
    const link = await world.createLink('10');
    const [requestId] = link.requestIds;
    await payPart(link.token, 4_000_000n);
    const partial = await receiver.awaitDelivery(
      ({ payload }) => payload.event === 'payment.partial' && payload.requestId === requestId,
    );
    expect(partial.payload).toMatchObject({
      amount: '4',
      totalAmountPaid: '4',
      expectedAmount: '10',
    });
    expect((await world.read(link.token)).status).toBe(200);
    await payPart(link.token, 6_000_000n);
    const delivery = await receiver.awaitDelivery(confirmed(requestId));
    expect(delivery.payload).toMatchObject({ amount: '6', totalAmountPaid: '10' });
    await world.awaitStatus(link.token, 409);
  });

  async function payPart(token: string, units: bigint): Promise<void> {
    const { body } = await world.read(`${token}/pay?wallet=${world.sandbox.payer.address}`);
    await payOtherwise(world.sandbox, body, units);
  }
});
