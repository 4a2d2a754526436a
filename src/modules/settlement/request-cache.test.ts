import { beforeEach, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { testContext, useTestDatabase } from '../../../tests/support/database.ts';
import { insertLink } from '../../../tests/support/payable-link.ts';
import { hashOf } from '../../../tests/support/settlement-world.ts';
import { openRequestCache } from './request-cache.ts';

const database = useTestDatabase();
let ctx: Context;

beforeEach(() => {
  ctx = testContext({ db: database.db });
});

it('returns which reference keys are ours, and hands out their requests', async () => {
  const [one, other] = [await insertLink(ctx.db), await insertLink(ctx.db)];
  const foreign = hashOf('foreign');
  const requestCache = openRequestCache(ctx);
  const ours = await requestCache.keep([one.referenceKey, foreign, other.referenceKey]);
  expect(ours).toEqual(new Set([one.referenceKey, other.referenceKey]));
  const taken = await requestCache.take([one.referenceKey, foreign]);
  expect([...taken.keys()]).toEqual([one.referenceKey]);
  expect(taken.get(one.referenceKey)).toMatchObject({ id: one.requestRowId });
});

it('looks up what it did not cache, or dropped before', async () => {
  const link = await insertLink(ctx.db);
  const requestCache = openRequestCache(ctx);
  const fresh = await requestCache.take([link.referenceKey]);
  await requestCache.keep([link.referenceKey]);
  const kept = await requestCache.take([link.referenceKey]);
  const again = await requestCache.take([link.referenceKey]);
  expect(kept).toEqual(fresh);
  expect(again).toEqual(fresh);
});
