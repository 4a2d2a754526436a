import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROLES } from '#kit/role.ts';
import { ROLES_ALLOWED } from '../../../tests/conformance/access/roles.ts';
import {
  ALL_ENDPOINTS,
  type KnockingHosts,
  knockingHosts,
} from '../../../tests/support/knocking-hosts.ts';
import { BACKEND_CLIENT, KEY, WALLET_SESSION } from '../../../tests/support/test-host.ts';

let hosts: KnockingHosts;
beforeAll(async () => {
  hosts = await knockingHosts();
});
afterAll(() => hosts[Symbol.asyncDispose]());

const isSession = (kind: string) => kind === 'session' || kind === 'wallet_session';
const bySession = ALL_ENDPOINTS.filter(
  ({ accepts, alsoReads = [] }) => accepts.some(isSession) || alsoReads.some(isSession),
);

it('are written down for every endpoint that takes sessions, and for no other', () => {
  const names = bySession.map(({ operationId }) => operationId).sort();
  expect([...ROLES_ALLOWED.keys()].sort()).toEqual(names);
});

describe.each(bySession.map((endpoint) => [endpoint.operationId, endpoint] as const))(
  '%s',
  (name, endpoint) => {
    const alone = endpoint.accepts.some(isSession);
    const beside = endpoint.alsoReads?.some(isSession) === true;

    it('lets in the roles of the table and no others', async () => {
      for (const role of ROLES) {
        const isAllowed = ROLES_ALLOWED.get(name)?.includes(role);
        const expected = isAllowed ? [200, undefined] : [403, 'role_too_low'];
        const bearer = { authorization: `Bearer ${WALLET_SESSION}_as_${role}` };
        if (alone)
          expect([role, ...(await hosts.knock(endpoint, bearer))]).toEqual([role, ...expected]);
        if (!beside) continue;
        const proven = { ...bearer, 'x-client-id': BACKEND_CLIENT };
        expect([role, ...(await hosts.knock(endpoint, proven))]).toEqual([role, ...expected]);
      }
    });

    it.each(endpoint.accepts.includes('api_key') ? [KEY] : [])(
      'asks no role of an API key',
      async (key) => {
        expect(await hosts.knock(endpoint, { 'x-api-key': key })).toEqual([200, undefined]);
      },
    );
  },
);
