import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  newIntent,
  type PartnerHost,
  partnerHost,
  refused,
  textAt,
} from '../../../../tests/support/partner-host.ts';
import { findLinkPlan } from '../find-link-plan.ts';

let host: PartnerHost;
beforeAll(async () => {
  host = await partnerHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const HYPERNATIVE = { kyt: { provider: 'hypernative' } };
const NOBODY = { kyt: { provider: null } };
const PLANNED = { providers: [{ provider: 'hypernative', priority: 0 }] };

async function onboarded(plan?: object) {
  const [partner, platform] = [await host.newPartner(), await host.newPlatform()];
  const made = await host.done('acceptLinkIntent', platform.byWallet, {
    params: { token: await newIntent(host, partner, plan && { kyt: plan }) },
    body: plan === undefined ? NOBODY : {},
  });
  return { partner, platform, params: { clientIdId: textAt(made, 'link.clientIdId') } };
}

describe('200', () => {
  it('changes who screens, there and back', async () => {
    const { platform, params } = await onboarded();
    const change = (body: object) =>
      host.call('updateLinkKyt', platform.byWallet, { params, body });
    expect(await change(HYPERNATIVE)).toMatchObject({
      status: 200,
      body: { link: { kyt: { providers: [{ provider: 'hypernative', priority: 0 }] } } },
    });
    expect(await findLinkPlan(host.ctx, params.clientIdId)).toMatchObject(PLANNED);
    expect(await change(NOBODY)).toMatchObject({ status: 200, body: { link: { kyt: null } } });
    expect(await findLinkPlan(host.ctx, params.clientIdId)).toBeNull();
  });
});

describe('400', () => {
  it.each([
    {},
    { kyt: null },
    { kyt: {} },
    { kyt: { provider: 'me' } },
    { ...NOBODY, mode: 'off' },
  ])('refuses %j', async (body) => {
    const { platform, params } = await onboarded();
    const answer = await host.call('updateLinkKyt', platform.byWallet, { params, body });
    expect(answer.status).toBe(400);
  });
});

describe('401', () => {
  it('requires a session', async () => {
    const { params } = await onboarded();
    expect((await host.call('updateLinkKyt', {}, { params, body: NOBODY })).status).toBe(401);
  });
});

describe('403', () => {
  it('leaves a plan that the partner set', async () => {
    const { platform, params } = await onboarded({ providers: [{ provider: 'hypernative' }] });
    const sent = { params, body: NOBODY };
    const answer = await host.call('updateLinkKyt', platform.byWallet, sent);
    expect(answer).toMatchObject(refused(403, 'kyt_set_by_orchestrator'));
    expect(await findLinkPlan(host.ctx, params.clientIdId)).toMatchObject(PLANNED);
  });

  it('takes the session of a wallet alone', async () => {
    const { platform, params } = await onboarded();
    const answer = await host.call('updateLinkKyt', platform.byEmail, { params, body: NOBODY });
    expect(answer).toMatchObject(refused(403, 'wallet_session_required'));
  });
});

describe('404', () => {
  it('somebody else’s client ID is like none, and so is one whose link has ended', async () => {
    const { partner, platform, params } = await onboarded();
    const unrelated = await host.newPlatform();
    for (const { byWallet } of [partner, unrelated]) {
      const answer = await host.call('updateLinkKyt', byWallet, { params, body: HYPERNATIVE });
      expect(answer).toMatchObject(refused(404, 'link_not_found'));
    }
    await host.done('unlinkOrchestrator', platform.byWallet, { params });
    const ended = await host.call('updateLinkKyt', platform.byWallet, { params, body: NOBODY });
    expect(ended).toMatchObject(refused(404, 'link_not_found'));
    expect(await findLinkPlan(host.ctx, params.clientIdId)).toBeNull();
  });
});
