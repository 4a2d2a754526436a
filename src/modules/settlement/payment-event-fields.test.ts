import { beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { hexOf } from '#kit/hex.ts';
import { listEvents } from '#modules/events/list-events.ts';
import { createPayout } from '#modules/payouts/create-payout.ts';
import { createRequest } from '#modules/requests/create-request.ts';
import { createPayoutLink } from '#modules/secure-payments/create-payout-link.ts';
import { createSecurePayment } from '#modules/secure-payments/create-secure-payment.ts';
import { clientIdActor, sessionActor } from '../../../tests/support/actors.ts';
import { testContext, useTestDatabase } from '../../../tests/support/database.ts';
import { caughtUp } from '../../../tests/support/feed-caught-up.ts';
import {
  insertAccount,
  insertClientId,
  type PayableLink,
  TEST_PAYEE,
} from '../../../tests/support/payable-link.ts';
import {
  PAYER,
  type SettlementWorld,
  settlementWorld,
} from '../../../tests/support/settlement-world.ts';
import { insertPartner } from '../../../tests/support/signed-in.ts';
import { connected, stillChain } from '../../../tests/support/still-chain.ts';

const USDC = '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238';
const DESTINATION_ID = `${TEST_PAYEE}@eip155:11155111#711287A3:${USDC}`;
const USDC_TERMS = { invoiceCurrency: 'USDC-sepolia', paymentCurrency: 'USDC-sepolia' };
const SHOP = 'https://shop.example';

const database = useTestDatabase();
let accountId: string;
let ctx: Context;
let world: SettlementWorld;

beforeEach(async () => {
  accountId = await insertAccount(database.db);
  ctx = testContext({
    db: database.db,
    actor: { kind: 'api_key', accountId, apiKeyId: 'k' },
    chains: connected(stillChain('sepolia')),
  });
  world = await settlementWorld(ctx);
});

/** The request with this public id, as payments of it are made. */
async function payable(requestId: string | undefined): Promise<PayableLink> {
  const row = await ctx.db
    .selectFrom('request')
    .selectAll()
    .where('request_id', '=', requestId ?? '')
    .executeTakeFirstOrThrow();
  return {
    accountId,
    token: row.id,
    requestRowId: row.id,
    requestId: row.request_id,
    referenceKey: hexOf(row.reference_key),
    tokenAddress: row.token_address,
    expectedUnits: row.expected_units,
  };
}

/** Pays a request in full and returns its event in the feed. */
async function eventOf(requestId: string | undefined): Promise<Record<string, unknown>> {
  const at = world.block(10n);
  const transfer = world.transferOf(await payable(requestId), at, { payerAddress: PAYER });
  await world.happen(ctx, world.blocks(at, [transfer]));
  await caughtUp(ctx);
  const { events } = await listEvents(
    { ...ctx, actor: { kind: 'api_key', accountId, apiKeyId: 'k' } },
    { after: undefined, limit: 10, types: ['payment.confirmed'] },
  );
  const [event, ...others] = events;
  if (event === undefined || others.length > 0) throw new Error('one payment has one event');
  return event.payload;
}

const link = (ctx: Context) =>
  createSecurePayment(ctx, {
    requests: [{ amount: '12.5', destinationId: DESTINATION_ID }],
  });

const payoutLink = (ctx: Context) =>
  createPayoutLink(ctx, {
    recipient: TEST_PAYEE,
    creatorWalletAddress: PAYER,
    network: 'sepolia',
    currency: 'USDC-sepolia',
    amount: '12.5',
  });

async function clientId(parts: { readonly allowedDomains: readonly string[]; origin?: string }) {
  const { id, clientId } = await insertClientId(ctx.db, accountId);
  return clientIdActor({ accountId, clientIdId: id, clientId, ...parts });
}

describe('payment.confirmed of a link', () => {
  it('names the payee, the destination, the flow, who created it and what was received', async () => {
    const { requestIds } = await link(ctx);
    expect(await eventOf(requestIds[0])).toMatchObject({
      payee: TEST_PAYEE,
      destinationId: DESTINATION_ID,
      flow: 'incoming',
      createdBy: 'api_key',
      receivedAmount: '12.5',
    });
  });

  it('distinguishes a client ID that browsers carry from one that none does, and has its origin', async () => {
    const shop = await clientId({ allowedDomains: [SHOP], origin: SHOP });
    const { requestIds } = await link({ ...ctx, actor: shop });
    const expected = { createdBy: 'public_client_id', clientId: shop.clientId, origin: SHOP };
    expect(await eventOf(requestIds[0])).toMatchObject(expected);
  });

  it('has no origin for a client ID of a server', async () => {
    const server = await clientId({ allowedDomains: [] });
    const { requestIds } = await link({ ...ctx, actor: server });
    expect(await eventOf(requestIds[0])).toMatchObject({ createdBy: 'client_id', origin: null });
  });

  it('names the credential that proved a client ID', async () => {
    const shop = await clientId({ allowedDomains: [SHOP], origin: SHOP });
    const { requestIds } = await link({ ...ctx, actor: { ...shop, provenBy: 'api_key' } });
    expect(await eventOf(requestIds[0])).toMatchObject({ createdBy: 'api_key' });
  });

  it('has a person as its creator', async () => {
    const { requestIds } = await link({ ...ctx, actor: sessionActor({ accountId }) });
    const event = await eventOf(requestIds[0]);
    expect(event).toMatchObject({ createdBy: 'session' });
    expect(event).not.toHaveProperty('origin');
  });

  it('has the outgoing direction for a payout', async () => {
    const { requestIds } = await payoutLink(ctx);
    const expected = { flow: 'outgoing', payee: TEST_PAYEE, destinationId: DESTINATION_ID };
    expect(await eventOf(requestIds[0])).toMatchObject(expected);
  });
});

it('payment.confirmed names the partner that created the link, though it is unlinked since', async () => {
  const partner = await insertPartner(ctx.db, await insertAccount(ctx.db));
  const terms = await clientId({ allowedDomains: [] });
  const actor = {
    ...terms,
    kind: 'orchestrator_pair',
    orchestratorId: partner.id,
    orchestratorKeyId: 'k',
  } as const;
  const { requestIds } = await payoutLink({ ...ctx, actor });
  const expected = { createdBy: 'orchestrator', orchestratorId: partner.id };
  expect(await eventOf(requestIds[0])).toMatchObject(expected);
});

describe('payment.confirmed of a request without a link', () => {
  it('carries the same, and the customer, who is stored apart from the event', async () => {
    const customerInfo = { firstName: 'Ada', email: 'ada@shop.example' };
    const input = { payee: TEST_PAYEE, amount: '12.5', ...USDC_TERMS, customerInfo };
    const { requestId } = await createRequest(ctx, input);
    expect(await eventOf(requestId)).toMatchObject({
      payee: TEST_PAYEE,
      destinationId: DESTINATION_ID,
      flow: 'incoming',
      createdBy: 'api_key',
      receivedAmount: '12.5',
      customerInfo,
    });
    expect(JSON.stringify(await world.eventsOf(await payable(requestId)))).not.toContain('Ada');
    const people = await ctx.db.selectFrom('event_person').select('customer_info').execute();
    expect(people.map((row) => JSON.parse(row.customer_info))).toContainEqual(customerInfo);
  });

  it('has no customer where none is stored', async () => {
    const { requestId } = await createRequest(ctx, {
      payee: TEST_PAYEE,
      amount: '12.5',
      ...USDC_TERMS,
    });
    expect(await eventOf(requestId)).not.toHaveProperty('customerInfo');
  });

  it('has the payee and the outgoing direction for a payout', async () => {
    const { requestId } = await createPayout(ctx, {
      payee: TEST_PAYEE,
      amount: '12.5',
      ...USDC_TERMS,
    });
    expect(await eventOf(requestId)).toMatchObject({ flow: 'outgoing', payee: TEST_PAYEE });
  });
});
