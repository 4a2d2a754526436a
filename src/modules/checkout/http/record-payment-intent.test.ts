import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hexOf } from '#kit/hex.ts';
import { bridgedChain } from '../../../../tests/support/bridged-chains.ts';
import { insertPayouts, newBundle } from '../../../../tests/support/bundles.ts';
import { insertLink } from '../../../../tests/support/payable-link.ts';
import { PAGE, type PayerHost, payerHost } from '../../../../tests/support/payer-host.ts';
import { insertReceived } from '../../../../tests/support/received.ts';
import { safeAccounts, safeState } from '../../../../tests/support/safe-accounts.ts';
import { connected, stillChain } from '../../../../tests/support/still-chain.ts';

const PAYER = '0x2222222222222222222222222222222222222222';
const SAFE = '0x5555555555555555555555555555555555555555';
let host: PayerHost;
beforeAll(async () => {
  const { accounts, script } = safeAccounts('arbitrum-one');
  script.states.set(SAFE, safeState([PAYER])).set(PAYER, { kind: 'contract' });
  const arbitrum = { ...bridgedChain('arbitrum-one', [SAFE]), accounts };
  const chains = connected(stillChain('base'), arbitrum);
  host = await payerHost({ chains });
});
afterAll(() => host[Symbol.asyncDispose]());

const newHash = () => hexOf(randomBytes(32));
const linkOnBase = (parts: Parameters<typeof insertLink>[1] = {}) =>
  insertLink(host.ctx.db, { currencyId: 'USDC-base', ...parts });
const report = (more: object = {}) => ({
  txHash: newHash(),
  chain: 'ARBITRUM',
  token: 'USDT',
  ...more,
});
const send = (token: string, body: unknown, headers?: Readonly<Record<string, string>>) =>
  host.post(`${token}/intent`, body, headers);
const referenceOf = async (requestRowId: string) =>
  (
    await host.ctx.db
      .selectFrom('request')
      .select('payment_reference')
      .where('id', '=', requestRowId)
      .executeTakeFirstOrThrow()
  ).payment_reference;
const countOf = async (token: string) =>
  (
    await host.ctx.db
      .selectFrom('payment_intent')
      .select('id')
      .where('secure_payment_token', '=', token)
      .execute()
  ).length;

const bundle = async (parts: readonly object[] = [{}, {}]) => {
  const links = await insertPayouts(
    host.ctx,
    parts.map((one) => ({ currencyId: 'USDC-base', ...one })),
  );
  return await newBundle(host.ctx, links, 'evm_cross_chain');
};
const bundleReport = (more: object = {}) => ({
  chain: 'ARBITRUM',
  smartAccountAddress: PAYER,
  userOpHash: newHash(),
  transactionIndices: [
    { childPosition: 0, transactionIndex: 1, routeKind: 'crosschain', bridgeTool: 'across' },
    { childPosition: 1, transactionIndex: 1, bridgeTool: null },
  ],
  ...more,
});

describe('200', () => {
  it('records a transaction with the documented answer, the hash in lower case', async () => {
    const { token, requestRowId } = await linkOnBase();
    const txHash = `0x${'AB'.repeat(32)}`;
    const { status, body } = await send(token, {
      ...report({ txHash, payerAddress: PAYER }),
      payerEoaAddress: PAYER,
      executionKind: 'evm_cross_chain',
      sourceNetwork: 'arbitrum-one',
      sourceToken: 'USDT-arbitrum-one',
      sourceAmount: '12.6',
      routeKind: 'crosschain',
      bridgeTool: null,
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      intentId: expect.stringMatching(/^[0-9A-Z]{26}$/),
      paymentReference: await referenceOf(requestRowId),
      txHash: txHash.toLowerCase(),
      isListening: true,
      payerAddress: PAYER,
    });
  });

  it('reuses the intent of the same hash, whatever its digits, and of another link makes another', async () => {
    const [link, other] = [await linkOnBase(), await linkOnBase()];
    const first = await send(link.token, report({ txHash: `0x${'cd'.repeat(32)}` }));
    const again = await send(link.token, report({ txHash: `0x${'CD'.repeat(32)}`, token: 'USDC' }));
    expect(again).toEqual(first);
    const elsewhere = await send(other.token, report({ txHash: `0x${'cd'.repeat(32)}` }));
    expect(elsewhere.status).toBe(200);
    expect(elsewhere.body['intentId']).not.toBe(first.body['intentId']);
    const onBase = await send(
      link.token,
      report({ txHash: `0x${'cd'.repeat(32)}`, chain: 'BASE' }),
    );
    expect(onBase.body['intentId']).not.toBe(first.body['intentId']);
  });

  it('reuses it also once the link was paid or has expired', async () => {
    const { token } = await linkOnBase();
    const body = report();
    const first = await send(token, body);
    for (const status of ['completed', 'expired']) {
      const link = host.ctx.db.updateTable('secure_payment').where('token', '=', token);
      await link.set({ status }).execute();
      expect(await send(token, body)).toEqual(first);
      expect((await send(token, report())).status).toBe(status === 'completed' ? 409 : 403);
    }
  });

  it('records the hash of the payment that completed the link, as bridges are quick, and no other', async () => {
    const link = await linkOnBase({ status: 'completed' });
    const paid = { units: link.expectedUnits, transactionHash: randomBytes(32) };
    const paidIn = { network: 'base', currencyId: 'USDC-base' };
    await insertReceived(host.ctx.db, link, { ...paid, paidIn });
    expect((await send(link.token, report())).status).toBe(409);
    const transfer = host.ctx.db.updateTable('chain_transfer');
    await transfer
      .set({ bridge_origin_chain_id: 42_161n, bridge_deposit_id: 7n })
      .where('request_id', '=', link.requestRowId)
      .execute();
    expect((await send(link.token, report())).status).toBe(200);
    expect((await send(link.token, report({ chain: 'POLYGON' }))).status).toBe(409);
  });

  it('is shown with the link until it turns out to pay something else', async () => {
    const { token } = await linkOnBase();
    expect((await host.get(token)).body).not.toHaveProperty('paymentIntents');
    const txHash = newHash();
    const { intentId } = (await send(token, report({ txHash }))).body;
    const at = expect.stringMatching(/Z$/);
    expect((await host.get(token)).body['paymentIntents']).toEqual([
      {
        intentId,
        status: 'recorded',
        network: 'arbitrum-one',
        txHash,
        recordedAt: at,
        statusSince: at,
        deadlineAt: null,
        fillTxHash: null,
        refundTxHash: null,
      },
    ]);
    const intent = host.ctx.db.updateTable('payment_intent').set({ status: 'foreign' });
    await intent.where('secure_payment_token', '=', token).execute();
    expect((await host.get(token)).body).not.toHaveProperty('paymentIntents');
  });

  it('records what owners of a multisig wallet sign without following it, and locks nothing', async () => {
    const { token } = await linkOnBase();
    const safeTxHash = newHash();
    const { status, body } = await send(token, {
      safeTxHash,
      chain: 'BASE',
      token: 'USDC',
      safePaymentDeadline: 1_790_000_000,
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      intentId: expect.any(String),
      paymentReference: expect.any(String),
      safeTxHash,
      safePaymentDeadline: 1_790_000_000,
      isListening: false,
    });
    expect((await host.get(token)).status).toBe(200);
    expect((await host.get(`${token}/pay`)).status).toBe(200);
  });

  it('is not listening where no node of the source chain is configured', async () => {
    const { token } = await linkOnBase();
    expect(await send(token, report({ chain: 'POLYGON' }))).toMatchObject({
      status: 200,
      body: { isListening: false },
    });
  });

  it('keeps what is reported of a bundle once for each user operation', async () => {
    const { token } = await bundle();
    const txHash = newHash();
    const body = bundleReport({ txHash });
    const first = await send(token, body);
    expect(first).toEqual({
      status: 200,
      body: {
        receiptId: expect.stringMatching(/^[0-9A-Z]{26}$/),
        multicallId: token,
        parentToken: token,
        txHash,
        sourceChain: 'ARBITRUM',
        smartAccountAddress: PAYER,
        userOpHash: body.userOpHash,
        transactionIndices: [
          { childPosition: 0, transactionIndex: 1, intentId: expect.any(String) },
          { childPosition: 1, transactionIndex: 1, intentId: expect.any(String) },
        ],
        isListening: false,
      },
    });
    expect((await send(token, body)).body['receiptId']).toBe(first.body['receiptId']);
    expect((await send(token, bundleReport())).body['receiptId']).not.toBe(first.body['receiptId']);
    expect((await host.get(token)).status).toBe(200);
  });
});

describe('400', () => {
  it.each([
    ['a hash of 65 characters', { txHash: `0x${'1'.repeat(63)}` }, 'txHash'],
    ['a hash of 67 characters', { txHash: `0x${'1'.repeat(65)}` }, 'txHash'],
    ['a hash without a prefix', { txHash: '1'.repeat(66) }, 'txHash'],
    ['digits that are none', { txHash: `0x${'g'.repeat(64)}` }, 'txHash'],
    ['both hashes', { safeTxHash: newHash() }, 'safeTxHash'],
    ['neither hash', { txHash: undefined }, 'txHash'],
    [
      'a deadline without a multisig wallet',
      { safePaymentDeadline: 1_790_000_000 },
      'safePaymentDeadline',
    ],
    [
      'a deadline of the past century of milliseconds',
      { txHash: undefined, safeTxHash: newHash(), safePaymentDeadline: 1_790_000_000_000_000 },
      'safePaymentDeadline',
    ],
    ['a deadline that is no whole number', { safePaymentDeadline: 1.5 }, 'safePaymentDeadline'],
    ['a chain outside the list', { chain: 'SEPOLIA' }, 'chain'],
    ['no chain', { chain: undefined }, 'chain'],
    ['a token outside the list', { token: 'EURC' }, 'token'],
    ['no token', { token: undefined }, 'token'],
    ['a payer that is no address', { payerAddress: '0x12' }, 'payerAddress'],
    ['an EOA that is no address', { payerEoaAddress: 'me' }, 'payerEoaAddress'],
    ['another source network than the chain', { sourceNetwork: 'base' }, 'sourceNetwork'],
    ['a way of paying within one chain', { executionKind: 'evm_same_chain' }, 'executionKind'],
    ['a route within one chain', { routeKind: 'same_chain' }, 'routeKind'],
    ['a route from the own chain', { chain: 'BASE', routeKind: 'crosschain' }, 'routeKind'],
    ['an unknown bridge', { bridgeTool: 'other' }, 'bridgeTool'],
    ['an unknown field', { chainId: 1 }, 'chainId'],
    ['a NUL', { sourceAmount: '1\0' }, 'sourceAmount'],
    ['the form of a bundle', { token: undefined, ...bundleReport() }, 'transactionIndices'],
    ['both forms', { userOpHash: newHash() }, 'token'],
  ])('for %s, changing nothing', async (_, more, field) => {
    const { token } = await linkOnBase();
    const { status, body } = await send(token, report(more));
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { errors: [expect.objectContaining({ field })] },
    });
    expect(await countOf(token)).toBe(0);
  });

  it.each([
    ['on a network that is no destination of other chains', { currencyId: 'USDC-sepolia' }],
    [
      'on a network whose payments are its own',
      { currencyId: 'USDT-tron', payeeAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
    ],
  ])('for a link %s', async (_, parts) => {
    const { token } = await insertLink(host.ctx.db, parts);
    expect(await send(token, report())).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'chain' }] },
    });
  });

  it('for a contract that is no Safe on the source chain, and 200 for one that is', async () => {
    const { token } = await linkOnBase();
    const body = { safeTxHash: newHash(), chain: 'ARBITRUM', token: 'USDC' };
    const refused = { code: 'payer_is_not_safe', errors: [{ field: 'payerAddress' }] };
    const wrong = await send(token, { ...body, payerAddress: PAYER });
    expect(wrong).toMatchObject({ status: 400, body: refused });
    expect(await countOf(token)).toBe(0);
    const answer = await send(token, { ...body, payerAddress: SAFE });
    expect(answer).toMatchObject({ status: 200, body: { payerAddress: SAFE } });
    const elsewhere = { ...body, chain: 'POLYGON', payerAddress: PAYER };
    expect(await send(token, elsewhere)).toMatchObject({
      status: 200,
      body: { isListening: false },
    });
  });

  it('for a batch, which is paid on its own network', async () => {
    const { token } = await linkOnBase();
    const link = host.ctx.db.updateTable('secure_payment').where('token', '=', token);
    await link.set({ payment_type: 'batch' }).execute();
    expect(await send(token, report())).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'chain' }] },
    });
  });

  it.each([
    ['the form of a link', report(), 'transactionIndices'],
    ['no account', bundleReport({ smartAccountAddress: undefined }), 'smartAccountAddress'],
    ['no user operation', bundleReport({ userOpHash: undefined }), 'userOpHash'],
    ['a short user operation', bundleReport({ userOpHash: `0x${'1'.repeat(63)}` }), 'userOpHash'],
    ['a hash of 67 characters', bundleReport({ txHash: `0x${'1'.repeat(65)}` }), 'txHash'],
    ['a chain outside the list', bundleReport({ chain: 'SOLANA' }), 'chain'],
    ['both hashes', bundleReport({ txHash: newHash(), safeTxHash: newHash() }), 'safeTxHash'],
    [
      'an account that is no address',
      bundleReport({ smartAccountAddress: 'x' }),
      'smartAccountAddress',
    ],
    ['no transaction', bundleReport({ transactionIndices: [] }), 'transactionIndices'],
    [
      'a position that is not there',
      bundleReport({ transactionIndices: [{ childPosition: 2, transactionIndex: 0 }] }),
      'transactionIndices[0].childPosition',
    ],
    [
      'a transaction twice',
      bundleReport({
        transactionIndices: Array(2).fill({ childPosition: 1, transactionIndex: 0 }),
      }),
      'transactionIndices[1]',
    ],
    [
      'more than 250 transactions',
      bundleReport({
        transactionIndices: Array(251).fill({ childPosition: 1, transactionIndex: 0 }),
      }),
      'transactionIndices',
    ],
  ])('of a bundle for %s', async (_, body, field) => {
    const { token } = await bundle();
    expect(await send(token, body)).toMatchObject({ status: 400, body: { errors: [{ field }] } });
  });
});

describe('401', () => {
  it('without a client ID, and without an origin', async () => {
    const { token } = await linkOnBase();
    expect((await send(token, report(), { origin: PAGE })).status).toBe(401);
    expect((await send(token, report(), { 'x-client-id': host.pageClientId })).status).toBe(401);
    expect(await countOf(token)).toBe(0);
  });
});

describe('403', () => {
  it.each(['expired', 'invalidated', 'compliance_failed'])('for a link that is %s', async (is) => {
    const { token } = await linkOnBase({ status: is });
    expect(await send(token, report())).toMatchObject({
      status: 403,
      body: { code: `secure_payment_${is}`, status: is },
    });
    expect(await countOf(token)).toBe(0);
  });

  it('for an origin that the client ID does not list', async () => {
    const { token } = await linkOnBase();
    const headers = { 'x-client-id': host.pageClientId, origin: 'https://evil.example' };
    expect((await send(token, report(), headers)).status).toBe(403);
  });
});

describe('404', () => {
  it.each(['01JZ8Y6Q4W3V5N2M1K0H9G8F7E', 'nonsense'])('for the token %s', async (token) => {
    for (const body of [report(), bundleReport()]) {
      expect(await send(token, body)).toMatchObject({
        status: 404,
        body: { code: 'secure_payment_not_found' },
      });
    }
  });
});

describe('409', () => {
  it('for a link that was paid otherwise', async () => {
    const { token } = await linkOnBase({ status: 'completed' });
    expect(await send(token, report())).toMatchObject({
      status: 409,
      body: { code: 'secure_payment_completed', requestStatuses: [expect.anything()] },
    });
    expect(await countOf(token)).toBe(0);
  });
});

describe('429', () => {
  it('for more reports of a caller than payers send', async () => {
    const slow = await payerHost({
      throttle: { take: async () => 42, clear: async () => undefined },
    });
    const { token } = await insertLink(slow.ctx.db, { currencyId: 'USDC-base' });
    expect(await slow.post(`${token}/intent`, report())).toMatchObject({
      status: 429,
      body: { code: 'too_many_payment_intents' },
    });
    await slow[Symbol.asyncDispose]();
  });
});
