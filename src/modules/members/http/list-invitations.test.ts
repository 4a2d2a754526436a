import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TeamHost, teamHost } from '../../../../tests/support/team-host.ts';

let host: TeamHost;
beforeAll(async () => {
  host = await teamHost();
});
afterAll(() => host[Symbol.asyncDispose]());

describe('200', () => {
  it('lists those that can be accepted, without what opens anything', async () => {
    const owner = await host.newOwner();
    const [gone, open] = [await host.invite(owner), await host.invite(owner, 'finance')];
    await host.invite(await host.newOwner());
    await host.call('DELETE', `/v1/invitations/${gone.id}`, { token: owner.token });
    const list = () => host.call('GET', '/v1/invitations', { token: owner.token });
    const shown = await list();
    expect(shown).toMatchObject({
      status: 200,
      body: {
        invitations: [{ id: open.id, role: 'finance', label: 'Grace', createdBy: owner.personId }],
      },
    });
    expect(shown.body['invitations']).toHaveLength(1);
    expect(JSON.stringify(shown.body)).not.toMatch(/inv_|hash/);
    host.advance(7 * 24 * 60 * 60 * 1000);
    expect((await list()).body).toEqual({ invitations: [] });
  });
});

describe('401', () => {
  it('needs a session', async () => {
    expect(await host.call('GET', '/v1/invitations')).toMatchObject({ status: 401 });
  });
});
