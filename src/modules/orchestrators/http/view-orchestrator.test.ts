import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type PartnerHost,
  partnerHost,
  refused,
  textAt,
} from '../../../../tests/support/partner-host.ts';

let host: PartnerHost;
beforeAll(async () => {
  host = await partnerHost();
});
afterAll(() => host[Symbol.asyncDispose]());

describe('200', () => {
  it('shows the partner to its session and to its key, without anything that opens', async () => {
    const { byEmail, key, orchestratorId } = await host.newPartner();
    const shown = await host.call('viewOrchestrator', byEmail);
    expect(shown).toMatchObject({
      status: 200,
      body: {
        orchestrator: { id: orchestratorId, name: 'Stalls', supportEmail: 'a@stalls.example' },
        keys: [{ orchestratorId, status: 'active', expiresAt: null, lastUsedAt: null }],
      },
    });
    const byKey = await host.call('viewOrchestrator', key);
    expect(byKey).toMatchObject({
      status: 200,
      body: { keys: [{ lastUsedAt: '2026-01-02T03:04:05.000Z' }] },
    });
    expect(JSON.stringify([shown, byKey])).not.toContain(key['x-orchestrator-key']);
    expect(JSON.stringify(shown)).not.toMatch(/hash/i);
  });

  it('notes the use of a key at most once a minute', async () => {
    const { key } = await host.newPartner();
    const used = async () => {
      const { keys } = await host.done('viewOrchestrator', key);
      return textAt(Array.isArray(keys) ? keys[0] : undefined, 'lastUsedAt');
    };
    const first = await used();
    host.ctx.now.advance(60_000);
    expect(await used()).toBe(first);
    host.ctx.now.advance(1);
    expect(await used()).toBe(host.ctx.now().toISOString());
  });

  it('keeps working when its people were erased', async () => {
    const { key, orchestratorId } = await host.newPartner();
    await host.ctx.db
      .deleteFrom('orchestrator_contact')
      .where('orchestrator_id', '=', orchestratorId)
      .execute();
    const shown = await host.done('viewOrchestrator', key);
    expect(shown).toMatchObject({ orchestrator: { supportEmail: null } });
  });
});

describe('401', () => {
  it('requires credentials, and takes no unknown ones', async () => {
    for (const headers of [
      {},
      { 'x-orchestrator-key': `orc_sandbox_${'0'.repeat(32)}` },
      { 'x-orchestrator-key': 'orc_sandbox_' },
      { authorization: 'Bearer nobody' },
    ]) {
      expect(await host.call('viewOrchestrator', headers)).toMatchObject({ status: 401 });
    }
  });
});

describe('404', () => {
  it('an account that is no partner sees none, whoever else is one', async () => {
    await host.newPartner();
    const { byEmail } = await host.newPeople();
    const answer = await host.call('viewOrchestrator', byEmail);
    expect(answer).toMatchObject(refused(404, 'orchestrator_not_found'));
  });
});
