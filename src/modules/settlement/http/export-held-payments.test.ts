import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type HeldPaymentHost,
  heldPaymentHost,
} from '../../../../tests/support/held-payment-host.ts';
import { decidePayers } from '../decide-payers.ts';

let at: HeldPaymentHost;
beforeAll(async () => {
  at = await heldPaymentHost();
});
afterAll(() => at[Symbol.asyncDispose]());

const fetchFile = (query: string, headers: Readonly<Record<string, string>> = at.key) =>
  at.call(`/v2/held-payments/export${query}`, { headers });

describe('200', () => {
  it('writes what waits or was refused, other states by their name, and nothing of another account', async () => {
    const pending = { id: at.id, payerDecision: { status: 'pending' } };
    expect((await fetchFile('?format=json')).body).toMatchObject([pending]);
    await decidePayers(at.ctx, { isJudged: false, limit: 10 });
    const rejected = {
      id: at.id,
      requestId: at.link.requestId,
      payerDecision: { status: 'rejected' },
    };
    expect((await fetchFile('?format=json&status=rejected')).body).toMatchObject([rejected]);
    expect((await fetchFile('?format=json&status=released')).body).toEqual([]);
    expect((await fetchFile('?format=json', at.otherKey)).body).toEqual([]);
  });
});

describe('400', () => {
  it.each(['?status=held', '?format=xml', '?limit=5', '?cursor=x'])('for %s', async (query) => {
    expect((await fetchFile(query)).status).toBe(400);
  });
});

describe('401', () => {
  it('without a credential', async () => {
    expect((await fetchFile('', {})).status).toBe(401);
  });
});
