import { encodeFunctionData, erc20Abi } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONTRACTS } from '#catalog/contracts.ts';
import { FIAT_HASHES } from '#catalog/conversion-paths.ts';
import { type Currency, currencyById, nativeCurrencyOf } from '#catalog/currencies.ts';
import type { Call, ChainPayment, ConversionPayment } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { UNITS_MAX } from '#kit/amount.ts';
import type { Hex } from '#kit/hex.ts';
import { readTerms } from '#modules/requests/index.ts';
import type { NewRequest } from '#modules/requests/store/requests.ts';
import { TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { insertAccount } from '../../../tests/support/payable-link.ts';
import { createStandaloneRequest } from '../../../tests/support/standalone-request.ts';
import {
  execute,
  followedFrom,
  holdings,
  openTestNode,
  type TestNode,
} from '../../../tests/support/test-node.ts';
import { findFollowFrom } from './find-follow-from.ts';
import { settleTransfers } from './index.ts';
import { ingestChainUpdate } from './ingest-chain-update.ts';

const { payer, payee, unrelated, feeReceiver } = TEST_ACCOUNTS;

const named = (id: string): Currency => {
  const found = currencyById(id);
  if (found === undefined) throw new Error(`the test names ${id}, which does not exist`);
  return found;
};
const USDC = named('USDC-sepolia');
const FAU = named('FAU-sepolia');
const COIN = nativeCurrencyOf('sepolia') ?? USDC;
const [USD, EUR, JPY] = ['USD', 'EUR', 'JPY'].map((code) => FIAT_HASHES[code] ?? '');
const EURO_PATH = [EUR ?? '', USD ?? '', USDC.address.toLowerCase()];

let sepolia: TestNode;
let database: Awaited<ReturnType<typeof testDatabase>>;
let ctx: Context;

beforeAll(async () => {
  [sepolia, database] = await Promise.all([openTestNode('sepolia'), testDatabase()]);
  const accountId = await insertAccount(database.db);
  const actor = { kind: 'api_key', accountId, apiKeyId: 'k' } as const;
  ctx = testContext({
    db: database.db,
    actor,
    chains: { ...testContext(database).chains, get: () => sepolia.chain, all: [sepolia.chain] },
  });
  const allow = [USDC, FAU].flatMap(({ address }) =>
    (['fee_proxy', 'conversion_proxy', 'batch'] as const).map((spender) =>
      sepolia.chain.encodeApproval(address, 10n ** 24n, spender),
    ),
  );
  await send(allow);
});
afterAll(async () => {
  await sepolia[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

/** Signs calls as the payer, all of which are carried out; answers the first block of them. */
async function send(calls: readonly Call[]): Promise<bigint> {
  const startBlock = (await sepolia.chain.readHead()) + 1n;
  const executed = await execute(
    sepolia,
    calls.map(({ to, data, valueUnits }) => ({ to, data, value: `0x${valueUnits.toString(16)}` })),
  );
  expect(executed.map(({ receipt }) => receipt.status)).toEqual(calls.map(() => 'success'));
  return startBlock;
}

/** Makes payments, one transaction each, and lets the watcher and several workers see them. */
async function happen(calls: readonly Call[]): Promise<void> {
  const startBlock = await send(calls);
  const transfers = await followedFrom(sepolia, startBlock);
  const { number, hash } = await sepolia.client.getBlock();
  const { at } = await findFollowFrom(ctx, 'sepolia');
  const to = { number, hash };
  await ingestChainUpdate(ctx, sepolia.chain, {
    at,
    update: {
      type: 'blocks',
      transfers,
      points: [to],
      to,
      headNumber: number,
      finalizedNumber: undefined,
      finalizedAt: undefined,
    },
  });
  await Promise.all(Array.from({ length: 4 }, () => settleTransfers(ctx, 100)));
}

const pay = (...payments: readonly ChainPayment[]) =>
  happen(payments.map((payment) => sepolia.chain.encodePayment(payment)));

interface RequestInput {
  readonly invoiceCurrency?: string;
  readonly paymentCurrency?: string;
  readonly amount?: string;
  readonly payee?: string;
}

/** A request over ten dollars in USDC by default, and its fee. */
async function createOne(input: RequestInput = {}): Promise<NewRequest> {
  const paymentCurrency = input.paymentCurrency ?? USDC.id;
  const terms = readTerms(ctx, {
    payee: payee.address,
    amount: '10',
    invoiceCurrency: paymentCurrency,
    ...input,
    paymentCurrency,
  });
  return await createStandaloneRequest(ctx, terms);
}

/** A request over ten dollars, and the one that its fee is. */
async function createWithFee() {
  const terms = readTerms(ctx, {
    payee: payee.address,
    amount: '10',
    invoiceCurrency: USDC.id,
    paymentCurrency: USDC.id,
  });
  const evmAddress = feeReceiver.address;
  const protocolFee = { bps: 1000, capUsd: null, fixedUsd: null, evmAddress };
  const charging = { ...ctx, settings: { ...ctx.settings, protocolFee } };
  const main = await createStandaloneRequest(charging, terms);
  const row = await ctx.db
    .selectFrom('fee_component')
    .innerJoin('request', 'request.id', 'fee_component.request_id')
    .selectAll('request')
    .where('for_request_id', '=', main.id)
    .executeTakeFirstOrThrow();
  return { main, fee: row };
}

type Asked = Pick<NewRequest, 'id' | 'payment_reference'>;

const referenceOf = ({ payment_reference }: Asked): Hex => `0x${payment_reference.slice(2)}`;

const partsOf = (asked: Asked) => ({
  payeeAddress: payee.address,
  paymentReference: referenceOf(asked),
  feeAddress: unrelated.address,
});

const inToken = (
  asked: Asked,
  parts: Partial<Extract<ChainPayment, { kind: 'token' }>> = {},
): ChainPayment => ({
  kind: 'token',
  ...partsOf(asked),
  tokenAddress: USDC.address,
  amountUnits: 10_000_000n,
  feeUnits: 0n,
  ...parts,
});

const inCoins = (
  asked: Asked,
  parts: Partial<Extract<ChainPayment, { kind: 'native' }>> = {},
): ChainPayment => ({
  kind: 'native',
  ...partsOf(asked),
  amountUnits: 10_000_000n,
  feeUnits: 0n,
  ...parts,
});

const inEuros = (asked: Asked, parts: Partial<ConversionPayment> = {}): ConversionPayment => ({
  kind: 'conversion',
  ...partsOf(asked),
  tokenAddress: USDC.address,
  invoiceUnits: 10_00000000n,
  feeInvoiceUnits: 0n,
  path: EURO_PATH,
  maxToSpendUnits: 10n ** 12n,
  maxRateAgeSeconds: 90_000,
  ...parts,
});

/** What stands of the payments of requests, each in its ledger and in what moved. */
async function paid(...asked: readonly Asked[]) {
  const rows = await ctx.db
    .selectFrom('payment')
    .select(['request_id', 'amount_units', 'token_units', 'fee_units'])
    .where(
      'request_id',
      'in',
      asked.map(({ id }) => id),
    )
    .orderBy('id')
    .execute();
  return rows.map((row) => [row.amount_units, row.token_units ?? 0n, row.fee_units]);
}

const euroInvoice = () => createOne({ invoiceCurrency: 'EUR' });
const coinRequest = () => createOne({ paymentCurrency: COIN.id, amount: '0.00000000001' });

describe('a reference never credits', () => {
  it('a request that is paid in a token: coins, a conversion, another token or another payee', async () => {
    const asked = await createOne();
    await pay(
      inCoins(asked),
      inEuros(asked),
      inToken(asked, { tokenAddress: FAU.address }),
      inToken(asked, { payeeAddress: unrelated.address }),
      // A payee who gets the fee got no payment.
      inToken(asked, {
        payeeAddress: unrelated.address,
        feeAddress: payee.address,
        feeUnits: 10_000_000n,
      }),
      inToken(asked, { amountUnits: 0n, feeAddress: payee.address, feeUnits: 10_000_000n }),
      inToken(asked, { amountUnits: 0n }),
    );
    expect(await paid(asked)).toEqual([]);
  });

  it('a request that is paid in coins: as many units of a token, or coins for another address', async () => {
    const asked = await coinRequest();
    await pay(
      inToken(asked),
      inEuros(asked),
      inCoins(asked, { payeeAddress: unrelated.address }),
      inCoins(asked, { amountUnits: 0n }),
      inCoins(asked, { amountUnits: 0n, feeAddress: payee.address, feeUnits: 10_000_000n }),
    );
    expect(await paid(asked)).toEqual([]);
  });

  it('an invoice: the token itself, another currency, an older rate, or less than a unit', async () => {
    const asked = await euroInvoice();
    const token = USDC.address.toLowerCase();
    await pay(
      inToken(asked),
      inToken(asked, { amountUnits: 10_00000000n }),
      inCoins(asked),
      inEuros(asked, { path: [JPY ?? '', USD ?? '', token] }),
      inEuros(asked, { path: [USD ?? '', token] }),
      // Without a step there is no rate: the invoice would be in units of the token.
      inEuros(asked, { path: [token] }),
      inEuros(asked, { maxRateAgeSeconds: 0 }),
      inEuros(asked, { maxRateAgeSeconds: 90_001 }),
      inEuros(asked, { payeeAddress: unrelated.address }),
      inEuros(asked, {
        path: [...EURO_PATH.slice(0, 2), FAU.address],
        tokenAddress: FAU.address,
        maxToSpendUnits: 10n ** 20n,
      }),
      inEuros(asked, { invoiceUnits: 1n }),
      inEuros(asked, { invoiceUnits: 0n }),
    );
    expect(await paid(asked)).toEqual([]);
  });

  it('the payment with the reference of its fee, nor the fee with that of its payment', async () => {
    const { main, fee } = await createWithFee();
    await pay(
      inToken(fee, { amountUnits: 10_000_000n }),
      inToken(main, { payeeAddress: feeReceiver.address, amountUnits: 1_000_000n }),
    );
    expect(await paid(main, fee)).toEqual([]);
    await pay(inToken(fee, { payeeAddress: feeReceiver.address, amountUnits: 1_000_000n }));
    expect(await paid(fee)).toEqual([[1_000_000n, 1_000_000n, 0n]]);
    expect(await paid(main)).toEqual([]);
  });

  it('anything by the transfers of nothing and of dust that poison a history, which name none', async () => {
    const asked = await createOne();
    const transfer = (units: bigint): Call => ({
      to: USDC.address,
      data: encodeFunctionData({
        abi: erc20Abi,
        functionName: 'transfer',
        args: [payee.address, units],
      }),
      valueUnits: 0n,
    });
    const dust: Call = { to: payee.address, data: '0x', valueUnits: 1n };
    const startBlock = await send([transfer(0n), transfer(1n), transfer(10_000_000n), dust]);
    expect(await followedFrom(sepolia, startBlock)).toEqual([]);
    expect(await paid(asked)).toEqual([]);
  });

  it('anything by a batch in which only its neighbours are right', async () => {
    const [token, coins, euros, right] = [
      await createOne(),
      await coinRequest(),
      await euroInvoice(),
      await createOne(),
    ];
    const call = sepolia.chain.encodeBatch(
      [
        inEuros(euros, {
          path: [JPY ?? '', USD ?? '', USDC.address],
          maxToSpendUnits: 1_000_000n,
        }),
        inToken(token, { payeeAddress: unrelated.address }),
        inToken(right),
        inToken(coins),
        inCoins(token),
        inCoins(coins, { payeeAddress: unrelated.address }),
      ],
      unrelated.address,
    );
    await happen([call]);
    expect(await paid(token, coins, euros)).toEqual([]);
    expect(await paid(right)).toEqual([[10_000_000n, 10_000_000n, 0n]]);
  });
});

describe('what is credited is what the payee got', () => {
  it('twice where one transaction pays a request twice, in every form', async () => {
    const [token, coins, euros] = [await createOne(), await coinRequest(), await euroInvoice()];
    const payments = [
      inToken(token, { amountUnits: 4_000_000n }),
      inToken(token, { amountUnits: 5_000_000n }),
      inCoins(coins, { amountUnits: 6n }),
      inCoins(coins, { amountUnits: 7n }),
      inEuros(euros, { invoiceUnits: 1_00000000n, maxToSpendUnits: 2_000_000n }),
      inEuros(euros, { invoiceUnits: 2_00000000n, maxToSpendUnits: 3_000_000n }),
    ];
    const before = await holdings(sepolia, USDC, [payee.address]);
    const coinsBefore = await holdings(sepolia, COIN, [payee.address]);
    await happen([sepolia.chain.encodeBatch(payments, unrelated.address)]);
    const after = await holdings(sepolia, USDC, [payee.address]);
    const coinsAfter = await holdings(sepolia, COIN, [payee.address]);
    const credited = await paid(token, euros);
    expect(credited).toHaveLength(4);
    const tokenUnits = credited.reduce((sum, [, units]) => sum + (units ?? 0n), 0n);
    expect(tokenUnits).toBe((after[0] ?? 0n) - (before[0] ?? 0n));
    const euroUnits = (await paid(euros)).map(([units]) => units);
    expect(euroUnits.toSorted()).toEqual([1_00000000n, 2_00000000n]);
    expect((await paid(coins)).map(([units]) => units).toSorted()).toEqual([6n, 7n]);
    expect((coinsAfter[0] ?? 0n) - (coinsBefore[0] ?? 0n)).toBe(13n);
    const payers = await ctx.db
      .selectFrom('payment')
      .select('payer_address')
      .distinct()
      .where('request_id', 'in', [token.id, coins.id, euros.id])
      .execute();
    expect(payers).toEqual([{ payer_address: payer.address }]);
  });

  it('without a fee that went to another address than that of the request', async () => {
    const asked = await createOne();
    await pay(inToken(asked, { feeUnits: 500_000n, feeAddress: unrelated.address }));
    expect(await paid(asked)).toEqual([[10_000_000n, 10_000_000n, 0n]]);
  });

  it('without a fee that no address received, whatever amount the payer claims', async () => {
    const [token, euros, coins] = [await createOne(), await euroInvoice(), await coinRequest()];
    const nobody = { feeAddress: `0x${'0'.repeat(40)}` };
    await pay(
      inToken(token, { ...nobody, feeUnits: UNITS_MAX }),
      inEuros(euros, { ...nobody, feeInvoiceUnits: 10n ** 40n, maxToSpendUnits: UNITS_MAX }),
      inCoins(coins, { ...nobody, feeUnits: 5n }),
    );
    const seen = await ctx.db
      .selectFrom('chain_transfer')
      .select(['fee_units', 'token_fee_units'])
      .where('request_id', 'in', [token.id, euros.id, coins.id])
      .execute();
    expect(seen).toEqual(Array(3).fill({ fee_units: 0n, token_fee_units: 0n }));
  });

  it('once where the payee is also the receiver of the fee', async () => {
    const asked = await createOne();
    const same = { feeAddress: payee.address, feeUnits: 3_000_000n };
    await pay(inToken(asked, { ...same, amountUnits: 2_000_000n }));
    expect((await paid(asked)).map(([units]) => units)).toEqual([2_000_000n]);
  });

  it('the same over a detour, which leads through rates of the same contract', async () => {
    const [direct, detour] = [await euroInvoice(), await euroInvoice()];
    const [eur = '', usd = '', token = ''] = EURO_PATH;
    await pay(inEuros(direct), inEuros(detour, { path: [eur, usd, JPY ?? '', usd, token] }));
    const [[, straight = 0n] = []] = await paid(direct);
    const [[units, round = 0n] = []] = await paid(detour);
    expect(units).toBe(10_00000000n);
    expect(straight).toBeGreaterThan(10_000_000n);
    expect(straight - round < 2n && round - straight < 2n).toBe(true);
  });

  it('all of it: no token stays behind in a contract', async () => {
    const { erc20FeeProxy, erc20ConversionProxy, batchPayments } = CONTRACTS.sepolia;
    const contracts = [erc20FeeProxy, erc20ConversionProxy ?? '', batchPayments ?? ''];
    expect(await holdings(sepolia, USDC, contracts)).toEqual([0n, 0n, 0n]);
  });
});
