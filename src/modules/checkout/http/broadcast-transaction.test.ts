import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '#kit/clock.ts';
import { insertLink, type PayableLink } from '../../../../tests/support/payable-link.ts';
import { PAGE, type PayerHost, payerHost } from '../../../../tests/support/payer-host.ts';
import {
  relayChain,
  signedBy,
  TAKEN,
  TRON_PAYEE,
  TRON_PAYER,
} from '../../../../tests/support/relay-chain.ts';
import { connected } from '../../../../tests/support/still-chain.ts';

const { chain, log } = relayChain(systemClock);
let host: PayerHost;
let link: PayableLink;
beforeAll(async () => {
  host = await payerHost({ chains: connected(chain) });
});
beforeEach(async () => {
  log.answer = TAKEN;
  log.forwarded.length = 0;
  link = await linkOnTron();
});
afterAll(() => host[Symbol.asyncDispose]());

const linkOnTron = (parts: Parameters<typeof insertLink>[1] = {}) =>
  insertLink(host.ctx.db, { currencyId: 'USDT-tron', payeeAddress: TRON_PAYEE, ...parts });
const send = (body: unknown, token = link.token, headers?: Record<string, string>) =>
  host.post(`${token}/tron/broadcast`, body, headers);

let last = 0;
const signed = () => {
  last += 1;
  return signedBy({ id: last });
};

describe('200', () => {
  it.each([
    ['wrapped', (transaction: object) => ({ signedTransaction: transaction })],
    ['as it is', (transaction: object) => transaction],
  ])('answers what the node said of a transaction that is sent %s', async (_, body) => {
    expect(await send(body({ ...signed(), visible: false, to: TRON_PAYEE, value: '0x0' }))).toEqual(
      {
        status: 200,
        body: { result: true, txid: expect.any(String), code: 'SUCCESS', message: '' },
      },
    );
    expect(log.forwarded).toHaveLength(1);
  });

  it('answers what the node has against it', async () => {
    log.answer = { isAccepted: false, isTransient: true, code: 'SERVER_BUSY', message: 'wait' };
    const { status, body } = await send(signed());
    expect(status).toBe(200);
    expect(body).toMatchObject({ result: false, code: 'SERVER_BUSY', message: 'wait' });
  });

  // The transaction names itself, and must be stored before it is sent: no answer of another one counts.
  it('reads no idempotency key', async () => {
    const headers = {
      'x-client-id': host.pageClientId,
      origin: PAGE,
      'idempotency-key': '0b9f6c1e-6d1b-4b7e-9a55-1f3f0e9f2c7d',
    };
    const first = await send(signed(), link.token, headers);
    const second = await send(signed(), (await linkOnTron()).token, headers);
    expect(second.body['txid']).not.toBe(first.body['txid']);
  });
});

describe('400', () => {
  const right = () => ({ ...signed() });
  it.each([
    ['nothing', () => ({}), 'raw_data_hex'],
    ['digits with a prefix', () => ({ ...right(), raw_data_hex: '0x0a' }), 'raw_data_hex'],
    ['no digits', () => ({ ...right(), raw_data_hex: 'zz' }), 'raw_data_hex'],
    ['no signature', () => ({ ...right(), signature: [] }), 'signature'],
    ['a signature that is none', () => ({ ...right(), signature: ['me'] }), 'signature[0]'],
    ['a short id', () => ({ ...right(), txID: 'ab' }), 'txID'],
    ['no contract', () => ({ ...right(), raw_data: { contract: [] } }), 'raw_data.contract'],
    [
      'a negative limit',
      () => ({ ...right(), raw_data: { contract: [1], fee_limit: -1 } }),
      'raw_data.fee_limit',
    ],
  ])('for %s, naming the field in both forms', async (_, transaction, field) => {
    const bare = await send(transaction());
    expect(bare).toMatchObject({ status: 400, body: { errors: [{ field }, ...rest(bare.body)] } });
    const wrapped = await send({ signedTransaction: transaction() });
    expect(wrapped.status).toBe(400);
    expect(JSON.stringify(wrapped.body['errors'])).toContain(`signedTransaction.${field}`);
    expect(log.forwarded).toEqual([]);
  });

  it('for more than 64 kB', async () => {
    const transaction = { ...signed(), raw_data_hex: '0a'.repeat(64 * 1024 + 1) };
    expect(await send(transaction)).toMatchObject({
      status: 400,
      body: {
        code: 'transaction_too_large',
        errors: [{ field: 'signedTransaction.raw_data_hex' }],
      },
    });
  });

  it('for anything beside the wrapped transaction', async () => {
    expect(await send({ signedTransaction: signed(), wallet: TRON_PAYER })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'wallet' }] },
    });
  });
});

/** All issues but the first, which a test does not name. */
function rest({ errors }: Record<string, unknown>): unknown[] {
  return Array.isArray(errors) ? errors.slice(1) : [];
}

describe('401', () => {
  it('without a client ID, and without an origin', async () => {
    expect((await send(signed(), link.token, {})).status).toBe(401);
    expect((await send(signed(), link.token, { 'x-client-id': host.pageClientId })).status).toBe(
      401,
    );
    expect(log.forwarded).toEqual([]);
  });
});

describe('403', () => {
  it('for a wallet that may not pay, with the decision', async () => {
    const { token } = await linkOnTron({ allowedPayers: [TRON_PAYEE] });
    expect(await send(signed(), token)).toMatchObject({
      status: 403,
      body: { code: 'wallet_not_allowed', accessDecision: { status: 'rejected' } },
    });
  });

  it('for a link that expired', async () => {
    const { token } = await linkOnTron({ status: 'expired' });
    expect(await send(signed(), token)).toMatchObject({
      status: 403,
      body: { code: 'secure_payment_expired' },
    });
  });
});

describe('404', () => {
  it.each(['01JZ8Y6Q4W3V5N2M1K0H9G8F7E', 'nonsense'])('for the token %s', async (token) => {
    expect(await send(signed(), token)).toMatchObject({
      status: 404,
      body: { code: 'secure_payment_not_found' },
    });
  });
});

describe('409', () => {
  it('for a link that was paid', async () => {
    const { token } = await linkOnTron({ status: 'completed' });
    expect(await send(signed(), token)).toMatchObject({
      status: 409,
      body: { code: 'secure_payment_completed' },
    });
  });

  it('for a payment that another transaction makes', async () => {
    await send(signed());
    expect(await send(signed())).toMatchObject({
      status: 409,
      body: { code: 'payment_already_sent', sentTransactions: [{ txid: expect.any(String) }] },
    });
  });
});

describe('423', () => {
  it('is what `/pay` answers meanwhile, with the transactions that were sent', async () => {
    await send(signed());
    const { status, body } = await host.get(`${link.token}/pay?wallet=${TRON_PAYER}`);
    expect(status).toBe(423);
    expect(body).toEqual({
      statusCode: 423,
      message: 'Secure payment is in progress',
      error: 'Locked',
      code: 'secure_payment_in_progress',
      status: 'pending',
      branding: null,
      requestStatuses: [expect.objectContaining({ hasBeenPaid: false, txHash: null })],
      sentTransactions: [
        {
          txid: expect.stringMatching(/^[0-9a-f]{64}$/),
          sentAt: expect.any(String),
          expiresAt: expect.any(String),
          paymentReferences: [expect.any(String)],
        },
      ],
      docUrl: expect.any(String),
      correlationId: expect.any(String),
    });
    const view = await host.get(link.token);
    expect(view).toMatchObject({
      status: 200,
      body: { sentTransactions: [{ paymentReferences: [expect.any(String)] }] },
    });
  });
});

describe('502', () => {
  it('when no node answers', async () => {
    log.answer = undefined;
    expect(await send(signed())).toMatchObject({
      status: 502,
      body: { code: 'node_unreachable', error: 'Bad Gateway' },
    });
  });
});
