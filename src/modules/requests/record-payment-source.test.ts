import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Hex, hexOf } from '#kit/hex.ts';
import { transact } from '#platform/db/transact.ts';
import {
  type Asker,
  type RequestsHost,
  requestsHost,
} from '../../../tests/support/requests-host.ts';
import { recordPaymentSource } from './record-payment-source.ts';

const SOURCE_HASH: Hex = `0x${'5a'.repeat(32)}`;
/** USDC on Arbitrum. */
const TOKEN = '0xaf88d065e77c8cC2239327C5EDb3A432268e5831';

let host: RequestsHost;
let owner: Asker;
/** The transactions of two payments, of which the first came from Arbitrum. */
let hashes: readonly Hex[];
beforeAll(async () => {
  host = await requestsHost();
  owner = await host.asker();
  const made = [await host.send(owner, {}), await host.send(owner, {})];
  for (const [i, id] of made.entries()) {
    await host.receive(id, { units: 12_500_000n, transaction: `payment ${i}` });
  }
  const rows = await host.ctx.db
    .selectFrom('payment')
    .innerJoin('request', 'request.id', 'payment.request_id')
    .select(['request.request_id', 'request.id', 'payment.account_id', 'transaction_hash'])
    .execute();
  const paid = made.flatMap((id) => rows.find((row) => row.request_id === id) ?? []);
  hashes = paid.map(({ transaction_hash: hash }) => hexOf(hash));
  const [first] = paid;
  if (first === undefined) throw new Error('the payment is there');
  const source = {
    accountId: first.account_id,
    requestRowId: first.id,
    network: 'sepolia',
    transactionHash: hexOf(first.transaction_hash),
    sourceNetwork: 'arbitrum-one',
    sourceTransactionHash: SOURCE_HASH,
    units: 12_600_000n,
    tokenAddress: TOKEN,
  } as const;
  for (const units of [source.units, 1n]) {
    await transact(host.ctx, (ctx) => recordPaymentSource(ctx, { ...source, units }));
  }
});
afterAll(() => host[Symbol.asyncDispose]());

const find = async (query: string) =>
  (await host.call('GET', `/v2/payments${query}`, { headers: owner.key })).body['payments'] ?? [];

it('shows what the payer sent on the other network, as it was stored first', async () => {
  const [payment, ...others] = await find('?type=crosschain');
  expect(others).toEqual([]);
  expect(payment).toMatchObject({
    type: 'crosschain',
    sourceNetwork: 'arbitrum-one',
    sourceTxHash: SOURCE_HASH,
    destinationNetwork: 'sepolia',
    destinationTxHash: hashes[0],
    paidAmount: '12.6',
    paidCurrency: 'USDC-arbitrum-one',
    paidNetwork: 'arbitrum-one',
    receivedAmount: '12.5',
    receivedCurrency: 'USDC-sepolia',
    receivedNetwork: 'sepolia',
  });
});

it('is found by either hash, and not among direct payments', async () => {
  for (const hash of [SOURCE_HASH, hashes[0]]) {
    expect(await find(`?txHash=${hash}`)).toMatchObject([{ sourceTxHash: SOURCE_HASH }]);
  }
  expect(await find('?type=direct')).toMatchObject([
    { destinationTxHash: hashes[1], sourceTxHash: hashes[1], sourceNetwork: 'sepolia' },
  ]);
});
