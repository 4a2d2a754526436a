import { z } from 'zod';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { ENDPOINTS } from '../../src/hosts/api/endpoints.ts';
import { type TestCtx, type TestHost, testHost } from './test-host.ts';

/** The authentication of every endpoint, without its operation. */
export const ALL_ENDPOINTS: readonly Endpoint<TestCtx>[] = ENDPOINTS.map(
  ({ run: _, live: _stream, isExport: _export, ...endpoint }) => ({
    ...endpoint,
    params: z.object({}),
    query: z.object({}),
    body: undefined,
    answer: { status: 200, schema: z.object({}) },
    run: async () => ({}),
  }),
);

/** Both hosts with every endpoint's authentication, and nothing behind it. */
export interface KnockingHosts extends AsyncDisposable {
  /** The status and the code that authentication answers to such headers. */
  knock(
    endpoint: Endpoint<TestCtx>,
    headers: Record<string, string>,
  ): Promise<readonly [status: number, code: string | undefined]>;
}

/** Opens them. */
export async function knockingHosts(): Promise<KnockingHosts> {
  const [api, auth] = await Promise.all([
    testHost({ host: 'api', endpoints: ALL_ENDPOINTS }),
    testHost({ host: 'auth', url: 'http://auth.example', endpoints: ALL_ENDPOINTS }),
  ]);
  const hosts: Readonly<Record<'api' | 'auth', TestHost>> = { api, auth };
  let calls = 0;
  return {
    knock: async ({ host, method, path }, headers) => {
      // Each from another address, so that no limit applies.
      calls += 1;
      const answer = await hosts[host].app.inject({
        method: upper(method),
        url: path.replaceAll(/\{\w+\}/g, 'x'),
        headers,
        remoteAddress: `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`,
      });
      return [answer.statusCode, answer.json().code];
    },
    [Symbol.asyncDispose]: async () => {
      await api[Symbol.asyncDispose]();
      await auth[Symbol.asyncDispose]();
    },
  };
}

function upper(method: Endpoint<TestCtx>['method']) {
  return ({ get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const)[
    method
  ];
}
