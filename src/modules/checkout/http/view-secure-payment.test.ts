import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertLink } from '../../../../tests/support/payable-link.ts';
import { type PayerHost, payerHost } from '../../../../tests/support/payer-host.ts';
import { describePayerRefusals } from '../../../../tests/support/payer-refusals.ts';

const WALLET = '0x2222222222222222222222222222222222222222';

let host: PayerHost;
beforeAll(async () => {
  host = await payerHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const ask = (token: string, query = '', headers?: Record<string, string>) =>
  host.get(`${token}${query}`, headers);

describe('200', () => {
  it('shows the payment, and its options once a wallet is given', async () => {
    const { token, requestId } = await insertLink(host.ctx.db, { currencyId: 'USDC-base' });
    const bare = await ask(token);
    expect(bare.status).toBe(200);
    expect(bare.body).toMatchObject({
      paymentType: 'single',
      status: 'pending',
      requestIds: [requestId],
      amount: '12500000',
      paymentCurrency: 'USDC-base',
      feePlan: null,
      flow: 'incoming',
    });
    expect(bare.body).not.toHaveProperty('paymentOptions');
    const { body } = await ask(token, `?wallet=${WALLET}&chain=BASE&token=USDC`);
    expect(body).toHaveProperty('paymentOptions.BASE.USDC.neededAmount', '12.5');
  });

  // The token is the right to read and pay the link.
  it('answers any active client ID from its own origin', async () => {
    const { token } = await insertLink(host.ctx.db);
    const headers = { 'x-client-id': host.shopClientId, origin: 'https://shop.example' };
    expect(await ask(token, '', headers)).toMatchObject({ status: 200 });
  });
});

describe('400, 401, 403, 404 and 409', () => {
  describePayerRefusals('');
});
