import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { CredentialKind } from '#kit/actor.ts';
import { ENDPOINTS } from '../../src/hosts/api/endpoints.ts';
import {
  type AccessWorld,
  ANY_ORIGIN,
  type Answered,
  accessWorld,
  type Call,
} from '../support/access-world.ts';
import { ACCESS_ROWS } from './access-rows.ts';

/** Decision 16: every endpoint, every kind of credential, own and foreign objects. */

let world: AccessWorld;
beforeAll(async () => {
  world = await accessWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const KINDS: readonly CredentialKind[] = [
  'none',
  'api_key',
  'client_id',
  'session',
  'wallet_session',
  'administrator',
  'orchestrator_key',
  'orchestrator_pair',
];

/** Which entries of `accepts` let a caller in who carries this. */
const ENTERS_BY: Readonly<Record<CredentialKind, readonly CredentialKind[]>> = {
  none: [],
  api_key: ['api_key'],
  client_id: ['client_id'],
  session: ['session'],
  wallet_session: ['session', 'wallet_session'],
  administrator: ['administrator'],
  orchestrator_key: ['orchestrator_key'],
  // A caller with both headers has each of them.
  orchestrator_pair: ['orchestrator_pair', 'orchestrator_key', 'client_id'],
};

/** A well formed credential of each kind that nobody has. */
const CARRIERS: readonly (readonly [CredentialKind, Readonly<Record<string, string>>])[] = [
  ['api_key', { 'x-api-key': `florin_sandbox_${'0'.repeat(38)}` }],
  ['client_id', { 'x-client-id': `cli_${'0'.repeat(24)}`, origin: ANY_ORIGIN }],
  ['wallet_session', { authorization: `Bearer ${'A'.repeat(43)}` }],
  ['administrator', { authorization: `Bearer ${'A'.repeat(43)}` }],
  ['orchestrator_key', { 'x-orchestrator-key': `orc_sandbox_${'0'.repeat(32)}` }],
];

/** What browsers say of a page that is not ours. */
const FOREIGN_PAGES = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
];

const ErrorShape = z.looseObject({ code: z.string(), message: z.unknown() });
const codeOf = ({ body }: Answered) => ErrorShape.parse(body).code;

const rowOf = (operationId: string) => {
  const row = ACCESS_ROWS[operationId];
  if (row === undefined) throw new Error(`${operationId} has no row in access-rows.ts`);
  return row;
};

it('has a row for every endpoint, and no other', () => {
  const names = ENDPOINTS.map(({ operationId }) => operationId);
  expect(Object.keys(ACCESS_ROWS).sort()).toEqual([...names].sort());
});

describe.each(ENDPOINTS.map((endpoint) => [endpoint.operationId, endpoint] as const))(
  '%s',
  (operationId, endpoint) => {
    const admits = (kind: CredentialKind) =>
      endpoint.accepts.includes('none') ||
      ENTERS_BY[kind].some((entry) => endpoint.accepts.includes(entry));

    const isForAdministrators = endpoint.accepts.includes('administrator');
    // Elsewhere an administrator is whoever else has a session.
    const kinds = KINDS.filter((kind) => kind !== 'administrator' || isForAdministrators);

    it.each(kinds.filter(admits))('lets %s in', async (kind) => {
      const row = rowOf(operationId);
      const call = await row.own(world);
      // What ends the caller's own session must not end that of the tests after it.
      const headers = await world.lend(world.own, kind, operationId);
      const answer = await world.call(endpoint, call, headers);
      const expected = row.answers?.[kind] ?? endpoint.answer.status;
      expect([answer.status, answer.body]).toEqual([expected, expect.anything()]);
    });

    it.each(kinds.filter((kind) => !admits(kind)))('keeps %s out', async (kind) => {
      const call = await rowOf(operationId).own(world);
      const answer = await world.call(endpoint, call, world.own.credentials[kind]);
      const alone = kind === 'orchestrator_key' && endpoint.accepts.includes('orchestrator_pair');
      if (kind === 'none') {
        expect([answer.status, codeOf(answer)]).toEqual([401, 'missing_credentials']);
      } else if (isForAdministrators) {
        expect([answer.status, codeOf(answer)]).toEqual([404, 'no_such_endpoint']);
      } else if (alone) {
        expect([answer.status, codeOf(answer)]).toEqual([401, 'client_id_required']);
      } else {
        expect(answer.status).toBe(403);
        expect(['credentials_not_accepted', 'wallet_session_required']).toContain(codeOf(answer));
      }
    });

    const carriers = CARRIERS.filter(([kind]) =>
      ENTERS_BY[kind].some((entry) => endpoint.accepts.includes(entry)),
    );
    it.each(carriers)('takes no %s of nobody', async (_kind, headers) => {
      const call = await rowOf(operationId).own(world);
      const answer = await world.call(endpoint, call, headers);
      expect([answer.status, codeOf(answer)]).toEqual([401, 'invalid_credentials']);
    });

    const [signedIn] = carriers.flatMap(([kind]) =>
      kind === 'wallet_session' || kind === 'administrator' ? [kind] : [],
    );
    it.each(signedIn !== undefined && endpoint.method !== 'get' ? FOREIGN_PAGES : [])(
      'takes no cookie that a foreign page sent along: %j',
      async (page) => {
        const call = await rowOf(operationId).own(world);
        const { authorization = '' } = world.own.credentials[signedIn ?? 'none'];
        const cookie = authorization.replace('Bearer ', 'session_token=');
        const answer = await world.call(endpoint, call, { cookie, ...page });
        expect([answer.status, codeOf(answer)]).toEqual([403, 'cross_site']);
      },
    );

    it.each(endpoint.originRequired === true ? ['client_id' as const] : [])(
      'requires the Origin of %s, also where it lists none',
      async (kind) => {
        const { origin: _, ...headers } = world.own.credentials[kind];
        const answer = await world.call(endpoint, await rowOf(operationId).own(world), headers);
        expect([answer.status, codeOf(answer)]).toEqual([401, 'origin_required']);
      },
    );

    const positions = ACCESS_ROWS[operationId]?.positions ?? [];
    it.each(positions.map((position) => [position.what, position] as const))(
      'reveals nothing of %s that belongs to others',
      async (what, { call, status = 404 }) => {
        const kind = KINDS.find(
          (kind) => kind !== 'none' && ENTERS_BY[kind].some((e) => endpoint.accepts.includes(e)),
        );
        const headers = world.own.credentials[positionKind(operationId) ?? kind ?? 'none'];
        const calls = [await call(world, world.foreign), await call(world, undefined)] as const;
        const theirs = await world.call(endpoint, calls[0], headers);
        const nobodys = await world.call(endpoint, calls[1], headers);
        expect([what, theirs.status]).toEqual([what, status]);
        expect(withoutIds(theirs, calls[0])).toEqual(withoutIds(nobodys, calls[1]));
      },
    );
  },
);

/** Webhooks are named by client ID only by signed-in users. */
function positionKind(operationId: string): CredentialKind | undefined {
  return ['createWebhook', 'listWebhooks', 'testWebhook'].includes(operationId)
    ? 'session'
    : undefined;
}

/** An answer without what differs between any two calls: their own ids, and what their paths name. */
function withoutIds({ status, body }: Answered, { params = {} }: Call): unknown {
  if (body === null) return { status };
  const { correlationId: _, message, ...rest } = z.record(z.string(), z.unknown()).parse(body);
  const named = Object.values(params).filter((text) => text !== '');
  const said = named.reduce((text, id) => text.replaceAll(id, '<id>'), String(message));
  return { status, message: said, ...rest };
}
