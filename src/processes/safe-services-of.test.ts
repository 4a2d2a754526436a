import { describe, expect, it } from 'vitest';
import { safeServicesOf } from './safe-services-of.ts';

const KEY = 'key-of-the-shop';
const OWN = 'https://safe.example.com/api';
const HOSTED = 'https://api.safe.global/tx-service/base/api';
const set = (urls: readonly (readonly [string, string])[], apiKey?: string) => ({
  safeServices: { urls: new Map(urls), apiKey, appUrl: undefined },
});

describe('the Safe services of networks', () => {
  it('are the public ones in production with a key, where there is one', () => {
    const found = safeServicesOf({ mode: 'production', ...set([], KEY) }, ['base', 'tron']);
    expect([...found]).toEqual([['base', { url: HOSTED, apiKey: KEY }]]);
    expect(safeServicesOf({ mode: 'production', ...set([]) }, ['base']).size).toBe(0);
  });

  it('are those of the settings first, which are sent no key of the public ones', () => {
    const settings = set([['base', OWN]], KEY);
    const found = safeServicesOf({ mode: 'production', ...settings }, ['base', 'bsc']);
    expect(found.get('base')).toEqual({ url: OWN, apiKey: undefined });
    expect(found.get('bsc')?.apiKey).toBe(KEY);
  });

  it('are public ones without a key where a setting names them', () => {
    const found = safeServicesOf({ mode: 'production', ...set([['base', HOSTED]]) }, ['base']);
    expect(found.get('base')).toEqual({ url: HOSTED, apiKey: undefined });
  });

  it('are those of the sandbox itself, and never public ones by a key alone', () => {
    const local = new Map([['base', 'http://127.0.0.1:1/base/api']] as const);
    const found = safeServicesOf({ mode: 'sandbox', ...set([], KEY) }, ['base', 'bsc'], local);
    expect([...found]).toEqual([
      ['base', { url: 'http://127.0.0.1:1/base/api', apiKey: undefined }],
    ]);
  });

  it('send no key to an address that only begins like a public one', () => {
    const url = 'https://api.safe.global.example.com/tx-service/base/api';
    const found = safeServicesOf({ mode: 'production', ...set([['base', url]], KEY) }, ['base']);
    expect(found.get('base')?.apiKey).toBeUndefined();
  });
});
