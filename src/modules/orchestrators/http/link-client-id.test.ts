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

const at = '2026-01-02T03:04:05.000Z';

describe('201', () => {
  it('links a client ID of the own account, sends no event, and writes the log', async () => {
    const { accountId, key, orchestratorId } = await host.newPartner();
    const { id, clientId } = await host.newClientId(accountId);
    const made = await host.call('linkClientId', key, { body: { clientId } });
    const linkId = textAt(made.body, 'link.id');
    expect(made).toEqual({
      status: 201,
      body: {
        link: {
          id: linkId,
          clientIdId: id,
          orchestratorId,
          status: 'active',
          consentedAt: at,
          createdAt: at,
          updatedAt: at,
          clientId,
        },
        alreadyLinked: false,
      },
    });
    const events = await host.ctx.db.selectFrom('event').select('type').execute();
    expect(events).toEqual([]);
    const entries = await host.ctx.db
      .selectFrom('audit_entry')
      .select('account_id')
      .where('action', '=', 'client_id.linked')
      .where('object_id', '=', id)
      .execute();
    expect(entries).toEqual([{ account_id: accountId }]);
  });
});

describe('400', () => {
  it.each([{}, { clientId: 5 }, { clientId: 'cli_\0' }, { clientId: 'cli_x', force: true }])(
    'refuses %j',
    async (body) => {
      const { key } = await host.newPartner();
      expect(await host.call('linkClientId', key, { body })).toMatchObject({ status: 400 });
    },
  );
});

describe('401', () => {
  it('requires the key of a partner', async () => {
    const body = { clientId: 'cli_x' };
    for (const headers of [{}, { 'x-orchestrator-key': 'nothing' }]) {
      expect(await host.call('linkClientId', headers, { body })).toMatchObject({ status: 401 });
    }
  });
});

describe('403', () => {
  it.each(['inactive', 'revoked'])('refuses a client ID that is %s', async (status) => {
    const { accountId, key } = await host.newPartner();
    const { id, clientId } = await host.newClientId(accountId);
    await host.ctx.db.updateTable('client_id').set({ status }).where('id', '=', id).execute();
    const answer = await host.call('linkClientId', key, { body: { clientId } });
    expect(answer).toMatchObject(refused(403, 'client_id_not_active'));
    expect(await linksOf(id)).toBe(0);
  });

  it('refuses another account’s client ID to the partner’s own people too', async () => {
    const { byWallet } = await host.newPartner();
    const answer = await host.call('linkClientId', byWallet, { body: { clientId: 'cli_x' } });
    expect(answer).toMatchObject(refused(404, 'client_id_not_found'));
  });
});

describe('404', () => {
  // A client ID is public: a partner that could link it would lock its owner out.
  it('a client ID of another account is like none, and stays as before', async () => {
    const { key } = await host.newPartner();
    const { accountId, destinationId } = await host.newPlatform();
    const { id, clientId } = await host.newClientId(accountId);
    for (const input of [clientId, `cli_${'0'.repeat(24)}`, 'cli', id]) {
      const answer = await host.call('linkClientId', key, { body: { clientId: input } });
      expect(answer).toMatchObject({
        status: 404,
        body: { code: 'client_id_not_found', message: 'Client ID not found' },
      });
    }
    expect(await linksOf(id)).toBe(0);
    const alone = { 'x-client-id': clientId };
    const created = await host.call('createSecurePayment', alone, {
      body: linkBody(destinationId),
    });
    expect(created.status).toBe(201);
  });
});

describe('409', () => {
  it('a client ID is linked once, also after an unlink and by any partner', async () => {
    const { accountId, key } = await host.newPartner();
    const { clientId } = await host.newClientId(accountId);
    const body = { clientId };
    await host.done('linkClientId', key, { body });
    const again = refused(409, 'client_id_already_linked');
    expect(await host.call('linkClientId', key, { body })).toMatchObject(again);
    await host.done('unlinkClientId', key, { params: { clientId } });
    expect(await host.call('linkClientId', key, { body })).toMatchObject(again);
  });

  it('of two links at once one is made', async () => {
    const { accountId, key } = await host.newPartner();
    const { id, clientId } = await host.newClientId(accountId);
    const asked = [1, 2, 3].map(() => host.call('linkClientId', key, { body: { clientId } }));
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 409, 409]);
    expect(await linksOf(id)).toBe(1);
  });

  it('a client ID that an onboarding made for a partner’s own account is linked already', async () => {
    const [inviter, invited] = [await host.newPartner(), await host.newPlatform()];
    const own = { orchestratorName: 'B', orchestratorContactEmail: 'b@stalls.example' };
    const made = await host.done('createOrchestrator', invited.byEmail, { body: own });
    const token = await newIntent(host, inviter);
    const accepted = await host.done('acceptLinkIntent', invited.byWallet, {
      params: { token },
      body: { kyt: { provider: null } },
    });
    const body = { clientId: textAt(accepted, 'clientId') };
    const key = { 'x-orchestrator-key': textAt(made, 'rawKey') };
    const answer = await host.call('linkClientId', key, { body });
    expect(answer).toMatchObject(refused(409, 'client_id_already_linked'));
  });
});

async function linksOf(clientIdId: string): Promise<number> {
  const links = await host.ctx.db
    .selectFrom('client_id_link')
    .select('id')
    .where('client_id_id', '=', clientIdId)
    .execute();
  return links.length;
}
