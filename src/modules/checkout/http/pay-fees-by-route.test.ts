import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesOf, isHex } from '#kit/hex.ts';
import { createPayoutLink } from '#modules/secure-payments/create-payout-link.ts';
import { sessionActor } from '../../../../tests/support/actors.ts';
import { bridgedChain, sampleProvider } from '../../../../tests/support/bridged-chains.ts';
import { insertAccount, TEST_PAYEE } from '../../../../tests/support/payable-link.ts';
import { type PayerHost, payerHost } from '../../../../tests/support/payer-host.ts';
import { insertReceived } from '../../../../tests/support/received.ts';
import { connected } from '../../../../tests/support/still-chain.ts';
import { SecurePaymentCalldata } from './pay-shapes.ts';

const COLLECTOR = '0x6666666666666666666666666666666666666666';
const WALLET = '0x2222222222222222222222222222222222222222';
/** A contract on a network that has no part in the payments. */
const CONTRACT = '0x7777777777777777777777777777777777777777';
const provider = sampleProvider();

let host: PayerHost;
beforeAll(async () => {
  const chains = connected(
    bridgedChain('base'),
    bridgedChain('arbitrum-one'),
    bridgedChain('bsc', [CONTRACT]),
  );
  host = await payerHost({ chains, routes: provider });
});
afterAll(() => host[Symbol.asyncDispose]());

/** A payout of a hundred on Base, with a fee of one percent on top. */
async function newLink(evmAddress = COLLECTOR) {
  const accountId = await insertAccount(host.ctx.db);
  const protocolFee = { bps: 100, capUsd: null, fixedUsd: null, evmAddress };
  const settings = { ...host.ctx.settings, protocolFee };
  const { token } = await createPayoutLink(
    { ...host.ctx, actor: sessionActor({ accountId }), settings },
    {
      recipient: TEST_PAYEE,
      creatorWalletAddress: TEST_PAYEE,
      amount: '100',
      currency: 'USDC-base',
      network: 'base',
    },
  );
  return { accountId, token };
}

const pay = (token: string, source = 'chain=ARBITRUM&token=USDT') =>
  host.get(`${token}/pay?wallet=${WALLET}&${source}`);
const prepared = async (token: string, source?: string) =>
  SecurePaymentCalldata.parse((await pay(token, source)).body);
const said = (transactions: readonly { readonly data: string }[]) =>
  transactions.map(({ data }) => (isHex(data) ? bytesOf(data).toString() : ''));

/** What of a request was received. */
async function receive(accountId: string, requestId: string | undefined, units: bigint) {
  const { id } = await host.ctx.db
    .selectFrom('request')
    .select('id')
    .where('request_id', '=', requestId ?? '')
    .executeTakeFirstOrThrow();
  const parts = { units, transactionHash: Buffer.alloc(32, 7) };
  await insertReceived(host.ctx.db, { accountId, requestRowId: id }, parts);
}

describe('a link with a fee that is paid by itself, from another network', () => {
  it('is prepared with the fee where the payer pays, and names it as it is paid there', async () => {
    const { token } = await newLink();
    const { transactions, feeBundle, metadata } = await prepared(token);
    const [bridge, proxy, , fee] = said(transactions);
    expect(transactions).toHaveLength(4);
    expect([bridge, proxy]).toEqual(['approve 100300000 bridge', 'approve 1000000']);
    const [named] = feeBundle?.fees ?? [];
    expect(fee).toMatch(new RegExp(`^pay 1000000 ${named?.paymentReference} fee 0 `));
    expect(feeBundle).toMatchObject({
      fees: [
        {
          feeType: 'protocol_fee',
          feeBearer: 'payer',
          amount: '1',
          paymentCurrencyId: 'USDT-arbitrum-one',
          network: 'arbitrum-one',
          chainId: '42161',
          recipient: COLLECTOR,
        },
      ],
      amountSummary: { payerTotal: '101' },
    });
    expect(metadata).toMatchObject({
      stepsRequired: 4,
      protocolFee: { percentage: '1', address: COLLECTOR },
      sourceAmount: '101300000',
      costBreakdown: { totals: { paymentAmount: '100', sourceAmount: '101.3' } },
    });
    expect((await prepared(token)).feeBundle).toEqual(feeBundle);
    const onBsc = await prepared(token, 'chain=BNB&token=USDC');
    expect(onBsc.feeBundle?.fees[0]?.paymentReference).not.toBe(named?.paymentReference);
    expect(said(onBsc.transactions)[1]).toBe(`approve ${10n ** 18n}`);
  });

  it('is prepared again by its step, with the same fee', async () => {
    const { token } = await newLink();
    const { feeBundle, metadata } = await prepared(token);
    const { rawStep: step } = metadata;
    const { status, body } = await host.post(`${token}/refresh-step-transaction`, { step });
    expect(status).toBe(200);
    expect(body).toMatchObject({ feeBundle, metadata: { stepsRequired: 4 } });
  });

  it('is shown with what the fee takes', async () => {
    const { token } = await newLink();
    const { body } = await host.get(`${token}?wallet=${WALLET}`);
    expect(body['paymentOptions']).toMatchObject({
      BASE: { USDC: { neededAmount: '101' } },
      ARBITRUM: { USDT: { neededAmount: '101.3' } },
    });
  });

  it('is prepared for the rest of a fee that was paid in part there, and without one that was paid', async () => {
    const { accountId, token } = await newLink();
    const { feeBundle } = await prepared(token);
    const requestId = feeBundle?.fees[0]?.requestId;
    await receive(accountId, requestId, 400_000n);
    const rest = await prepared(token);
    expect(rest.feeBundle?.fees).toMatchObject([{ requestId, amount: '0.6' }]);
    expect(said(rest.transactions)[3]).toMatch(/^pay 600000 /);
    await receive(accountId, requestId, 600_000n);
    const without = await prepared(token);
    expect([without.transactions.length, without.feeBundle?.fees]).toEqual([2, []]);
    // Also where it is paid on its own network.
    const own = await host.get(`${token}/pay?wallet=${WALLET}`);
    expect(own.body).toMatchObject({ feeBundle: { fees: [] } });
  });
});

/** A link whose payee was paid, and whose fee was not. */
async function paidWithoutFee(evmAddress?: string) {
  const { accountId, token } = await newLink(evmAddress);
  const { request_id } = await host.ctx.db
    .selectFrom('secure_payment_request')
    .innerJoin('request', 'request.id', 'secure_payment_request.request_id')
    .select('request.request_id')
    .where('secure_payment_token', '=', token)
    .executeTakeFirstOrThrow();
  await receive(accountId, request_id, 100_000_000n);
  await host.ctx.db
    .updateTable('secure_payment')
    .set({ status: 'completed' })
    .where('token', '=', token)
    .execute();
  return { accountId, token };
}

describe('the outstanding fee of a paid link, from another network', () => {
  it('is paid there without a route, until it was paid', async () => {
    const { accountId, token } = await paidWithoutFee();
    const { length } = provider.quoted;
    const { transactions, feeBundle, metadata, outstandingFees } = await prepared(token);
    const [named] = feeBundle?.fees ?? [];
    expect(said(transactions)).toEqual([
      'approve 1000000',
      expect.stringMatching(new RegExp(`^pay 1000000 ${named?.paymentReference} fee 0 `)),
    ]);
    expect(named).toMatchObject({ network: 'arbitrum-one', amount: '1', recipient: COLLECTOR });
    expect(outstandingFees).toMatchObject([{ amount: '1', paymentCurrency: 'USDC-base' }]);
    expect(metadata).toMatchObject({ routeType: 'samechain', requiredAmount: '1000000' });
    expect(metadata.rawStep).toBeUndefined();
    expect(provider.quoted).toHaveLength(length);
    await receive(accountId, named?.requestId, 1_000_000n);
    expect(await pay(token)).toMatchObject({
      status: 409,
      body: { outstandingFees: [], paidFees: [{ amount: '1', currency: 'USDC-base' }] },
    });
  });

  it('is not paid there to a contract, nor from another token of its network', async () => {
    const { token } = await paidWithoutFee(CONTRACT);
    expect(await pay(token)).toMatchObject({
      status: 400,
      body: { code: 'fee_receiver_is_contract' },
    });
    expect(await pay(token, 'chain=BASE&token=USDT')).toMatchObject({ status: 400 });
    expect(await host.get(`${token}/pay?wallet=${WALLET}`)).toMatchObject({ status: 200 });
  });
});
