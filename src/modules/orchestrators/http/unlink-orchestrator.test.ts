import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  linkBody,
  newIntent,
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

async function onboarded() {
  const [partner, platform] = [await host.newPartner(), await host.newPlatform()];
  const made = await host.done('acceptLinkIntent', platform.byWallet, {
    params: { token: await newIntent(host, partner) },
    body: { kyt: { provider: null } },
  });
  const [clientIdId, clientId] = [textAt(made, 'link.clientIdId'), textAt(made, 'clientId')];
  return { partner, platform, clientIdId, clientId };
}

describe('200', () => {
  it('ends what the platform agreed to, for good', async () => {
    const { partner, platform, clientIdId, clientId } = await onboarded();
    const sent = { params: { clientIdId } };
    expect(await host.call('unlinkOrchestrator', platform.byWallet, sent)).toMatchObject({
      status: 200,
      body: { link: { clientId, status: 'revoked' }, wasAlreadyRevoked: false },
    });
    expect(await host.call('unlinkOrchestrator', platform.byWallet, sent)).toMatchObject({
      status: 200,
      body: { link: { clientId, status: 'revoked' }, wasAlreadyRevoked: true },
    });
    const alone = { 'x-client-id': clientId };
    const body = linkBody();
    const byPair = await host.call('createSecurePayment', { ...partner.key, ...alone }, { body });
    expect(byPair).toMatchObject(refused(403, 'client_id_not_linked'));
    // The partner still knows it: it does nothing until its owner switches it on again.
    const byPartner = await host.call('createSecurePayment', alone, { body });
    expect(byPartner).toMatchObject(refused(403, 'client_id_not_active'));
    const on = { params: { id: clientIdId }, body: { status: 'active' } };
    await host.done('updateClientIdV1', platform.byWallet, on);
    expect((await host.call('createSecurePayment', alone, { body })).status).toBe(201);
    expect(await host.done('listClientIdLinks', partner.key)).toMatchObject({ total: 0 });
    for (const { accountId } of [partner, platform]) {
      const entries = await host.ctx.db
        .selectFrom('audit_entry')
        .leftJoin('audit_entry_metadata', 'audit_entry_metadata.audit_entry_id', 'audit_entry.id')
        .select(['object_id', 'actor_kind', 'actor_id', 'ip_address', 'correlation_id'])
        .where('account_id', '=', accountId)
        .where('action', '=', 'client_id.unlinked')
        .execute();
      // The partner's log has that it was done, and nothing of the person at the platform.
      const person = { actor_id: null, ip_address: null, correlation_id: null };
      const own = {
        actor_id: expect.any(String),
        ip_address: '127.0.0.1',
        correlation_id: expect.any(String),
      };
      expect(entries).toEqual([
        {
          object_id: clientIdId,
          actor_kind: 'session',
          ...(accountId === platform.accountId ? own : person),
        },
      ]);
    }
  });
});

describe('401', () => {
  it('requires a session', async () => {
    const { clientIdId } = await onboarded();
    const answer = await host.call('unlinkOrchestrator', {}, { params: { clientIdId } });
    expect(answer.status).toBe(401);
  });
});

describe('403', () => {
  it('takes the session of a wallet alone', async () => {
    const { platform, clientIdId } = await onboarded();
    const sent = { params: { clientIdId } };
    const answer = await host.call('unlinkOrchestrator', platform.byEmail, sent);
    expect(answer).toMatchObject(refused(403, 'wallet_session_required'));
  });
});

describe('404', () => {
  it('somebody else’s client ID is like none, also for the partner’s own people', async () => {
    const { partner, clientIdId, clientId } = await onboarded();
    const unrelated = await host.newPlatform();
    const { id: unlinked } = await host.newClientId(unrelated.accountId);
    for (const { byWallet } of [partner, unrelated]) {
      for (const input of [clientIdId, clientId, unlinked, '01KC9V0QZ8RTF6C0G2E4J9K1PA']) {
        const sent = { params: { clientIdId: input } };
        const answer = await host.call('unlinkOrchestrator', byWallet, sent);
        expect(answer).toMatchObject(refused(404, 'link_not_found'));
      }
    }
    expect(await host.done('listClientIdLinks', partner.key)).toMatchObject({ total: 1 });
  });
});
