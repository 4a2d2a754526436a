import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  KEY,
  LINKED_CLIENT,
  ORCHESTRATOR_KEY,
  OTHER_KEY,
  recordingHost,
  type TestHost,
  testHost,
  WALLET_SESSION,
} from '../../../tests/support/test-host.ts';

describe('a host', () => {
  let host: TestHost;
  const create = (headers: Record<string, string>, remoteAddress = '10.0.0.1') =>
    host.app.inject({
      method: 'POST',
      url: '/v2/things',
      headers,
      payload: { name: 'a' },
      remoteAddress,
    });
  const times = (count: number, call: () => Promise<unknown>) =>
    Promise.all(Array.from({ length: count }, call));
  beforeAll(async () => {
    host = await testHost({ trustedProxies: ['10.9.9.9'] });
  });
  afterAll(() => host[Symbol.asyncDispose]());

  it('sends the state of the limit, on refusals as well', async () => {
    const answer = await create({ 'x-api-key': KEY });
    expect(answer.headers).toMatchObject({
      'ratelimit-limit': '300',
      'ratelimit-remaining': '299',
      'ratelimit-reset': '0',
      'ratelimit-policy': '300;w=60',
      'x-ratelimit-limit': '300',
      'x-ratelimit-remaining': '299',
      'x-ratelimit-reset': '0',
    });
    const refused = await host.app.inject({
      method: 'POST',
      url: '/v2/things',
      headers: { 'x-api-key': KEY },
    });
    expect(refused.statusCode).toBe(400);
    expect(refused.headers['ratelimit-remaining']).toBe('299');
    for (const url of ['/nowhere', '/v2/things']) {
      const lost = await host.app.inject({ url, remoteAddress: '10.0.0.40' });
      expect(lost.headers['ratelimit-limit']).toBe('300');
    }
  });

  it('refuses with 429 in the common shape, for that key and that address only', async () => {
    const key = { 'x-api-key': KEY };
    await times(300, () => create(key, '10.0.0.2'));
    const answer = await create(key, '10.0.0.2');
    expect(answer.statusCode).toBe(429);
    expect(answer.headers['retry-after']).toBe(answer.headers['ratelimit-reset']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.json()).toMatchObject({
      statusCode: 429,
      message: 'Too Many Requests',
      error: 'Too Many Requests',
      code: 'rate_limited',
    });
    expect((await create(key, '10.0.0.3')).statusCode).toBe(201);
    expect((await create({ 'x-api-key': OTHER_KEY }, '10.0.0.2')).statusCode).toBe(201);
  });

  it('does not trust an address in a header from an untrusted connection', async () => {
    const from = (forwarded: string, remoteAddress: string) =>
      create({ 'x-api-key': KEY, 'x-forwarded-for': forwarded }, remoteAddress);
    await from('198.51.100.1', '10.0.0.4');
    expect((await from('198.51.100.2', '10.0.0.4')).headers['ratelimit-remaining']).toBe('298');
    // A trusted proxy is trusted, and only about the hop before it.
    await from('198.51.100.3', '10.9.9.9');
    const next = await from('203.0.113.9, 198.51.100.3', '10.9.9.9');
    expect(next.headers['ratelimit-remaining']).toBe('298');
    expect((await from('198.51.100.4', '10.9.9.9')).headers['ratelimit-remaining']).toBe('299');
  });

  it('does not trust addresses that a trusted proxy passes on unparsed, and counts all of them as one', async () => {
    const from = (forwarded: string) =>
      create({ 'x-api-key': KEY, 'x-forwarded-for': forwarded }, '10.9.9.9');
    await from('nonsense');
    expect((await from('<script>')).headers['ratelimit-remaining']).toBe('298');
    // All addresses of one subscriber are one, too.
    await from('2001:db8:1:2::1');
    expect((await from('2001:db8:1:2:ffff::9')).headers['ratelimit-remaining']).toBe('298');
    expect((await from('2001:db8:1:3::1')).headers['ratelimit-remaining']).toBe('299');
  });

  it('counts managing credentials apart, against its own limit', async () => {
    await using managing = await testHost({
      endpoints: [
        recordingHost('call', ['session', 'api_key']),
        recordingHost('manage', ['session', 'api_key'], { rateClass: 'management' }),
      ],
    });
    const send = async (name: string, headers: Record<string, string>) => {
      const answer = await managing.app.inject({
        method: 'POST',
        url: `/${name}`,
        headers,
        remoteAddress: '10.0.0.7',
      });
      const { headers: said } = answer;
      return [said['ratelimit-limit'], said['ratelimit-remaining']];
    };
    for (const who of [{ 'x-api-key': KEY }, { authorization: `Bearer ${WALLET_SESSION}` }]) {
      expect(await send('call', who)).toEqual(['300', '299']);
      expect(await send('manage', who)).toEqual(['600', '599']);
      expect(await send('call', who)).toEqual(['300', '298']);
      expect(await send('manage', who)).toEqual(['600', '598']);
    }
  });

  it('gives a client ID the limit of its tier, and a pair that of its platform', async () => {
    await using tiered = await testHost({
      endpoints: [recordingHost('call', ['orchestrator_pair', 'client_id'])],
    });
    const { credentials } = tiered;
    const lookUp = credentials.clientId.bind(credentials);
    credentials.clientId = async (raw) => {
      const found = await lookUp(raw);
      return found && { ...found, rateTier: 'premium' };
    };
    const send = async (headers: Record<string, string>) => {
      const answer = await tiered.app.inject({ method: 'POST', url: '/call', headers });
      return [answer.headers['ratelimit-limit'], answer.headers['ratelimit-remaining']];
    };
    const client = { 'x-client-id': LINKED_CLIENT };
    const pair = { ...client, 'x-orchestrator-key': ORCHESTRATOR_KEY };
    expect(await send(client)).toEqual(['600', '599']);
    expect(await send(pair)).toEqual(['600', '599']);
    expect(await send(pair)).toEqual(['600', '598']);
  });

  it('counts a partner that acts for no platform once, whatever platform it names', async () => {
    await using partners = await testHost({
      endpoints: [recordingHost('manage', ['orchestrator_key'])],
    });
    const left = async (named: Record<string, string>) => {
      const headers = { 'x-orchestrator-key': ORCHESTRATOR_KEY, ...named };
      const answer = await partners.app.inject({ method: 'POST', url: '/manage', headers });
      return answer.headers['ratelimit-remaining'];
    };
    expect(await left({ 'x-client-id': 'cli_a' })).toBe('299');
    expect(await left({ 'x-client-id': 'cli_b' })).toBe('298');
    expect(await left({})).toBe('297');
  });

  it('counts what cannot be a credential, and what does not exist, for its address', async () => {
    const junk = ['two words', 'x'.repeat(129), 'guess'];
    let tried = 0;
    const guess = (from: string) => {
      tried += 1;
      return create({ 'x-api-key': `${junk[tried % 3]}${tried}` }, from);
    };
    expect((await guess('10.0.0.5')).headers['ratelimit-limit']).toBe('60');
    await times(59, () => guess('10.0.0.5'));
    const refused = await guess('10.0.0.5');
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toBe(refused.headers['ratelimit-reset']);
    expect((await guess('10.0.0.6')).statusCode).toBe(401);
  });

  it('locks no valid credential out of an address whose guesses are blocked', async () => {
    const guess = () => create({ 'x-api-key': 'guess' }, '10.0.0.8');
    await times(121, guess);
    const blocked = await guess();
    expect(blocked.statusCode).toBe(429);
    expect(blocked.headers['retry-after']).toBe('300');
    // None of these has been seen from there before.
    for (const key of [KEY, OTHER_KEY]) {
      const valid = await create({ 'x-api-key': key }, '10.0.0.8');
      expect(valid.statusCode).toBe(201);
      expect(valid.headers['ratelimit-remaining']).toBe('299');
    }
    // Public paths are counted apart.
    expect((await host.app.inject({ url: '/nowhere', remoteAddress: '10.0.0.8' })).statusCode).toBe(
      404,
    );
    expect((await guess()).statusCode).toBe(429);
  });
});
