import { createTestClient, http, toEventSelector } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Currency, currencyById } from '#catalog/currencies.ts';
import type { ChainPayment } from '#chains/chain.ts';
import { evmAddress } from '#chains/evm/address.ts';
import type { Context } from '#context.ts';
import type { Hex } from '#kit/hex.ts';
import { readTerms } from '#modules/requests/index.ts';
import type { NewRequest } from '#modules/requests/store/requests.ts';
import { TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { insertAccount } from '../../../tests/support/payable-link.ts';
import { createStandaloneRequest } from '../../../tests/support/standalone-request.ts';
import { connected } from '../../../tests/support/still-chain.ts';
import { execute, openTestNode, type TestNode } from '../../../tests/support/test-node.ts';
import { findFollowFrom } from './find-follow-from.ts';
import { followChain, listSuspicious } from './index.ts';

const { payer, payee, unrelated } = TEST_ACCOUNTS;
const UNITS = 10n * 10n ** 18n;

/**
 * A token written by hand that rebases while it moves: it answers every call with true, after a
 * Transfer log of the first two arguments over half of the third.
 */
const REBASING: Hex = `0x6002604435046000526024356004357f${toEventSelector(
  'Transfer(address,address,uint256)',
).slice(2)}60206000a3600160005260206000f3`;
/** The same without any log. */
const SILENT: Hex = '0x600160005260206000f3';
/** It answers every call with false, and reverts none. */
const FALSE: Hex = '0x600060005260206000f3';
/** It logs the full amount, to the caller instead of the payee. */
const DIVERTING: Hex = `0x604435600052336004357f${toEventSelector(
  'Transfer(address,address,uint256)',
).slice(2)}60206000a3600160005260206000f3`;

const named = (id: string): Currency => {
  const found = currencyById(id);
  if (found === undefined) throw new Error(`the test names ${id}, which does not exist`);
  return found;
};
const FAU = named('FAU-sepolia');
const USDC = named('USDC-sepolia');

let sepolia: TestNode;
let database: Awaited<ReturnType<typeof testDatabase>>;
let ctx: Context;
let honest: Hex;

beforeAll(async () => {
  [sepolia, database] = await Promise.all([openTestNode('sepolia'), testDatabase()]);
  const accountId = await insertAccount(database.db);
  const actor = { kind: 'api_key', accountId, apiKeyId: 'k' } as const;
  const base = testContext({ db: database.db, actor, chains: connected(sepolia.chain) });
  ctx = { ...base, settings: { ...base.settings, firstBlockOf: () => 0n } };
  honest = (await sepolia.client.getCode({ address: evmAddress(FAU.address) })) ?? '0x';
  await send(
    [FAU, USDC].map(({ address }) =>
      sepolia.chain.encodeApproval(address, 10n ** 24n, 'fee_proxy'),
    ),
  );
});
afterAll(async () => {
  await sepolia[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

const send = (calls: readonly ReturnType<TestNode['chain']['encodePayment']>[]) =>
  execute(
    sepolia,
    calls.map(({ to, data, valueUnits }) => ({ to, data, value: `0x${valueUnits.toString(16)}` })),
  );

/** A request over ten units of the faucet token. */
async function createOne(): Promise<NewRequest> {
  const terms = readTerms(ctx, {
    payee: payee.address,
    amount: '10',
    invoiceCurrency: FAU.id,
    paymentCurrency: FAU.id,
  });
  return await createStandaloneRequest(ctx, terms);
}

const paymentOf = (asked: NewRequest): ChainPayment => ({
  kind: 'token',
  payeeAddress: payee.address,
  paymentReference: `0x${asked.payment_reference.slice(2)}`,
  feeAddress: unrelated.address,
  tokenAddress: FAU.address,
  amountUnits: UNITS,
  feeUnits: 0n,
});

/** Pays while the token has this code, and lets a watcher catch up. */
async function payWhile(code: Hex, payment: ChainPayment): Promise<'success' | 'reverted'> {
  const anvil = createTestClient({ mode: 'anvil', transport: http(sepolia.node.rpcUrl) });
  const address = evmAddress(FAU.address);
  await anvil.setCode({ address, bytecode: code });
  try {
    const [executed] = await send([sepolia.chain.encodePayment(payment)]).catch(() => []);
    await catchUp();
    return executed?.receipt.status ?? 'reverted';
  } finally {
    await anvil.setCode({ address, bytecode: honest });
  }
}

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
}

const paid = (asked: NewRequest) =>
  ctx.db
    .selectFrom('payment')
    .innerJoin('chain_transfer', 'chain_transfer.id', 'chain_transfer_id')
    .select(['amount_units', 'claimed_units'])
    .where('payment.request_id', '=', asked.id)
    .execute();

const suspected = async ({ request_id }: NewRequest) =>
  (await listSuspicious(ctx, { requestId: request_id })).transfers.map(({ reason }) => reason);

describe('of a token that does not do what tokens should, a watcher credits', () => {
  it('the amount in its own log, not the argument of the proxy, where it rebases', async () => {
    const asked = await createOne();
    expect(await payWhile(REBASING, paymentOf(asked))).toBe('success');
    expect(await paid(asked)).toEqual([{ amount_units: UNITS / 2n, claimed_units: UNITS }]);
    expect(await suspected(asked)).toEqual([]);
  });

  it.each<[string, Hex]>([
    ['returns true and logs nothing', SILENT],
    ['pays another account', DIVERTING],
  ])('nothing, and shows it to operators, where it %s', async (_what, code) => {
    const asked = await createOne();
    expect(await payWhile(code, paymentOf(asked))).toBe('success');
    expect(await paid(asked)).toEqual([]);
    expect(await suspected(asked)).toEqual(['nothing_arrived']);
  });

  it('nothing where it answers false, though it reverts nothing itself', async () => {
    const asked = await createOne();
    expect(await payWhile(FALSE, paymentOf(asked))).toBe('reverted');
    expect(await paid(asked)).toEqual([]);
    expect(await suspected(asked)).toEqual([]);
  });
});

it('copies of a reference in other tokens, to other payees and in coins are shown to operators alone', async () => {
  const asked = await createOne();
  const right = paymentOf(asked);
  const copies: ChainPayment[] = [
    { ...right, kind: 'token', tokenAddress: USDC.address, amountUnits: 1n, feeUnits: 0n },
    { ...right, payeeAddress: unrelated.address },
    { ...right, kind: 'native', amountUnits: 1n, feeUnits: 0n },
  ];
  await send(copies.map((copy) => sepolia.chain.encodePayment(copy)));
  await send([sepolia.chain.encodePayment(right)]);
  await catchUp();
  expect(await paid(asked)).toEqual([{ amount_units: UNITS, claimed_units: UNITS }]);
  const { transfers } = await listSuspicious(ctx, { requestId: asked.request_id });
  expect(transfers.toReversed()).toMatchObject([
    { reason: 'foreign_token', tokenAddress: USDC.address, payerAddress: payer.address },
    { reason: 'wrong_payee', payeeAddress: unrelated.address, claimedUnits: UNITS },
    { reason: 'foreign_proxy', kind: 'native', tokenAddress: undefined },
  ]);
});
