import { expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { hexOf } from '#kit/hex.ts';
import { readTerms } from '#modules/requests/index.ts';
import { clientIdActor } from '../../../tests/support/actors.ts';
import { testContext, useTestDatabase } from '../../../tests/support/database.ts';
import {
  insertAccount,
  insertClientId,
  type PayableLink,
  TEST_PAYEE,
} from '../../../tests/support/payable-link.ts';
import { PAYER, settlementWorld, UNRELATED } from '../../../tests/support/settlement-world.ts';
import { createStandaloneRequest } from '../../../tests/support/standalone-request.ts';
import { connected, stillChain } from '../../../tests/support/still-chain.ts';

const database = useTestDatabase();

/** A request over 12.5 USDC without a link, created with a client ID. */
async function createAlone(ctx: Context): Promise<PayableLink & { readonly clientIdId: string }> {
  const accountId = await insertAccount(ctx.db);
  const client = await insertClientId(ctx.db, accountId);
  const clientIdId = client.id;
  const origin = 'https://shop.example';
  const actor = clientIdActor({ accountId, clientIdId, clientId: client.clientId, origin });
  const calling = { ...ctx, actor };
  const terms = readTerms(calling, {
    payee: TEST_PAYEE,
    amount: '12.5',
    invoiceCurrency: 'USDC-sepolia',
    paymentCurrency: 'USDC-sepolia',
  });
  const standalone = { originForm: 'request', reference: 'ALONE', plan: null } as const;
  const request = await createStandaloneRequest(calling, terms, standalone);
  return {
    accountId,
    clientIdId,
    token: request.id,
    requestRowId: request.id,
    requestId: request.request_id,
    referenceKey: hexOf(request.reference_key),
    tokenAddress: terms.currency.address,
    expectedUnits: terms.expectedUnits,
  };
}

it('a request without a link is counted, reported with its creator, and undone by a reorg', async () => {
  const ctx = testContext({ db: database.db, chains: connected(stillChain('sepolia')) });
  const world = await settlementWorld(ctx);
  const request = await createAlone(ctx);
  const at = world.block(10n);
  const half = request.expectedUnits / 2n;
  const parts = [
    world.transferOf(request, at, { creditedUnits: half, logIndex: 1 }),
    world.transferOf(request, at, { payerAddress: UNRELATED, logIndex: 2 }),
  ];
  await world.happen(ctx, world.blocks(world.block(9n)), world.blocks(at, parts));
  expect(await world.activeUnits(request)).toBe(half + request.expectedUnits);
  await world.happen(ctx, { type: 'reorg', ancestor: world.block(9n) });
  expect(await world.activeUnits(request)).toBe(0n);

  const events = await ctx.db
    .selectFrom('event')
    .selectAll()
    .where('account_id', '=', request.accountId)
    .orderBy('id')
    .execute();
  for (const { secure_payment_token, client_id_id, origin } of events) {
    expect([secure_payment_token, client_id_id, origin]).toEqual([
      null,
      request.clientIdId,
      'https://shop.example',
    ]);
  }
  const payloads = events.map(({ payload }) => JSON.parse(payload));
  expect(payloads).toMatchObject([
    { event: 'payment.partial', amount: '6.25', totalAmountPaid: '6.25', payerAddress: PAYER },
    {
      event: 'payment.confirmed',
      amount: '12.5',
      totalAmountPaid: '18.75',
      excessAmount: '6.25',
      payerAddress: UNRELATED,
    },
    { event: 'payment.reverted', requestId: request.requestId },
    { event: 'payment.reverted', totalAmountPaid: '0', reference: 'ALONE' },
  ]);
  for (const payload of payloads) expect(payload).not.toHaveProperty('securePaymentToken');
});
