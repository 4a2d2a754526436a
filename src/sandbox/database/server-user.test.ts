import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { canReach, canUse } from './server-user.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'florin-server-user-'));
});
afterAll(() => rm(folder, { recursive: true }));

it.each([
  ['may write into and reach', 0o777, true],
  ['may reach and not write into', 0o755, false],
  ['may write into and not reach', 0o772, false],
])('another user can use a folder that it %s: mode %o', async (_what, mode, isUsable) => {
  await chmod(folder, mode);
  const other = { uid: 54_321, gid: 54_321 };
  const isReached = await canReach(other, tmpdir());
  expect(await canUse(other, folder)).toBe(isUsable && isReached);
});
