import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PartnerHost, partnerHost, textAt } from '../../../../tests/support/partner-host.ts';
import { SHOP, type WebhookHost, webhookHost } from '../../../../tests/support/webhook-host.ts';
import { findOldSecrets } from '../store/old-secrets.ts';

let host: WebhookHost;
let partners: PartnerHost;
beforeAll(async () => {
  host = await webhookHost();
  partners = await partnerHost();
});
afterAll(async () => {
  await partners[Symbol.asyncDispose]();
  await host[Symbol.asyncDispose]();
});

/** The secrets that sign for an endpoint, the present one first. */
async function secretsOf({ ctx }: Pick<WebhookHost, 'ctx'>, id: string) {
  const row = await ctx.db
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const open = (bytes: Buffer, keyVersion: number) => ctx.vault.open({ bytes, keyVersion });
  const { previous_secret_sealed: sealed, previous_secret_key_version: version } = row;
  return {
    present: open(row.secret_sealed, row.secret_key_version),
    previous: sealed === null || version === null ? null : open(sealed, version),
    until: row.previous_secret_until,
  };
}

describe('201', () => {
  const rotate = (id: string, body: unknown = {}) =>
    host.call('POST', host.session, { path: `/${id}/rotate-secret`, body });

  it('answers a new secret; the one before signs for a day more', async () => {
    const id = await host.newWebhook(host.session);
    const { present: first } = await secretsOf(host, id);
    const rotated = await rotate(id);
    expect(rotated).toEqual({
      status: 201,
      body: {
        id,
        secret: expect.stringMatching(/^[0-9a-f]{64}$/),
        previousSecretUntil: '2026-01-03T03:04:05.000Z',
      },
    });
    const secret = textAt(rotated.body, 'secret');
    expect(secret).not.toBe(first);
    expect(await secretsOf(host, id)).toEqual({
      present: secret,
      previous: first,
      until: new Date('2026-01-03T03:04:05.000Z'),
    });
    expect((await host.audit('webhook.secret_rotated')).at(-1)?.details).toBe(
      '{"overlapSeconds":86400}',
    );
  });

  it('again within the overlap keeps the first until its end, and five at most', async () => {
    const id = await host.newWebhook(host.session);
    const { present: first } = await secretsOf(host, id);
    const second = textAt((await rotate(id, { overlapSeconds: 3_600 })).body, 'secret');
    const third = textAt((await rotate(id, { overlapSeconds: 60 })).body, 'secret');
    const signing = async () => {
      const old = await findOldSecrets(host.ctx, id);
      return old.map(({ secret, until }) => [host.ctx.vault.open(secret), until.toISOString()]);
    };
    expect(await signing()).toEqual([
      [second, '2026-01-02T03:05:05.000Z'],
      [first, '2026-01-02T04:04:05.000Z'],
    ]);
    const end = new Date('2026-01-02T03:05:05.000Z');
    expect(await findOldSecrets({ ...host.ctx, now: () => end }, id)).toHaveLength(1);
    for (const _time of [4, 5]) {
      expect(await rotate(id, { overlapSeconds: 60 })).toMatchObject({ status: 201 });
    }
    const old = (await signing()).map(([secret]) => secret);
    expect(old).toEqual([expect.any(String), third, second, first]);
    const before = await secretsOf(host, id);
    expect(await rotate(id)).toMatchObject({ status: 409, body: { code: 'too_many_secrets' } });
    expect(await secretsOf(host, id)).toEqual(before);
    expect(await rotate(id, { overlapSeconds: 0 })).toMatchObject({ status: 201 });
    expect(await signing()).toEqual([]);
  });

  it('ends the previous one at once where no overlap is requested', async () => {
    const id = await host.newWebhook(host.session);
    const second = textAt((await rotate(id)).body, 'secret');
    const third = textAt((await rotate(id, { overlapSeconds: 60 })).body, 'secret');
    expect(await secretsOf(host, id)).toMatchObject({ present: third, previous: second });
    const last = await rotate(id, { overlapSeconds: 0 });
    expect(last).toMatchObject({ body: { previousSecretUntil: null } });
    const present = textAt(last.body, 'secret');
    expect(await secretsOf(host, id)).toEqual({ present, previous: null, until: null });
  });

  it('to a client ID for its own endpoint, and to a partner for its own', async () => {
    const own = { 'x-client-id': host.backend };
    const path = `/${await host.newWebhook(own)}/rotate-secret`;
    expect(await host.call('POST', own, { path, body: {} })).toMatchObject({ status: 201 });
    const partner = await partners.newPartner();
    const body = { url: 'https://stalls.example/hooks' };
    const made = await partners.done('createOrchestratorWebhook', partner.key, { body });
    const id = textAt(made, 'webhook.id');
    const call = { params: { id }, body: {} };
    const rotated = await partners.done('rotateWebhookSecret', partner.key, call);
    expect(await secretsOf(partners, id)).toMatchObject({
      present: textAt(rotated, 'secret'),
      previous: textAt(made, 'secret'),
    });
  });
});

describe('400', () => {
  it.each([-1, 1.5, 2_592_001, '60', null])('for an overlap of %s', async (overlapSeconds) => {
    const id = await host.newWebhook(host.session);
    const before = await secretsOf(host, id);
    const path = `/${id}/rotate-secret`;
    expect(await host.call('POST', host.session, { path, body: { overlapSeconds } })).toMatchObject(
      {
        status: 400,
        body: { errors: [{ field: 'overlapSeconds' }] },
      },
    );
    expect(await secretsOf(host, id)).toEqual(before);
  });
});

describe('401', () => {
  it('without credentials', async () => {
    const path = '/x/rotate-secret';
    expect(await host.call('POST', {}, { path, body: {} })).toMatchObject({ status: 401 });
  });
});

describe('403', () => {
  it('refuses a public client ID alone in production', async () => {
    const headers = { 'x-client-id': host.browser, origin: SHOP };
    const path = `/${await host.newWebhook(headers)}/rotate-secret`;
    expect(await host.call('POST', headers, { path, body: {}, strict: true })).toMatchObject({
      status: 403,
      body: { code: 'proof_required' },
    });
  });
});

describe('404', () => {
  it('for every endpoint that is not the caller’s', async () => {
    const wide = await host.newWebhook(host.session);
    for (const [headers, id] of [
      [{ 'x-client-id': host.backend }, wide],
      [host.foreignSession, wide],
      [host.session, '01KC9TZ5S2E8VXH3M6Q4WJ7RBD'],
    ] as const) {
      const path = `/${id}/rotate-secret`;
      expect(await host.call('POST', headers, { path, body: {} })).toMatchObject({
        status: 404,
        body: { code: 'webhook_not_found' },
      });
    }
  });
});
