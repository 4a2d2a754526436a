import { setImmediate as nextRound } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
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
    const authorizing = authentication.authorize(rule, callerWith(headers));
    authorizing.catch(() => undefined);
    await nextRound();
    return {
      /** What was counted before the key was found. */
      before: [...counted],
      end: async (found?: typeof actor) => {
        lookups.pop()?.resolve(found);
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
});
