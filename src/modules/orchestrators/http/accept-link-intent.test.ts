import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sessionActor } from '../../../../tests/support/actors.ts';
import {
  linkBody,
  newIntent,
  type Partner,
  type PartnerHost,
  type Platform,
  partnerHost,
  refused,
  textAt,
} from '../../../../tests/support/partner-host.ts';
import { acceptLinkIntent } from '../accept-link-intent.ts';
import { findLinkPlan } from '../find-link-plan.ts';

let host: PartnerHost;
beforeAll(async () => {
  host = await partnerHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const NOBODY_SCREENS = { kyt: { provider: null } };
const PLAN = { providers: [{ provider: 'hypernative' }] };

interface OpenIntent {
  readonly partner: Partner;
  readonly platform: Platform;
  readonly token: string;
}

async function openIntent(input: Readonly<Record<string, unknown>> = {}): Promise<OpenIntent> {
  const partner = await host.newPartner();
  const platform = await host.newPlatform();
  return { partner, platform, token: await newIntent(host, partner, input) };
}

const accept = ({ platform, token }: OpenIntent, body: unknown = NOBODY_SCREENS) =>
  host.call('acceptLinkIntent', platform.byWallet, { params: { token }, body });

const clientIdsOf = (accountId: string) =>
  host.ctx.db.selectFrom('client_id').selectAll().where('account_id', '=', accountId).execute();

const eventsOf = async (accountId: string) => {
  const rows = await host.ctx.db
    .selectFrom('event')
    .select(['type', 'payload'])
    .where('account_id', '=', accountId)
    .execute();
  return rows.map(({ type, payload }) => ({
    type,
    payload: z.unknown().parse(JSON.parse(payload)),
  }));
};

describe('201', () => {
  it('makes a client ID, the link and the news of it, and uses the intent up', async () => {
    const opened = await openIntent({ domains: ['https://fruit.example'], externalId: 'acct-9' });
    const { partner, platform } = opened;
    const made = await accept(opened);
    const [clientId, linkId] = [textAt(made.body, 'clientId'), textAt(made.body, 'link.id')];
    const rows = await clientIdsOf(platform.accountId);
    expect(rows).toMatchObject([
      {
        client_id: clientId,
        label: 'Fruit stall',
        allowed_domains: ['https://fruit.example'],
        status: 'active',
        orchestrator_id: partner.orchestratorId,
        payee_destination_id: expect.any(String),
      },
    ]);
    expect(made).toMatchObject({
      status: 201,
      body: {
        ok: true,
        link: {
          clientIdId: rows[0]?.id,
          clientId,
          orchestratorId: partner.orchestratorId,
          status: 'active',
          consentedAt: '2026-01-02T03:04:05.000Z',
          kyt: null,
          kytChangeable: true,
        },
      },
    });
    expect(await eventsOf(partner.accountId)).toEqual([
      {
        type: 'client_id.linked',
        payload: {
          event: 'client_id.linked',
          clientId,
          orchestratorId: partner.orchestratorId,
          linkId,
          intentId: expect.any(String),
          externalId: 'acct-9',
          destinationId: platform.destinationId,
          destinationWalletAddress: platform.wallet,
          chain: 'base',
          currency: 'USDC',
          timestamp: '2026-01-02T03:04:05.000Z',
        },
      },
    ]);
    expect(await eventsOf(platform.accountId)).toEqual([]);
    // It waits once, to be sent to the partner's endpoints.
    expect(await host.ctx.db.selectFrom('outbox').selectAll().execute()).toHaveLength(1);
    expect(await accept(opened)).toMatchObject(refused(403, 'LINK_INTENT_USED'));
  });

  it('is answered again to a call that is repeated by name', async () => {
    const { platform, token } = await openIntent();
    const headers = { ...platform.byWallet, 'idempotency-key': 'we-agree' };
    const sent = { params: { token }, body: NOBODY_SCREENS };
    const made = await host.call('acceptLinkIntent', headers, sent);
    expect(made.status).toBe(201);
    expect(await host.call('acceptLinkIntent', headers, sent)).toEqual(made);
    expect(await clientIdsOf(platform.accountId)).toHaveLength(1);
  });

  it('stands in the logs of both', async () => {
    const opened = await openIntent();
    await accept(opened);
    for (const accountId of [opened.partner.accountId, opened.platform.accountId]) {
      const entries = await host.ctx.db
        .selectFrom('audit_entry')
        .select('actor_kind')
        .where('account_id', '=', accountId)
        .where('action', '=', 'client_id.linked')
        .execute();
      expect(entries).toEqual([{ actor_kind: 'session' }]);
    }
  });

  it('lets the partner, and nobody else, create payments for the platform', async () => {
    const opened = await openIntent();
    const other = await host.newPartner();
    const alone = { 'x-client-id': textAt((await accept(opened)).body, 'clientId') };
    const create = (headers: Record<string, string>) =>
      host.call('createSecurePayment', headers, { body: linkBody() });
    expect(await create(alone)).toMatchObject(refused(403, 'client_id_linked'));
    expect(await create({ ...other.key, ...alone })).toMatchObject(
      refused(403, 'client_id_not_linked'),
    );
    expect(await create(opened.partner.key)).toMatchObject({
      status: 401,
      body: { message: 'x-client-id header is required' },
    });
    const created = await create({ ...opened.partner.key, ...alone });
    expect(created.status).toBe(201);
    const row = await host.ctx.db
      .selectFrom('secure_payment')
      .select(['account_id', 'orchestrator_id', 'destination_id'])
      .where('token', '=', textAt(created.body, 'token'))
      .executeTakeFirstOrThrow();
    expect(row).toEqual({
      account_id: opened.platform.accountId,
      orchestrator_id: opened.partner.orchestratorId,
      destination_id: opened.platform.destinationId,
    });
  });

  it('keeps the plan of the partner, which requires that nobody pays unscreened', async () => {
    const opened = await openIntent({ kyt: PLAN });
    const made = await accept(opened, {});
    expect(made).toMatchObject({
      status: 201,
      body: {
        link: {
          kyt: { providers: [{ provider: 'hypernative', priority: 0 }] },
          kytChangeable: false,
        },
      },
    });
    const clientIdId = textAt(made.body, 'link.clientIdId');
    expect(await findLinkPlan(host.ctx, clientIdId)).toMatchObject(PLAN);
    const pair = { ...opened.partner.key, 'x-client-id': textAt(made.body, 'clientId') };
    const created = await host.call('createSecurePayment', pair, { body: linkBody() });
    expect(created).toMatchObject(refused(400, 'screening_not_available'));
  });

  it('keeps the platform’s own choice', async () => {
    const made = await accept(await openIntent(), { kyt: { provider: 'merklescience' } });
    expect(made).toMatchObject({
      body: {
        link: {
          kyt: { providers: [{ provider: 'merklescience', priority: 0 }] },
          kytChangeable: true,
        },
      },
    });
  });
});

describe('400', () => {
  it('a wallet says first where it wants its money', async () => {
    const token = await newIntent(host, await host.newPartner());
    const { accountId, byWallet } = await host.newPeople();
    const answer = await host.call('acceptLinkIntent', byWallet, {
      params: { token },
      body: NOBODY_SCREENS,
    });
    expect(answer).toMatchObject(refused(400, 'no_destination'));
    expect(await clientIdsOf(accountId)).toEqual([]);
  });

  it('a choice is required where it is left open, and refused where it is made', async () => {
    const open = await openIntent();
    expect(await accept(open, {})).toMatchObject(refused(400, 'kyt_required'));
    const set = await openIntent({ kyt: PLAN });
    expect(await accept(set)).toMatchObject(refused(400, 'kyt_not_asked'));
    for (const body of [{ kyt: {} }, { kyt: null }, { kyt: { provider: 'me' } }, { ok: true }]) {
      expect(await accept(open, body)).toMatchObject({ status: 400 });
    }
    expect(await clientIdsOf(open.platform.accountId)).toEqual([]);
    expect((await accept(open)).status).toBe(201);
  });
});

describe('401', () => {
  it('requires a session', async () => {
    const { token } = await openIntent();
    const sent = { params: { token }, body: NOBODY_SCREENS };
    for (const headers of [{}, { authorization: 'Bearer nobody' }]) {
      expect((await host.call('acceptLinkIntent', headers, sent)).status).toBe(401);
    }
  });
});

describe('403', () => {
  it('takes the session of a wallet alone', async () => {
    const { token, platform } = await openIntent();
    const sent = { params: { token }, body: NOBODY_SCREENS };
    const answer = await host.call('acceptLinkIntent', platform.byEmail, sent);
    expect(answer).toMatchObject(refused(403, 'wallet_session_required'));
  });

  it('of acceptances at once one links, and the others leave nothing behind', async () => {
    const opened = await openIntent();
    const rival = { ...opened, platform: await host.newPlatform() };
    const asked = [opened, rival, opened, rival].map((each) => accept(each));
    const answers = (await Promise.all(asked)).sort((a, b) => a.status - b.status);
    expect(answers.map(({ status }) => status)).toEqual([201, 403, 403, 403]);
    expect(answers[3]).toMatchObject(refused(403, 'LINK_INTENT_USED'));
    const made = [
      ...(await clientIdsOf(opened.platform.accountId)),
      ...(await clientIdsOf(rival.platform.accountId)),
    ];
    expect(made).toHaveLength(1);
    expect(await eventsOf(opened.partner.accountId)).toHaveLength(1);
  });

  it('an intent that is two days old links nobody', async () => {
    const { platform, token } = await openIntent();
    const { accountId, wallet } = platform;
    const actor = sessionActor({ accountId, wallet: { family: 'evm', address: wallet } });
    const later = new Date(host.ctx.now().getTime() + 2 * 24 * 60 * 60 * 1000);
    const input = { token, kyt: { provider: null } };
    const accepting = acceptLinkIntent({ ...host.ctx, actor, now: () => later }, input);
    await expect(accepting).rejects.toThrow(/expired/);
    expect(await clientIdsOf(accountId)).toEqual([]);
  });
});

describe('404', () => {
  it('what opens nothing links nobody', async () => {
    const { byWallet } = await host.newPlatform();
    for (const token of [`lit_${'0'.repeat(32)}`, 'x']) {
      const sent = { params: { token }, body: NOBODY_SCREENS };
      const answer = await host.call('acceptLinkIntent', byWallet, sent);
      expect(answer).toMatchObject(refused(404, 'LINK_INTENT_NOT_FOUND'));
    }
  });
});
