import { pino } from 'pino';
import { sign } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CONTRACTS } from '#catalog/contracts.ts';
import { NETWORKS } from '#catalog/networks.ts';
import type { Chain } from '#chains/chain.ts';
import { tronChain } from '#chains/tron/tron-chain.ts';
import type { Context } from '#context.ts';
import { manualClock } from '#kit/clock.ts';
import { Outage } from '#kit/failure.ts';
import { isHex } from '#kit/hex.ts';
import { createPayoutLink } from '#modules/secure-payments/create-payout-link.ts';
import { sessionActor } from '../../../tests/support/actors.ts';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { paySingle } from '../../../tests/support/pay-single.ts';
import { insertAccount } from '../../../tests/support/payable-link.ts';
import { insertReceived } from '../../../tests/support/received.ts';
import { connected } from '../../../tests/support/still-chain.ts';
import {
  newWallet,
  openTestTronNode,
  TRON_USDT,
  type TronWallet,
} from '../../../tests/support/tron-node.ts';
import { broadcastTransaction } from './broadcast-transaction.ts';

const { erc20FeeProxy: PROXY, erc20BatchPayments: BATCH } = CONTRACTS.tron;
const MINUTE_MS = 60_000;
const [payee, protocol, sponsor] = [newWallet(), newWallet(), newWallet()];

let node: Awaited<ReturnType<typeof openTestTronNode>>;
let database: Awaited<ReturnType<typeof testDatabase>>;
let payer: TronWallet;
let chain: Chain;
let ctx: Context;
/** Ours; that of the node runs on by itself, and by command. */
const now = manualClock(new Date());

beforeAll(async () => {
  [node, database] = await Promise.all([openTestTronNode(), testDatabase()]);
  payer = await node.freshWallet();
  await node.allow(payer, TRON_USDT, PROXY);
  const log = pino({ level: 'silent' });
  chain = tronChain({ network: NETWORKS.tron, rpcUrls: [node.url], pollMs: 20, log, now });
  const accountId = await insertAccount(database.db);
  const actor = sessionActor({ accountId });
  ctx = testContext({ db: database.db, now, actor, chains: connected(chain) });
});
afterAll(async () => {
  await chain.close();
  await node[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

async function newPayout(settings = ctx.settings): Promise<string> {
  const body = { amount: '10', currency: 'USDT-tron', network: 'tron' } as const;
  const sides = { recipient: payee.address, creatorWalletAddress: payer.address };
  return (await createPayoutLink({ ...ctx, settings }, { ...body, ...sides })).token;
}

const prepare = (token: string) => paySingle(ctx, { token, query: { wallet: payer.address } });

const Unsigned = z.looseObject({ txID: z.string(), raw_data_hex: z.string() });

async function signed(transaction: unknown) {
  const { txID, raw_data_hex } = Unsigned.parse(transaction);
  const hash = `0x${txID}`;
  if (!isHex(hash)) throw new Error('an id is hex');
  const signature = await sign({ hash, privateKey: payer.privateKey, to: 'hex' });
  return { txID, raw_data_hex, signature: [signature.slice(2)] };
}

async function send(token: string, transaction: unknown): Promise<string> {
  const answer = await broadcastTransaction(ctx, { token, signed: await signed(transaction) });
  expect(answer).toMatchObject({ result: true, code: 'SUCCESS' });
  return answer.txid;
}

describe('while the nodes make no blocks', () => {
  it('a payment that was lost is in progress, and is prepared again by a solidified block past its expiry', async () => {
    const token = await newPayout();
    const [first] = (await prepare(token)).transactions;
    const txid = await send(token, first);
    await node.fork(1);
    now.advance(11 * MINUTE_MS);
    const inProgress = { status: 423, body: { sentTransactions: [{ txid }] } };
    await expect(prepare(token)).rejects.toMatchObject(inProgress);
    // A block alone is not solidified yet.
    await node.control('mine', { blocks: 1, advanceMs: 11 * MINUTE_MS });
    await expect(prepare(token)).rejects.toMatchObject(inProgress);
    await node.mine(2);
    const before = await node.unitsOf(TRON_USDT, payee.address);
    const [again] = (await prepare(token)).transactions;
    expect(await send(token, again)).not.toBe(txid);
    expect((await node.unitsOf(TRON_USDT, payee.address)) - before).toBe(10_000_000n);
  });

  it('nothing is prepared that expires before it is signed, nor forwarded once it has', async () => {
    const token = await newPayout();
    const [late] = (await prepare(token)).transactions;
    now.advance(6 * MINUTE_MS);
    await expect(prepare(token)).rejects.toThrow(Outage);
    await expect(send(token, late)).rejects.toMatchObject({
      status: 400,
      code: 'transaction_expired',
    });
    await node.control('mine', { blocks: 1, advanceMs: 6 * MINUTE_MS });
    const [fresh] = (await prepare(token)).transactions;
    await send(token, fresh);
  });
});

describe('a completed link that was paid without several fees', () => {
  it('has them paid by one call of the batch contract, each with its reference', async () => {
    const token = await newPayout({
      ...ctx.settings,
      protocolFee: { bps: 100, capUsd: null, fixedUsd: null, tronAddress: protocol.address },
      sponsorshipFees: [{ fixedUsd: '1.5', tronAddress: sponsor.address }],
    });
    await payMainAlone(token);
    const { atomicTransactions = [], outstandingFees = [], metadata } = await prepare(token);
    expect(outstandingFees.map(({ amount }) => amount)).toEqual(['0.1', '1.5']);
    expect(metadata.requiredAmount).toBe('1600000');
    expect(atomicTransactions.map(({ to }) => to)).toEqual([TRON_USDT, BATCH]);
    const from = (await chain.readHead()) + 1n;
    for (const transaction of atomicTransactions) await send(token, transaction);
    const paid = [];
    for await (const { transfers } of chain.scan({ from, to: await chain.readHead() }))
      paid.push(...transfers);
    expect(paid).toMatchObject(
      outstandingFees.map(({ paymentReference, recipient }, at) => ({
        payeeAddress: recipient,
        creditedUnits: [100_000n, 1_500_000n][at],
        feeUnits: 0n,
        referenceKey: isHex(paymentReference) ? chain.referenceKey(paymentReference) : undefined,
      })),
    );
    // Both are held until they count.
    await node.mine(3);
    await expect(prepare(token)).rejects.toMatchObject({
      status: 423,
      body: { sentTransactions: [{ paymentReferences: [expect.any(String), expect.any(String)] }] },
    });
  });
});

/** The payee has been paid, and no fee. */
async function payMainAlone(token: string): Promise<void> {
  const { main, account_id: accountId } = await database.db
    .selectFrom('secure_payment_request')
    .innerJoin('request', 'request.id', 'secure_payment_request.request_id')
    .select(['request.id as main', 'request.account_id'])
    .where('secure_payment_token', '=', token)
    .executeTakeFirstOrThrow();
  const received = { units: 10_000_000n, transactionHash: Buffer.alloc(32, 1) };
  const paidIn = { network: 'tron', currencyId: 'USDT-tron' };
  await insertReceived(database.db, { accountId, requestRowId: main }, { ...received, paidIn });
  const completed = { status: 'completed' };
  const link = database.db.updateTable('secure_payment').set(completed);
  await link.where('token', '=', token).execute();
}
