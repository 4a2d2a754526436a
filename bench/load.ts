import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import type { Sample } from './harness.ts';
import type { BenchServer } from './spawn-server.ts';

/** Until then code is compiled and caches are filled; it counts for nothing. */
const WARM_UP_SECONDS = 2;
const MEASURED_SECONDS = 6;
/**
 * Callers behind each connection, distinguished by the address that a proxy would pass on: enough that
 * none of them comes to the limit of 300 calls a minute.
 */
const CALLERS_PER_CONNECTION = 100;

/** The sizes of a load, as in a reading. */
export const LOAD_SIZES = { secondsPerPass: MEASURED_SECONDS, warmUpSeconds: WARM_UP_SECONDS };

interface Load {
  readonly call: 'create' | 'read';
  readonly connections: number;
}

/** Calls a server as fast as it answers, over a bounded number of connections on loopback. */
export async function load(server: BenchServer, { call, connections }: Load): Promise<Sample> {
  await run(server, { call, connections }, WARM_UP_SECONDS);
  const before = await server.processorUs();
  const { requests, latency } = await run(server, { call, connections }, MEASURED_SECONDS);
  const nodeUs = ((await server.processorUs()) - before) / requests.total;
  return { requestsPerSecond: requests.average, p50Ms: latency.p50, p99Ms: latency.p99, nodeUs };
}

async function run(
  { url, calls }: BenchServer,
  { call, connections }: Load,
  seconds: number,
): Promise<autocannon.Result> {
  const { method, each, isNamed } = calls[call];
  let connection = 0;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    setupClient: (client) => {
      connection += 1;
      const callers = Array.from({ length: CALLERS_PER_CONNECTION }, (_, caller) => {
        const one = each[(connection * CALLERS_PER_CONNECTION + caller) % each.length] ?? each[0];
        const headers = { ...one.headers, 'x-forwarded-for': `10.1.${connection}.${caller}` };
        const request: autocannon.Request = { ...one, method, headers };
        return isNamed ? { ...request, setupRequest: nameCall } : request;
      });
      client.setRequests(callers);
    },
  });
  if (result.non2xx === 0 && result.errors === 0) return result;
  throw new Error(`${url}: ${result.non2xx} calls were refused and ${result.errors} broke off`);
}

function nameCall(request: autocannon.Request): autocannon.Request {
  return { ...request, headers: { ...request.headers, 'idempotency-key': randomUUID() } };
}
