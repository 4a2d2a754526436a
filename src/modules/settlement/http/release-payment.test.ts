import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type HeldPaymentHost,
  heldPaymentHost,
} from '../../../../tests/support/held-payment-host.ts';
import { decidePayers } from '../decide-payers.ts';
import { settleTransfers } from '../index.ts';

let at: HeldPaymentHost;
beforeAll(async () => {
  at = await heldPaymentHost();
  await decidePayers(at.ctx, { isJudged: false, limit: 10 });
});
afterAll(() => at[Symbol.asyncDispose]());

const body = { reason: 'A customer of ours, checked by hand' };
const release = (id: string, parts: Parameters<HeldPaymentHost['call']>[1] = {}) =>
  at.call(`/v2/held-payments/${id}/release`, { headers: at.key, body, ...parts });

const countPayments = async () => {
  const rows = await at.ctx.db.selectFrom('payment').select('id').execute();
  return rows.length;
};

describe('400', () => {
  it.each([{}, { reason: '' }, { reason: ' ' }, { reason: 'x'.repeat(501) }, { ...body, more: 1 }])(
    'for %j, and nothing is released',
    async (wrong) => {
      expect((await release(at.id, { body: wrong })).status).toBe(400);
      await settleTransfers(at.ctx, 10);
      expect(await countPayments()).toBe(0);
    },
  );
});

describe('401', () => {
  it('without a credential', async () => {
    expect((await release(at.id, { headers: {} })).status).toBe(401);
  });
});

describe('404', () => {
  it('for a payment of another account, one that is unknown and what is no id, all alike', async () => {
    const answers = [
      await release(at.id, { headers: at.otherKey }),
      await release('01K8Z3N5T7V9X1B3D5F7H9J1M4'),
      await release('held'),
    ];
    for (const { status, body } of answers) {
      expect({ status, code: body['code'] }).toEqual({
        status: 404,
        code: 'held_payment_not_found',
      });
    }
  });
});

describe('200', () => {
  it('lets it count, and once more answers the same and changes nothing', async () => {
    const first = await release(at.id);
    expect(first).toMatchObject({ status: 200, body: { payerDecision: { status: 'released' } } });
    await settleTransfers(at.ctx, 10);
    expect(await countPayments()).toBe(1);
    const again = await release(at.id);
    expect(again).toEqual(first);
    await settleTransfers(at.ctx, 10);
    expect(await countPayments()).toBe(1);
    const audit = await at.ctx.db
      .selectFrom('audit_entry')
      .select(['action', 'actor_kind', 'details'])
      .where('object_kind', '=', 'held_payment')
      .execute();
    expect(audit).toMatchObject([
      {
        action: 'held_payment.released',
        actor_kind: 'api_key',
        details: expect.stringContaining(body.reason),
      },
    ]);
  });
});
