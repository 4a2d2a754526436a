import { TronWeb } from 'tronweb';
import { decodeFunctionData, formatUnits, parseUnits } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { tronBatchPaymentsAbi } from '#catalog/abis/tron-batch-payments.generated.ts';
import { CONTRACTS } from '#catalog/contracts.ts';
import { isHex } from '#kit/hex.ts';
import { BundleView, bundlesOf } from '../support/bundles-of.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { sendToHost } from '../support/send-to-host.ts';
import { TRON, tronBatch } from '../support/tron-calldata.ts';
import { newWallet, TRON_USDC, TRON_USDT, TRX } from '../support/tron-node.ts';
import { openTronScene, type TronScene } from '../support/tron-scene.ts';
import { startWorld, type World } from '../support/world.ts';

/** Issue 13, point 7: bundles on Tron, signed by TronWeb and sent through the relay. */

const BATCH = CONTRACTS.tron.erc20BatchPayments ?? '';
const FEE_RECEIVER = newWallet().address;
const FEE_LIMIT = 300 * TRX;
const TOKENS = { 'USDT-tron': TRON_USDT, 'USDC-tron': TRON_USDC };
const LARGE_MS = 600_000;

let scene: TronScene;
let world: World;
let receiver: Receiver;
let bundles: ReturnType<typeof bundlesOf>;

beforeAll(async () => {
  scene = await openTronScene({ blockMs: 500 });
  world = await startWorld({
    SANDBOX_NETWORKS: 'sepolia,base,tron',
    RPC_URL_TRON: scene.node.url,
    PROTOCOL_FEE_BPS: '100',
    PROTOCOL_FEE_TRON_ADDRESS: FEE_RECEIVER,
  });
  receiver = await openReceiver();
  await world.registerWebhook(receiver.url);
  bundles = bundlesOf(world);
});
afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
  await scene.node.stop();
});

const Created = z.looseObject({ token: z.string(), requestIds: z.tuple([z.string()]) });
const Transaction = z.looseObject({
  data: z.string(),
  txID: z.string(),
  childPositions: z.array(z.number()),
});
const Own = z.looseObject({ txID: z.string() });
const Calldata = z.looseObject({
  executionKind: z.literal('tron_batch'),
  transactions: z.array(Transaction),
  references: z.array(z.string()),
  amounts: z.array(z.string()),
  feeBundle: z.looseObject({ fees: z.array(z.looseObject({ paymentReference: z.string() })) }),
  metadata: z.looseObject({
    batchPayments: z.array(
      z.object({ transactionIndex: z.number(), childPositions: z.array(z.number()) }),
    ),
    hasEnoughGas: z.boolean(),
    paymentFeeLimit: z.string(),
  }),
});
type Calldata = z.infer<typeof Calldata>;
const Sent = z.object({
  result: z.boolean(),
  txid: z.string(),
  code: z.string(),
  message: z.string(),
});

interface Payout {
  readonly token: string;
  readonly requestId: string;
  readonly payee: string;
  readonly units: bigint;
}

async function payout(currency: string, at: number, more: object = {}): Promise<Payout> {
  const payee = newWallet().address;
  const amount = `1.${at + 100}`;
  const { body } = await bundles.send('payouts', {
    recipient: payee,
    creatorWalletAddress: world.sandbox.payer.tronAddress,
    network: 'tron',
    currency,
    amount,
    ...more,
  });
  const { token, requestIds } = Created.parse(body);
  return { token, requestId: requestIds[0], payee, units: parseUnits(amount, 6) };
}

async function bundleOf(currency: string, count: number) {
  const links: Payout[] = [];
  while (links.length < count) {
    const some = Math.min(8, count - links.length);
    const from = links.length;
    links.push(
      ...(await Promise.all(Array.from({ length: some }, (_, i) => payout(currency, from + i)))),
    );
  }
  return { links, token: await bundleAll(links) };
}

async function bundleAll(links: readonly Payout[]): Promise<string> {
  const { body } = await bundles.send('multicall-payouts', {
    childTokens: links.map(({ token }) => token),
    requestedExecutionKind: 'tron_batch',
  });
  return z.looseObject({ token: z.string() }).parse(body).token;
}

async function prepare(token: string): Promise<Calldata> {
  const wallet = world.sandbox.payer.tronAddress ?? '';
  const { status, body } = await world.read(`${token}/pay?wallet=${wallet}`);
  expect([status, body['message']]).toEqual([200, undefined]);
  return Calldata.parse(body);
}

/** Signs an element of calldata as TronWeb does, and hands it to the relay. */
async function handOver(token: string, transaction: object) {
  const signed = await scene.tronWeb.trx.sign(JSON.parse(JSON.stringify(transaction)));
  const { clientId, origin, apiUrl } = world.sandbox;
  const headers = { 'x-client-id': clientId, origin };
  const path = `${apiUrl}/v2/secure-payments/${token}/tron/broadcast`;
  return await sendToHost(path, { headers, body: { signedTransaction: signed } });
}

/** The same of one that must be taken; the receipt is the node's own. */
async function send(token: string, transaction: Calldata['transactions'][number]) {
  const said = await handOver(token, transaction);
  expect([said.status, said.body]).toEqual([200, expect.objectContaining({ code: 'SUCCESS' })]);
  expect(Sent.parse(said.body)).toMatchObject({ result: true, txid: transaction.txID });
  return await scene.tronWeb.trx.getUnconfirmedTransactionInfo(transaction.txID);
}

async function sendAll(token: string, transactions: Calldata['transactions']): Promise<void> {
  for (const transaction of transactions) {
    const { receipt, fee = 0 } = await send(token, transaction);
    expect(receipt.result).toBe('SUCCESS');
    expect(fee).toBeLessThanOrEqual(FEE_LIMIT);
  }
}

const isOver = ({ status }: { readonly status: number }) => status === 409;
const childrenPaid = (body: unknown) =>
  BundleView.parse(body).children.filter(({ context }) => context.hasBeenPaid).length;

/** Every item of a call of the batch contract: whom it pays under which reference; no fee of an item. */
function itemsOf({ data }: { readonly data: string }) {
  if (!isHex(data)) throw new Error('calldata is hex');
  const { args } = decodeFunctionData({ abi: tronBatchPaymentsAbi, data });
  const [, payees, amounts, references, fees] = z
    .tuple([
      z.string(),
      z.array(z.string()),
      z.array(z.bigint()),
      z.array(z.string()),
      z.array(z.bigint()),
      z.string(),
    ])
    .parse(args);
  expect(new Set(fees)).toEqual(new Set([0n]));
  return payees.map((payee, i) => {
    const reference = references[i] ?? '';
    if (!isHex(reference)) throw new Error('a reference is hex');
    const base58 = TronWeb.address.fromHex(`41${payee.slice(2)}`);
    return { payee: base58, amount: amounts[i] ?? 0n, reference };
  });
}

/** Everybody got what was due, every request was reported once, and nothing stayed in the contract. */
async function expectSettled(token: string, links: readonly Payout[], contract: string) {
  const { body } = await bundles.awaitView(token, isOver);
  expect(body).toMatchObject({
    status: 'completed',
    requestStatuses: links.map(({ requestId }) => ({ requestId, hasBeenPaid: true })),
  });
  for (const { payee, units, requestId } of links) {
    expect(await scene.unitsOf(contract, payee)).toBe(units);
    await receiver.awaitDelivery(
      ({ payload }) => payload.event === 'payment.confirmed' && payload.requestId === requestId,
    );
  }
  const wanted = new Set(links.map(({ requestId }) => requestId));
  const reported = receiver.distinct.filter(
    ({ payload }) => payload.event === 'payment.confirmed' && wanted.has(payload.requestId ?? ''),
  );
  expect(reported).toHaveLength(links.length);
  expect(await scene.unitsOf(contract, BATCH)).toBe(0n);
}

describe.each(['USDT-tron', 'USDC-tron'] as const)('a bundle in %s', (currency) => {
  const contract = TOKENS[currency];

  it('of two is paid by one transaction, with its fees as items of their own', async () => {
    const { links, token } = await bundleOf(currency, 2);
    const prepared = await prepare(token);
    expect(prepared.metadata).toMatchObject({ hasEnoughGas: true, paymentFeeLimit: '300000000' });
    expect(prepared.transactions.map(({ childPositions }) => childPositions)).toEqual([[], [0, 1]]);
    const items = prepared.transactions.slice(1).flatMap(itemsOf);
    const fees = prepared.feeBundle.fees.map(({ paymentReference }) => paymentReference);
    expect(items.map(({ reference }) => reference).toSorted()).toEqual(
      [...prepared.references, ...fees].toSorted(),
    );
    const received = await scene.unitsOf(contract, FEE_RECEIVER);
    await sendAll(token, prepared.transactions);
    await expectSettled(token, links, contract);
    const taken = items.filter(({ payee }) => payee === FEE_RECEIVER);
    expect(taken).toHaveLength(2);
    const units = taken.reduce((sum, { amount }) => sum + amount, 0n);
    expect(await scene.unitsOf(contract, FEE_RECEIVER)).toBe(received + units);
  });

  it(
    'of a hundred is paid by several within their fee limit, with a reload in between',
    async () => {
      const { links, token } = await bundleOf(currency, 100);
      const first = await prepare(token);
      const [done, ...others] = first.metadata.batchPayments;
      expect(others.length).toBeGreaterThan(0);
      await sendAll(token, first.transactions.slice(0, 2));
      const paid = done?.childPositions.length ?? 0;
      const isPart = ({ body }: { readonly body: unknown }) => childrenPaid(body) === paid;
      const part = BundleView.parse((await bundles.awaitView(token, isPart)).body);
      expect(part).toMatchObject({ status: 'pending', canExecute: true });
      const second = await prepare(token);
      expect(second.metadata.batchPayments.map(({ childPositions }) => childPositions)).toEqual(
        others.map(({ childPositions }) => childPositions),
      );
      expect(second.transactions).toHaveLength(others.length);
      await sendAll(token, second.transactions);
      await expectSettled(token, links, contract);
    },
    LARGE_MS,
  );
});

describe('a bundle whose children have fees of their calls', () => {
  it('is paid by one transaction, in which each receiver is paid by an item of its own', async () => {
    const receivers = [newWallet().address, newWallet().address];
    const links: Payout[] = [];
    for (const [at, feeAddress] of receivers.entries()) {
      links.push(await payout('USDT-tron', at, { feePercentage: '2', feeAddress }));
    }
    const token = await bundleAll(links);
    const { transactions } = await prepare(token);
    expect(transactions.map(({ childPositions }) => childPositions)).toEqual([[], [0, 1]]);
    const items = transactions.slice(1).flatMap(itemsOf);
    expect(items).toHaveLength(6);
    await sendAll(token, transactions);
    await expectSettled(token, links, TRON_USDT);
    for (const [at, address] of receivers.entries()) {
      const { units = 0n, requestId } = links[at] ?? {};
      expect(await scene.unitsOf(TRON_USDT, address)).toBe((units * 2n) / 100n);
      const { payload } = await receiver.awaitDelivery(
        ({ payload }) => payload.event === 'payment.confirmed' && payload.requestId === requestId,
      );
      const fee = { type: 'platform', amount: formatUnits((units * 2n) / 100n, 6) };
      expect(payload).toMatchObject({
        amount: formatUnits(units, 6),
        fees: [{ type: 'protocol_fee' }, fee],
      });
    }
    const { body } = await world.read(token);
    expect(body).toMatchObject({ skippedFees: [], outstandingFees: [] });
  });
});

describe('a bundle of which one transaction fails', () => {
  it(
    'pays the children of the others, and those of the failed one are offered again once it is solidified',
    async () => {
      const { links, token } = await bundleOf('USDT-tron', 12);
      const { transactions, metadata } = await prepare(token);
      expect(metadata.batchPayments.length).toBe(2);
      const [approval, failing, paying] = transactions;
      if (!(approval && failing && paying)) throw new Error('there are three');
      await sendAll(token, [approval]);
      // A block comes each second: on a busy machine many of them between the failure and its first look-up.
      await scene.control('solidify', { behind: 120 });
      await scene.control('next-result', { result: 'OUT_OF_ENERGY' });
      const { receipt } = await send(token, failing);
      expect(receipt.result).toBe('OUT_OF_ENERGY');
      await sendAll(token, [paying]);
      const left = failing.childPositions;
      const blocked = BundleView.parse((await world.read(token)).body).children;
      for (const position of left) {
        expect(blocked[position]).toMatchObject({
          executable: false,
          blockReason: 'request_processing',
        });
      }
      await scene.control('solidify', { behind: 2 });
      const isOffered = ({ body }: { readonly body: unknown }) => {
        const { children } = BundleView.parse(body);
        return left.every((position) => children[position]?.executable === true);
      };
      await bundles.awaitView(token, isOffered);
      const isPart = ({ body }: { readonly body: unknown }) =>
        childrenPaid(body) === paying.childPositions.length;
      await bundles.awaitView(token, isPart);
      const again = await prepare(token);
      expect(again.transactions.map(({ childPositions }) => childPositions)).toEqual([left]);
      await sendAll(token, again.transactions);
      await expectSettled(token, links, TRON_USDT);
    },
    LARGE_MS,
  );
});

describe('a signed transaction of a bundle', () => {
  it('is forwarded for no other array than the one that is due', async () => {
    const { token } = await bundleOf('USDT-tron', 2);
    const { transactions } = await prepare(token);
    const items = transactions.slice(1).flatMap(itemsOf);
    const [first, second, ...rest] = items;
    if (!(first && second)) throw new Error('there are two and their fees');
    const altered = {
      'another payee': tronBatch([{ ...first, payee: TRON.thief }, second, ...rest]),
      'a unit more': tronBatch([{ ...first, amount: first.amount + 1n }, second, ...rest]),
      'another reference': tronBatch([{ ...first, reference: second.reference }, second, ...rest]),
      'another order': tronBatch([second, first, ...rest]),
      'an item less': tronBatch(items.slice(0, -1)),
      'an item twice': tronBatch([...items, first]),
      'an item more': tronBatch([...items, { ...first, payee: TRON.thief }]),
      'a fee inside an item': tronBatch([{ ...first, fee: 1n }, second, ...rest]),
      'another receiver of fees': tronBatch(items, { feeAddress: TRON.thief }),
      'another token': tronBatch(items, { token: TRON.usdc }),
      'another contract': tronBatch(items, {}, { contract: TRON.proxy }),
      'a higher fee limit': tronBatch(items, {}, { feeLimitSun: FEE_LIMIT + 1 }),
    };
    for (const [what, element] of Object.entries(altered)) {
      const said = await handOver(token, element);
      expect([what, said.status, Object(said.body).code]).toEqual([
        what,
        400,
        'transaction_mismatch',
      ]);
      expect(await scene.tronWeb.trx.getUnconfirmedTransactionInfo(element.txID)).toEqual({});
    }
    expect((await world.read(token)).body).not.toHaveProperty('sentTransactions');
  });

  it('is refused once one of its children was paid by its own link, and the rest is prepared', async () => {
    const { links, token } = await bundleOf('USDC-tron', 2);
    const { transactions } = await prepare(token);
    const [link] = links;
    if (link === undefined) throw new Error('there are two');
    const wallet = world.sandbox.payer.tronAddress ?? '';
    const single = (await world.read(`${link.token}/pay?wallet=${wallet}`)).body;
    const own = z.looseObject({ transactions: z.array(Own) }).parse(single).transactions;
    for (const transaction of own) {
      const said = await handOver(link.token, transaction);
      expect([said.status, said.body]).toEqual([200, expect.objectContaining({ result: true })]);
    }
    const [, batch = {}] = transactions;
    const refused = await handOver(token, batch);
    expect(refused).toMatchObject({ status: 400, body: { code: 'transaction_mismatch' } });
    await world.awaitStatus(link.token, 409);
    const rest = await prepare(token);
    expect(rest.transactions.at(-1)?.childPositions).toEqual([1]);
    await sendAll(token, rest.transactions);
    await expectSettled(token, links, TRON_USDC);
  });
});
