import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { Outage } from '#kit/failure.ts';
import { startHttpServer } from '../../../tests/support/http-server.ts';
import { startNameServer } from '../../../tests/support/name-server.ts';
import { isPublicAddress } from './address-guard.ts';
import { openOutbound } from './outbound.ts';

const servers: Awaited<ReturnType<typeof startHttpServer>>[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server[Symbol.asyncDispose]();
});

/** A real receiver on this machine; returns its URL. */
async function receiver(answer: RequestListener): Promise<string> {
  const server = await startHttpServer(answer);
  servers.push(server);
  return server.url;
}

/** Posts once through a new client, and returns the status or the failure. */
async function postOnce(url: string, privateAddresses: 'refuse' | 'allow' = 'allow') {
  const outbound = openOutbound({ privateAddresses });
  const request = {
    destination: 'test',
    url,
    headers: { 'content-type': 'application/json' },
    body: '{}',
  };
  try {
    const answer = await outbound.post({ ...request, timeoutMs: 500 });
    return answer.status;
  } catch (error) {
    if (!(error instanceof Outage)) throw error;
    return error.message;
  } finally {
    await outbound.close();
  }
}

describe('posting', () => {
  it('sends body and headers as given, and answers status and duration', async () => {
    const seen: string[] = [];
    const url = await receiver((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        seen.push(
          `${request.method} ${request.url} ${request.headers['x-service-signature']} ${Buffer.concat(chunks).toString()}`,
        );
        response.writeHead(202).end('thanks');
      });
    });
    const outbound = openOutbound({ privateAddresses: 'allow' });
    const answer = await outbound.post({
      destination: 'test',
      url: `${url}/hook?a=b`,
      headers: { 'x-service-signature': 'abc', 'content-type': 'application/json' },
      body: '{"amount":"1","name":"Zoë"}',
      timeoutMs: 5_000,
    });
    await outbound.close();
    expect(seen).toEqual(['POST /hook?a=b abc {"amount":"1","name":"Zoë"}']);
    expect(answer).toMatchObject({ status: 202, excerpt: 'thanks' });
    expect(answer.durationMs).toBeGreaterThanOrEqual(0);
  });

  // A redirect could lead to a private address, or repeat a signed body to another host.
  it('does not follow a redirect', async () => {
    let followed = 0;
    const url = await receiver((request, response) => {
      if (request.url === '/second') followed += 1;
      response.writeHead(307, { location: '/second' }).end();
    });
    expect(await postOnce(`${url}/first`)).toBe(307);
    expect(followed).toBe(0);
  });

  it('gives up on a receiver that does not answer', async () => {
    const url = await receiver(() => undefined);
    expect(await postOnce(url)).toBe('no answer within 500 ms');
  });

  it('gives up on a receiver that drips its answer', async () => {
    const url = await receiver((_, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drip));
    });
    expect(await postOnce(url)).toBe('no answer within 500 ms');
  });

  // A receiver that answers without end must not fill our memory, nor keep the connection.
  it('reads an endless answer up to the cap and takes its status', async () => {
    let sent = 0;
    const url = await receiver((_, response) => {
      response.writeHead(200);
      const block = Buffer.alloc(64 * 1024, '.');
      const pour = () => {
        if (response.destroyed || sent > 512 * 1024 * 1024) return;
        sent += block.length;
        if (response.write(block)) setImmediate(pour);
        else response.once('drain', pour);
      };
      pour();
    });
    expect(await postOnce(url)).toBe(200);
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });

  it.each<[string, Buffer, string]>([
    ['more than is kept', Buffer.from(`${'x'.repeat(4095)}é and more`), 'x'.repeat(4095)],
    ['bytes that are no text', Buffer.from([0x61, 0x00, 0xff, 0x62]), 'a\ufffdb'],
    ['nothing', Buffer.alloc(0), ''],
  ])('keeps the beginning of an answer of %s as text', async (_, body, excerpt) => {
    const url = await receiver((__, response) => response.end(body));
    const outbound = openOutbound({ privateAddresses: 'allow' });
    const answer = await outbound.post({
      destination: 'test',
      url,
      headers: {},
      body: '{}',
      timeoutMs: 5_000,
    });
    await outbound.close();
    expect(answer.excerpt).toBe(excerpt);
  });

  it('takes the status of an answer that breaks off', async () => {
    const url = await receiver((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('the beginning', () => response.destroy());
    });
    expect(await postOnce(url)).toBe(200);
  });

  it('names the failure in a word', async () => {
    expect(await postOnce('http://127.0.0.1:1')).toBe('no answer: ECONNREFUSED');
    expect(await postOnce('http://does-not-exist.invalid')).toMatch(/^no answer: E/);
    expect(await postOnce('ftp://example.org')).toBe('the address is not an http or https URL');
  });

  it('leaves no connection open once it is closed', async () => {
    const url = await receiver((_, response) => response.end());
    await postOnce(url);
    await expect.poll(() => servers[0]?.openConnections()).toBe(0);
  });
});

describe('private addresses', () => {
  it.each(['127.0.0.1', 'localhost', '[::1]', '0x7f000001', '2130706433', '[::ffff:127.0.0.1]'])(
    'are refused however they are written: %s',
    async (host) => {
      let reached = 0;
      const url = new URL(
        await receiver((_, response) => {
          reached += 1;
          response.end();
        }),
      );
      const answer = await postOnce(`http://${host}:${url.port}`, 'refuse');
      expect(answer).toBe('the host has an address that is not public');
      expect(reached).toBe(0);
    },
  );

  it.each([
    ['10.1.2.3', 'private'],
    ['172.16.0.1', 'private'],
    ['192.168.1.1', 'private'],
    ['127.8.8.8', 'loopback'],
    ['0.0.0.0', 'this host'],
    ['100.64.0.1', 'shared by a carrier'],
    ['100.100.100.200', 'metadata of a cloud'],
    ['169.254.169.254', 'metadata of most clouds'],
    ['168.63.129.16', 'agent of a cloud'],
    ['192.0.0.192', 'protocol assignments'],
    ['198.18.0.1', 'benchmarking'],
    ['203.0.113.9', 'documentation'],
    ['224.0.0.1', 'multicast'],
    ['255.255.255.255', 'broadcast'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['::7f00:1', 'IPv4-compatible'],
    ['::ffff:10.0.0.1', 'IPv4-mapped'],
    ['64:ff9b::a00:1', 'NAT64'],
    ['64:ff9b:1::a00:1', 'local NAT64'],
    ['2002:7f00:1::', '6to4'],
    ['2001:0:1::1', 'Teredo'],
    ['fc00::1', 'unique local'],
    ['fd00:ec2::254', 'metadata of a cloud'],
    ['fe80::1', 'link-local'],
    ['fec0::1', 'site-local'],
    ['ff02::1', 'multicast'],
    ['2001:db8::1', 'documentation'],
    ['4000::1', 'unassigned'],
  ])('%s is not public: %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['1.1.1.1', '93.184.216.34', '2606:4700::1111', '2a00:1450:4001:82a::200e'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
});

describe('names', () => {
  /** Returned by its network in 2006: a public address that is not routed. */
  const PUBLIC = [0x3f, 0xfe, ...Array.from({ length: 13 }, () => 0), 1];
  const LOOPBACK = [127, 0, 0, 1];
  const REBINDINGS = 1_000;
  const AT_ONCE = 50;

  it('that are public one moment and private the next lead to no private address (W12)', async () => {
    const url = await receiver((_, response) => response.end());
    let asked = 0;
    await using names = await startNameServer(() => {
      asked += 1;
      return [[PUBLIC], [LOOPBACK], [PUBLIC, LOOPBACK]][asked % 3];
    });
    const outbound = openOutbound({ privateAddresses: 'refuse', nameServers: [names.address] });
    const endings = new Map<string, number>();
    const post = async () => {
      const to = `http://rebinding.example:${new URL(url).port}`;
      const failure = await outbound
        .post({ destination: 'test', url: to, headers: {}, body: '{}', timeoutMs: 200 })
        .then(() => 'an answer')
        .catch((error: unknown) => (error instanceof Outage ? error.message : String(error)));
      endings.set(failure, (endings.get(failure) ?? 0) + 1);
    };
    for (let sent = 0; sent < REBINDINGS; sent += AT_ONCE) {
      await Promise.all(Array.from({ length: AT_ONCE }, post));
    }
    await outbound.close();
    expect(servers[0]?.connections()).toBe(0);
    expect(endings.get('an answer')).toBeUndefined();
    expect(endings.get('the host has an address that is not public')).toBeGreaterThan(0);
    expect([...endings.values()].reduce((sum, count) => sum + count)).toBe(REBINDINGS);
  });

  it('that no name server resolves end with the timeout of the exchange, not of the look-up', async () => {
    let asked = 0;
    await using names = await startNameServer(() => {
      asked += 1;
      return undefined;
    });
    const outbound = openOutbound({ privateAddresses: 'refuse', nameServers: [names.address] });
    const request = {
      destination: 'test',
      url: 'http://silent.example',
      headers: {},
      body: '{}',
      timeoutMs: 200,
    };
    await expect(outbound.post(request)).rejects.toThrow('no answer within 200 ms');
    await outbound.close();
    // One query for each address family; after a second each would be repeated.
    expect(asked).toBe(2);
  });

  it('that no name server resolves do not delay the others', async () => {
    await using names = await startNameServer((name) =>
      name === 'quick.example' ? [LOOPBACK] : undefined,
    );
    const outbound = openOutbound({ privateAddresses: 'refuse', nameServers: [names.address] });
    const ended: string[] = [];
    const post = async (name: string) => {
      const request = {
        destination: 'test',
        url: `http://${name}`,
        headers: {},
        body: '{}',
        timeoutMs: 1_000,
      };
      const why = await outbound.post(request).catch((error: unknown) => String(error));
      ended.push(`${name}: ${why}`);
    };
    const silent = Array.from({ length: 32 }, (_, index) => `silent-${index}.example`);
    await Promise.all([...silent, 'quick.example'].map(post));
    await outbound.close();
    expect(ended[0]).toBe('quick.example: Outage: the host has an address that is not public');
    expect(ended).toHaveLength(33);
    expect(ended[1]).toMatch(/^silent-\d+\.example: Outage: no answer within 1000 ms$/);
  });
});
