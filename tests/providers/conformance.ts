import { describe, expect, it } from 'vitest';
import { manualClock } from '#kit/clock.ts';
import { Outage, Refusal } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import { openLifiProvider } from '#providers/lifi/lifi-provider.ts';
import type { RouteProvider, RouteQuery } from '#providers/route-provider.ts';
import { TEST_TIME } from '../support/context.ts';
import { type Alter, change, ERRORS, fail, WRONG } from './altered-answers.ts';
import { useRelayedServer } from './relayed-server.ts';

/** A server of the provider's public shapes. */
export interface RouteServer {
  /** With its version. */
  readonly baseUrl: string;
  /** What it has a route for. */
  readonly route: RouteQuery;
  /** An amount of the same route that is too low. */
  readonly tooLowUnits: bigint;
  /** A token of the source network that it has no route for. */
  readonly tokenWithoutRoute: string;
  /** The hash of a source transaction that it knows. */
  findSource(): Promise<Hex>;
}

type StartServer = () => Promise<RouteServer & AsyncDisposable>;

/** What a route provider promises over a server of the public shapes, whichever server that is. */
export function describeRouteProvider(name: string, start: StartServer): void {
  describe(`a route provider at ${name}`, () => {
    const world = useProviderWorld(start);
    describe('quotes', () => describeQuotes(world));
    describe('refuses', () => describeRefusals(world));
    describe('is out of service', () => describeOutages(world));
    describe('reads the status', () => describeStatuses(world));
  });
}

/** A server, a relay before it and a provider that reaches it through the relay. */
function useProviderWorld(start: StartServer) {
  const { slept, time, server, outbound, relayUrl, relayed } = useRelayedServer(start);
  const open = (parts: Partial<Parameters<typeof openLifiProvider>[0]> = {}): RouteProvider =>
    openLifiProvider({
      outbound: outbound(),
      now: manualClock(TEST_TIME),
      baseUrl: relayUrl() + new URL(server().baseUrl).pathname,
      integrator: 'florin-test',
      apiKey: undefined,
      bridges: ['across'],
      timeoutMs: 60_000,
      time,
      ...parts,
    });
  return {
    slept,
    open,
    server,
    relayed,
    quote: (parts: Partial<RouteQuery> = {}) => open().quote({ ...server().route, ...parts }),
  };
}

type ProviderWorld = ReturnType<typeof useProviderWorld>;

function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

function describeQuotes({ server, open, quote, relayed }: ProviderWorld): void {
  it('the exact output, with what leaves the payer and every fee', async () => {
    const found = await quote();
    expect(found.leastOutputUnits).toBeGreaterThanOrEqual(server().route.outputUnits);
    expect(found.sourceUnits).toBeGreaterThan(0n);
    expect(found.transaction.data.length).toBeGreaterThan(2);
    expect(found.transaction.to).toBe(found.approvalAddress);
    expect(found.transaction.valueUnits).toBe(0n);
    expect(found.tool).toBe('across');
    expect(found.durationSeconds).toBeGreaterThan(0);
    expect(found.fetchedAt).toEqual(TEST_TIME);
    for (const { units, decimals } of found.fees) {
      expect(units).toBeGreaterThanOrEqual(0n);
      expect(decimals).toBeGreaterThan(0);
    }
  });

  it('more where more is asked for', async () => {
    const { sourceUnits } = await quote();
    const doubled = await quote({ outputUnits: server().route.outputUnits * 2n });
    expect(doubled.sourceUnits).toBeGreaterThan(sourceUnits);
  });

  it('under the name and the key of this installation', async () => {
    await open({ apiKey: 'key-of-test' }).quote(server().route);
    const { headers } = relayed();
    const sent = [headers['x-lifi-integrator'], headers['x-lifi-api-key']];
    expect(sent).toEqual(['florin-test', 'key-of-test']);
    await quote();
    expect(relayed().headers['x-lifi-api-key']).toBeUndefined();
  });
}

function describeRefusals({ server, quote, relayed }: ProviderWorld): void {
  it('an amount that is too low, without a second try', async () => {
    const error = await errorOf(quote({ outputUnits: server().tooLowUnits }));
    expect(error).toBeInstanceOf(Refusal);
    expect(error).toMatchObject({ status: 400, code: 'amount_too_low_for_route' });
    expect(relayed().requests).toBe(1);
  });

  it('a token without a route', async () => {
    const { route, tokenWithoutRoute: tokenAddress } = server();
    const error = await errorOf(quote({ source: { ...route.source, tokenAddress } }));
    expect(error).toMatchObject({ status: 400, code: 'route_not_available' });
  });

  it.each(ERRORS.filter(([, , code]) => code !== undefined))('%s', async (_what, alter, code) => {
    relayed().alter = alter;
    expect(await errorOf(quote())).toMatchObject({ status: 400, code });
  });
}

function describeOutages({ server, open, quote, relayed, slept }: ProviderWorld): void {
  const failing = ERRORS.filter(([, , code]) => code === undefined).map(
    ([what, alter]) => [what, alter] as const,
  );
  it.each([...failing, ...WRONG])('after %s', async (_what, alter) => {
    relayed().alter = alter;
    expect(await errorOf(quote())).toBeInstanceOf(Outage);
    expect(relayed().requests).toBe(1);
  });

  it.each([429, 500, 502])('after status %d, which is tried once more', async (status) => {
    relayed().alter = fail(status, 1006);
    expect(await errorOf(quote())).toBeInstanceOf(Outage);
    expect([relayed().requests, slept.length]).toEqual([2, 1]);
  });

  it('after silence', async () => {
    relayed().alter = () => undefined;
    const silent = open({ timeoutMs: 50 }).quote(server().route);
    expect(await errorOf(silent)).toBeInstanceOf(Outage);
  });

  it('and is left alone after three failures', async () => {
    relayed().alter = fail(500, 1006);
    const provider = open();
    for (let i = 0; i < 3; i += 1) await errorOf(provider.quote(server().route));
    const before = relayed().requests;
    expect(await errorOf(provider.quote(server().route))).toBeInstanceOf(Outage);
    expect(relayed().requests).toBe(before);
  });
}

function describeStatuses({ server, open, relayed }: ProviderWorld): void {
  const read = async (transactionHash: Hex) =>
    await open().readStatus({ sourceChainId: server().route.source.chainId, transactionHash });

  it('of a source transaction that the server knows', async () => {
    const found = await read(await server().findSource());
    expect(['pending', 'done', 'failed']).toContain(found?.status);
  });

  it('of another as unknown', async () => {
    expect(await read(`0x${'99'.repeat(32)}`)).toBeUndefined();
  });

  it.each<[string, Alter]>([
    ['an unknown word', change('status', 'SHIPPED')],
    ['a status of another network', change('sending', { chainId: 1 })],
    ['a receiving transaction without a hash', change('receiving', { txHash: '0x12' })],
  ])('and is out of service after %s', async (_what, alter) => {
    const transactionHash = await server().findSource();
    relayed().alter = alter;
    expect(await errorOf(read(transactionHash))).toBeInstanceOf(Outage);
  });

  it('without a word of detail that is not documented', async () => {
    const transactionHash = await server().findSource();
    relayed().alter = change('substatus', 'PAID_TWICE');
    const found = await read(transactionHash);
    expect(found).toMatchObject({ substatus: undefined });
  });
}
