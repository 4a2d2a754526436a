import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScreeningOverride } from '#modules/screening-overrides/index.ts';
import { type OverrideHost, overrideHost } from '../../../../tests/support/override-host.ts';

let at: OverrideHost;
beforeAll(async () => {
  at = await overrideHost();
});
afterAll(() => at[Symbol.asyncDispose]());

const wallet = (digit: string) => `0x${digit.repeat(40)}`;
const reject = (accountId: string, digit: string, setBy: 'account' | 'operator' = 'account') =>
  createScreeningOverride(at.ctx, {
    accountId,
    setBy,
    walletAddress: wallet(digit),
    decision: 'rejected',
    reason: 'Not ours',
    expiresAt: null,
  });
const list = (query = '') => at.call('GET', { as: at.own, path: query });

describe('200', () => {
  it('lists what holds of the own account page by page, newest first, also what the operator set', async () => {
    await reject(at.own.accountId, '1');
    await reject(at.other.accountId, '2');
    await reject(at.own.accountId, '3', 'operator');
    const first = await list('?limit=1');
    expect(first.body).toMatchObject({
      overrides: [{ walletAddress: wallet('3'), setBy: 'operator' }],
      nextCursor: expect.any(String),
    });
    const second = await list(`?limit=1&cursor=${first.body['nextCursor']}`);
    expect(second.body).toMatchObject({
      overrides: [{ walletAddress: wallet('1'), setBy: 'account' }],
      nextCursor: null,
    });
  });

  it('leaves out what has ended', async () => {
    await at.ctx.db
      .updateTable('screening_override')
      .set({ expires_at: at.ctx.now() })
      .where('wallet_address', '=', wallet('1'))
      .execute();
    const { body } = await list();
    expect(JSON.stringify(body)).not.toContain(wallet('1'));
    expect(JSON.stringify(body)).toContain(wallet('3'));
  });
});

describe('400', () => {
  it.each(['?limit=0', '?limit=101', '?cursor=%00', '?account=1'])('for %s', async (query) => {
    expect((await list(query)).status).toBe(400);
  });
});

describe('401', () => {
  it('without a credential', async () => {
    expect((await at.call('GET')).status).toBe(401);
  });
});
