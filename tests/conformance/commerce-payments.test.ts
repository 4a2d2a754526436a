import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PAYMENT_INTENT_SPENDERS } from '#catalog/payment-intent-spenders.generated.ts';
import { SANDBOX_SENDER, TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { asCall, sendCall } from '#sandbox/test-wallet.ts';
import { namesOf, sendToHost } from '../support/send-to-host.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import type { ReachedWorld } from '../support/world.ts';
import { PROTOCOL_FEE } from '../support/world-settings.ts';

const { payer, payee } = TEST_ACCOUNTS;
/** How long the chain may take to be read. */
const PATIENCE_MS = 150_000;

let world: ReachedWorld;
beforeAll(async () => {
  world = await sharedWorld({
    ...PROTOCOL_FEE,
    PERMIT_SPENDER_SEPOLIA: PAYMENT_INTENT_SPENDERS.sepolia,
    RELAYER_KEY: SANDBOX_SENDER.privateKey,
  });
});

const send = (path: string, body?: unknown) =>
  sendToHost(`${world.apiUrl}/v2/commerce-payments/${path}`, {
    headers: { 'x-api-key': world.sandbox.apiKey },
    ...(body !== undefined && { body }),
  });

const Transaction = z.object({ to: z.string(), data: z.string(), value: z.string() });
const Created = z.looseObject({ requestId: z.string(), payerTransactions: z.array(Transaction) });

/** What wire facts 5.7 list, without what Florin adds. */
const CALL = ['calldata', 'operator', 'requestId', 'to', 'value', 'data', 'description'];
const STATUS = [
  ...['requestId', 'status', 'payer', 'merchant', 'operator', 'token', 'amount', 'maxAmount'],
  ...['capturedAmount', 'refundedAmount', 'commercePaymentHash', 'preApprovalExpiry'],
  ...['authorizationExpiry', 'refundExpiry', 'canCapture', 'canVoid', 'canRefund', 'createdAt'],
  ...['updatedAt', 'events'],
];

async function agreed(): Promise<string> {
  const { status, body } = await send('authorize/calldata', {
    merchantId: 'm',
    merchantAddress: payee.address,
    buyerAddress: payer.address,
    amount: '1000000',
    paymentCurrency: 'USDC-base',
  });
  expect(status).toBe(201);
  expect(namesOf(body)).toEqual(expect.arrayContaining(CALL));
  expect(body).toMatchObject({ value: '0', operator: SANDBOX_SENDER.address });
  const { requestId, payerTransactions } = Created.parse(body);
  const rpcUrl = world.sandbox.networks['base']?.rpcUrl ?? '';
  for (const one of payerTransactions)
    await sendCall({ chainId: 8_453, rpcUrl }, payer, asCall(one));
  return requestId;
}

const read = async (requestId: string) => (await send(`${requestId}/status`)).body;
const becomes = (requestId: string, wanted: object) =>
  expect.poll(() => read(requestId), { timeout: PATIENCE_MS, interval: 200 }).toMatchObject(wanted);

describe('wire facts 5.7', () => {
  it('are answered from the first call to the last, by the product as it runs', async () => {
    const requestId = await agreed();
    expect(namesOf(await read(requestId))).toEqual(expect.arrayContaining(STATUS));
    await becomes(requestId, { status: 'PENDING', canCapture: false, events: [] });
    const authorized = await send(`${requestId}/authorize`, {});
    expect(authorized.body).toEqual({
      requestId,
      status: 'AUTHORIZING',
      transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      amount: '1000000',
    });
    await becomes(requestId, { status: 'AUTHORIZED', canCapture: true });
    const captured = await send(`${requestId}/capture`, { captureAmount: '400000' });
    expect(captured).toMatchObject({
      status: 200,
      body: { requestId, status: 'CAPTURING', captureAmount: '400000' },
    });
    await becomes(requestId, { status: 'PAID', capturedAmount: '400000' });
    for (const path of ['capture/calldata', 'void/calldata']) {
      const body = path.startsWith('capture') ? { captureAmount: '1' } : {};
      const prepared = await send(`${requestId}/${path}`, body);
      expect([path, prepared.status, namesOf(prepared.body)]).toEqual([
        path,
        200,
        [...CALL].sort(),
      ]);
    }
    const voided = await send(`${requestId}/void`, { reason: 'out of stock' });
    expect(voided).toMatchObject({
      status: 200,
      body: { status: 'VOIDING', voidedAmount: '600000' },
    });
    await becomes(requestId, { status: 'PAID', canVoid: false, canRefund: true });
    expect(await read(requestId)).toMatchObject({
      payer: payer.address,
      merchant: payee.address,
      preApprovalExpiry: expect.stringMatching(/^\d{10}$/),
      events: ['AUTHORIZED', 'CAPTURED', 'VOIDED'].map((type) => ({
        type,
        timestamp: expect.stringMatching(/Z$/),
        transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        blockNumber: expect.any(Number),
      })),
    });
  });
});
