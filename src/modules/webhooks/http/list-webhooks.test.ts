import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SHOP, type WebhookHost, webhookHost } from '../../../../tests/support/webhook-host.ts';

let host: WebhookHost;
beforeAll(async () => {
  host = await webhookHost();
});
afterAll(() => host[Symbol.asyncDispose]());

describe('200', () => {
  it('lists the endpoints of the scope and the platform-wide ones, without secrets', async () => {
    const own = { 'x-client-id': host.backend };
    const wide = { 'x-api-key': host.apiKey };
    const other = { 'x-client-id': host.browser, origin: SHOP };
    const [first, second] = [host.freshUrl(), host.freshUrl()];
    await host.call('POST', own, { body: { url: first } });
    await host.call('POST', wide, { body: { url: second } });
    const shown = (url: string) => ({
      id: expect.any(String),
      url,
      isActive: true,
      createdAt: '2026-01-02T03:04:05.000Z',
      switchedOffBy: null,
      failingSince: null,
      switchesOffAt: null,
    });
    expect(await host.call('GET', own)).toEqual({
      status: 200,
      body: [shown(first), shown(second)],
    });
    expect(await host.call('GET', wide)).toEqual({ status: 200, body: [shown(second)] });
    expect(await host.call('GET', other)).toEqual({ status: 200, body: [shown(second)] });
  });

  it('shows which were switched off, and since when one fails', async () => {
    const [off, failing] = [
      await host.newWebhook(host.session),
      await host.newWebhook(host.session),
    ];
    await host.call('PUT', host.session, { path: `/${off}` });
    await host.ctx.db
      .updateTable('webhook_endpoint')
      .set({ failing_since: new Date('2026-01-01T00:00:00Z'), is_active: false })
      .set({ switched_off_by: 'failures' })
      .where('id', '=', failing)
      .execute();
    const { body } = await host.call('GET', host.session);
    expect(body).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: off, isActive: false, switchedOffBy: 'person' }),
        expect.objectContaining({
          id: failing,
          switchedOffBy: 'failures',
          failingSince: '2026-01-01T00:00:00.000Z',
          switchesOffAt: null,
        }),
      ]),
    );
  });

  it('says when one that only fails is switched off', async () => {
    const id = await host.newWebhook(host.session);
    await host.ctx.db
      .updateTable('webhook_endpoint')
      .set({ failing_since: new Date('2026-01-01T00:00:00Z') })
      .where('id', '=', id)
      .execute();
    const { body } = await host.call('GET', host.session);
    expect(body).toContainEqual(
      expect.objectContaining({ id, switchesOffAt: '2026-01-06T00:00:00.000Z' }),
    );
  });

  it('is an empty array for an account that has none', async () => {
    const answer = await host.call('GET', { 'x-api-key': host.foreignKey });
    expect(answer).toEqual({ status: 200, body: [] });
  });
});

describe('200 for a session', () => {
  it('lists every endpoint of its account, or those of one client ID', async () => {
    const made = { backend: host.freshUrl(), browser: host.freshUrl(), wide: host.freshUrl() };
    await host.call('POST', { 'x-client-id': host.backend }, { body: { url: made.backend } });
    const front = { 'x-client-id': host.browser, origin: SHOP };
    await host.call('POST', front, { body: { url: made.browser } });
    await host.call('POST', host.session, { body: { url: made.wide } });
    const text = async (query?: string) =>
      JSON.stringify(await host.call('GET', host.session, query === undefined ? {} : { query }));
    for (const url of Object.values(made)) expect(await text()).toContain(url);
    const one = await text(`?clientId=${host.backend}`);
    expect(one).toContain(made.backend);
    expect(one).toContain(made.wide);
    expect(one).not.toContain(made.browser);
    expect(await text()).not.toContain('secret');
  });
});

describe('400', () => {
  it('for a clientId without a session', async () => {
    const query = `?clientId=${host.backend}`;
    expect(await host.call('GET', { 'x-api-key': host.apiKey }, { query })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'clientId' }] },
    });
  });
});

describe('401', () => {
  it('requires valid credentials', async () => {
    for (const headers of [{}, { 'x-client-id': 'cli_nobody' }, { 'x-api-key': 'nothing' }]) {
      expect(await host.call('GET', headers)).toMatchObject({ status: 401 });
    }
  });
});

describe('403', () => {
  it('refuses a public client ID alone in production', async () => {
    const headers = { 'x-client-id': host.browser, origin: SHOP };
    expect(await host.call('GET', headers, { strict: true })).toMatchObject({ status: 403 });
  });

  it('refuses an origin that the client ID does not list', async () => {
    const headers = { 'x-client-id': host.browser, origin: 'https://evil.example' };
    expect(await host.call('GET', headers)).toMatchObject({ status: 403 });
  });
});

describe('404', () => {
  it('for a client ID of another account, as for one that does not exist', async () => {
    for (const clientId of [host.backend, 'cli_000000000000000000000000']) {
      const query = `?clientId=${clientId}`;
      expect(await host.call('GET', host.foreignSession, { query })).toMatchObject({
        status: 404,
        body: { code: 'client_id_not_found' },
      });
    }
  });
});
