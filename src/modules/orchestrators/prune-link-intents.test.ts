import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  newIntent,
  type PartnerHost,
  partnerHost,
  refused,
} from '../../../tests/support/partner-host.ts';
import { pruneLinkIntents } from './prune-link-intents.ts';

const DAY_MS = 24 * 60 * 60_000;

let host: PartnerHost;
beforeAll(async () => {
  host = await partnerHost();
});
afterAll(() => host[Symbol.asyncDispose]());

it('an invitation goes a month after it could be accepted, but for one that was', async () => {
  const [partner, platform] = [await host.newPartner(), await host.newPlatform()];
  const [used, missed] = [await newIntent(host, partner), await newIntent(host, partner)];
  await host.done('acceptLinkIntent', platform.byWallet, {
    params: { token: used },
    body: { kyt: { provider: null } },
  });
  const open = (token: string) =>
    host.call('viewLinkIntent', platform.byEmail, { params: { token } });
  host.ctx.now.advance(2 * DAY_MS);
  expect(await open(missed)).toMatchObject(refused(403, 'LINK_INTENT_EXPIRED'));
  host.ctx.now.advance(30 * DAY_MS - 1);
  expect(await pruneLinkIntents(host.ctx, 10)).toBe(0);
  host.ctx.now.advance(1);
  expect(await pruneLinkIntents(host.ctx, 10)).toBe(1);
  const rows = await host.ctx.db.selectFrom('link_intent').select('used_at').execute();
  expect(rows).toEqual([{ used_at: expect.any(Date) }]);
});
