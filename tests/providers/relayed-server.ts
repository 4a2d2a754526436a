import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Outbound, openOutbound } from '#platform/outbound/outbound.ts';
import { startAlteringRelay, unchanged } from './altered-answers.ts';

/**
 * A server of a provider for the tests of a file, behind a relay that alters its answers on demand. `time` is for the adapter:
 * its waits end at once, and `slept` holds how long they were to be.
 */
export function useRelayedServer<Server extends AsyncDisposable & { readonly baseUrl: string }>(
  start: () => Promise<Server>,
) {
  let server: Server;
  let relay: Awaited<ReturnType<typeof startAlteringRelay>>;
  let outbound: Outbound;
  const slept: number[] = [];
  beforeAll(async () => {
    server = await start();
    relay = await startAlteringRelay(server.baseUrl);
    outbound = openOutbound({ privateAddresses: 'allow' });
  });
  afterAll(async () => {
    await outbound.close();
    await relay.server[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });
  beforeEach(() => {
    Object.assign(relay.state, { alter: unchanged, requests: 0 });
    slept.length = 0;
  });
  const time = {
    elapsedMs: () => 0,
    sleep: async (ms: number) => {
      slept.push(ms);
    },
  };
  return {
    slept,
    time,
    server: () => server,
    outbound: () => outbound,
    relayUrl: () => relay.url,
    relayed: () => relay.state,
  };
}
