import { sql } from 'kysely';
import { createTestClient, encodeFunctionData, erc20Abi, http } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Currency, currencyById, nativeCurrencyOf } from '#catalog/currencies.ts';
import type { Call, ChainPayment } from '#chains/chain.ts';
import { evmAddress } from '#chains/evm/address.ts';
import type { Context } from '#context.ts';
import type { Hex } from '#kit/hex.ts';
import { readTerms } from '#modules/requests/index.ts';
import type { NewRequest } from '#modules/requests/store/requests.ts';
import { TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { insertAccount } from '../../../tests/support/payable-link.ts';
import { scriptedContract } from '../../../tests/support/scripted-contract.ts';
import { createStandaloneRequest } from '../../../tests/support/standalone-request.ts';
import { connected } from '../../../tests/support/still-chain.ts';
import { execute, openTestNode, type TestNode } from '../../../tests/support/test-node.ts';
import { findFollowFrom } from './find-follow-from.ts';
import {
  followChain,
  listSuspicious,
  reconcileBlocks,
  rescanBlocks,
  settleTransfers,
} from './index.ts';

const { payer, payee, feeReceiver } = TEST_ACCOUNTS;
/** A contract of the attacker, which does in one transaction what the test writes into it. */
const MIDDLEMAN: Hex = '0x7777777777777777777777777777777777777777';
const UNITS = 10_000_000n;

const named = (id: string): Currency => {
  const found = currencyById(id);
  if (found === undefined) throw new Error(`the test names ${id}, which does not exist`);
  return found;
};
const USDC = named('USDC-sepolia');
const COIN = nativeCurrencyOf('sepolia') ?? USDC;

let sepolia: TestNode;
let database: Awaited<ReturnType<typeof testDatabase>>;
let ctx: Context;

beforeAll(async () => {
  [sepolia, database] = await Promise.all([openTestNode('sepolia'), testDatabase()]);
  const accountId = await insertAccount(database.db);
  const actor = { kind: 'api_key', accountId, apiKeyId: 'k' } as const;
  const base = testContext({ db: database.db, actor, chains: connected(sepolia.chain) });
  ctx = { ...base, settings: { ...base.settings, firstBlockOf: () => 0n } };
  const { chain } = sepolia;
  await send([
    ...(['fee_proxy', 'batch'] as const).map((spender) =>
      chain.encodeApproval(USDC.address, 10n ** 12n, spender),
    ),
    toToken('approve', MIDDLEMAN, 10n ** 12n),
  ]);
});
afterAll(async () => {
  await sepolia[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

function toToken(functionName: 'approve' | 'transfer', to: Hex, units: bigint): Call {
  const data = encodeFunctionData({ abi: erc20Abi, functionName, args: [evmAddress(to), units] });
  return { to: USDC.address, data, valueUnits: 0n };
}

function takeTokens(from: Hex, to: Hex, units: bigint): Call {
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transferFrom',
    args: [evmAddress(from), evmAddress(to), units],
  });
  return { to: USDC.address, data, valueUnits: 0n };
}

async function send(calls: readonly Call[]): Promise<void> {
  const executed = await execute(
    sepolia,
    calls.map(({ to, data, valueUnits }) => ({ to, data, value: `0x${valueUnits.toString(16)}` })),
  );
  expect(executed.map(({ receipt }) => receipt.status)).toEqual(calls.map(() => 'success'));
}

/** Makes the calls as the middleman, all in one transaction that the payer sends. */
async function sendThroughMiddleman(calls: readonly Call[]): Promise<void> {
  const anvil = createTestClient({ mode: 'anvil', transport: http(sepolia.node.rpcUrl) });
  const bytecode = scriptedContract([
    sepolia.chain.encodeApproval(USDC.address, 10n ** 12n, 'fee_proxy'),
    ...calls,
  ]);
  await anvil.setCode({ address: MIDDLEMAN, bytecode });
  await send([{ to: MIDDLEMAN, data: '0x', valueUnits: 0n }]);
}

/** A request over ten dollars, or over as many of the smallest coins, to a payee. */
async function createOne(payeeAddress: string, currency = USDC): Promise<NewRequest> {
  const terms = readTerms(ctx, {
    payee: payeeAddress,
    amount: currency === USDC ? '10' : '0.00000000001',
    invoiceCurrency: currency.id,
    paymentCurrency: currency.id,
  });
  return await createStandaloneRequest(ctx, terms);
}

/** A request over ten dollars, and the request that its fee of one percent is, which the payer bears. */
async function createWithFee(payeeAddress: string, receiver: string) {
  const protocolFee = { bps: 100, capUsd: null, fixedUsd: null, evmAddress: receiver };
  const charging = { ...ctx, settings: { ...ctx.settings, protocolFee } };
  const input = { payee: payeeAddress, amount: '10' };
  const currencies = { invoiceCurrency: USDC.id, paymentCurrency: USDC.id };
  const terms = readTerms(charging, { ...input, ...currencies });
  const main = await createStandaloneRequest(charging, terms);
  const fee = await ctx.db
    .selectFrom('fee_component')
    .innerJoin('request', 'request.id', 'fee_component.request_id')
    .selectAll('request')
    .where('for_request_id', '=', main.id)
    .executeTakeFirstOrThrow();
  return { main, fee };
}

function paymentOf(asked: NewRequest): ChainPayment {
  return {
    kind: 'token',
    tokenAddress: USDC.address,
    payeeAddress: asked.payee_address,
    paymentReference: `0x${asked.payment_reference.slice(2)}`,
    feeAddress: feeReceiver.address,
    amountUnits: BigInt(asked.expected_units),
    feeUnits: 0n,
  };
}

/** Lets a watcher come to the head and settles what is due. */
async function catchUp(): Promise<void> {
  const head = await sepolia.client.getBlockNumber({ cacheTime: 0 });
  const stop = new AbortController();
  const following = followChain(ctx, sepolia.chain, stop.signal);
  await expect
    .poll(async () => (await findFollowFrom(ctx, 'sepolia')).at?.number ?? -1n, {
      timeout: 120_000,
    })
    .toBeGreaterThanOrEqual(head);
  stop.abort();
  await following;
  while ((await settleTransfers(ctx, 100)) > 0);
}

/** The suspicious transfers of requests, and their ledger, events and rescan. */
async function findTraces(...asked: readonly NewRequest[]) {
  for await (const { found } of rescanBlocks(ctx, sepolia.chain, { from: 0n })) {
    expect(found).toEqual([]);
  }
  for await (const { differences } of reconcileBlocks(ctx, sepolia.chain, { from: 0n })) {
    expect(differences).toEqual([]);
  }
  return await Promise.all(
    asked.map(async ({ id, request_id }) => {
      const { transfers } = await listSuspicious(ctx, { requestId: request_id });
      const row = await ctx.db
        .selectFrom('request')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const events = await ctx.db
        .selectFrom('event')
        .select('type')
        .where(sql`payload ->> 'requestId'`, '=', request_id)
        .execute();
      return [row.status, transfers.map(({ reason }) => reason), events.map(({ type }) => type)];
    }),
  );
}

const REFUSED = ['created', ['self_payment'], []];
const PAID = ['paid', [], ['payment.confirmed']];

describe('a self-payment completes nothing and is shown to operators', () => {
  it('where the payer is the payee, in tokens and in coins', async () => {
    const [token, coins] = [await createOne(payer.address), await createOne(payer.address, COIN)];
    const { payee_address: payeeAddress, payment_reference: reference } = coins;
    const native: ChainPayment = {
      kind: 'native',
      payeeAddress,
      paymentReference: `0x${reference.slice(2)}`,
      feeAddress: feeReceiver.address,
      amountUnits: UNITS,
      feeUnits: 0n,
    };
    await send([
      sepolia.chain.encodePayment(paymentOf(token)),
      sepolia.chain.encodePayment(native),
    ]);
    await catchUp();
    expect(await findTraces(token, coins)).toEqual([REFUSED, REFUSED]);
  });

  it('where a contract takes the tokens from the payee and pays them back to it', async () => {
    const asked = await createOne(payer.address);
    await sendThroughMiddleman([
      takeTokens(payer.address, MIDDLEMAN, UNITS),
      sepolia.chain.encodePayment(paymentOf(asked)),
    ]);
    await catchUp();
    expect(await findTraces(asked)).toEqual([REFUSED]);
  });

  it('where the payee sends away what it received, as who pays a loan back does', async () => {
    const asked = await createOne(payer.address);
    await send([toToken('transfer', MIDDLEMAN, UNITS)]);
    await sendThroughMiddleman([
      sepolia.chain.encodePayment(paymentOf(asked)),
      takeTokens(payer.address, MIDDLEMAN, UNITS),
    ]);
    await catchUp();
    expect(await findTraces(asked)).toEqual([REFUSED]);
  });

  it('where the same tokens are paid to one payee twice', async () => {
    const [first, second] = [await createOne(payer.address), await createOne(payer.address)];
    await send([toToken('transfer', MIDDLEMAN, UNITS)]);
    await sendThroughMiddleman([
      sepolia.chain.encodePayment(paymentOf(first)),
      takeTokens(payer.address, MIDDLEMAN, UNITS),
      sepolia.chain.encodePayment(paymentOf(second)),
    ]);
    await catchUp();
    expect(await findTraces(first, second)).toEqual([REFUSED, REFUSED]);
  });
});

describe('a fee whose receiver pays is settled by its own transfer', () => {
  const FEE_PAID = ['paid', [], []];
  const PAID_WITHOUT = ['paid', [], ['payment.confirmed', 'payment.fees_outstanding']];
  const calls = (...asked: readonly NewRequest[]) =>
    asked.map((one) => sepolia.chain.encodePayment(paymentOf(one)));

  it('where it signs one by one, and where one call of the batch contract pays everything', async () => {
    const [first, second] = [
      await createWithFee(payee.address, payer.address),
      await createWithFee(payee.address, payer.address),
    ];
    await send(calls(first.main, first.fee));
    const all = [second.main, second.fee].map((one) => paymentOf(one));
    await send([sepolia.chain.encodeBatch(all, feeReceiver.address)]);
    await catchUp();
    // The payment may be settled before the block of its fee is scanned.
    const events = expect.arrayContaining(['payment.confirmed']);
    expect(await findTraces(first.main, first.fee)).toEqual([['paid', [], events], FEE_PAID]);
    expect(await findTraces(second.main, second.fee)).toEqual([PAID, FEE_PAID]);
  });

  it('and never by what a contract takes from it and pays back', async () => {
    const { main, fee } = await createWithFee(payee.address, payer.address);
    await send(calls(main));
    await sendThroughMiddleman([
      takeTokens(payer.address, MIDDLEMAN, UNITS),
      sepolia.chain.encodePayment(paymentOf(fee)),
    ]);
    await catchUp();
    expect(await findTraces(main, fee)).toEqual([PAID_WITHOUT, REFUSED]);
  });

  it('which completes no payment to itself', async () => {
    const { main, fee } = await createWithFee(payer.address, payer.address);
    const all = [main, fee].map((one) => paymentOf(one));
    await send([sepolia.chain.encodeBatch(all, feeReceiver.address)]);
    await catchUp();
    expect(await findTraces(main, fee)).toEqual([REFUSED, FEE_PAID]);
  });

  it('which settles nothing of a fee that another address receives', async () => {
    const { main, fee } = await createWithFee(payee.address, feeReceiver.address);
    const astray = { ...paymentOf(fee), payeeAddress: payer.address };
    await send([...calls(main), sepolia.chain.encodePayment(astray)]);
    await catchUp();
    expect(await findTraces(main, fee)).toEqual([PAID_WITHOUT, ['created', ['wrong_payee'], []]]);
  });
});

describe('what others gained of the same transaction counts', () => {
  it('where the payer of a batch is one of its payees', async () => {
    const asked = [
      await createOne(payee.address),
      await createOne(payer.address),
      await createOne(payee.address),
    ];
    await send([
      sepolia.chain.encodeBatch(
        asked.map((one) => paymentOf(one)),
        feeReceiver.address,
      ),
    ]);
    await catchUp();
    expect(await findTraces(...asked)).toEqual([PAID, REFUSED, PAID]);
  });

  it('where a contract pays two requests of one payee with tokens of its own', async () => {
    const asked = [await createOne(payee.address), await createOne(payee.address)];
    await send([toToken('transfer', MIDDLEMAN, 2n * UNITS)]);
    await sendThroughMiddleman(asked.map((one) => sepolia.chain.encodePayment(paymentOf(one))));
    await catchUp();
    expect(await findTraces(...asked)).toEqual([PAID, PAID]);
  });
});
