import { createPublicClient, createTestClient, erc20Abi, http, parseUnits } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { CONTRACTS } from '#catalog/contracts.ts';
import { currencyById } from '#catalog/currencies.ts';
import { isHex } from '#kit/hex.ts';
import { TEST_ACCOUNTS } from '../../src/sandbox/test-accounts.ts';
import { BundleCalldata, BundleView, bundlesOf, type PayoutLink } from '../support/bundles-of.ts';
import { sendTransaction } from '../support/pay-with.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { startWorld, type World } from '../support/world.ts';

const { payer, unrelated, feeReceiver } = TEST_ACCOUNTS;
/** Decision 20, written again: a local node may not notice. */
const GAS_MAX = 15_000_000n;
const BYTES_MAX = 120_000;
const USDC = currencyById('USDC-sepolia')?.address ?? '';
const LARGE_MS = 300_000;

let world: World;
let receiver: Receiver;
let bundles: ReturnType<typeof bundlesOf>;

beforeAll(async () => {
  world = await startWorld({ MULTICALL_CHILDREN_MAX: '1000' });
  receiver = await openReceiver();
  await world.registerWebhook(receiver.url);
  bundles = bundlesOf(world);
});
afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const rpcUrl = () => world.sandbox.networks['sepolia']?.rpcUrl;
const client = () => createPublicClient({ transport: http(rpcUrl(), { batch: true }) });
const testClient = () => createTestClient({ mode: 'anvil', transport: http(rpcUrl()) });

async function balances(wallets: readonly `0x${string}`[]): Promise<bigint[]> {
  const node = client();
  const address: `0x${string}` = `0x${USDC.slice(2)}`;
  const read = wallets.map((wallet) =>
    node.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [wallet] }),
  );
  return await Promise.all(read);
}

const unitsOf = (links: readonly PayoutLink[]) => links.map(({ amount }) => parseUnits(amount, 6));

async function prepare(token: string): Promise<z.infer<typeof BundleCalldata>> {
  const { status, body } = await world.read(`${token}/pay?wallet=${payer.address}`);
  expect([status, body['message']]).toEqual([200, undefined]);
  return BundleCalldata.parse(body);
}

/** Signs and sends transactions one after another, each of which keeps to the limits; returns their blocks. */
async function send(transactions: z.infer<typeof BundleCalldata>['transactions']) {
  const blocks: bigint[] = [];
  for (const transaction of transactions) {
    const hash = await sendTransaction(world.sandbox, transaction);
    if (!isHex(hash)) throw new Error('the node answers a hash');
    const receipt = await client().waitForTransactionReceipt({ hash });
    const { gas, input } = await client().getTransaction({ hash });
    expect(receipt.status).toBe('success');
    expect(receipt.gasUsed).toBeLessThanOrEqual(GAS_MAX);
    expect(gas).toBeLessThanOrEqual(GAS_MAX);
    expect(input.length / 2).toBeLessThanOrEqual(BYTES_MAX);
    blocks.push(receipt.blockNumber);
  }
  return blocks;
}

const isOver = ({ status }: { readonly status: number }) => status === 409;

/** Every request of these links was reported as paid, once. */
async function expectOneDelivery(links: readonly PayoutLink[]): Promise<void> {
  const wanted = new Set(links.map(({ requestId }) => requestId));
  const delivery = () =>
    receiver.distinct.flatMap(({ payload }) =>
      payload.event === 'payment.confirmed' && wanted.has(payload.requestId ?? '')
        ? [payload.requestId]
        : [],
    );
  for (const { requestId } of links) {
    await receiver.awaitDelivery(
      ({ payload }) => payload.event === 'payment.confirmed' && payload.requestId === requestId,
    );
  }
  expect(delivery().toSorted()).toEqual([...wanted].toSorted());
}

describe('a bundle', () => {
  it.each([2, 150])(
    'of %i payouts is paid by one transaction, and each is reported once',
    async (count) => {
      const links = await bundles.payouts(count);
      const token = await bundles.bundle(links);
      const prepared = await prepare(token);
      expect(prepared.metadata.batchPayments).toEqual([
        { transactionIndex: 1, childPositions: [...links.keys()] },
      ]);
      expect(prepared.amounts).toEqual(links.map(({ amount }) => amount));
      await send(prepared.transactions);
      expect(await balances(links.map(({ payee }) => payee))).toEqual(unitsOf(links));
      const { body } = await bundles.awaitView(token, isOver);
      expect(body).toMatchObject({
        status: 'completed',
        requestStatuses: links.map(({ requestId }) => ({ requestId, hasBeenPaid: true })),
      });
      await expectOneDelivery(links);
      for (const link of links.slice(0, 2)) await world.awaitStatus(link.token, 409);
      expect(await balances([contract()])).toEqual([0n]);
    },
  );

  it(
    'of a thousand payouts is paid by several, with a pause in between',
    async () => {
      const links = await bundles.payouts(1_000);
      const token = await bundles.bundle(links);
      const first = await prepare(token);
      const { batchPayments } = first.metadata;
      expect(batchPayments.length).toBeGreaterThan(1);
      const [done] = batchPayments;
      const paid = done?.childPositions.length ?? 0;
      // The approval, which is for all of it, and the first batch.
      await send(first.transactions.slice(0, 2));
      const isPart = ({ body }: { readonly body: unknown }) =>
        BundleView.parse(body).children.filter(({ context }) => context.hasBeenPaid).length ===
        paid;
      const part = BundleView.parse((await bundles.awaitView(token, isPart)).body);
      expect(part).toMatchObject({ status: 'pending', canExecute: true });
      expect(part.children.filter(({ executable }) => executable)).toHaveLength(1_000 - paid);
      expect(part.children[0]?.blockReason).toBe('already_paid');

      const second = await prepare(token);
      expect(second.childTokens).toEqual(links.slice(paid).map((link) => link.token));
      expect(second.metadata).toMatchObject({
        childCount: 1_000,
        executableLegCount: 1_000 - paid,
        paymentTransactionIndex: 0,
        needsApproval: false,
      });
      await send(second.transactions);
      expect(await balances(links.map(({ payee }) => payee))).toEqual(unitsOf(links));
      const { body } = await bundles.awaitView(token, isOver);
      expect(Object(body).requestStatuses).toHaveLength(1_000);
      await expectOneDelivery(links);
      expect(await balances([contract()])).toEqual([0n]);
    },
    LARGE_MS,
  );

  it('goes back with the one of its transactions that a reorg undid, and is paid again', async () => {
    // One transaction of the contract pays one receiver of fees, so these take two.
    const links = [
      await bundles.payout({ feePercentage: '1', feeAddress: feeReceiver.address }),
      await bundles.payout({ feePercentage: '1', feeAddress: unrelated.address }),
    ];
    const token = await bundles.bundle(links);
    const { transactions, metadata } = await prepare(token);
    expect(metadata.batchPayments.map(({ childPositions }) => childPositions)).toEqual([[0], [1]]);
    // A block comes with each transaction alone: none is mined between a look at the chain and the reorg, nor makes the last one final.
    await testClient().setIntervalMining({ interval: 0 });
    await testClient().setAutomine(true);
    await send(transactions.slice(0, 2));
    await testClient().mine({ blocks: 1 });
    const [block = 0n] = await send(transactions.slice(2));
    await bundles.awaitView(token, isOver);
    const head = await client().getBlockNumber();
    await client().request<{
      Method: 'anvil_reorg';
      Parameters: [number, []];
      ReturnType: null;
    }>({ method: 'anvil_reorg', params: [Number(head - block) + 1, []] });
    await testClient().setIntervalMining({ interval: 1 });
    const back = await bundles.awaitView(token, ({ status }) => status === 200);
    expect(back.body).toMatchObject({
      status: 'pending',
      canExecute: true,
      children: [{ blockReason: 'already_paid' }, { executable: true }],
    });
    const again = await prepare(token);
    expect(again.childTokens).toEqual([links[1]?.token]);
    await send(again.transactions);
    await bundles.awaitView(token, isOver);
    expect(await balances(links.map(({ payee }) => payee))).toEqual(unitsOf(links));
  });

  it('pays nobody where one of its payees cannot be paid', async () => {
    const coin = { currency: 'ETH-sepolia-sepolia', amount: '0.01' };
    // The token's contract takes no coins.
    const links = [await bundles.payout(coin), await bundles.payout({ ...coin, recipient: USDC })];
    const token = await bundles.bundle(links);
    // Prepared for nobody in particular: with a wallet it is refused before there is anything to sign.
    const { transactions } = BundleCalldata.parse((await world.read(`${token}/pay`)).body);
    expect(transactions).toHaveLength(1);
    await expect(send(transactions)).rejects.toThrow();
    const [link] = links;
    expect(await client().getBalance({ address: link?.payee ?? '0x' })).toBe(0n);
    expect((await world.read(token)).body).toMatchObject({ status: 'pending', canExecute: true });
  });
});

function contract(): `0x${string}` {
  return `0x${(CONTRACTS.sepolia.batchPayments ?? '').slice(2)}`;
}
