import { describe, expect, it } from 'vitest';
import { manualClock } from '#kit/clock.ts';
import { Outage, Refusal } from '#kit/failure.ts';
import type { Outbound } from '#platform/outbound/outbound.ts';
import type { CallbackRequest } from '#providers/callback-request.ts';
import type {
  IdentityProvider,
  IdentityStatus,
  StartedIdentityCheck,
} from '#providers/identity-provider.ts';
import { type Alter, unchanged } from './altered-answers.ts';
import { useRelayedServer } from './relayed-server.ts';

/** How an adapter is opened at a server. */
export interface OpenIdentityProvider {
  readonly outbound: Outbound;
  readonly baseUrl: string;
  readonly now: () => Date;
  readonly timeoutMs?: number;
  readonly time?: { elapsedMs(): number; sleep(ms: number): Promise<unknown> };
  /** Further secrets that verify callbacks. */
  readonly secretsMore?: readonly string[];
}

/** A server of a provider's shapes. */
export interface IdentityTestServer extends AsyncDisposable {
  readonly baseUrl: string;
  readonly now: () => Date;
  open(options: OpenIdentityProvider): IdentityProvider;
  /** Lets the provider come to this; returns the callback that it sends, signed. */
  decide(check: StartedIdentityCheck, status: IdentityStatus): Promise<CallbackRequest>;
  /** The same callback, signed by another secret, or at another time. */
  signAgain(
    request: CallbackRequest,
    parts: { readonly secret?: string; readonly ageMs?: number },
  ): CallbackRequest;
  /** Answers about a check that are not the documented ones. */
  readonly wrong: readonly (readonly [string, Alter])[];
}

/** The time of test servers. */
export const IDENTITY_NOW = new Date('2026-01-02T03:04:05.000Z');

const QUERY = {
  userRef: '6b1e5b34-8d0c-4c0e-9f53-0f6f4c1d2a11.1',
  level: 'individual',
  successUrl: 'https://pay.example/done',
  failUrl: 'https://pay.example/failed',
  ttlSeconds: 3_600,
} as const;

let count = 0;
function query() {
  count += 1;
  return { ...QUERY, userRef: `${QUERY.userRef}${count}` };
}

/** What every identity provider promises over a server of its shapes. */
export function describeIdentityProvider(
  name: string,
  startServer: () => Promise<IdentityTestServer>,
): void {
  describe(`the identity provider at ${name}`, () => {
    const world = useIdentityWorld(startServer);
    describe('a check', () => describeChecks(world));
    describe('a callback', () => describeCallbacks(world));
    describe('an outage', () => describeOutages(world));
  });
}

function useIdentityWorld(startServer: () => Promise<IdentityTestServer>) {
  const { server, outbound, relayUrl, relayed, time, slept } = useRelayedServer(startServer);
  const open = (parts: Partial<OpenIdentityProvider> = {}) => {
    const baseUrl = relayUrl() + new URL(server().baseUrl).pathname.replace(/\/$/, '');
    return server().open({
      outbound: outbound(),
      baseUrl,
      now: server().now,
      time,
      timeoutMs: 60_000,
      ...parts,
    });
  };
  return { server, relayed, slept, open };
}

type IdentityWorld = ReturnType<typeof useIdentityWorld>;

const STATUSES: readonly IdentityStatus[] = [
  'pending',
  'approved',
  'rejected',
  'retry_required',
  'unknown',
];

function describeChecks({ server, open }: IdentityWorld): void {
  it('is started with an address for the person that ends, and is pending', async () => {
    const provider = open();
    const asked = query();
    const check = await provider.start(asked);
    expect(check.url).toMatch(/^https?:\/\//);
    expect(check.expiresAt).toEqual(new Date(server().now().getTime() + 3_600_000));
    expect(await provider.readStatus(check.reference)).toMatchObject({
      reference: check.reference,
      userRef: asked.userRef,
      status: 'pending',
    });
  });

  it('is the same one when it is started again under its reference', async () => {
    const provider = open();
    const asked = query();
    const first = await provider.start(asked);
    await server().decide(first, 'approved');
    const second = await provider.start(asked);
    expect(second.reference).toBe(first.reference);
    expect(await provider.readStatus(second.reference)).toMatchObject({ status: 'approved' });
  });

  it.each(STATUSES)('says that it is %s', async (status) => {
    const provider = open();
    const asked = query();
    const check = await provider.start(asked);
    await server().decide(check, status);
    const found = await provider.readStatus(check.reference);
    expect(found).toMatchObject({ status, userRef: asked.userRef });
  });

  it('takes the key of this installation', async () => {
    await open().checkAccess();
  });
}

function describeCallbacks({ server, open }: IdentityWorld): void {
  const decided = async (status: IdentityStatus = 'approved') => {
    const provider = open();
    const asked = query();
    const check = await provider.start(asked);
    const request = await server().decide(check, status);
    return { provider, asked, check, request };
  };

  it('says which check it is about, and has one id however often it comes', async () => {
    const { provider, asked, check, request } = await decided();
    const callback = provider.parseCallback(request);
    expect(callback).toMatchObject({
      reference: check.reference,
      userRef: asked.userRef,
      status: 'approved',
    });
    expect(callback?.at).toBeInstanceOf(Date);
    expect(provider.parseCallback(request)?.eventId).toBe(callback?.eventId);
    const later = await server().decide(check, 'rejected');
    expect(provider.parseCallback(later)?.eventId).not.toBe(callback?.eventId);
  });

  it('of an unknown state approves nothing', async () => {
    const { provider, request } = await decided('unknown');
    expect(provider.parseCallback(request)?.status).toBe('unknown');
  });

  it('is refused when a byte of the body or the signature is another, or missing', async () => {
    const { provider, request } = await decided();
    const { rawBody, headers } = request;
    const spaced = Buffer.concat([rawBody, Buffer.from(' ')]);
    const without = { 'content-type': 'application/json' };
    for (const bad of [
      { rawBody: spaced, headers },
      { rawBody, headers: without },
      server().signAgain(request, { secret: 'of somebody else' }),
    ]) {
      expect(refusalOf(() => provider.parseCallback(bad))).toEqual([401, 'callback_not_verified']);
    }
  });

  it('is taken under either secret while one is being replaced', async () => {
    const { request } = await decided();
    const renewed = server().signAgain(request, { secret: 'the next one' });
    const old = open();
    expect(refusalOf(() => old.parseCallback(renewed))).toEqual([401, 'callback_not_verified']);
    const both = open({ secretsMore: ['the next one'] });
    expect(both.parseCallback(renewed)?.status).toBe('approved');
    expect(both.parseCallback(request)?.status).toBe('approved');
  });

  it('is refused when it is too old, or of the future', async () => {
    const { provider, request } = await decided();
    for (const ageMs of [3 * 86_400_000, -3_600_000]) {
      const old = server().signAgain(request, { ageMs });
      expect(refusalOf(() => provider.parseCallback(old))).toEqual([400, 'callback_too_old']);
    }
  });
}

function refusalOf(work: () => unknown): readonly [number, string] | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return error instanceof Refusal ? [error.status, error.code] : undefined;
  }
}

const failure =
  (status: number): Alter =>
  () => ({ status, type: 'application/json', text: '{}' });

function describeOutages({ server, open, relayed, slept }: IdentityWorld): void {
  const errorOf = (work: Promise<unknown>) => work.catch((error: unknown) => error);

  it('of anything but a documented answer approves nothing', async () => {
    const check = await open().start(query());
    await server().decide(check, 'approved');
    for (const [what, alter] of [
      ['HTML', (answer) => ({ ...answer, type: 'text/html', text: '<html>' })],
      ['a cut answer', (answer) => ({ ...answer, text: answer.text.slice(0, 20) })],
      ['a refused key', failure(401)],
      ['a 404 of a proxy', failure(404)],
      ...server().wrong,
    ] satisfies readonly (readonly [string, Alter])[]) {
      relayed().alter = alter;
      expect(await errorOf(open().readStatus(check.reference)), what).toBeInstanceOf(Outage);
    }
    relayed().alter = unchanged;
  });

  it.each([429, 500, 503])('of status %d is tried once more when reading', async (status) => {
    relayed().alter = failure(status);
    expect(await errorOf(open().readStatus('check-1'))).toBeInstanceOf(Outage);
    expect([relayed().requests, slept.length]).toEqual([2, 1]);
  });

  it('starts nothing twice', async () => {
    relayed().alter = failure(503);
    expect(await errorOf(open().start(query()))).toBeInstanceOf(Outage);
    expect(relayed().requests).toBe(1);
  });

  it('of silence ends', async () => {
    relayed().alter = () => undefined;
    const silent = open({ timeoutMs: 50 });
    expect(await errorOf(silent.readStatus('check-1'))).toBeInstanceOf(Outage);
    expect(await errorOf(silent.start(query()))).toBeInstanceOf(Outage);
  });
}

/** A clock of test servers, which stands still. */
export const identityClock = () => manualClock(IDENTITY_NOW);
