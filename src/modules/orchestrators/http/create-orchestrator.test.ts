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

const input = { orchestratorName: 'Stalls', orchestratorContactEmail: 'a@stalls.example' };
const at = '2026-01-02T03:04:05.000Z';

describe('201', () => {
  it('answers the partner and its key, whose text is shown once and stored nowhere', async () => {
    const { byEmail, accountId } = await host.newPeople();
    const made = await host.call('createOrchestrator', byEmail, { body: input });
    const id = textAt(made.body, 'orchestrator.id');
    const rawKey = textAt(made.body, 'rawKey');
    expect(made).toEqual({
      status: 201,
      body: {
        orchestrator: {
          id,
          name: 'Stalls',
          supportEmail: 'a@stalls.example',
          status: 'active',
          createdAt: at,
          updatedAt: at,
        },
        key: {
          id: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
          orchestratorId: id,
          keyPrefix: rawKey.slice(0, 'orc_sandbox_'.length + 4),
          status: 'active',
          createdAt: at,
          updatedAt: at,
          createdBy: expect.any(String),
        },
        rawKey: expect.stringMatching(/^orc_sandbox_[0-9a-f]{32}$/),
      },
    });
    const rows = await host.ctx.db
      .selectFrom('orchestrator_key')
      .selectAll()
      .where('orchestrator_id', '=', id)
      .execute();
    expect(JSON.stringify(rows)).not.toContain(rawKey.slice(-28));
    const audit = await host.ctx.db
      .selectFrom('audit_entry')
      .select(['action', 'object_id', 'details'])
      .where('account_id', '=', accountId)
      .execute();
    expect(audit).toEqual([
      { action: 'orchestrator.created', object_id: id, details: expect.any(String) },
    ]);
    expect(JSON.stringify(audit)).not.toContain('a@stalls.example');
  });

  it('answers the same key to a call that is repeated by name', async () => {
    const { byEmail } = await host.newPeople();
    const headers = { ...byEmail, 'idempotency-key': 'make-us-a-partner' };
    const made = await host.call('createOrchestrator', headers, { body: input });
    expect(made.status).toBe(201);
    expect(await host.call('createOrchestrator', headers, { body: input })).toEqual(made);
  });

  it('takes the session of a wallet as well', async () => {
    const { byWallet } = await host.newPeople();
    const made = await host.call('createOrchestrator', byWallet, { body: input });
    expect(made.status).toBe(201);
  });
});

describe('400', () => {
  it.each([
    ['no name', { orchestratorContactEmail: 'a@stalls.example' }],
    ['an empty name', { ...input, orchestratorName: '' }],
    ['a blank name', { ...input, orchestratorName: '  ' }],
    ['a name of 101 characters', { ...input, orchestratorName: 'a'.repeat(101) }],
    ['a name that turns the text around it', { ...input, orchestratorName: 'A\u202ebank' }],
    ['a name with a line break', { ...input, orchestratorName: 'A\nB' }],
    ['no address', { orchestratorName: 'Stalls' }],
    ['an address that is none', { ...input, orchestratorContactEmail: 'stalls' }],
    ['an unknown field', { ...input, status: 'active' }],
  ])('refuses %s and writes nothing', async (_what, body) => {
    const { byEmail } = await host.newPeople();
    expect(await host.call('createOrchestrator', byEmail, { body })).toMatchObject({ status: 400 });
    expect(await host.call('viewOrchestrator', byEmail)).toMatchObject({ status: 404 });
  });
});

describe('401', () => {
  it('requires a session', async () => {
    for (const headers of [{}, { authorization: 'Bearer nobody' }]) {
      const answer = await host.call('createOrchestrator', headers, { body: input });
      expect(answer.status).toBe(401);
    }
  });
});

describe('409', () => {
  it('an account is one partner, also with two calls at once', async () => {
    const { byEmail, byWallet } = await host.newPeople();
    const answers = await Promise.all(
      [byEmail, byWallet].map((headers) =>
        host.call('createOrchestrator', headers, { body: input }),
      ),
    );
    const [made, other] = answers.sort((a, b) => a.status - b.status);
    expect(made?.status).toBe(201);
    expect(other).toMatchObject(refused(409, 'orchestrator_exists'));
  });
});
