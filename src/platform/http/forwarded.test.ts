import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestHost, testHost } from '../../../tests/support/test-host.ts';
import { dropForwardedPorts } from './forwarded.ts';

let host: TestHost;
beforeAll(async () => {
  host = await testHost({ trustedProxies: ['10.9.9.9', '10.9.9.8'] });
});
afterAll(() => host[Symbol.asyncDispose]());

const left = async (forwarded: string) => {
  const headers = { 'x-forwarded-for': forwarded };
  const answer = await host.app.inject({ url: '/v2/notice', headers, remoteAddress: '10.9.9.9' });
  return answer.headers['ratelimit-remaining'];
};

describe('X-Forwarded-For', () => {
  it.each([
    ['198.51.100.1:4711', '198.51.100.1'],
    ['198.51.100.1:4711, 10.9.9.8:80', '198.51.100.1, 10.9.9.8'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['[::ffff:192.0.2.1]:8080 ,198.51.100.1', '::ffff:192.0.2.1, 198.51.100.1'],
    ['nonsense:1, 198.51.100.1:', 'nonsense:1, 198.51.100.1:'],
    ['198.51.100.1', '198.51.100.1'],
  ])('%s names %s', (sent, read) => {
    const headers = { 'x-forwarded-for': sent };
    dropForwardedPorts(headers);
    expect(headers).toEqual({ 'x-forwarded-for': read });
  });

  it('with ports names one caller, on any connection and through any proxies', async () => {
    expect(await left('198.51.100.1:4711')).toBe('299');
    expect(await left('198.51.100.1:4712, 10.9.9.8:80')).toBe('298');
    expect(await left('198.51.100.1')).toBe('297');
    expect(await left('198.51.100.2:4711')).toBe('299');
    expect(await left('[2001:db8:1:2::1]:5000')).toBe('299');
    expect(await left('2001:db8:1:2::9')).toBe('298');
  });
});
