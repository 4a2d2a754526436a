import type { Context } from '../../src/context.ts';
import { TEST_TIME } from './context.ts';
import type { KeyedAccount } from './keyed-account.ts';
import { insertLink } from './payable-link.ts';

const DAY_MS = 86_400_000;

/** An endpoint, with what is set of it. */
export async function insertWebhook(
  ctx: Context,
  { accountId }: KeyedAccount,
  set: Record<string, unknown> = {},
) {
  const id = ctx.newId();
  const url = `https://shop.example/${id}`;
  const row = {
    ...{ id, account_id: accountId, url, url_key: url, is_active: true, created_at: TEST_TIME },
    ...{ secret_sealed: Buffer.from('x'), secret_key_version: 1 },
  };
  await ctx.db
    .insertInto('webhook_endpoint')
    .values({ ...row, ...set })
    .execute();
  return { id, url };
}

/** A payment of a link that is held. */
export async function insertHeldPayment(
  ctx: Context,
  { accountId }: KeyedAccount,
  status: 'undecided' | 'refused' | 'cleared',
) {
  const link = await insertLink(ctx.db, { accountId, currencyId: 'USDC-base' });
  const id = ctx.newOrderedId();
  const shared = { account_id: accountId, request_id: link.requestRowId, network: 'base' };
  const hash = { transaction_hash: ctx.random(32) };
  await ctx.db
    .insertInto('chain_transfer')
    .values({
      ...{ ...shared, ...hash, id, status: 'held', block_number: 1n, block_hash: ctx.random(32) },
      ...{ block_time: TEST_TIME, log_index: 0, payer_address: '0x2222' },
      ...{ claimed_units: 1_250_000n, credited_units: 1_250_000n, fee_units: 0n },
      ...{ fee_address: '0x3333', seen_at: TEST_TIME },
    })
    .execute();
  await ctx.db
    .insertInto('payer_check')
    .values({ ...shared, ...hash, chain_transfer_id: id, status, held_at: TEST_TIME })
    .execute();
  return { id, link };
}

/** A schedule that its payer has signed. */
export async function insertRecurringPayout(
  ctx: Context,
  { accountId }: KeyedAccount,
  set: Record<string, unknown>,
) {
  const id = ctx.newId();
  await ctx.db
    .insertInto('recurring_payout')
    .values({
      ...{ id, account_id: accountId, page_token: id, status: 'active', network: 'base' },
      ...{ currency_id: 'USDC-base', payer_address: '0x2222', payee_address: '0x3333' },
      ...{ amount_units: 1n, fee_units: 0n, relayer_fee_units: 0n, frequency: 'DAILY' },
      ...{ period_seconds: 86_400, first_due_at: TEST_TIME, total_payments: 2, permit: '{}' },
      ...{
        expires_at: new Date(TEST_TIME.getTime() + 2 * DAY_MS),
        digest: ctx.random(32),
        spender_address: '0x4444',
      },
      ...{ signature: ctx.random(65), signed_block: 1n, activated_at: TEST_TIME },
      ...{ created_at: TEST_TIME, ...set },
    })
    .execute();
  return id;
}

interface List {
  readonly rows?: readonly ('waiting' | 'created' | 'refused')[];
  readonly dueAt?: Date;
  readonly set?: Record<string, unknown>;
}

/** A list of payouts that ended, unless it is set otherwise. */
export async function insertPayoutImport(
  ctx: Context,
  { accountId, apiKeyId }: KeyedAccount,
  { rows = [], dueAt, set }: List,
) {
  const id = ctx.newId();
  const found = { payout_import_id: id, account_id: accountId, network: 'base', recipient: '0x22' };
  await ctx.db
    .insertInto('payout_import')
    .values({
      ...{ id, account_id: accountId, status: 'completed', file_name: 'pay.csv' },
      ...{ creator_wallet_address: '0x2222', makes_bundles: false, fingerprint: ctx.random(32) },
      ...{ api_key_id: apiKeyId, created_at: ctx.now(), ended_at: ctx.now(), ...set },
    })
    .execute();
  for (const [position, status] of rows.entries()) {
    await ctx.db
      .insertInto('payout_import_row')
      .values({
        ...{ ...found, position, status, line: position + 2, currency_id: 'USDC-base' },
        ...{ amount_units: 1n, due_at: dueAt ?? TEST_TIME },
        problem: status === 'refused' ? 'No' : null,
      })
      .execute();
  }
  return id;
}

/** An order to pay a request out to a bank. */
export async function insertBankPayout(
  ctx: Context,
  { accountId }: KeyedAccount,
  { status, returnedAt }: { readonly status: string; readonly returnedAt: Date | null },
) {
  const link = await insertLink(ctx.db, { accountId, currencyId: 'USDC-base' });
  const of = { account_id: accountId, request_id: link.requestRowId, created_at: TEST_TIME };
  const names = { client_user_id: 'payer', payment_details_id: 'bank' };
  await ctx.db
    .insertInto('bank_payout')
    .values({ ...of, ...names })
    .execute();
  const id = ctx.newId();
  await ctx.db
    .insertInto('off_ramp_order')
    .values({
      ...{ ...of, id, status, network: 'base', currency_id: 'USDC-base', amount_units: 2_000_000n },
      ...{ payout_currency: 'EUR', provider_account_id: 'a', provider_order_id: id },
      ...{
        deposit_address: '0x55',
        ends_at: new Date(TEST_TIME.getTime() + DAY_MS),
        returned_at: returnedAt,
      },
    })
    .execute();
  return link.requestId;
}

/** An event that says that a payment of a link was taken back, as its reference a text that breaks functions of JSON. */
export async function insertReverted(
  ctx: Context,
  { accountId }: KeyedAccount,
  requestStatus: 'created' | 'paid',
) {
  const { requestId, requestRowId } = await insertLink(ctx.db, { accountId });
  const payload = `{"event":"payment.reverted","requestId":"${requestId}","amount":"12.5","currency":"USDC","reference":"\\u0000"}`;
  const event = { type: 'payment.reverted', schema_version: 1, payload, created_at: ctx.now() };
  const id = ctx.newId();
  await ctx.db
    .insertInto('stored_event')
    .values({ id, account_id: accountId, ...event })
    .execute();
  if (requestStatus === 'paid') {
    const paid = { status: 'paid' };
    await ctx.db.updateTable('request').set(paid).where('id', '=', requestRowId).execute();
  }
  return requestId;
}
