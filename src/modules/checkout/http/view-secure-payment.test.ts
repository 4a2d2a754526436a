import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brandLink } from '../../../../tests/support/brandings.ts';
import { TEST_TIME } from '../../../../tests/support/context.ts';
import { insertClientId, insertLink, TEST_PAYEE } from '../../../../tests/support/payable-link.ts';
import { type PayerHost, payerHost } from '../../../../tests/support/payer-host.ts';
import { describePayerRefusals } from '../../../../tests/support/payer-refusals.ts';
import { paySecurePaymentEndpoint } from './pay-secure-payment.ts';
import { viewSecurePaymentEndpoint } from './view-secure-payment.ts';

const WALLET = '0x2222222222222222222222222222222222222222';

let host: PayerHost;
beforeAll(async () => {
  host = await payerHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const send = (token: string, query = '', headers?: Record<string, string>) =>
  host.get(`${token}${query}`, headers);

describe('200', () => {
  it('shows the payment, and its options once a wallet is given', async () => {
    const { token, requestId } = await insertLink(host.ctx.db, { currencyId: 'USDC-base' });
    const bare = await send(token);
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
    const { body } = await send(token, `?wallet=${WALLET}&chain=BASE&token=USDC`);
    expect(body).toHaveProperty('paymentOptions.BASE.USDC.neededAmount', '12.5');
  });

  it('decides on a wallet where the link restricts its payers, with the documented members', async () => {
    const parts = { currencyId: 'USDC-base', allowedPayers: [TEST_PAYEE] };
    const { token } = await insertLink(host.ctx.db, parts);
    expect((await send(token)).body).not.toHaveProperty('accessDecision');
    const { status, body } = await send(token, `?wallet=${WALLET}`);
    const refused = { status: 'rejected', reasonCode: 'wallet_not_allowed', provider: null };
    const wallet = { walletAddress: WALLET, walletType: 'eoa', parentWalletAddress: null };
    expect(status).toBe(200);
    expect(body).toMatchObject({ payee: TEST_PAYEE, paymentOptions: { BASE: {} } });
    expect(body['accessDecision']).toEqual({
      ...refused,
      walletResults: [{ ...wallet, ...refused }],
    });
  });

  it('masks the payee, and leaves the whole payment out, until a wallet is approved', async () => {
    const allowedPayers = [TEST_PAYEE];
    const masked = await insertLink(host.ctx.db, { allowedPayers, hidesPayee: true });
    expect((await send(masked.token)).body).toMatchObject({
      payee: '0x****…****',
      isPayeeAddressMasked: true,
    });
    const hidden = await insertLink(host.ctx.db, { allowedPayers, hidesUntilApproved: true });
    expect(Object.keys((await send(hidden.token)).body).sort()).toEqual([
      'analytics',
      'branding',
      'expiresAt',
      'paymentType',
      'redirectLabel',
      'redirectUrl',
      'status',
    ]);
    for (const { token } of [masked, hidden]) {
      const { body } = await send(token, `?wallet=${TEST_PAYEE}`);
      expect(body).toMatchObject({ payee: TEST_PAYEE, isPayeeAddressMasked: false });
    }
  });

  // The token is the right to read and pay the link.
  it('answers any active client ID from its own origin', async () => {
    const { token } = await insertLink(host.ctx.db);
    const headers = { 'x-client-id': host.shopClientId, origin: 'https://shop.example' };
    expect(await send(token, '', headers)).toMatchObject({ status: 200 });
  });
});

describe('branding', () => {
  const DAY_MS = 86_400_000;
  const logoPath = '/branding/stalls/logo.png';

  it('of the partner that created the link is in every answer that has a field for it', async () => {
    const past = new Date(TEST_TIME.getTime() - DAY_MS);
    for (const [parts, status] of [
      [{}, 200],
      [{ allowedPayers: [], hidesUntilApproved: true }, 200],
      [{ status: 'completed' }, 409],
      [{ expiresAt: past }, 403],
      [{ status: 'invalidated' }, 403],
    ] as const) {
      const link = await insertLink(host.ctx.db, parts);
      const { orchestratorId } = await brandLink(host.ctx.db, link, { logo_path: logoPath });
      const answer = await send(link.token);
      expect([answer.status, answer.body['branding']]).toEqual([
        status,
        { id: expect.any(String), orchestratorId, logoPath, displayRequestBranding: false },
      ]);
    }
  });

  it('is the client ID’s own whole, where it has one', async () => {
    const link = await insertLink(host.ctx.db);
    const { id: clientIdId } = await insertClientId(host.ctx.db, link.accountId);
    await brandLink(host.ctx.db, link, { logo_path: logoPath });
    const own = { client_id_id: clientIdId, primary_action_color: '#123456' };
    await brandLink(host.ctx.db, link, own);
    const { body } = await send(link.token);
    expect(body['branding']).toMatchObject({ clientIdId, primaryActionColor: '#123456' });
    expect(body['branding']).not.toHaveProperty('logoPath');
  });

  it('is nobody else’s', async () => {
    const [link, other] = [await insertLink(host.ctx.db), await insertLink(host.ctx.db)];
    await brandLink(host.ctx.db, other, { logo_path: logoPath });
    await brandLink(host.ctx.db, link, undefined);
    expect((await send(link.token)).body).toMatchObject({ branding: null });
    expect((await send(other.token)).body).not.toMatchObject({ branding: null });
  });
});

describe('400, 401, 403, 404 and 409', () => {
  describePayerRefusals('');
});

describe('423', () => {
  it('is declared for both reads of a payer, who polls until a multisig payment is over', () => {
    for (const { refusals } of [viewSecurePaymentEndpoint, paySecurePaymentEndpoint]) {
      expect(refusals.filter(({ status }) => status === 423)).toHaveLength(1);
    }
  });
});
