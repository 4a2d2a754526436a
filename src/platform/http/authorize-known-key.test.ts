import { setImmediate as nextRound } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Refusal } from '#kit/failure.ts';
import { type Caller, openAuthentication } from './authorize.ts';
import type { CredentialLookups, FoundClientId } from './credentials.ts';
import type { RateState } from './rate-limit.ts';

const actor = { kind: 'api_key', accountId: 'account', apiKeyId: 'key' } as const;
const client: FoundClientId = {
  accountId: 'account',
  clientIdId: 'client',
  clientId: 'cli_1',
  status: 'active',
  rateTier: 'premium',
  allowedDomains: [],
  boundDestinationId: undefined,
  defaultFee: undefined,
  canPayAnyPayee: true,
  linkedTo: undefined,
};
const rule = { method: 'post', accepts: ['api_key', 'client_id'] } as const;

/** Authentication whose look-up of keys waits, with the limits that were counted meanwhile. */
function openWaiting() {
  const counted: [kind: string | undefined, tier: string][] = [];
  let isAllowed = true;
  const lookups: PromiseWithResolvers<typeof actor | undefined>[] = [];
  const credentials = {
    apiKey: () => {
      const lookup = Promise.withResolvers<typeof actor | undefined>();
      lookups.push(lookup);
      return lookup.promise;
    },
    clientId: async () => client,
    session: async () => undefined,
    orchestratorKey: async () => undefined,
  } satisfies CredentialLookups;
  const authentication = openAuthentication({
    credentials,
    ownOrigins: [],
    rateLimit: {
      blocked: () => undefined,
      pruneBlocks: () => undefined,
      take: async (caller, tier = 'default'): Promise<RateState> => {
        counted.push([caller.split(':')[0], tier]);
        return { allowed: isAllowed, limit: 300, remaining: 299, resetSeconds: 0 };
      },
    },
  });
  const call = async (headers: Record<string, string> = {}) => {
    counted.length = 0;
    const expected: unknown[] = [];
    const learnExpected = (actor: unknown) => expected.push(actor);
    const authorizing = authentication.authorize(rule, { ...callerWith(headers), learnExpected });
    const atOnce = [...expected];
    authorizing.catch(() => undefined);
    await nextRound();
    return {
      /** What was counted before the key was found. */
      before: [...counted],
      /** Whom it was expected to be, before anything was waited for. */
      expected: atOnce,
      end: async (found?: typeof actor | Refusal) => {
        if (found instanceof Refusal) lookups.pop()?.reject(found);
        else lookups.pop()?.resolve(found);
        const answer = await authorizing.catch((refusal: { status: number }) => refusal.status);
        return { answer, counted: [...counted] };
      },
    };
  };
  return {
    call,
    refuseAll: () => {
      isAllowed = false;
    },
  };
}

function callerWith(headers: Record<string, string>): Caller {
  return {
    headers: { 'x-api-key': 'a_key', ...headers },
    ip: '10.0.0.1',
    learnOrigins: () => undefined,
    learnClientId: () => undefined,
    learnRate: () => undefined,
  };
}

describe('an API key', () => {
  it('that was valid here before is counted once, while it is looked up', async () => {
    const { call } = openWaiting();
    const first = await call();
    expect(first.before).toEqual([]);
    expect(await first.end(actor)).toEqual({ answer: actor, counted: [['api_key', 'default']] });
    const second = await call();
    expect(second.before).toEqual([['api_key', 'default']]);
    expect(await second.end(actor)).toEqual({ answer: actor, counted: [['api_key', 'default']] });
  });

  it('that was revoked since is refused, and no longer counted before it is found', async () => {
    const { call } = openWaiting();
    await (await call()).end(actor);
    const revoked = await (await call()).end();
    expect(revoked.answer).toBe(401);
    expect(revoked.counted).toEqual([
      ['api_key', 'default'],
      ['failed', 'failed_credentials'],
    ]);
    const again = await call();
    expect(again.before).toEqual([]);
    expect((await again.end()).counted).toEqual([['failed', 'failed_credentials']]);
  });

  it('is counted by its own limit also beside a client ID', async () => {
    const { call } = openWaiting();
    const beside = { 'x-client-id': 'cli_1' };
    const first = await (await call(beside)).end(actor);
    const second = await (await call(beside)).end(actor);
    expect(first.counted).toEqual([['api_key', 'default']]);
    expect(second.counted).toEqual(first.counted);
  });

  it('that is valid and over its limit is refused', async () => {
    const { call, refuseAll } = openWaiting();
    await (await call()).end(actor);
    refuseAll();
    expect((await (await call()).end(actor)).answer).toBe(429);
  });

  it('that was valid here before is expected to belong to whom it did, until it is refused', async () => {
    const { call } = openWaiting();
    const first = await call();
    expect(first.expected).toEqual([]);
    await first.end(actor);
    const second = await call();
    expect(second.expected).toEqual([actor]);
    await second.end();
    expect((await call()).expected).toEqual([]);
  });

  it('that is refused for its account (403) or its limit (429) is not expected before it is allowed again', async () => {
    const { call, refuseAll } = openWaiting();
    await (await call()).end(actor);
    const blocked = await call();
    expect(blocked.expected).toEqual([actor]);
    expect((await blocked.end(new Refusal('account_blocked', 403, 'Blocked'))).answer).toBe(403);
    const again = await call();
    expect(again.expected).toEqual([]);
    await again.end(actor);
    refuseAll();
    const limited = await call();
    expect(limited.expected).toEqual([actor]);
    expect((await limited.end(actor)).answer).toBe(429);
    expect((await call()).expected).toEqual([]);
  });

  it('beside a client ID, whose terms are read first, is not expected', async () => {
    const { call } = openWaiting();
    await (await call()).end(actor);
    expect((await call({ 'x-client-id': 'cli_1' })).expected).toEqual([]);
    const { call: beside } = openWaiting();
    await (await beside({ 'x-client-id': 'cli_1' })).end(actor);
    expect((await beside()).expected).toEqual([]);
  });
});
