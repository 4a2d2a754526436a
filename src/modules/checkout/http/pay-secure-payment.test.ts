import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertLink, TEST_PAYEE } from '../../../../tests/support/payable-link.ts';
import { type PayerHost, payerHost } from '../../../../tests/support/payer-host.ts';
import { describePayerRefusals } from '../../../../tests/support/payer-refusals.ts';
import { connected, stillChain } from '../../../../tests/support/still-chain.ts';

const WALLET = '0x2222222222222222222222222222222222222222';
/** A wallet that a link lets pay. */
const ALLOWED = '0x4444444444444444444444444444444444444444';

const sepolia = stillChain('sepolia');
let host: PayerHost;
beforeAll(async () => {
  host = await payerHost({ chains: connected(stillChain('base'), sepolia) });
});
afterAll(() => host[Symbol.asyncDispose]());

const send = (token: string, query = '', headers?: Record<string, string>) =>
  host.get(`${token}/pay${query}`, headers);

describe('200', () => {
  it('prepares the approval and the payment of a wallet', async () => {
    const { token } = await insertLink(host.ctx.db, { currencyId: 'USDC-base' });
    const { status, body } = await send(token, `?wallet=${WALLET}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      paymentType: 'single',
      eoaApprovalTransactions: [],
      feeBundle: null,
      paymentReference: expect.stringMatching(/^0x[0-9a-f]{16}$/),
      flow: 'incoming',
      metadata: {
        stepsRequired: 2,
        needsApproval: true,
        approvalTransactionIndex: 0,
        paymentTransactionIndex: 1,
        hasEnoughBalance: true,
        hasEnoughGas: true,
        routeType: 'samechain',
      },
    });
    const call = { to: expect.any(String), data: expect.any(String), value: '0x0' };
    expect(body['transactions']).toEqual([call, call]);
  });

  // The token is the right to read and pay the link.
  it('answers any active client ID from its own origin', async () => {
    const { token } = await insertLink(host.ctx.db);
    const headers = { 'x-client-id': host.shopClientId, origin: 'https://shop.example' };
    expect(await send(token, '', headers)).toMatchObject({ status: 200 });
  });
});

describe('400', () => {
  it('without a wallet, where only some wallets may pay', async () => {
    const { token } = await insertLink(host.ctx.db, { allowedPayers: [WALLET] });
    expect(await send(token)).toMatchObject({
      status: 400,
      body: { code: 'wallet_required', errors: [{ field: 'wallet' }] },
    });
  });
});

describe('403', () => {
  it('for a wallet that may not pay, with the decision and without calldata', async () => {
    const { token } = await insertLink(host.ctx.db, { allowedPayers: [ALLOWED] });
    const { status, body } = await send(token, `?wallet=${WALLET}`);
    expect(status).toBe(403);
    expect(body).toEqual({
      statusCode: 403,
      message: 'Wallet is not allowed to pay this secure payment',
      error: 'Forbidden',
      code: 'wallet_not_allowed',
      accessDecision: expect.objectContaining({
        status: 'rejected',
        reasonCode: 'wallet_not_allowed',
      }),
      docUrl: expect.any(String),
      correlationId: expect.any(String),
    });
    expect(await send(token, `?wallet=${ALLOWED}`)).toMatchObject({ status: 200 });
  });
});

describe('409', () => {
  it('for a wallet that is the payee itself, which is no end of the link', async () => {
    const { token } = await insertLink(host.ctx.db);
    const { status, body } = await send(token, `?wallet=${TEST_PAYEE}`);
    expect(status).toBe(409);
    expect(body).toEqual({
      statusCode: 409,
      message: expect.stringContaining(`The paying wallet ${TEST_PAYEE} is the payee`),
      error: 'Conflict',
      code: 'payer_is_payee',
      errors: [{ field: 'payee', message: expect.stringContaining(TEST_PAYEE) }],
      docUrl: expect.any(String),
      correlationId: expect.any(String),
    });
    expect(await send(token, `?wallet=${WALLET}`)).toMatchObject({ status: 200 });
  });

  it('for a payee or a payer whom the token refuses, which is no end of the link', async () => {
    const { token } = await insertLink(host.ctx.db);
    const query = `?wallet=${WALLET}`;
    sepolia.refusing = new Set([TEST_PAYEE]);
    const { status, body } = await send(token, query);
    expect(status).toBe(409);
    expect(body).toEqual({
      statusCode: 409,
      message: `1 payee cannot be paid: USDC-sepolia refuses transfers to ${TEST_PAYEE}. Nothing was prepared to sign`,
      error: 'Conflict',
      code: 'payee_cannot_be_paid',
      errors: [{ field: 'payee', message: `USDC-sepolia refuses transfers to ${TEST_PAYEE}` }],
      docUrl: expect.any(String),
      correlationId: expect.any(String),
    });
    sepolia.refusing = new Set([WALLET]);
    expect(await send(token, query)).toMatchObject({
      status: 409,
      body: { code: 'payer_cannot_pay' },
    });
    sepolia.refusing = new Set();
    expect(await send(token, query)).toMatchObject({ status: 200 });
  });
});

describe('400, 401, 403, 404 and 409', () => {
  describePayerRefusals('/pay');
});
