import { describe, expect, it } from 'vitest';
import { Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import { openSafeServices } from '#providers/safe/safe-services.ts';
import { type Alter, change, unchanged } from './altered-answers.ts';
import { useRelayedServer } from './relayed-server.ts';

/** A server of the published shapes, for one network. */
export interface SafeServer {
  /** Up to and with `/api`. */
  readonly baseUrl: string;
  readonly chainId: number;
  /** A proposal of a Safe of two owners that one of them has signed. */
  findPending(): Promise<{
    readonly hash: Hex;
    readonly safe: string;
    readonly owners: readonly string[];
    readonly nonce: bigint;
  }>;
  /** One that was executed, and by which transaction. */
  findExecuted(): Promise<{ readonly hash: Hex; readonly transactionHash: Hex }>;
}

type StartServer = () => Promise<SafeServer & AsyncDisposable>;

/** What the Safe service promises over a server of the published shapes, whichever server that is. */
export function describeSafeService(name: string, start: StartServer): void {
  describe(`the Safe service at ${name}`, () => {
    const world = useSafeWorld(start);
    describe('finds', () => describeProposals(world));
    describe('is out of service', () => describeOutages(world));
  });
}

/** A server, a relay before it and the adapter that reaches it through the relay. */
function useSafeWorld(start: StartServer) {
  const { slept, time, server, outbound, relayUrl, relayed } = useRelayedServer(start);
  const open = (parts: { apiKey?: string; timeoutMs?: number } = {}) => {
    const { apiKey, timeoutMs = 60_000 } = parts;
    const url = relayUrl() + new URL(server().baseUrl).pathname;
    const services = new Map([['base', { url, apiKey }]] as const);
    return openSafeServices({ outbound: outbound(), services, timeoutMs, time });
  };
  return {
    slept,
    open,
    server,
    relayed,
    find: (safeTransactionHash: Hex) =>
      open().findTransaction({ network: 'base', safeTransactionHash }),
  };
}

type SafeWorld = ReturnType<typeof useSafeWorld>;

const UNKNOWN: Hex = `0x${'99'.repeat(32)}`;

function describeProposals({ server, open, find, relayed }: SafeWorld): void {
  it('a proposal with its transaction and who signed it', async () => {
    const { hash, safe, owners, nonce } = await server().findPending();
    const found = await find(hash);
    expect(found).toMatchObject({
      safe,
      safeTransactionHash: hash,
      confirmationsRequired: 2,
      executedBy: undefined,
      transaction: { nonce, safeTxGas: 0n, gasPrice: 0n, valueUnits: 0n },
    });
    expect(found?.confirmations).toHaveLength(1);
    expect(owners).toContain(found?.confirmations[0]?.owner);
    expect(found?.proposedAt.getTime()).toBeGreaterThan(0);
  });

  it('which transaction has executed a proposal', async () => {
    const { hash, transactionHash } = await server().findExecuted();
    expect(await find(hash)).toMatchObject({ executedBy: transactionHash });
  });

  it('nothing of a transaction that the service does not know', async () => {
    expect(await find(UNKNOWN)).toBeUndefined();
    expect(relayed().requests).toBe(1);
  });

  it('nothing on a network without a service, and sends nothing', async () => {
    const found = open().findTransaction({ network: 'mainnet', safeTransactionHash: UNKNOWN });
    expect(await found).toBeUndefined();
    expect(relayed().requests).toBe(0);
  });

  it('what it needs under the key of this installation', async () => {
    const { hash } = await server().findPending();
    await open({ apiKey: 'key-of-test' }).findTransaction({
      network: 'base',
      safeTransactionHash: hash,
    });
    expect(relayed().headers.authorization).toBe('Bearer key-of-test');
    await find(hash);
    expect(relayed().headers.authorization).toBeUndefined();
  });

  it('the release of the service and the network of its node', async () => {
    const { version, chainId } = await open().readRelease('base');
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
    expect(chainId).toBe(server().chainId);
  });

  it.each<[string, Alter, object]>([
    ['numbers in place of text', change('nonce', 7), { transaction: { nonce: 7n } }],
    ['no data', change('data', null), { transaction: { data: '0x' } }],
    ['no threshold', change('confirmationsRequired', null), { confirmationsRequired: undefined }],
    ['no signature', change('confirmations.0.signature', null), { confirmations: [] }],
    ['an execution without a hash', change('isExecuted', true), { executedBy: undefined }],
  ])('a proposal with %s', async (_what, alter, expected) => {
    const { hash } = await server().findPending();
    relayed().alter = alter;
    expect(await find(hash)).toMatchObject(expected);
  });
}

const fail =
  (status: number, body: object = {}): Alter =>
  () => ({ status, type: 'application/json', text: JSON.stringify(body) });

/** Answers that are not the documented ones, and are not asked for again. */
const WRONG: readonly (readonly [string, Alter])[] = [
  ['HTML', (answer) => ({ ...answer, type: 'text/html', text: '<html>busy</html>' })],
  ['half of an answer', (answer) => ({ ...answer, text: answer.text.slice(0, 100) })],
  ['more than any transaction', change('dataDecoded', 'x'.repeat(3_000_000))],
  ['another transaction', change('safeTxHash', UNKNOWN)],
  ['a hash of another form', change('safeTxHash', '0x12')],
  ['a Safe that is no address', change('safe', 'treasury')],
  ['a recipient that is missing', change('to', undefined)],
  ['calldata of half a byte', change('data', '0x123')],
  ['a negative value', change('value', '-1')],
  ['a value in decimals', change('value', '0.5')],
  ['a value beyond 256 bits', change('value', (2n ** 256n).toString())],
  ['a nonce of another form', change('nonce', '1e3')],
  ['an operation that is no call', change('operation', 2)],
  ['a signature that is no hexadecimal text', change('confirmations.0.signature', 'signed')],
  ['an owner that is no address', change('confirmations.0.owner', '0x12')],
  ['confirmations that are no list', change('confirmations', {})],
  ['a time of another form', change('submissionDate', 'yesterday')],
  ['a state that is no boolean', change('isExecuted', 'no')],
  ['a transaction hash of another form', change('transactionHash', '0x12')],
  ['a key that it refuses', fail(401, { message: 'Unauthorized' })],
  ['a 404 of a proxy', fail(404, { message: 'no Route matched with those values' })],
  ['a page of a proxy', () => ({ status: 404, type: 'text/html', text: 'Not Found' })],
  ['a redirect', () => ({ status: 301, type: 'text/html', text: '' })],
];

function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

function describeOutages({ server, open, find, relayed, slept }: SafeWorld): void {
  it.each(WRONG)('after %s', async (_what, alter) => {
    const { hash } = await server().findPending();
    relayed().alter = alter;
    expect(await errorOf(find(hash))).toBeInstanceOf(Outage);
    expect(relayed().requests).toBe(1);
  });

  it.each([429, 500, 502, 503])('after status %d, which is tried once more', async (status) => {
    const { hash } = await server().findPending();
    relayed().alter = fail(status);
    expect(await errorOf(find(hash))).toBeInstanceOf(Outage);
    expect([relayed().requests, slept.length]).toEqual([2, 1]);
  });

  it('after silence', async () => {
    const { hash } = await server().findPending();
    relayed().alter = () => undefined;
    const silent = open({ timeoutMs: 50 }).findTransaction({
      network: 'base',
      safeTransactionHash: hash,
    });
    expect(await errorOf(silent)).toBeInstanceOf(Outage);
  });

  it('but not for others after transactions that are too long to read', async () => {
    const { hash } = await server().findPending();
    const service = open();
    const query = { network: 'base', safeTransactionHash: hash } as const;
    const tooLong = [
      change('data', `0x${'00'.repeat(200_000)}`),
      change('dataDecoded', 'x'.repeat(3_000_000)),
    ];
    for (const alter of [...tooLong, ...tooLong]) {
      relayed().alter = alter;
      expect(await errorOf(service.findTransaction(query))).toBeInstanceOf(Outage);
    }
    relayed().alter = unchanged;
    expect(await service.findTransaction(query)).toMatchObject({ safeTransactionHash: hash });
  });

  it('and is left alone after three failures', async () => {
    const { hash } = await server().findPending();
    relayed().alter = fail(500);
    const service = open();
    const query = { network: 'base', safeTransactionHash: hash } as const;
    for (let i = 0; i < 3; i += 1) await errorOf(service.findTransaction(query));
    const before = relayed().requests;
    expect(await errorOf(service.findTransaction(query))).toBeInstanceOf(Outage);
    expect(relayed().requests).toBe(before);
  });
}
