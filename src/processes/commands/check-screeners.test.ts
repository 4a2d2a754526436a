import { expect, it } from 'vitest';
import { startScreeningServer } from '#sandbox/screening/screening-server.ts';
import { checkScreeners } from './check-screeners.ts';

const settings = (url: string) => ({
  hypernative: { url: `${url}/hypernative`, clientId: 'id-of-test', clientSecret: 'a secret' },
  merkleScience: {
    url: `${url}/merklescience`,
    apiKey: 'another secret',
    blockchains: new Map([['base', 'code']]),
    rejectLevel: 3,
  },
  screeningTimeoutMs: 2_000,
  rpcUrls: new Map([
    ['base', []],
    ['tron', []],
  ]),
});

it('says of each vendor whether it judges a wallet, and on which networks it judges none', async () => {
  const server = await startScreeningServer();
  const [first, second] = await checkScreeners(settings(server.url));
  expect(first?.text).toBe('answers, level Info, but no wallets of tron');
  expect(second?.text).toBe('answers, level 0 No Risk Detected, but no wallets of tron');
  await server.stop();
  const failed = await checkScreeners(settings(server.url));
  expect(failed.map(({ ok, warns }) => [ok, warns])).toEqual([
    [true, true],
    [true, true],
  ]);
  expect(failed[0]?.text).toContain('wallets that a policy names it for do not pay meanwhile');
  expect(JSON.stringify(failed)).not.toContain('secret');
});

it('says nothing where no vendor is configured', async () => {
  const none = { hypernative: undefined, merkleScience: undefined };
  expect(await checkScreeners({ ...settings(''), ...none })).toEqual([]);
});
