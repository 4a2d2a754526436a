import { createServer, type IncomingHttpHeaders } from 'node:http';
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

it('sends the API key of a connection to the nodes of its network', async () => {
  const seen: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers);
    response.writeHead(503).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const rpcUrls = [`http://127.0.0.1:${port}`];
  const chains = connectChains([{ network: NETWORKS.tron, rpcUrls, apiKey: 'a-key-of-ours' }], {
    log,
  });
  await expect(chains.get('tron')?.readHead()).rejects.toThrow(Outage);
  expect(new Set(seen.map((headers) => headers['tron-pro-api-key']))).toEqual(
    new Set(['a-key-of-ours']),
  );
  await chains.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
