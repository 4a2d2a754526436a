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

const DAY_SECONDS = 86_400;
const works = async (headers: Record<string, string>) =>
  (await host.call('viewOrchestrator', headers)).status === 200;
const keyIn = (made: unknown) => ({ 'x-orchestrator-key': textAt(made, 'rawKey') });

describe('201', () => {
  it('the old key works on for a day, and from then on only the new one', async () => {
    const { key } = await host.newPartner();
    const made = await host.done('rotateOrchestratorKey', key, { body: {} });
    expect(made).toMatchObject({ key: { status: 'active' } });
    const fresh = keyIn(made);
    host.ctx.now.advance(DAY_SECONDS * 1000 - 1);
    expect([await works(key), await works(fresh)]).toEqual([true, true]);
    host.ctx.now.advance(1);
    expect([await works(key), await works(fresh)]).toEqual([false, true]);
    const view = await host.done('viewOrchestrator', fresh);
    expect(view).toMatchObject({ keys: [{ status: 'active' }, { status: 'expired' }] });
  });

  it('no overlap ends all others at once, also two that work', async () => {
    const { key } = await host.newPartner();
    const second = keyIn(await host.done('rotateOrchestratorKey', key, { body: {} }));
    const body = { overlapSeconds: 0 };
    const third = keyIn(await host.done('rotateOrchestratorKey', second, { body }));
    expect([await works(key), await works(second), await works(third)]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('never lets a key live longer than it was promised', async () => {
    const { key } = await host.newPartner();
    const hour = { overlapSeconds: 3_600 };
    const second = await host.done('rotateOrchestratorKey', key, { body: hour });
    const id = textAt(second, 'key.id');
    await host.done('revokeOrchestratorKey', key, { params: { id } });
    await host.done('rotateOrchestratorKey', key, { body: { overlapSeconds: DAY_SECONDS } });
    host.ctx.now.advance(3_600_000);
    expect(await works(key)).toBe(false);
  });

  it('a session gets a key where none is left', async () => {
    const { byEmail, key } = await host.newPartner();
    const { keys } = await host.done('viewOrchestrator', key);
    const id = textAt(Array.isArray(keys) ? keys[0] : undefined, 'id');
    await host.done('revokeOrchestratorKey', key, { params: { id } });
    const made = await host.done('rotateOrchestratorKey', byEmail, { body: {} });
    expect([await works(key), await works(keyIn(made))]).toEqual([false, true]);
  });
});

describe('400', () => {
  it.each([-1, 2_592_001, 0.5, '60', null])('refuses an overlap of %j seconds', async (input) => {
    const { key } = await host.newPartner();
    const body = { overlapSeconds: input };
    const answer = await host.call('rotateOrchestratorKey', key, { body });
    expect(answer.status).toBe(400);
  });
});

describe('401', () => {
  it('requires credentials, and takes no key that has ended', async () => {
    const { key } = await host.newPartner();
    await host.done('rotateOrchestratorKey', key, { body: { overlapSeconds: 0 } });
    for (const headers of [{}, key]) {
      const answer = await host.call('rotateOrchestratorKey', headers, { body: {} });
      expect(answer.status).toBe(401);
    }
  });
});

describe('404', () => {
  it('an account that is no partner has no key to rotate', async () => {
    const { byEmail } = await host.newPeople();
    const answer = await host.call('rotateOrchestratorKey', byEmail, { body: {} });
    expect(answer).toMatchObject(refused(404, 'orchestrator_not_found'));
  });
});

describe('409', () => {
  it('at most two keys work, also with simultaneous calls', async () => {
    const { key } = await host.newPartner();
    const asked = [1, 2, 3].map(() => host.call('rotateOrchestratorKey', key, { body: {} }));
    const answers = (await Promise.all(asked)).sort((a, b) => a.status - b.status);
    expect(answers.map(({ status }) => status)).toEqual([201, 409, 409]);
    expect(answers[1]).toMatchObject(refused(409, 'too_many_keys'));
  });
});
