import { afterAll, beforeAll, expect, it } from 'vitest';
import { currencyById } from '#catalog/currencies.ts';
import { NETWORKS } from '#catalog/networks.ts';
import type { Hex } from '#kit/hex.ts';
import { payloadOf, recordEvent } from '#modules/events/index.ts';
import { transact } from '#platform/db/transact.ts';
import { type RequestsHost, requestsHost } from '../../../../tests/support/requests-host.ts';
import { readStoredPayments } from './stored-payments.ts';

let host: RequestsHost;
beforeAll(async () => {
  host = await requestsHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const AT = new Date('2026-01-02T03:04:05.000Z');

function payloadFor(currencyId: string, requestId: string, transactionHash: Hex) {
  const currency = currencyById(currencyId);
  if (currency === undefined) throw new Error(`${currencyId} is listed`);
  const milestone = { blockNumber: 1n, at: AT };
  return payloadOf({
    event: 'payment.confirmed',
    requestId,
    paymentReference: '0x0011223344556677',
    network: NETWORKS[currency.network],
    currency,
    invoiceCurrency: currency,
    convertedUnits: undefined,
    amountUnits: 1n,
    totalPaidUnits: 1n,
    expectedUnits: 1n,
    at: AT,
    transactionHash,
    payerAddress: 'payer',
    payerEoaAddress: null,
    isBridged: false,
    payeeAddress: 'payee',
    destinationId: null,
    flow: 'incoming',
    createdBy: null,
    receivedUnits: 1n,
    feeUnits: 0n,
    ownFees: [],
    late: false,
    agreement: undefined,
    milestones: { seen: milestone, confirmed: milestone, finalized: null },
    link: undefined,
    recurringPayoutId: null,
  });
}

it.each([
  ['USDC-sepolia', '0x1111111111111111111111111111111111111111', '0x', /sepolia.*\/tx\/0x/],
  ['USDT-tron', 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8', '', /tronscan.*\/transaction\/[0-9a-f]{64}$/],
])('finds events of %s by hash, which they hold as their network writes it', async (...row) => {
  const [currency, payee, prefix, explorer] = row;
  const asker = await host.asker();
  const terms = { payee, invoiceCurrency: currency, paymentCurrency: currency };
  const requestId = await host.send(asker, terms);
  const transactionHash = await host.receive(requestId, { units: 12_500_000n });
  const payload = payloadFor(currency, requestId, transactionHash);
  expect(payload).toMatchObject({
    txHash: `${prefix}${transactionHash.slice(2)}`,
    explorer: expect.stringMatching(explorer),
  });
  const draft = { accountId: asker.accountId, payload, securePaymentToken: null };
  const of = { clientIdId: null, orchestratorId: null, origin: null };
  await transact(host.ctx, (ctx) => recordEvent(ctx, { ...draft, ...of }));
  const { id } = await host.ctx.db
    .selectFrom('request')
    .select('id')
    .where('request_id', '=', requestId)
    .executeTakeFirstOrThrow();
  const { paymentEvents } = await readStoredPayments(host.ctx, [id], []);
  expect(paymentEvents).toMatchObject([{ transactionHash, type: 'payment.confirmed', times: 1 }]);
});
