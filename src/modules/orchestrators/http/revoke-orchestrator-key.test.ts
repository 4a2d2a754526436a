import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Partner,
  type PartnerHost,
  partnerHost,
  textAt,
} from '../../../../tests/support/partner-host.ts';

let host: PartnerHost;
beforeAll(async () => {
  host = await partnerHost();
});
afterAll(() => host[Symbol.asyncDispose]());

async function keyIdOf({ byEmail }: Partner): Promise<string> {
  const { keys } = await host.done('viewOrchestrator', byEmail);
  return textAt(Array.isArray(keys) ? keys[0] : undefined, 'id');
}

describe('200', () => {
  it('ends a key at once, and returns the same when called again', async () => {
    const partner = await host.newPartner();
    const params = { id: await keyIdOf(partner) };
    const revoked = await host.call('revokeOrchestratorKey', partner.key, { params });
    expect(revoked).toMatchObject({
      status: 200,
      body: { key: { id: params.id, status: 'revoked' } },
    });
    expect((await host.call('viewOrchestrator', partner.key)).status).toBe(401);
    const again = await host.call('revokeOrchestratorKey', partner.byEmail, { params });
    expect(again).toMatchObject(revoked);
    const entries = await host.ctx.db
      .selectFrom('audit_entry')
      .select(['action', 'actor_kind'])
      .where('object_id', '=', params.id)
      .execute();
    expect(entries).toEqual([
      { action: 'orchestrator_key.revoked', actor_kind: 'orchestrator_key' },
    ]);
  });
});

describe('401', () => {
  it('requires credentials', async () => {
    const params = { id: await keyIdOf(await host.newPartner()) };
    expect(await host.call('revokeOrchestratorKey', {}, { params })).toMatchObject({ status: 401 });
  });
});

describe('404', () => {
  it('another partner’s key is like none, and works on', async () => {
    const [own, other] = [await host.newPartner(), await host.newPartner()];
    const { byEmail } = await host.newPeople();
    for (const id of [await keyIdOf(other), '01KC9V0QZ8RTF6C0G2E4J9K1PA', 'x']) {
      for (const headers of [own.key, own.byEmail, byEmail]) {
        const answer = await host.call('revokeOrchestratorKey', headers, { params: { id } });
        expect(answer).toMatchObject({
          status: 404,
          body: { code: 'orchestrator_key_not_found', message: 'Orchestrator key not found' },
        });
      }
    }
    expect((await host.call('viewOrchestrator', other.key)).status).toBe(200);
  });
});
