import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { evmAddress } from '#chains/evm/address.ts';
import type { Hex } from '#kit/hex.ts';
import {
  confirmSafeTransaction,
  draftSafeTransaction,
  executeSafeTransaction,
  proposeSafeTransaction,
} from '#sandbox/safe-wallet.ts';
import { TEST_SMART_ACCOUNT } from '#sandbox/test-accounts.ts';
import { asCall, sendCall } from '#sandbox/test-wallet.ts';
import { ARRIVES, type BridgedSandbox, openBridgedSandbox } from '../support/bridged-sandbox.ts';
import { type BundlesOf, bundlesOf, type PayoutLink } from '../support/bundles-of.ts';
import { Calldata } from '../support/pay-with.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { PAYER } from '../support/route-sample.ts';
import { executeSafe, transactionOf } from '../support/safes.ts';
import { connect } from '../support/test-node.ts';

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
  receiver.distinct
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

const OfKey = z.looseObject({ eoaApprovalTransactions: Calldata.shape.transactions });

// The last test moves the networks an hour ahead of what quotes go by.
it('pays a bundle on Base by one transaction of a Safe on Arbitrum, which its children wait for', async () => {
  const { safe, networks } = bridged.sandbox;
  const [first, second] = safe?.owners ?? [];
  const arbitrum = networks['arbitrum-one'];
  if (!safe?.serviceUrl || !first || !second || !arbitrum) throw new Error('it has a Safe');
  const { address, serviceUrl } = safe;
  const { links, token } = await bundleOfTwo();
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
    transactionIndices: childrenOf(bridgeTxIndices),
  });
  expect(reported).toMatchObject({ safeTxHash: draft.hash, smartAccountAddress: address });
  for (const link of links) {
    // A proposal holds its link once the Safe service has shown it, which a busy one does later.
    await expect
      .poll(() => bridged.world.read(link.token))
      .toMatchObject({
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
  await untilPaid(token, links, { sourceTxHash: hash, payerAddress: address });
});

it('pays a bundle on Base by one transaction of an account on Arbitrum with the tokens of its key', async () => {
  const { networks, payer } = bridged.sandbox;
  const node = networks['arbitrum-one'];
  if (!node) throw new Error('it has a node of Arbitrum');
  const { links, token } = await bundleOfTwo();
  const address = evmAddress(TEST_SMART_ACCOUNT.address);
  const query = `wallet=${address}&eoaWallet=${PAYER}&chain=ARBITRUM&token=USDC`;
  const { body } = await bridged.world.read(`${token}/pay?${query}`);
  const { bridgeTxIndices, aggregateAllowance } = Prepared.parse(body).metadata;
  for (const one of OfKey.parse(body).eoaApprovalTransactions) {
    await sendCall(node, payer, asCall(one));
  }
  const balances = () =>
    Promise.all([PAYER, address].map((one) => bridged.balance('arbitrum-one', evmAddress(one))));
  const [ofKey = 0n, ofAccount = 0n] = await balances();
  await using stack = new AsyncDisposableStack();
  const chain = connect({ network: 'arbitrum-one', rpcUrl: node.rpcUrl });
  stack.defer(() => chain.close());
  const calls = Calldata.parse(body).transactions.map(asCall);
  const transaction = await transactionOf(chain, address, calls);
  const signers = { address, owners: [TEST_SMART_ACCOUNT.owner] };
  // Sent by somebody else, as a bundler does.
  const at = { chain, client: bridged.client('arbitrum-one'), node };
  const txHash = await executeSafe(at, signers, transaction);
  expect(await balances()).toEqual([ofKey - BigInt(aggregateAllowance), ofAccount]);
  const report = { txHash, chain: 'ARBITRUM', smartAccountAddress: address, userOpHash: txHash };
  await bridged.reportBundle(token, {
    ...report,
    payerEoaAddress: PAYER,
    transactionIndices: childrenOf(bridgeTxIndices),
  });
  const payers = { payerAddress: address, payerEoaAddress: PAYER };
  await untilPaid(token, links, { sourceTxHash: txHash, ...payers });
});

/** A bundle of two payouts on Base, whose routes are delivered. */
async function bundleOfTwo() {
  await bridged.relay({ mode: 'fill' });
  const links: PayoutLink[] = [];
  for (const amount of ['11', '12']) {
    links.push(await bundles.payout({ network: 'base', currency: 'USDC-base', amount }));
  }
  return { links, token: await bundles.bundle(links, 'evm_cross_chain') };
}

const childrenOf = (bridgeTxIndices: readonly number[]) =>
  bridgeTxIndices.map((transactionIndex, childPosition) => ({ childPosition, transactionIndex }));

/** Waits until a bundle is paid, each child once and whole, by a payment with these members. */
async function untilPaid(token: string, links: readonly PayoutLink[], members: object) {
  await expect
    .poll(() => bridged.world.read(token), ARRIVES)
    .toMatchObject({ status: 409, body: { status: 'completed' } });
  for (const link of links) {
    expect(await bridged.balance('base', link.payee)).toBe(BigInt(link.amount) * 1_000_000n);
    await expect
      .poll(() => bridged.payments(link.requestId), ARRIVES)
      .toMatchObject([{ type: 'crosschain', ...members }]);
    await expect.poll(() => reportedOf(link), ARRIVES).toEqual(['payment.confirmed']);
  }
}

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
