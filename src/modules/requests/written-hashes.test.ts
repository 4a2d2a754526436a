import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RequestsHost, requestsHost } from '../../../tests/support/requests-host.ts';

let host: RequestsHost;
beforeAll(async () => {
  host = await requestsHost();
});
afterAll(() => host[Symbol.asyncDispose]());

it('hashes of Tron are written without 0x, as its wallets do, and found in either form', async () => {
  const { key, ...owner } = await host.asker();
  const currency = 'USDT-tron';
  const payee = 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8';
  const terms = { payee, invoiceCurrency: currency, paymentCurrency: currency };
  const id = await host.send({ key, ...owner }, terms);
  const view = async (path: string) => (await host.call('GET', path, { headers: key })).body;
  const seen = (await host.receive(id, { units: 1n, onlySeen: true })).slice(2);
  expect(await view(`/v2/request/${id}`)).toMatchObject({ pendingPayments: [{ txHash: seen }] });
  const hash = (await host.receive(id, { units: 12_500_000n })).slice(2);
  const shown = { sourceTxHash: hash, destinationTxHash: hash };
  expect(await view(`/v2/request/${id}`)).toMatchObject({ txHash: hash, payments: [shown] });
  expect(await view('/v2/request')).toMatchObject({ requests: [{ txHash: hash, payee }] });
  for (const txHash of [hash, `0x${hash}`, hash.toUpperCase()]) {
    expect(await view(`/v2/payments?txHash=${txHash}`)).toMatchObject({ payments: [shown] });
  }
});
