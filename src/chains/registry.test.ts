import { createServer } from 'node:http';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { FAMILIES } from '#catalog/families.ts';
import { NETWORKS } from '#catalog/networks.ts';
import { Outage } from '#kit/failure.ts';
import { connectChains } from './registry.ts';

const log = pino({ level: 'silent' });

describe.each(Object.values(NETWORKS))('$name', (network) => {
  it('is connected by the adapter of its family', () => {
    expect(FAMILIES[network.family].canConnect).toBe(true);
    const chain = connectChains([{ network, rpcUrls: [] }], { log }).get(network.id);
    expect(chain?.network).toBe(network);
  });
});

it('sends each node of a network its own API key and no other', async () => {
  const keysSeen: Record<string, Set<unknown>> = {};
  const servers = await Promise.all(
    ['first', 'second', 'third'].map(async (name) => {
      const seen = new Set<unknown>();
      keysSeen[name] = seen;
      const server = createServer((request, response) => {
        seen.add(request.headers['tron-pro-api-key']);
        response.writeHead(503).end();
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const address = server.address();
      const port = typeof address === 'object' ? address?.port : undefined;
      return { server, url: `http://127.0.0.1:${port}` };
    }),
  );
  const rpcUrls = servers.map(({ url }) => url);
  const [first = '', second = ''] = rpcUrls;
  const apiKeys = new Map([
    [first, 'key-of-first'],
    [second, 'key-of-second'],
  ]);
  const chains = connectChains([{ network: NETWORKS.tron, rpcUrls, apiKeys }], { log });
  await expect(chains.get('tron')?.readHead()).rejects.toThrow(Outage);
  expect(keysSeen).toEqual({
    first: new Set(['key-of-first']),
    second: new Set(['key-of-second']),
    third: new Set([undefined]),
  });
  await chains.close();
  for (const { server } of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});
