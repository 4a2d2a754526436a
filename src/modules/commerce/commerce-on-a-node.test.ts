import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { hexOf } from '#kit/hex.ts';
import { SANDBOX_SENDER, TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { type CommerceHost, commerceHost } from '../../../tests/support/commerce-host.ts';
import { signContent } from '../../../tests/support/escrow-world.ts';
import { termsOf } from './model/commerce-payment.ts';
import { observeEscrows } from './observe-escrows.ts';
import { findOwnPayment } from './store/payments.ts';

const { payer, payee, feeReceiver, unrelated } = TEST_ACCOUNTS;
const HOUR_SECONDS = 3_600;

let at: CommerceHost;
beforeAll(async () => {
  at = await commerceHost();
});
afterAll(() => at[Symbol.asyncDispose]());

async function paymentOf(requestId: string) {
  const found = await findOwnPayment(at.ctx, { accountId: at.owner.accountId, requestId });
  if (found === undefined) throw new Error(`${requestId} is stored`);
  return found;
}

/** The statuses that a payment came to, by its events in the feed. */
async function movesOf(ctx: Context, requestId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('event')
    .select('payload')
    .where('type', '=', 'commerce_payment.status_changed')
    .orderBy('id')
    .execute();
  const payloads = rows.map(({ payload }) => JSON.parse(payload));
  return payloads.flatMap((one) => (one.requestId === requestId ? [one.status] : []));
}

describe('a payment that is held', () => {
  it('is captured in three parts, and the rest goes back to the buyer', async () => {
    const fee = { feeBps: 250, feeReceiver: feeReceiver.address };
    const requestId = await at.agreed(fee);
    const before = await at.world.balance(payee.address);
    const sent = await at.post(requestId, 'authorize');
    expect(sent).toMatchObject({
      status: 200,
      body: { requestId, status: 'AUTHORIZING', amount: '100' },
    });
    // Nothing is claimed before the chain has it.
    expect(await at.status(requestId)).toMatchObject({
      status: 'AUTHORIZING',
      canCapture: false,
      events: [],
    });
    await at.settle();
    expect(await at.status(requestId)).toMatchObject({
      status: 'AUTHORIZED',
      canCapture: true,
      canVoid: true,
      canRefund: false,
      events: [{ type: 'AUTHORIZED', transactionHash: sent.body['transactionHash'] }],
    });
    for (const captureAmount of ['40', '30', '20']) {
      const capture = await at.post(requestId, 'capture', { captureAmount });
      expect(capture).toMatchObject({ status: 200, body: { status: 'CAPTURING', captureAmount } });
      await at.settle();
    }
    expect(await at.status(requestId)).toMatchObject({
      status: 'PAID',
      capturedAmount: '90',
      canCapture: true,
      canRefund: true,
    });
    const rest = await at.post(requestId, 'void', { reason: 'out of stock' });
    expect(rest).toMatchObject({ status: 200, body: { status: 'VOIDING', voidedAmount: '10' } });
    await at.settle();
    const shown = await at.status(requestId);
    expect(shown).toMatchObject({
      status: 'PAID',
      capturedAmount: '90',
      voidedAmount: '10',
      canCapture: false,
      canVoid: false,
      canRefund: true,
    });
    expect(shown.events.map(({ type }) => type)).toEqual([
      'AUTHORIZED',
      'CAPTURED',
      'CAPTURED',
      'CAPTURED',
      'VOIDED',
    ]);
    expect(await at.world.balance(payee.address)).toBe(before + 89n);
    expect(await movesOf(at.ctx, requestId)).toEqual([
      'AUTHORIZING',
      'AUTHORIZED',
      ...['CAPTURING', 'PAID', 'CAPTURING', 'PAID', 'CAPTURING', 'PAID', 'VOIDING', 'PAID'],
    ]);
  });

  it('is refunded by its operator, as the chain shows, and the receiver of webhooks is sent that', async () => {
    const requestId = await at.held();
    await at.post(requestId, 'capture', { captureAmount: '70' });
    await at.settle();
    await at.world.mint(SANDBOX_SENDER.address, 70n);
    const { escrow } = at.world;
    const terms = termsOf(await paymentOf(requestId));
    await at.world.send(SANDBOX_SENDER, ...escrow.refundCalls(terms, 20n));
    await at.settle();
    expect(await at.status(requestId)).toMatchObject({
      status: 'PARTIALLY_REFUNDED',
      refundedAmount: '20',
      canRefund: true,
    });
    await at.world.send(SANDBOX_SENDER, ...escrow.refundCalls(terms, 50n));
    await at.settle();
    expect(await at.status(requestId)).toMatchObject({ status: 'REFUNDED', canRefund: false });
    const refunds = await at.ctx.db
      .selectFrom('event')
      .select('payload')
      .where('type', '=', 'payment.refunded')
      .orderBy('id')
      .execute();
    expect(refunds.map(({ payload }) => JSON.parse(payload))).toMatchObject([
      { requestId, refundedTo: payer.address, refundAmount: '0.00002', currency: 'USDC' },
      { requestId, refundAmount: '0.00005' },
    ]);
  });

  it('is collected by a signature of the buyer', async () => {
    const { body } = await at.create({ collection: 'permit2', maxAmount: '150' });
    const requestId = String(body['requestId']);
    expect(await at.post(requestId, 'authorize')).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'signature' }] },
    });
    const signature = await signContent(body['payerSignature'] ?? never());
    await at.send(payer, ...transactionsOf(body));
    const forged = await at.post(requestId, 'authorize', {
      signature: await signContent(body['payerSignature'] ?? never(), unrelated),
    });
    expect(forged).toMatchObject({ status: 400, body: { code: 'refused_by_escrow' } });
    expect(await at.post(requestId, 'authorize', { signature })).toMatchObject({ status: 200 });
    await at.settle();
    expect(await at.status(requestId)).toMatchObject({ status: 'AUTHORIZED', maxAmount: '150' });
  });

  it('is operated by another wallet, which signs for itself', async () => {
    const operatorWalletAddress = unrelated.address;
    const client = await at.host.clientOf(at.owner, { operatorWalletAddress });
    const { body } = await at.create({}, client.headers);
    expect(body).toMatchObject({ operator: unrelated.address });
    const requestId = String(body['requestId']);
    await at.send(payer, ...transactionsOf(body));
    expect(await at.post(requestId, 'authorize')).toMatchObject({
      status: 400,
      body: { code: 'operator_is_another' },
    });
    await at.send(unrelated, JSON.parse(JSON.stringify(body)));
    await at.settle();
    expect(await at.status(requestId)).toMatchObject({ status: 'AUTHORIZED' });
    const capture = await at.post(requestId, 'capture/calldata', { captureAmount: '60' });
    await at.send(unrelated, JSON.parse(JSON.stringify(capture.body)));
    const back = await at.post(requestId, 'void/calldata');
    await at.send(unrelated, JSON.parse(JSON.stringify(back.body)));
    await at.settle();
    expect(await at.status(requestId)).toMatchObject({ status: 'PAID', voidedAmount: '40' });
  });
});

/** What the buyer is to send. */
function transactionsOf(
  body: Readonly<Record<string, unknown>>,
): { to: string; data: string; value: string }[] {
  return JSON.parse(JSON.stringify(body['payerTransactions']));
}

function never(): never {
  throw new Error('it was answered');
}

describe('what cannot be done', () => {
  it('is refused before anything is sent, and changes nothing', async () => {
    const { body } = await at.create();
    const requestId = String(body['requestId']);
    const refused = (path: string, more?: object) => at.post(requestId, path, more);
    expect(await refused('authorize')).toMatchObject({
      status: 400,
      body: { code: 'refused_by_escrow', message: expect.stringContaining('has not approved') },
    });
    for (const path of ['capture', 'capture/calldata']) {
      expect(await refused(path, { captureAmount: '1' })).toMatchObject({
        status: 400,
        body: { code: 'commerce_payment_state' },
      });
    }
    expect(await refused('void')).toMatchObject({ status: 400 });
    expect(await at.status(requestId)).toMatchObject({ status: 'PENDING', events: [] });
    expect(await movesOf(at.ctx, requestId)).toEqual([]);
  });

  it('is more than is held, another fee, and what another call has already begun', async () => {
    const requestId = await at.held({ feeBps: 100, feeReceiver: feeReceiver.address });
    const capture = (body: object) => at.post(requestId, 'capture', body);
    expect(await capture({ captureAmount: '101' })).toMatchObject({
      status: 400,
      body: { code: 'more_than_authorized' },
    });
    for (const fee of [{ feeBps: 99 }, { feeBps: 0 }, { feeReceiver: unrelated.address }]) {
      expect(await capture({ captureAmount: '10', ...fee })).toMatchObject({
        status: 400,
        body: { code: 'fee_not_agreed' },
      });
    }
    expect(await at.post(requestId, 'authorize')).toMatchObject({ status: 400 });
    const same = { captureAmount: '10', feeBps: 100, feeReceiver: feeReceiver.address };
    const [first, again] = await Promise.all([capture(same), capture(same)]);
    expect(first).toMatchObject({ status: 200 });
    expect(again).toEqual(first);
    expect(await capture({ captureAmount: '11' })).toMatchObject({ status: 409 });
    expect(await at.post(requestId, 'void')).toMatchObject({ status: 409 });
    expect(await at.post(requestId, 'void/calldata')).toMatchObject({ status: 409 });
    await at.settle();
    expect(await at.status(requestId)).toMatchObject({ status: 'PAID', capturedAmount: '10' });
  });
});

describe('a call with an idempotency key', () => {
  it('captures once, however often it is sent', async () => {
    const requestId = await at.held();
    const headers = { ...at.owner.key, 'idempotency-key': 'capture-1-of-this-order-000000001' };
    const url = `/v2/commerce-payments/${requestId}/capture`;
    const capture = () => at.host.call('POST', url, { headers, body: { captureAmount: '25' } });
    const first = await capture();
    expect(first).toMatchObject({ status: 200 });
    await at.settle();
    await at.settle();
    expect(await at.status(requestId)).toMatchObject({ status: 'PAID', capturedAmount: '25' });
    expect(await capture()).toEqual(first);
    await at.settle();
    expect(await at.status(requestId)).toMatchObject({ capturedAmount: '25' });
  });
});

describe('what others do', () => {
  it('raises an alarm where it bears a reference of ours, and is credited to nobody', async () => {
    const { body } = await at.create();
    const requestId = String(body['requestId']);
    const { escrow, send } = at.world;
    const ours = termsOf(await paymentOf(requestId));
    const theirs = {
      ...ours,
      operatorAddress: unrelated.address,
      receiverAddress: unrelated.address,
    };
    const byPreApproval = { collection: 'pre_approval', units: 100n } as const;
    await send(payer, ...escrow.payerCalls(theirs, byPreApproval));
    await send(unrelated, escrow.authorizeCall(theirs, byPreApproval));
    await at.settle();
    expect(await at.status(requestId)).toMatchObject({ status: 'PENDING', events: [] });
    const rows = await at.ctx.db.selectFrom('commerce_foreign_authorization').selectAll().execute();
    expect(rows.map((row) => [row.via, hexOf(row.payment_hash)])).toEqual([
      ['escrow', escrow.paymentHash(theirs)],
    ]);
  });
});

describe('a reorg', () => {
  it('takes back what was counted, and lets nothing be captured twice', async () => {
    const requestId = await at.held();
    await at.post(requestId, 'capture', { captureAmount: '30' });
    // A node takes a transaction before it makes the block.
    const observed = async () => {
      await observeEscrows(at.ctx);
      return await at.status(requestId);
    };
    await expect.poll(observed).toMatchObject({ status: 'PAID', capturedAmount: '30' });
    await at.world.rpc('anvil_reorg', [1, []]);
    await observeEscrows(at.ctx);
    expect(await at.status(requestId)).toMatchObject({
      status: 'CAPTURING',
      capturedAmount: '0',
      canCapture: false,
      events: [{ type: 'AUTHORIZED' }],
    });
    expect(await at.post(requestId, 'capture', { captureAmount: '31' })).toMatchObject({
      status: 409,
    });
    // The same bytes are sent once more, and nothing else.
    await at.ctx.db
      .updateTable('relayed_transaction')
      .set({ next_check_at: at.ctx.now() })
      .where('outcome', 'is', null)
      .execute();
    await at.settle();
    expect(await at.status(requestId)).toMatchObject({ status: 'PAID', capturedAmount: '30' });
  });
});

// Last: the clock only goes forward.
describe('time', () => {
  it('ends what nobody authorised or captured, and lets the buyer reclaim', async () => {
    const unpaid = String((await at.create()).body['requestId']);
    const requestId = await at.held();
    await at.pass(24 * HOUR_SECONDS + 1);
    await at.settle();
    expect(await at.status(unpaid)).toMatchObject({
      status: 'EXPIRED',
      events: [{ type: 'EXPIRED' }],
    });
    expect(await at.post(unpaid, 'authorize')).toMatchObject({ status: 400 });
    await at.pass(6 * 24 * HOUR_SECONDS);
    await at.settle();
    expect(await at.status(requestId)).toMatchObject({
      status: 'EXPIRED',
      canCapture: false,
      canVoid: true,
    });
    const terms = termsOf(await paymentOf(requestId));
    await at.world.send(payer, at.world.escrow.reclaimCall(terms));
    await at.settle();
    expect(await at.status(requestId)).toMatchObject({
      status: 'RECLAIMED',
      canVoid: false,
      canRefund: false,
    });
  });
});
