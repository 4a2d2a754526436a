import { Writable } from 'node:stream';
import { pino } from 'pino';
import { createTestClient, http, keccak256, maxUint256, numberToHex, zeroAddress } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { currencyById } from '#catalog/currencies.ts';
import { NETWORKS } from '#catalog/networks.ts';
import { connectChains } from '#chains/registry.ts';
import type { Hex } from '#kit/hex.ts';
import { TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { pretendedBy, proxyOf } from '../../../tests/support/pretended-payment.ts';
import { forward, type RelayedNode, relayNode } from '../../../tests/support/relayed-node.ts';
import { execute, openTestNode, type TestNode } from '../../../tests/support/test-node.ts';
import type { FollowFrom, ObservedTransfer, TokenPayment } from '../chain.ts';
import { NATIVE_EVENT_TOPIC, PROXY_EVENT_TOPIC } from '../events/decode.ts';

const TOKEN = currencyById('USDC-base')?.address ?? '';
/** Two rescans and some more: each block was read again twice. */
const BLOCKS = 70;
/** The addresses of unrelated contracts. */
const SPOOFING_CONTRACT: Hex = '0x7777777777777777777777777777777777777777';

let base: TestNode;
let relay: RelayedNode;
let message: string;
let references = 0n;

const anvil = () => createTestClient({ mode: 'anvil', transport: http(base.node.rpcUrl) });
const log = pino(
  new Writable({
    write: (chunk, _encoding, done) => {
      message += String(chunk);
      done();
    },
  }),
);

beforeAll(async () => {
  base = await openTestNode('base');
  await anvil().setAutomine(true);
  const { to, data } = base.chain.encodeApproval(TOKEN, 10n ** 12n, 'fee_proxy');
  await execute(base, [{ to, data, value: '0x0' }]);
});
afterAll(() => base[Symbol.asyncDispose]());
beforeEach(async () => {
  message = '';
  relay = await relayNode(base.node.rpcUrl);
  return () => relay.stop();
});

/** A payment with its own reference. */
function newPayment(): TokenPayment {
  references += 1n;
  return {
    kind: 'token',
    tokenAddress: TOKEN,
    payeeAddress: TEST_ACCOUNTS.payee.address,
    amountUnits: 5n,
    paymentReference: numberToHex(references, { size: 8 }),
    feeUnits: 0n,
    feeAddress: TEST_ACCOUNTS.payee.address,
  };
}

async function hashOf(call: { readonly to: string; readonly data: Hex }): Promise<Hex> {
  const [executed] = await execute(base, [{ ...call, value: '0x0' }]);
  if (executed === undefined) throw new Error('one transaction was sent');
  return executed.receipt.transactionHash;
}

const pay = (payment: TokenPayment) => hashOf(base.chain.encodePayment(payment));

/** Runs code of an unrelated account in a transaction; returns its hash. */
async function run(bytecode: Hex): Promise<Hex> {
  await anvil().setCode({ address: SPOOFING_CONTRACT, bytecode });
  return await hashOf({ to: SPOOFING_CONTRACT, data: '0x' });
}

interface Parts extends Pick<FollowFrom, 'isOurs'> {
  /** Left out, the relay alone. */
  readonly rpcUrls?: readonly string[];
}

/** The updates of a follower that runs at the time, until all was read again twice. */
async function followWhile(
  happen: () => Promise<void>,
  { rpcUrls = [relay.rpcUrl], ...parts }: Parts = {},
): Promise<ObservedTransfer[]> {
  const connection = { network: NETWORKS.base, rpcUrls, pollMs: 10 };
  const [chain] = connectChains([connection], { log }).all;
  if (chain === undefined) throw new Error('one network is connected');
  const transfers: ObservedTransfer[] = [];
  const from = { known: [], startBlock: await base.chain.readHead(), ...parts };
  let mined = 0;
  for await (const update of chain.follow(from, AbortSignal.timeout(50_000))) {
    if (update.type !== 'blocks') continue;
    transfers.push(...update.transfers);
    if (update.to.number < (await base.chain.readHead())) continue;
    if (mined === BLOCKS) return transfers;
    mined += 1;
    if (mined === 3) await happen();
    else await anvil().mine({ blocks: 1 });
  }
  throw new Error('following ended too soon');
}

const Filter = z.looseObject({});
/** Whether a call requests the logs of all contracts. */
const shouldQueryAllContracts = ({ method, params: [filter] }: RelayedNode['questions'][number]) =>
  method === 'eth_getLogs' && !('address' in Filter.parse(filter));

describe('events of a contract that only spoofs a proxy', () => {
  it('is reported once, credits nothing, and hides no true payment', async () => {
    const payment = newPayment();
    let lie: Hex = '0x';
    let truth: Hex = '0x';
    const reported = await followWhile(async () => {
      lie = await run(pretendedBy(payment));
      truth = await pay(payment);
    });
    expect(reported.map(({ transactionHash }) => transactionHash)).toEqual([truth, lie]);
    expect(reported[0]).toMatchObject({ creditedUnits: 5n });
    expect(reported[1]).toMatchObject({
      kind: 'token',
      proxyAddress: SPOOFING_CONTRACT,
      tokenAddress: TOKEN,
      payeeAddress: payment.payeeAddress,
      payerAddress: zeroAddress,
      referenceKey: keccak256(payment.paymentReference),
      claimedUnits: 5n,
      creditedUnits: 0n,
      feeUnits: 0n,
      tokenUnits: 0n,
      tokenFeeUnits: 0n,
      blockTime: expect.any(Date),
    });
    // The node did not withhold it.
    expect(message).not.toContain('only at a repeated query');
  });

  it('is ignored where it names no known reference', async () => {
    let asked = 0;
    const isOurs = async () => {
      asked += 1;
      return new Set<Hex>();
    };
    const reported = await followWhile(
      async () => {
        await run(pretendedBy(newPayment()));
      },
      { isOurs },
    );
    expect(reported).toEqual([]);
    expect(asked).toBe(2);
  });

  it('may be of any length and form', async () => {
    const reference: Hex = `0x${'ee'.repeat(32)}`;
    const ones: Hex = `0x${'ff'.repeat(2_000)}`;
    const events: [Hex[], Hex][] = [
      [[], ones],
      [[PROXY_EVENT_TOPIC], ones],
      [[PROXY_EVENT_TOPIC, reference], '0x'],
      [[NATIVE_EVENT_TOPIC, reference], '0x'],
      [[PROXY_EVENT_TOPIC, reference], '0x07'],
      [[PROXY_EVENT_TOPIC, reference], ones],
      [[NATIVE_EVENT_TOPIC, reference, reference, reference], ones],
    ];
    const reported = await followWhile(async () => {
      for (const [topics, data] of events) await run(proxyOf(topics, data));
    });
    expect(reported.map(({ kind, claimedUnits }) => [kind, claimedUnits])).toEqual([
      ['token', 0n],
      ['native', 0n],
      ['token', 0n],
      ['token', maxUint256],
      ['native', maxUint256],
    ]);
    expect(reported.every(({ creditedUnits }) => creditedUnits === 0n)).toBe(true);
    expect(message).not.toContain('a node failed');
  });

  it('is read up to a limit where it comes as a flood', async () => {
    relay.answer = async (question) => {
      if (!shouldQueryAllContracts(question)) return undefined;
      const answer = await forward(base.node.rpcUrl, question);
      const { result } = z.object({ result: z.array(z.looseObject({})) }).parse(answer);
      const [one] = result;
      if (one === undefined) return { result };
      return {
        result: Array.from({ length: 1_100 }, (_, i) => ({ ...one, logIndex: numberToHex(i) })),
      };
    };
    const reported = await followWhile(async () => {
      await run(pretendedBy(newPayment()));
    });
    // Known events are not read again, and the rest was read at the second poll.
    expect(reported).toHaveLength(1_100);
    expect(message.match(/"unread":\d+/g)).toEqual(['"unread":100']);
  });
});

describe('a node that does not report all contracts', () => {
  it('is queried for that once, and followed as before', async () => {
    let hides = 0;
    relay.answer = (question) => {
      if (shouldQueryAllContracts(question))
        return { error: { code: -32_602, message: 'which address?' } };
      if (question.method !== 'eth_getLogs' || hides === 0) return undefined;
      hides -= 1;
      return { result: [] };
    };
    let truth: Hex = '0x';
    const reported = await followWhile(async () => {
      await run(pretendedBy(newPayment()));
      truth = await pay(newPayment());
      // Also when another node would be queried, because the header contradicts it.
      hides = 2;
    });
    expect(reported.map(({ transactionHash }) => transactionHash)).toEqual([truth]);
    expect(relay.questions.filter(shouldQueryAllContracts)).toHaveLength(1);
    expect(message.match(/nodes do not return logs of all contracts at once/g)).toHaveLength(1);
    // What it withheld was found by reading the proxies alone.
    expect(message).toContain('only at a repeated query');
    expect(message).not.toContain('a node failed');
  });

  it('is not rated worse, and another that answers is queried', async () => {
    const second = await relayNode(base.node.rpcUrl);
    onTestFinished(() => second.stop());
    const refused = new Set<string>();
    // The one that is queried first refuses.
    const refuseOnce: RelayedNode['answer'] = (question) => {
      const text = JSON.stringify(question.params);
      if (!shouldQueryAllContracts(question) || refused.has(text)) return undefined;
      refused.add(text);
      return { error: { code: -32_005, message: 'too much' } };
    };
    relay.answer = refuseOnce;
    second.answer = refuseOnce;
    let lie: Hex = '0x';
    const reported = await followWhile(
      async () => {
        lie = await run(pretendedBy(newPayment()));
      },
      { rpcUrls: [relay.rpcUrl, second.rpcUrl] },
    );
    expect(reported.map(({ transactionHash }) => transactionHash)).toEqual([lie]);
    expect(refused.size).toBeGreaterThanOrEqual(2);
    expect(message).not.toContain('nodes do not return logs of all contracts');
    expect(message).not.toContain('a node failed');
  });
});

describe('reading blocks again', () => {
  /** Reads all blocks again from a number on, of all contracts. */
  async function scanFrom(from: bigint) {
    const [chain] = connectChains([{ network: NETWORKS.base, rpcUrls: [relay.rpcUrl] }], {
      log,
    }).all;
    if (chain === undefined) throw new Error('one network is connected');
    const [reported, missed]: [Hex[], unknown[]] = [[], []];
    const range = { from, to: await chain.readHead(), shouldQueryAllContracts: true };
    for await (const { transfers, spoofedEventsMissed } of chain.scan(range)) {
      reported.push(...transfers.map(({ transactionHash }) => transactionHash));
      missed.push(spoofedEventsMissed);
    }
    return { reported, missed: [...new Set(missed)] };
  }

  it('reports spoofed events beside payments', async () => {
    const from = (await base.chain.readHead()) + 1n;
    const payment = newPayment();
    const [lie, truth] = [await run(pretendedBy(payment)), await pay(payment)];
    const { reported, missed } = await scanFrom(from);
    expect(new Set(reported)).toEqual(new Set([lie, truth]));
    expect(missed).toEqual([undefined]);
  });

  it.each([1, 200])(
    'reports an incomplete result where nodes refuse, and the payments: %i blocks',
    async (blocks) => {
      relay.answer = (question) =>
        shouldQueryAllContracts(question)
          ? { error: { code: -32_602, message: 'which address?' } }
          : undefined;
      await run(pretendedBy(newPayment()));
      await anvil().mine({ blocks });
      const truth = await pay(newPayment());
      const head = await base.chain.readHead();
      const { reported, missed } = await scanFrom(head + 1n - BigInt(blocks));
      expect(reported).toEqual([truth]);
      expect(missed).toEqual(['refused']);
    },
  );
});
