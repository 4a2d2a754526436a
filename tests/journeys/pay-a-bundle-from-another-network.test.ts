import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { Hex } from '#kit/hex.ts';
import {
  confirmSafeTransaction,
  draftSafeTransaction,
  executeSafeTransaction,
  proposeSafeTransaction,
} from '#sandbox/safe-wallet.ts';
import { asCall } from '#sandbox/test-wallet.ts';
import { ARRIVES, type BridgedSandbox, openBridgedSandbox } from '../support/bridged-sandbox.ts';
import { type BundlesOf, bundlesOf, type PayoutLink } from '../support/bundles-of.ts';
import { Calldata } from '../support/pay-with.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { PAYER } from '../support/route-sample.ts';

let bridged: BridgedSandbox;
let bundles: BundlesOf;
let receiver: Receiver;
beforeAll(async () => {
  bridged = await openBridgedSandbox();
  bundles = bundlesOf(bridged.world);
  receiver = await openReceiver();
  await bridged.world.registerWebhook(receiver.url);
});
afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
  await bridged[Symbol.asyncDispose]();
});

const REPORTED = ['payment.confirmed', 'payment.failed', 'payment.refunded', 'payment.partial'];
const reportedOf = ({ requestId }: PayoutLink) =>
  receiver.deliveries
    .filter(({ payload }) => payload.requestId === requestId)
    .map(({ payload }) => payload.event)
    .filter((event) => REPORTED.includes(event))
    .sort();

const Prepared = z.looseObject({
  executionKind: z.string(),
  transactions: z.array(z.looseObject({})),
  metadata: z.looseObject({
    bridgeTxIndices: z.array(z.number()),
    aggregateAllowance: z.string(),
    sourceNetwork: z.string(),
  }),
});
const View = z.looseObject({
  status: z.string(),
  paymentIntents: z
    .array(z.looseObject({ childPosition: z.number(), status: z.string() }))
    .optional(),
});

// First, as the other test moves the networks an hour ahead of what quotes go by.
it('pays a bundle on Base by one transaction of a Safe on Arbitrum, which its children wait for', async () => {
  const { safe, networks } = bridged.sandbox;
  const [first, second] = safe?.owners ?? [];
  const arbitrum = networks['arbitrum-one'];
  if (!safe?.serviceUrl || !first || !second || !arbitrum) throw new Error('it has a Safe');
  const { address, serviceUrl } = safe;
  await bridged.relay({ mode: 'fill' });
  const links: PayoutLink[] = [];
  for (const amount of ['11', '12']) {
    links.push(await bundles.payout({ network: 'base', currency: 'USDC-base', amount }));
  }
  const token = await bundles.bundle(links, 'evm_cross_chain');
  const query = `wallet=${address}&isSafe=true&chain=ARBITRUM&token=USDC`;
  const { body } = await bridged.world.read(`${token}/pay?${query}`);
  const { bridgeTxIndices, aggregateAllowance } = Prepared.parse(body).metadata;
  const { transactions, metadata } = Calldata.parse(body);
  const draft = await draftSafeTransaction(arbitrum, safe, transactions.map(asCall));
  const service = `${serviceUrl}/arbitrum-one/api`;
  await proposeSafeTransaction(service, draft, first);
  const reported = await bridged.reportBundle(token, {
    safeTxHash: draft.hash,
    safePaymentDeadline: metadata['safePaymentDeadline'],
    chain: 'ARBITRUM',
    smartAccountAddress: address,
    userOpHash: draft.hash,
    transactionIndices: bridgeTxIndices.map((transactionIndex, childPosition) => ({
      childPosition,
      transactionIndex,
    })),
  });
  expect(reported).toMatchObject({ safeTxHash: draft.hash, smartAccountAddress: address });
  for (const link of links) {
    expect(await bridged.world.read(link.token)).toMatchObject({
      status: 423,
      body: { requestStatuses: [{ safeTxHash: draft.hash, chainId: 42_161 }] },
    });
  }

  const before = await bridged.balance('arbitrum-one', address);
  await confirmSafeTransaction(service, draft, second);
  const hash = await executeSafeTransaction(draft);
  expect(before - (await bridged.balance('arbitrum-one', address))).toBe(
    BigInt(aggregateAllowance),
  );
  await expect
    .poll(() => bridged.world.read(token), ARRIVES)
    .toMatchObject({ status: 409, body: { status: 'completed' } });
  for (const link of links) {
    expect(await bridged.balance('base', link.payee)).toBe(BigInt(link.amount) * 1_000_000n);
    await expect
      .poll(() => bridged.payments(link.requestId), ARRIVES)
      .toMatchObject([{ type: 'crosschain', sourceTxHash: hash, payerAddress: address }]);
    await expect.poll(() => reportedOf(link), ARRIVES).toEqual(['payment.confirmed']);
  }
});

it('pays a bundle of five on Base from Arbitrum, of which one is never delivered, refunded and paid by its link', async () => {
  const links: PayoutLink[] = [];
  for (const amount of ['11', '12', '13', '14', '15']) {
    links.push(await bundles.payout({ network: 'base', currency: 'USDC-base', amount }));
  }
  const made = await bundles.send('multicall-payouts', {
    childTokens: links.map(({ token }) => token),
    requestedExecutionKind: 'evm_cross_chain',
  });
  expect(made.status).toBe(201);
  const { token } = z.looseObject({ token: z.string() }).parse(made.body);
  const view = async () => View.parse((await bridged.world.read(token)).body);

  const answer = await bridged.prepare(token);
  expect(answer.status).toBe(200);
  const prepared = Prepared.parse(answer.body);
  const { transactions, metadata } = prepared;
  expect(prepared).toMatchObject({
    executionKind: 'evm_cross_chain',
    metadata: { bridgeTxIndices: [1, 2, 3, 4, 5], sourceNetwork: 'arbitrum-one' },
  });
  const before = await bridged.balance('arbitrum-one', PAYER);

  await bridged.relay({ mode: 'fill' });
  const hashes: Hex[] = [];
  for (const [i, transaction] of transactions.entries()) {
    // The last child is not delivered.
    if (i === 5) {
      await expect
        .poll(
          () => Promise.all(links.slice(0, 4).map((link) => bridged.world.read(link.token))),
          ARRIVES,
        )
        .toMatchObject(Array.from({ length: 4 }, () => ({ status: 409 })));
      await bridged.relay({ mode: 'refund' });
    }
    const hash = await bridged.sign({ ...prepared, transactions: [transaction] });
    const link = links[i - 1];
    if (link === undefined) continue;
    hashes.push(hash);
    await bridged.report(link.token, hash);
  }
  const left = before - (await bridged.balance('arbitrum-one', PAYER));
  expect(left).toBe(BigInt(metadata.aggregateAllowance));
  for (const [i, link] of links.slice(0, 4).entries()) {
    expect(await bridged.balance('base', link.payee)).toBe(BigInt(link.amount) * 1_000_000n);
    await expect
      .poll(() => bridged.payments(link.requestId), ARRIVES)
      .toMatchObject([{ type: 'crosschain', sourceTxHash: hashes[i], payerAddress: PAYER }]);
  }
  expect((await view()).status).toBe('pending');

  await bridged.passTime(3_700);
  await expect
    .poll(
      async () => (await view()).paymentIntents?.find((one) => one.childPosition === 4)?.status,
      ARRIVES,
    )
    .toBe('refunded');
  const [, , , , failed] = links;
  if (failed === undefined) throw new Error('there are five');
  await expect
    .poll(() => reportedOf(failed), ARRIVES)
    .toEqual(['payment.failed', 'payment.refunded']);
  expect((await view()).status).toBe('pending');
  expect(await bridged.balance('base', failed.payee)).toBe(0n);

  const { body } = await bridged.world.read(`${failed.token}/pay?wallet=${PAYER}`);
  await bridged.sign(body, 'base');
  await expect
    .poll(() => bridged.world.read(token), ARRIVES)
    .toMatchObject({ status: 409, body: { status: 'completed' } });
  await expect
    .poll(() => links.map(reportedOf), ARRIVES)
    .toEqual([
      ...Array.from({ length: 4 }, () => ['payment.confirmed']),
      ['payment.confirmed', 'payment.failed', 'payment.refunded'],
    ]);
});
