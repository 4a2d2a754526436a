import { describe, expect, it } from 'vitest';
import { Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import { openBundlers } from '#providers/bundler/open-bundlers.ts';
import { OperationRefused } from '#providers/bundler.ts';
import type { UserOperation } from '#providers/user-operation.ts';
import { type Alter, change } from './altered-answers.ts';
import { useRelayedServer } from './relayed-server.ts';

/** A server of the published shapes, for one network. */
export interface BundlerServer {
  /** Where bundler and paymaster are; each has a path of its own. */
  readonly baseUrl: string;
  readonly bundlerPath: string;
  readonly paymasterPath: string;
  readonly chainId: number;
  readonly entryPoint: string;
  /** An operation that can be carried out, without limits, prices, paymaster or signature. */
  draft(): Promise<UserOperation>;
  /** What an account pays, with its prices. */
  price(operation: UserOperation): Promise<UserOperation>;
  sign(operation: UserOperation): Promise<UserOperation>;
}

type StartServer = () => Promise<BundlerServer & AsyncDisposable>;

/** What bundlers and paymasters promise over a server of the published shapes, whichever server that is. */
export function describeBundlers(name: string, start: StartServer): void {
  describe(`the bundler and the paymaster at ${name}`, () => {
    const world = useBundlerWorld(start);
    describe('serve', () => describeOperations(world));
    describe('refuse', () => describeRefusals(world));
    describe('are out of service', () => describeOutages(world));
  });
}

/** A server, a relay before it and the adapter that reaches it through the relay. */
function useBundlerWorld(start: StartServer) {
  const { slept, time, server, outbound, relayUrl, relayed } = useRelayedServer(start);
  const open = (parts: { timeoutMs?: number; context?: Record<string, string> } = {}) => {
    const { timeoutMs = 60_000, context: paymasterContext } = parts;
    const { chainId, bundlerPath, paymasterPath } = server();
    const bundlerUrl = `${relayUrl()}${bundlerPath}?key=secret-of-test`;
    const paymasterUrl = relayUrl() + paymasterPath;
    const services = new Map([
      ['base', { chainId, bundlerUrl, paymasterUrl, paymasterContext }],
    ] as const);
    return openBundlers({ outbound: outbound(), services, timeoutMs, time });
  };
  const query = (operation: UserOperation) =>
    ({ network: 'base', entryPoint: server().entryPoint, operation }) as const;
  const sponsored = async () => {
    const bundlers = open();
    const priced = await server().price(await server().draft());
    const { isFinal: _, ...stub } = await bundlers.sponsorForEstimate(query(priced));
    const estimated = { ...priced, ...stub };
    const gas = await bundlers.estimateLimits(query(estimated));
    const limited = { ...estimated, ...gas };
    const { isFinal: __, ...paid } = await bundlers.sponsor(query(limited));
    const { paymaster, paymasterData } = paid;
    return await server().sign({ ...limited, paymaster, paymasterData });
  };
  return { slept, open, query, server, relayed, sponsored };
}

type BundlerWorld = ReturnType<typeof useBundlerWorld>;

const UNKNOWN: Hex = `0x${'99'.repeat(32)}`;

function describeOperations({ server, open, query, sponsored, relayed }: BundlerWorld): void {
  it('the contracts that execute operations, and the chain', async () => {
    const bundlers = open();
    expect(await bundlers.readEntryPoints('base')).toContain(server().entryPoint);
    expect(await bundlers.readChainId('base')).toBe(BigInt(server().chainId));
    expect([bundlers.networks, bundlers.sponsored]).toEqual([['base'], ['base']]);
  });

  it('an operation from its draft to its receipt, which the paymaster pays', async () => {
    const bundlers = open();
    const operation = await sponsored();
    expect(operation.callGasLimit).toBeGreaterThan(0n);
    const hash = await bundlers.send(query(operation));
    const receipt = await bundlers.findReceipt({ network: 'base', hash });
    expect(receipt).toMatchObject({
      hash,
      sender: operation.sender,
      nonce: operation.nonce,
      paymaster: operation.paymaster,
      isSuccessful: true,
    });
    expect(receipt?.gasCostUnits).toBeGreaterThan(0n);
    expect(await bundlers.findOperation({ network: 'base', hash })).toMatchObject({
      operation: { sender: operation.sender, callData: operation.callData },
      entryPoint: server().entryPoint,
      transactionHash: receipt?.transactionHash,
    });
  });

  it('nothing of an operation that they do not know', async () => {
    const bundlers = open();
    const unknown = { network: 'base', hash: UNKNOWN } as const;
    expect(await bundlers.findReceipt(unknown)).toBeUndefined();
    expect(await bundlers.findOperation(unknown)).toBeUndefined();
    expect(relayed().requests).toBe(2);
  });
}

const fail =
  (code: number, { message = 'no', status = 200 } = {}): Alter =>
  () => ({
    status,
    type: 'application/json',
    text: JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code, message } }),
  });

function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

function describeRefusals({ server, open, query, sponsored, relayed, slept }: BundlerWorld): void {
  it('an operation that its account did not sign', async () => {
    const operation = await sponsored();
    const signature: Hex = `0x${'11'.repeat(64)}1b`;
    const sent = open().send(query({ ...operation, signature }));
    expect(await errorOf(sent)).toBeInstanceOf(OperationRefused);
  });

  it.each([
    [-32_500, 'The account or its factory did not accept the operation'],
    [-32_501, 'The paymaster did not accept the operation'],
    [-32_502, 'The account does something that bundlers do not allow'],
    [-32_503, 'The operation is not valid at this time'],
    [-32_504, 'sends nothing of this account'],
    [-32_505, 'too little stake'],
    [-32_507, 'The signature of the account or of the paymaster is wrong'],
    [-32_508, 'The paymaster cannot pay'],
    [-32_521, 'The calls of the operation would fail'],
    [-32_602, 'The bundler cannot use a value'],
  ])('what error %i means, in words', async (code, words) => {
    const operation = await server().draft();
    for (const status of [200, 400]) {
      relayed().alter = fail(code, { message: 'UserOperation reverted', status });
      const error = await errorOf(open().send(query(operation)));
      expect(error).toMatchObject({ rpcCode: code, message: expect.stringContaining(words) });
    }
  });

  it('with the reason of the contract, and nothing else of what the service says', async () => {
    const message = "https://bundler.example.com/?key=s3cret: AA21 didn't pay prefund <b>";
    relayed().alter = fail(-32_500, { message });
    const error = await errorOf(open().send(query(await server().draft())));
    expect(error).toMatchObject({
      message: "The account or its factory did not accept the operation: AA21 didn't pay prefund",
    });
  });

  it('to sponsor an operation, by whatever number the vendor gives', async () => {
    relayed().alter = fail(-32_000, { message: 'policy not found' });
    const error = await errorOf(open().sponsor(query(await server().draft())));
    expect(error).toMatchObject({
      rpcCode: -32_501,
      message: 'The paymaster does not pay for this operation',
    });
    expect([relayed().requests, slept.length]).toEqual([1, 0]);
  });
}

const ofText =
  (body: object): Alter =>
  (answer) => ({ ...answer, text: JSON.stringify(body) });

/** Answers that are not the documented ones, by the call that gets them. */
const WRONG: readonly (readonly [string, 'entryPoints' | 'gas' | 'hash' | 'paymaster', Alter])[] = [
  ['HTML', 'gas', (answer) => ({ ...answer, type: 'text/html', text: '<html>busy</html>' })],
  ['half of an answer', 'gas', (answer) => ({ ...answer, text: answer.text.slice(0, 10) })],
  ['neither result nor error', 'gas', change('result', undefined)],
  ['more than any answer', 'gas', change('result.more', 'x'.repeat(3_000_000))],
  ['a limit that is no number', 'gas', change('result.callGasLimit', 'many')],
  ['a limit beyond a word', 'gas', change('result.callGasLimit', `0x1${'0'.repeat(64)}`)],
  ['a hash of another form', 'hash', change('result', '0x12')],
  ['contracts that are no addresses', 'entryPoints', change('result', ['0x12'])],
  ['a paymaster that is none', 'paymaster', change('result.paymaster', '0x12')],
  ['paymaster data of half a byte', 'paymaster', change('result.paymasterData', '0x123')],
  ['an error without a number', 'gas', ofText({ error: { message: 'no' } })],
  ['an error that is no object', 'gas', ofText({ error: 'no' })],
  ['an internal error', 'gas', fail(-32_603)],
  ['too many calls', 'paymaster', fail(-32_005)],
  ['an unknown key', 'hash', fail(-32_602, { status: 401 })],
  ['a redirect', 'gas', () => ({ status: 301, type: 'text/html', text: '' })],
];

function describeOutages({ server, open, query, sponsored, relayed, slept }: BundlerWorld): void {
  it.each(WRONG)('after %s', async (_what, call, alter) => {
    const bundlers = open();
    const operation = call === 'hash' ? await sponsored() : await server().draft();
    relayed().alter = alter;
    const calls = {
      entryPoints: () => bundlers.readEntryPoints('base'),
      gas: () => bundlers.estimateLimits(query(operation)),
      hash: () => bundlers.send(query(operation)),
      paymaster: () => bundlers.sponsor(query(operation)),
    };
    const before = relayed().requests;
    const error = await errorOf(calls[call]());
    expect(error).toBeInstanceOf(Outage);
    expect(String(error)).not.toContain('secret-of-test');
    expect(relayed().requests).toBe(before + 1);
  });

  it('after another receipt than was asked for', async () => {
    const bundlers = open();
    const hash = await bundlers.send(query(await sponsored()));
    relayed().alter = change('result.userOpHash', UNKNOWN);
    const found = bundlers.findReceipt({ network: 'base', hash });
    expect(await errorOf(found)).toBeInstanceOf(Outage);
  });

  it.each([429, 503])(
    'after status %d: reads are tried once more, operations not',
    async (status) => {
      const operation = await server().draft();
      relayed().alter = fail(-32_000, { status });
      const before = relayed().requests;
      expect(await errorOf(open().estimateLimits(query(operation)))).toBeInstanceOf(Outage);
      expect([relayed().requests - before, slept.length]).toEqual([2, 1]);
      expect(await errorOf(open().send(query(operation)))).toBeInstanceOf(Outage);
      expect(relayed().requests - before).toBe(3);
    },
  );

  it('after silence, and are left alone after three failures', async () => {
    const operation = await server().draft();
    relayed().alter = () => undefined;
    const silent = open({ timeoutMs: 50 });
    for (let i = 0; i < 3; i += 1) await errorOf(silent.send(query(operation)));
    const before = relayed().requests;
    expect(await errorOf(silent.send(query(operation)))).toBeInstanceOf(Outage);
    expect(relayed().requests).toBe(before);
  });

  it('on a network without one', async () => {
    const missing = open().readEntryPoints('mainnet');
    expect(await errorOf(missing)).toBeInstanceOf(Outage);
    expect(relayed().requests).toBe(0);
  });
}
