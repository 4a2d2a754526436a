import { afterAll, beforeAll, expect, it } from 'vitest';
import { currencyById } from '#catalog/currencies.ts';
import { type Hex, hexOf } from '#kit/hex.ts';
import { transact } from '#platform/db/transact.ts';
import { bridgedChain, sampleProvider } from '../../../../tests/support/bridged-chains.ts';
import { TEST_SETTINGS } from '../../../../tests/support/context.ts';
import {
  type Asker,
  PAYER,
  type RequestsHost,
  requestsHost,
} from '../../../../tests/support/requests-host.ts';
import { connected } from '../../../../tests/support/still-chain.ts';
import { recordPaymentSource } from '../record-payment-source.ts';

const COLLECTOR = '0x6666666666666666666666666666666666666666';
const FEE_PERCENT = 'feePercentage=2&feeAddress=0x3333333333333333333333333333333333333333';
const SOURCE_HASH: Hex = `0x${'5a'.repeat(32)}`;
const USDC = currencyById('USDC-arbitrum-one');

let host: RequestsHost;
let owner: Asker;
beforeAll(async () => {
  const chains = connected(bridgedChain('base'), bridgedChain('arbitrum-one'));
  const protocolFee = { bps: 100, capUsd: null, fixedUsd: null, evmAddress: COLLECTOR };
  const settings = { ...TEST_SETTINGS, protocolFee };
  host = await requestsHost({ chains, routes: sampleProvider(), settings });
  owner = await host.asker();
});
afterAll(() => host[Symbol.asyncDispose]());

/** A request over 10 USDC on Base, with a fee of one percent that is paid by itself. */
const send = () =>
  host.send(owner, { invoiceCurrency: 'USDC-base', paymentCurrency: 'USDC-base', amount: '10' });
const read = async (path: string) => await host.call('GET', path, { headers: owner.key });
const pay = (id: string, more = '') =>
  read(`/v2/request/${id}/pay?wallet=${PAYER}&chain=ARBITRUM&token=USDC${more}`);

/** The request by which the fee of a request is paid on Arbitrum. */
async function sourceFeeOf(requestId: string) {
  return await host.ctx.db
    .selectFrom('source_fee')
    .innerJoin('request as main', 'main.id', 'source_fee.for_request_id')
    .innerJoin('request as fee', 'fee.id', 'source_fee.request_id')
    .select(['fee.request_id as feeRequestId', 'main.id', 'main.account_id as accountId'])
    .where('main.request_id', '=', requestId)
    .executeTakeFirstOrThrow();
}

it('is prepared with the fees where the payer pays, and lists them so', async () => {
  const id = await send();
  const paid = await pay(id, `&${FEE_PERCENT}`);
  expect(paid.status).toBe(200);
  expect(paid.body['transactions']).toHaveLength(4);
  expect(paid.body['metadata']).toMatchObject({
    stepsRequired: 4,
    paymentTransactionIndex: 2,
    sourceAmount: '10600000',
    protocolFee: { percentage: '1', address: COLLECTOR },
  });
  const listed = await read(`/v2/request/${id}/routes?wallet=${PAYER}&${FEE_PERCENT}`);
  const [own, route] = listed.body['routes'] ?? [];
  const slot = { type: 'platform', amount: '0.2', currency: 'USDC', network: 'base' };
  const apart = { type: 'protocol', amount: '0.1', currency: 'USDC', amountInUSD: '0.1' };
  expect(own).toMatchObject({ feeBreakdown: [slot, { ...apart, network: 'base' }] });
  expect(route).toMatchObject({
    chain: 'ARBITRUM',
    fee: 0.6,
    feeBreakdown: [slot, { ...apart, network: 'arbitrum-one' }, { type: 'crosschain' }],
  });
});

it('shows what was paid of them there with the payment that came from there', async () => {
  const id = await send();
  await pay(id);
  const { feeRequestId, id: requestRowId, accountId } = await sourceFeeOf(id);
  await host.receive(feeRequestId, { units: 100_000n, transaction: 'a fee' });
  const transactionHash = await host.receive(id, { units: 10_000_000n, transaction: 'a payment' });
  await transact(host.ctx, (ctx) =>
    recordPaymentSource(ctx, {
      accountId,
      requestRowId,
      network: 'base',
      transactionHash: hexOf(Buffer.from(transactionHash.slice(2), 'hex')),
      sourceNetwork: 'arbitrum-one',
      sourceTransactionHash: SOURCE_HASH,
      units: 10_300_000n,
      tokenAddress: USDC?.address ?? '',
    }),
  );
  const { body } = await read(`/v2/payments?requestId=${id}`);
  expect(body['payments']).toMatchObject([
    {
      type: 'crosschain',
      amount: '10',
      receivedAmount: '10',
      paidAmount: '10.4',
      paidCurrency: 'USDC-arbitrum-one',
      fees: [
        {
          type: 'protocol',
          feeType: 'protocol_fee',
          amount: '0.1',
          currency: 'USDC-arbitrum-one',
          network: 'arbitrum-one',
          receiverAddress: COLLECTOR,
        },
      ],
    },
  ]);
  expect((await read(`/v2/request/${id}`)).body).toMatchObject({ hasBeenPaid: true });
  expect((await read(`/v2/request/${feeRequestId}`)).status).toBe(404);
  expect((await read(`/v2/payments?requestId=${feeRequestId}`)).body['payments']).toEqual([]);
});
