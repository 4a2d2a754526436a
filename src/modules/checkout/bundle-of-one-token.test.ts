import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TRON_NEEDS } from '#chains/tron/needs.ts';
import { createPayoutLink } from '#modules/secure-payments/create-payout-link.ts';
import { sessionActor } from '../../../tests/support/actors.ts';
import { bundlePayers, refusalOf } from '../../../tests/support/bundle-payers.ts';
import { insertPayouts, newBundle } from '../../../tests/support/bundles.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { insertReceived } from '../../../tests/support/received.ts';

const WALLET = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const USDT = { currencyId: 'USDT-tron' };
const HASH = Buffer.alloc(32, 7);
/** A fee limit of 300 TRX at 100 sun for one energy. */
const ENERGY_MAX = 3_000_000n;

const ONE_PAYMENT = {
  kind: 'token',
  tokenAddress: '',
  payeeAddress: '',
  paymentReference: '0x',
  feeAddress: '',
  amountUnits: 1n,
  feeUnits: 0n,
} as const;

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

const { payer, bundleOf, view, pay } = bundlePayers(() => database.db);
const said = (transaction: { readonly data: string } | undefined) =>
  Buffer.from(transaction?.data.slice(2) ?? '', 'hex').toString();

describe('a bundle on Tron', () => {
  it('is prepared as transactions that its wallets sign, each of which names its children', async () => {
    const { token, links } = await bundleOf(USDT, USDT);
    const { ctx, tron } = payer();
    const prepared = await pay(token, { wallet: WALLET }, ctx);
    expect(prepared).toMatchObject({
      paymentType: 'multicall',
      executionKind: 'tron_batch',
      network: 'tron',
      chainId: 728_126_428,
      childTokens: links.map((link) => link.token),
      transactions: [{ childPositions: [] }, { childPositions: [0, 1] }],
      metadata: {
        approvalTransactionIndices: [0],
        batchPayments: [{ transactionIndex: 1, childPositions: [0, 1] }],
        paymentCurrencyId: 'USDT-tron',
      },
    });
    expect(prepared.references).toEqual(prepared.children.map((one) => one.paymentReference));
    expect(said(prepared.transactions[0])).toBe('approve 25000000 batch');
    expect(tron.reads).toBe(1);
  });

  it.each(['USDT-tron', 'USDC-tron'])(
    'of a hundred in %s takes as many transactions as their fee limit asks for',
    async (currencyId) => {
      const { token } = await bundleOf(...Array<object>(100).fill({ currencyId }));
      const { transactions, metadata } = await pay(token, { wallet: WALLET });
      const { base, perPayment } = TRON_NEEDS.batch;
      const each = perPayment(ONE_PAYMENT);
      const [, ...batches] = transactions;
      for (const { childPositions = [] } of batches) {
        const energy =
          (base['energy'] ?? 0n) + BigInt(childPositions.length) * (each['energy'] ?? 0n);
        expect(energy).toBeLessThanOrEqual(ENERGY_MAX);
      }
      expect(batches.flatMap(({ childPositions }) => childPositions)).toEqual([
        ...Array(100).keys(),
      ]);
      expect(metadata.batchPayments.map((one) => one.childPositions)).toEqual(
        batches.map(({ childPositions }) => childPositions),
      );
    },
  );

  it('takes more transactions where the price of the network is higher, and no fewer where it is lower', async () => {
    const { token } = await bundleOf(...Array<object>(40).fill(USDT));
    const sizesAt = async (price: bigint) => {
      const { ctx, tron } = payer();
      tron.energyPrice = price;
      const { metadata } = await pay(token, { wallet: WALLET }, ctx);
      return metadata.batchPayments.map(({ childPositions }) => childPositions.length);
    };
    const usual = await sizesAt(100n);
    expect(await sizesAt(1n)).toEqual(usual);
    const dear = await sizesAt(200n);
    expect(dear.length).toBeGreaterThan(usual.length);
    const { base, perPayment } = TRON_NEEDS.batch;
    const each = perPayment(ONE_PAYMENT)['energy'] ?? 0n;
    for (const size of dear) {
      expect(((base['energy'] ?? 0n) + BigInt(size) * each) * 200n).toBeLessThanOrEqual(
        300_000_000n,
      );
    }
  });

  it('asks for the same transactions again once the first of them has paid its children', async () => {
    const { token, links } = await bundleOf(...Array<object>(30).fill(USDT));
    const first = await pay(token, { wallet: WALLET });
    const [, paying, next] = first.transactions;
    for (const position of paying?.childPositions ?? []) {
      const link = links[position];
      if (link === undefined) throw new Error('it has these children');
      await insertReceived(database.db, link, { units: 12_500_000n, transactionHash: HASH });
    }
    const [, again] = (await pay(token, { wallet: WALLET })).transactions;
    expect(again?.data).toBe(next?.data);
    expect(again?.childPositions).toEqual(next?.childPositions);
  });

  it('pays planned fees by items with references of their own, and none beside', async () => {
    const { ctx } = payer();
    const protocolFee = {
      bps: 50,
      capUsd: null,
      fixedUsd: null,
      evmAddress: '0x6666666666666666666666666666666666666666',
      tronAddress: 'TYBNgWfhGuNzdLtjKtxXTfskAhTbMcqbaG',
    };
    const [bare] = await insertPayouts(ctx, [USDT]);
    if (bare === undefined) throw new Error('one was made');
    const actor = sessionActor({ accountId: bare.accountId });
    const taking = { ...ctx, actor, settings: { ...ctx.settings, protocolFee } };
    const { token } = await createPayoutLink(taking, {
      recipient: 'TRZbXXuLd3HW5utzVysA3rpLgU7sVBrd1D',
      creatorWalletAddress: WALLET,
      network: 'tron',
      currency: 'USDT-tron',
      amount: '100',
    });
    const bundle = await newBundle(ctx, [{ ...bare, token }, bare]);
    const { transactions, feeBundle } = await pay(bundle.token, { wallet: WALLET });
    expect(feeBundle?.fees).toMatchObject([{ feeType: 'protocol_fee', amount: '0.5' }]);
    const items = said(transactions[1]).split('\n').slice(1);
    expect(items).toHaveLength(3);
    expect(items[1]).toContain(`pay 500000 ${feeBundle?.fees[0]?.paymentReference} fee 0`);
    for (const item of items) expect(item).toContain(' fee 0 ');
  });

  it('names what is due of fees for sponsored transactions, and null without any', async () => {
    const { ctx } = payer();
    const sponsorshipFee = { fixedUsd: '1.25', tronAddress: 'TYBNgWfhGuNzdLtjKtxXTfskAhTbMcqbaG' };
    const bare = await insertPayouts(ctx, [USDT, USDT, USDT]);
    const actor = sessionActor({ accountId: bare[0]?.accountId ?? '' });
    const sponsored = {
      ...ctx,
      actor,
      settings: { ...ctx.settings, sponsorshipFees: [sponsorshipFee] },
    };
    const [first, second, plain] = bare;
    if (!(first && second && plain)) throw new Error('three were made');
    const tokens: string[] = [];
    for (const amount of ['100', '50']) {
      const { token } = await createPayoutLink(sponsored, {
        recipient: 'TRZbXXuLd3HW5utzVysA3rpLgU7sVBrd1D',
        creatorWalletAddress: WALLET,
        network: 'tron',
        currency: 'USDT-tron',
        amount,
      });
      tokens.push(token);
    }
    const links = [first, second].map((link, at) => ({ ...link, token: tokens[at] ?? '' }));
    const feeOf = async (token: string) =>
      (await pay(token, { wallet: WALLET })).metadata.transactionSponsorshipFeeUsd;
    expect(await feeOf((await newBundle(ctx, [...links, plain])).token)).toBe('2.5');
    expect(await feeOf((await bundleOf(USDT, USDT)).token)).toBeNull();
  });

  it('takes no wallet of another network', async () => {
    const { token } = await bundleOf(USDT, USDT);
    const wallet = '0x2222222222222222222222222222222222222222';
    for (const send of [view, pay]) {
      expect(await refusalOf(send(token, { wallet }))).toMatchObject({
        status: 400,
        errors: [{ field: 'wallet' }],
      });
    }
  });

  it('leaves transactions on EVM networks without a field that their wallets do not know', async () => {
    const { token } = await bundleOf({}, {});
    const { transactions, executionKind } = await pay(token, {
      wallet: '0x2222222222222222222222222222222222222222',
    });
    expect(executionKind).toBe('evm_same_chain');
    for (const one of transactions) expect(Object.keys(one)).toEqual(['to', 'data', 'value']);
  });
});
