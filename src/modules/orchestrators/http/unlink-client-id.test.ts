import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerDestination } from '#modules/destinations/index.ts';
import {
  linkBody,
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

async function linked() {
  const partner = await host.newPartner();
  const { id, clientId } = await host.newClientId(partner.accountId);
  await host.done('linkClientId', partner.key, { body: { clientId } });
  return { ...partner, id, clientId };
}

describe('200', () => {
  it('ends a link once, and returns the same when called again', async () => {
    const { key, clientId, id, orchestratorId } = await linked();
    const params = { clientId };
    const ended = await host.call('unlinkClientId', key, { params });
    expect(ended).toEqual({
      status: 200,
      body: {
        link: {
          id: expect.any(String),
          clientIdId: id,
          orchestratorId,
          status: 'revoked',
          consentedAt: expect.any(String),
          createdAt: expect.any(String),
          updatedAt: '2026-01-02T03:04:05.000Z',
          revokedAt: '2026-01-02T03:04:05.000Z',
          clientId,
        },
        wasAlreadyRevoked: false,
      },
    });
    const { link } = await host.done('unlinkClientId', key, { params });
    expect(await host.call('unlinkClientId', key, { params })).toMatchObject({
      status: 200,
      body: { link, wasAlreadyRevoked: true },
    });
    const entries = await host.ctx.db
      .selectFrom('audit_entry')
      .select('id')
      .where('action', '=', 'client_id.unlinked')
      .where('object_id', '=', id)
      .execute();
    expect(entries).toHaveLength(1);
  });

  it('of two unlinks at once one ends the link', async () => {
    const { key, clientId } = await linked();
    const asked = [1, 2].map(() => host.done('unlinkClientId', key, { params: { clientId } }));
    const before = (await Promise.all(asked)).map(({ wasAlreadyRevoked }) => wasAlreadyRevoked);
    expect(before.sort()).toEqual([false, true]);
  });

  // An inactive client ID that comes back must come back free.
  it('frees a client ID that is not active at the time', async () => {
    const { key, clientId, id } = await linked();
    const setStatus = (status: string) =>
      host.ctx.db.updateTable('client_id').set({ status }).where('id', '=', id).execute();
    await setStatus('inactive');
    await host.done('unlinkClientId', key, { params: { clientId } });
    await setStatus('active');
    const { orchestrator_id } = await host.ctx.db
      .selectFrom('client_id')
      .select('orchestrator_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(orchestrator_id).toBeNull();
  });

  it('leaves the partner on links that were created before', async () => {
    const partner = await host.newPartner();
    const { destinationId } = await host.newPlatform();
    const payeeDestinationId = await ownDestination(partner.accountId, destinationId);
    const { clientId } = await host.newClientId(partner.accountId, { payeeDestinationId });
    await host.done('linkClientId', partner.key, { body: { clientId } });
    const pair = { ...partner.key, 'x-client-id': clientId };
    const made = await host.done('createSecurePayment', pair, { body: linkBody() });
    await host.done('unlinkClientId', partner.key, { params: { clientId } });
    const row = await host.ctx.db
      .selectFrom('secure_payment')
      .select('orchestrator_id')
      .where('token', '=', textAt(made, 'token'))
      .executeTakeFirstOrThrow();
    expect(row.orchestrator_id).toBe(partner.orchestratorId);
    const refusedPair = await host.call('createSecurePayment', pair, { body: linkBody() });
    expect(refusedPair).toMatchObject(refused(403, 'client_id_not_linked'));
    const alone = await host.call('createSecurePayment', pairless(clientId), { body: linkBody() });
    expect(alone.status).toBe(201);
  });
});

describe('401', () => {
  it('requires the key of a partner', async () => {
    const { clientId } = await linked();
    for (const headers of [{}, { 'x-orchestrator-key': 'nothing' }]) {
      const answer = await host.call('unlinkClientId', headers, { params: { clientId } });
      expect(answer.status).toBe(401);
    }
  });
});

describe('404', () => {
  it('another partner’s link is like none, and lasts', async () => {
    const { clientId, key } = await linked();
    const other = await host.newPartner();
    const { clientId: unlinked } = await host.newClientId(other.accountId);
    for (const input of [clientId, unlinked, 'cli_nobody', 'cli_\u00e9', 'x']) {
      const answer = await host.call('unlinkClientId', other.key, { params: { clientId: input } });
      expect(answer).toMatchObject(refused(404, 'client_id_not_found'));
    }
    const { total } = await host.done('listClientIdLinks', key);
    expect(total).toBe(1);
  });
});

const pairless = (clientId: string) => ({ 'x-client-id': clientId });

/** The row of a destination that another account uses too. */
async function ownDestination(accountId: string, text: string): Promise<string> {
  const { id } = await registerDestination(host.ctx, { accountId, destinationId: text });
  return id;
}
