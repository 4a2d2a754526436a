import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type HeldPaymentHost,
  heldPaymentHost,
} from '../../../../tests/support/held-payment-host.ts';
import { PAYER } from '../../../../tests/support/settlement-world.ts';
import { decidePayers } from '../decide-payers.ts';

let at: HeldPaymentHost;
beforeAll(async () => {
  at = await heldPaymentHost();
});
afterAll(() => at[Symbol.asyncDispose]());

const list = (query = '', headers = at.key) => at.call(`/v2/held-payments${query}`, { headers });

describe('200', () => {
  it('lists what waits or was refused, and other states by their name', async () => {
    const pending = { id: at.id, payerDecision: { status: 'pending' } };
    expect((await list()).body).toMatchObject({ heldPayments: [pending], nextCursor: null });
    await decidePayers(at.ctx, { isJudged: false, limit: 10 });
    const payerDecision = {
      status: 'rejected',
      reasonCode: 'screening_rejected',
      walletAddress: PAYER,
    };
    const rejected = { id: at.id, requestId: at.link.requestId, payerDecision };
    expect((await list('?status=rejected')).body).toMatchObject({ heldPayments: [rejected] });
    expect((await list('?status=released')).body).toEqual({ heldPayments: [], nextCursor: null });
    expect((await list(`?cursor=${at.id}`)).body).toMatchObject({ heldPayments: [] });
  });

  it('lists nothing of another account', async () => {
    expect((await list('', at.otherKey)).body).toMatchObject({ heldPayments: [] });
  });
});

describe('400', () => {
  it.each(['?status=held', '?limit=0', '?limit=101', '?cursor=%00', '?account=1'])(
    'for %s',
    async (query) => {
      expect((await list(query)).status).toBe(400);
    },
  );
});

describe('401', () => {
  it('without a credential', async () => {
    expect((await at.call('/v2/held-payments')).status).toBe(401);
  });
});
