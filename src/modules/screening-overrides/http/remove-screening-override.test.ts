import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScreeningOverride } from '#modules/screening-overrides/index.ts';
import { type OverrideHost, overrideHost } from '../../../../tests/support/override-host.ts';

let at: OverrideHost;
beforeAll(async () => {
  at = await overrideHost();
});
afterAll(() => at[Symbol.asyncDispose]());

const rejection = {
  walletAddress: `0x${'1'.repeat(40)}`,
  decision: 'rejected',
  reason: 'Not ours',
} as const;
const set = (accountId: string, setBy: 'account' | 'operator' = 'account') =>
  createScreeningOverride(at.ctx, { ...rejection, accountId, setBy, expiresAt: null });
const remove = (id: string) => at.call('DELETE', { as: at.own, path: `/${id}` });

describe('200', () => {
  it('ends it, answers what it was, and the audit log keeps it', async () => {
    const { id } = await set(at.own.accountId);
    expect(await remove(id)).toMatchObject({ status: 200, body: { id, ...rejection } });
    const { body } = await at.call('GET', { as: at.own });
    expect(body['overrides']).toEqual([]);
    const rows = await at.ctx.db
      .selectFrom('audit_entry')
      .select(['action', 'actor_kind'])
      .where('object_id', '=', id)
      .where('actor_kind', '=', 'api_key')
      .execute();
    expect(rows).toEqual([{ action: 'screening_override.removed', actor_kind: 'api_key' }]);
  });
});

describe('401', () => {
  it('without a credential', async () => {
    expect((await at.call('DELETE', { path: '/01K8Z3N5T7V9X1B3D5F7H9J1M4' })).status).toBe(401);
  });
});

describe('404', () => {
  it('for one of another account, of the operator, that is gone, and what is no id, all alike', async () => {
    const gone = await set(at.own.accountId);
    await remove(gone.id);
    const operators = await set(at.own.accountId, 'operator');
    const foreign = await set(at.other.accountId);
    const answers = await Promise.all([gone.id, operators.id, foreign.id, 'none'].map(remove));
    for (const { status, body } of answers) {
      const code = 'screening_override_not_found';
      expect({ status, code: body['code'] }).toEqual({ status: 404, code });
    }
    const { body } = await at.call('GET', { as: at.own });
    expect(body['overrides']).toMatchObject([{ id: operators.id }]);
  });
});
