import { encodeFunctionData, erc20Abi, parseEther, parseUnits } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { currencyById } from '#catalog/currencies.ts';
import { TEST_ACCOUNTS } from '../../src/sandbox/test-accounts.ts';
import { bundlesOf } from '../support/bundles-of.ts';
import { payBatchWith, sendTransaction } from '../support/pay-with.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { sendToHost } from '../support/send-to-host.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import type { ReachedWorld } from '../support/world.ts';

const { payee, feeReceiver } = TEST_ACCOUNTS;
const USDC = 'USDC-sepolia';
const TOKEN = currencyById(USDC)?.address ?? '';

let world: ReachedWorld;
let receiver: Receiver;
beforeAll(async () => {
  world = await sharedWorld();
  receiver = await openReceiver();
  await world.registerWebhook(receiver.url);
});
afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
});

/** A wallet that never allowed anything, with coins and 100 USDC: the sandbox as it is for its owner. */
async function freshWallet(): Promise<ReachedWorld['sandbox']> {
  const privateKey = generatePrivateKey();
  const { address } = privateKeyToAccount(privateKey);
  const value = `0x${parseEther('1').toString(16)}`;
  await sendTransaction(world.sandbox, { to: address, data: '0x', value });
  const args = [address, parseUnits('100', 6)] as const;
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args });
  await sendTransaction(world.sandbox, { to: TOKEN, data, value: '0x0' });
  return { ...world.sandbox, payer: { address, privateKey } };
}

const Prepared = z.looseObject({
  transactions: z.array(
    z.object({
      to: z.string(),
      data: z.string(),
      value: z.union([z.string(), z.looseObject({ hex: z.string() })]),
    }),
  ),
  metadata: z.record(z.string(), z.unknown()),
});

/** Signs and sends what was answered, in its order. */
async function payAs(owner: ReachedWorld['sandbox'], body: unknown): Promise<void> {
  for (const { to, data, value } of Prepared.parse(body).transactions) {
    await sendTransaction(owner, {
      to,
      data,
      value: typeof value === 'string' ? value : value.hex,
    });
  }
}

async function send(path: string, body?: unknown): Promise<unknown> {
  const headers = { 'x-api-key': world.sandbox.apiKey };
  const said = await sendToHost(`${world.apiUrl}/v2/${path}`, { headers, body });
  expect([said.status, Object(said.body).message]).toEqual([
    body === undefined ? 200 : 201,
    undefined,
  ]);
  return said.body;
}

const Created = z.looseObject({ requestId: z.string() });
const Batch = z.looseObject({ requests: z.array(Created) });

const item = (amount: string, invoiceCurrency = USDC) => ({
  payee: payee.address,
  amount,
  invoiceCurrency,
  paymentCurrency: USDC,
});

/** Waits until a request is reported as paid by this wallet. */
async function expectPaid(
  requestId: string | undefined,
  owner: ReachedWorld['sandbox'],
): Promise<void> {
  const { payload } = await receiver.awaitDelivery(
    (one) => one.payload.event === 'payment.confirmed' && one.payload.requestId === requestId,
  );
  expect(payload).toMatchObject({ payerAddress: owner.payer.address });
}

/** What is answered where clients of the public API require it, though nothing was read. */
const UNCHECKED = {
  needsApproval: true,
  approvalTransactionIndex: 0,
  paymentTransactionIndex: 1,
  hasEnoughBalance: true,
  hasEnoughGas: true,
  walletChecked: false,
};

describe('calldata that was prepared for nobody in particular settles for a wallet that has the money', () => {
  it('of POST /v2/payouts', async () => {
    const owner = await freshWallet();
    const body = await send('payouts', {
      ...item('2.5'),
      feePercentage: '2',
      feeAddress: feeReceiver.address,
    });
    expect(body).toMatchObject({ metadata: UNCHECKED });
    expect(body).not.toHaveProperty('metadata.hasEnoughAllowance');
    await payAs(owner, body);
    await expectPaid(Created.parse(body).requestId, owner);
  });

  it.each([
    ['a token', USDC],
    ['an invoice in euros', 'EUR'],
  ])('of GET /v2/request/{requestId}/pay over %s', async (_name, invoiceCurrency) => {
    const owner = await freshWallet();
    const { requestId } = Created.parse(await send('request', item('10', invoiceCurrency)));
    const body = await send(`request/${requestId}/pay`);
    expect(body).toMatchObject({ metadata: UNCHECKED });
    await payAs(owner, body);
    await expectPaid(requestId, owner);
  });

  it('of POST /v2/payouts/batch', async () => {
    const owner = await freshWallet();
    const body = await send('payouts/batch', { requests: [item('3'), item('4', 'EUR')] });
    expect(body).not.toHaveProperty('metadata');
    await payBatchWith(owner, body);
    for (const { requestId } of Batch.parse(body).requests) await expectPaid(requestId, owner);
  });

  it('of the calldata of a link, which says nothing of a wallet', async () => {
    const owner = await freshWallet();
    const link = await world.createLink('12.5');
    const { body } = await world.read(`${link.token}/pay`);
    const { metadata } = Prepared.parse(body);
    expect(metadata).toMatchObject({ needsApproval: true, approvalTransactionIndex: 0 });
    expect(Object.keys(metadata).filter((key) => key.startsWith('hasEnough'))).toEqual([]);
    await payAs(owner, body);
    await expectPaid(link.requestIds[0], owner);
  });

  it('of the calldata of a batch link, which has no metadata then', async () => {
    const owner = await freshWallet();
    const { destinationId } = world.sandbox.payee;
    const requests = [
      { destinationId, amount: '1' },
      { destinationId, amount: '2' },
    ];
    const link = z
      .looseObject({ token: z.string(), requestIds: z.array(z.string()) })
      .parse(await send('secure-payments', { requests }));
    const { body } = await world.read(`${link.token}/pay`);
    expect(body).not.toHaveProperty('metadata');
    await payBatchWith(owner, body);
    for (const requestId of link.requestIds) await expectPaid(requestId, owner);
  });

  it('of the calldata of a bundle', async () => {
    const owner = await freshWallet();
    const bundles = bundlesOf(world);
    const links = [await bundles.payout({ amount: '1' }), await bundles.payout({ amount: '2' })];
    const token = await bundles.bundle(links);
    const { body } = await world.read(`${token}/pay`);
    const { metadata } = Prepared.parse(body);
    expect(metadata).toMatchObject({ needsApproval: true, approvalTransactionsCount: 1 });
    expect(Object.keys(metadata).filter((key) => key.startsWith('hasEnough'))).toEqual([]);
    await payAs(owner, body);
    for (const { requestId } of links) await expectPaid(requestId, owner);
  });
});
