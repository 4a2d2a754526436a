import { expect, it } from 'vitest';
import { clientIdActor } from '../tests/support/actors.ts';
import { isPublicCaller, isRestrictedCaller } from './context.ts';

const settings = { mode: 'production' } as const;
const shop = clientIdActor({
  accountId: 'a',
  clientIdId: 'c',
  clientId: 'cli_c',
  allowedDomains: ['https://shop.example'],
});

it('a client ID with domains is public and held to less, until its account proves the call', () => {
  expect(isPublicCaller({ actor: shop })).toBe(true);
  expect(isRestrictedCaller({ actor: shop, settings })).toBe(true);
  const proven = { ...shop, provenBy: 'api_key' } as const;
  expect(isPublicCaller({ actor: proven })).toBe(false);
  expect(isRestrictedCaller({ actor: proven, settings })).toBe(false);
});

it('a client ID of a server is not public', () => {
  expect(isPublicCaller({ actor: { ...shop, allowedDomains: [] } })).toBe(false);
});
