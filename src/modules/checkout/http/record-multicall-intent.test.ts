import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertPayouts, newBundle } from '../../../../tests/support/bundles.ts';
import { insertLink, type PayableLink } from '../../../../tests/support/payable-link.ts';
import { PAGE, type PayerHost, payerHost } from '../../../../tests/support/payer-host.ts';
import { insertReceived } from '../../../../tests/support/received.ts';

let host: PayerHost;
/** Those of the newest bundle. */
let links: readonly PayableLink[];
beforeAll(async () => {
  host = await payerHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const bundle = async (status = 'pending') => {
  links = await insertPayouts(host.ctx, [{ currencyId: 'USDC-base' }, { currencyId: 'USDC-base' }]);
  const { token } = await newBundle(host.ctx, links);
  const row = host.ctx.db.updateTable('multicall_payout').where('token', '=', token);
  await row.set({ status }).execute();
  return token;
};
const REPORT = {
  chain: 'ARBITRUM',
  transactionIndices: [
    { childPosition: 0, transactionIndex: 0 },
    { childPosition: 1, transactionIndex: 1 },
  ],
};
const send = (token: string, body: unknown = REPORT, headers?: Readonly<Record<string, string>>) =>
  host.post(`${token}/multicall-intent`, body, headers);
const kept = async (token: string) =>
  await host.ctx.db
    .selectFrom('multicall_intent')
    .select('reported')
    .where('multicall_payout_token', '=', token)
    .execute();

describe('200', () => {
  it('keeps each report once', async () => {
    const token = await bundle();
    expect(await send(token)).toEqual({ status: 200, body: { recorded: 2 } });
    expect(await send(token)).toEqual({ status: 200, body: { recorded: 2 } });
    expect(await kept(token)).toHaveLength(1);
    await send(token, { ...REPORT, chain: 'BASE' });
    expect(await kept(token)).toHaveLength(2);
  });
});

describe('400', () => {
  it.each([
    ['no chain', { transactionIndices: REPORT.transactionIndices }, 'chain'],
    ['no transactions', { chain: 'BASE' }, 'transactionIndices'],
    [
      'an account that is no address',
      { ...REPORT, smartAccountAddress: 'x' },
      'smartAccountAddress',
    ],
    ['a hash, which belongs to the other call', { ...REPORT, txHash: '0x' }, 'txHash'],
    [
      'a position that is not there',
      { chain: 'BASE', transactionIndices: [{ childPosition: 9, transactionIndex: 0 }] },
      'transactionIndices[0].childPosition',
    ],
  ])('for %s', async (_, body, field) => {
    const token = await bundle();
    expect(await send(token, body)).toMatchObject({ status: 400, body: { errors: [{ field }] } });
    expect(await kept(token)).toEqual([]);
  });
});

describe('401', () => {
  it('without a client ID, and without an origin', async () => {
    const token = await bundle();
    expect((await send(token, REPORT, { origin: PAGE })).status).toBe(401);
    expect((await send(token, REPORT, { 'x-client-id': host.pageClientId })).status).toBe(401);
  });
});

describe('403', () => {
  it('for a bundle that has ended', async () => {
    expect(await send(await bundle('expired'))).toMatchObject({
      status: 403,
      body: { code: 'secure_payment_expired' },
    });
  });
});

describe('404', () => {
  it('for a token that is no bundle’s, a link’s included', async () => {
    const { token } = await insertLink(host.ctx.db, { currencyId: 'USDC-base' });
    for (const one of [token, 'nonsense', '01JZ8Y6Q4W3V5N2M1K0H9G8F7E']) {
      expect(await send(one)).toMatchObject({
        status: 404,
        body: { code: 'secure_payment_not_found' },
      });
    }
  });
});

describe('409', () => {
  it('for a bundle that was paid', async () => {
    const token = await bundle();
    for (const link of links) {
      const paid = { units: link.expectedUnits, transactionHash: randomBytes(32) };
      await insertReceived(host.ctx.db, link, paid);
    }
    expect(await send(token)).toMatchObject({
      status: 409,
      body: { code: 'secure_payment_completed' },
    });
  });
});
