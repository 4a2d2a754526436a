import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Provider } from '../wallet/provider.ts';
import type { Memory } from './memory.ts';
import { walletCallsMessages as messages } from './messages/en/wallet-calls.ts';
import { initialState } from './opening.ts';
import type { At, KeptCalls, PageEvent, Remembered } from './page-state.ts';
import {
  APPROVE,
  calldata,
  connected,
  HASH,
  PAY,
  PAYER,
  prepared,
  SEPOLIA,
  VIEW,
  viewed,
  WALLET,
  walk,
} from './sample-states.ts';
import { sampleWorld } from './sample-world.ts';
import { sign } from './sign.ts';
import { followCalls } from './wallet-calls.ts';

beforeEach(() => void vi.useFakeTimers({ now: 7_000 }));
afterEach(() => void vi.useRealTimers());

const CALLS: KeptCalls = { id: 'calls', walletId: WALLET.id };
const PENDING = { status: 100 };
const DONE = { status: 200, receipts: [{ transactionHash: HASH }, { transactionHash: HASH }] };

/** A page of a browser that has this stored, with a wallet that says this of calls, one after the other. */
function pageWith({ stored, statuses }: { stored?: KeptCalls; statuses: readonly unknown[] }) {
  const requested: string[] = [];
  const events: PageEvent[] = [];
  const written: (KeptCalls | undefined)[] = [];
  let kept: Remembered | undefined = stored && { sent: undefined, view: VIEW, calls: stored };
  let polls = 0;
  const provider: Provider = {
    request: async ({ method }) => {
      requested.push(method);
      if (method === 'wallet_sendCalls') return { id: CALLS.id };
      polls += 1;
      const status = statuses[Math.min(polls, statuses.length) - 1];
      if (status instanceof Error) throw status;
      return status;
    },
  };
  const memory: Pick<Memory, 'read' | 'write' | 'clear'> = {
    read: () => kept,
    write: ({ sent, view, calls }) => {
      written.push(calls);
      kept = { sent, view, calls };
    },
    clear: () => {
      kept = undefined;
    },
  };
  const world = sampleWorld({
    token: 'calls',
    memory,
    api: { calldata: async () => calldata([APPROVE, PAY]) },
    dispatch: (event) => events.push(event),
    provider,
  });
  return { world, requested, events, written, kept: () => kept };
}

function review(): PageEvent[] {
  return [...connected, prepared(calldata([APPROVE, PAY]))];
}

function signing(): At<'signing'> {
  const state = walk(initialState(viewed), [...review(), { type: 'go' }]);
  if (state.at !== 'signing') throw new Error(`the page is at ${state.at}`);
  return { ...state, together: 'ready', atOnce: true };
}

it('calls that the wallet has taken are stored before they are awaited, and end with one transaction', async () => {
  const { world, events, written, requested } = pageWith({ statuses: [PENDING, DONE] });
  const signed = sign(world, signing());
  await vi.waitFor(() => expect(requested).toContain('wallet_getCallsStatus'));
  expect(world.memory.read()).toEqual({ sent: undefined, view: VIEW, calls: CALLS });
  await vi.runAllTimersAsync();
  await signed;
  expect(written.filter(Boolean)).toEqual([CALLS]);
  expect(events).toMatchObject([{ type: 'sent', hash: HASH }]);
});

it.each([
  ['sponsored', 'https://pay.example/paymaster/calls'],
  ['supported', undefined],
] as const)('the wallet is named the paymaster only where it uses one: %s', async (...row) => {
  const [together, url] = row;
  const { world } = pageWith({ statuses: [] });
  const asked: unknown[] = [];
  const declining: Provider = {
    request: ({ params }) => {
      asked.push(params);
      return Promise.reject(Object.assign(new Error('no'), { code: 4001 }));
    },
  };
  const state = { ...signing(), together };
  const paymasterUrl = 'https://pay.example/paymaster/calls';
  const networks = { [state.link.networkId]: { paymasterUrl } };
  const config = { ...world.config, networks };
  await sign({ ...world, config, provider: () => declining }, state);
  const [[request] = []] = z.array(z.array(z.unknown())).parse(asked);
  const capabilities = { paymasterService: { url, context: {}, optional: true } };
  expect(request).toMatchObject({ atomicRequired: true });
  if (url === undefined) expect(request).not.toHaveProperty('capabilities');
  else expect(request).toMatchObject({ capabilities });
});

it('an upgrade that was declined says so and leads back to one call after the other', async () => {
  const page = pageWith({ statuses: [] });
  const refusing: Provider = {
    request: () => Promise.reject(Object.assign(new Error('no'), { code: 5750 })),
  };
  await sign({ ...page.world, provider: () => refusing }, signing());
  expect(page.events).toEqual([
    { type: 'wallet_refused', refusal: messages.problems.upgrade_refused },
  ]);
  expect(page.kept()).toBeUndefined();
  const back = walk(signing(), page.events);
  expect(back).toMatchObject({ at: 'review', together: undefined });
  expect(walk(back, [{ type: 'go', atOnce: true }])).toMatchObject({ atOnce: false });
});

it('after a reload they are followed to their transaction, and the payer is warned until then', async () => {
  const { world, events, requested } = pageWith({ stored: CALLS, statuses: [PENDING, DONE] });
  const followed = followCalls(world);
  await vi.runAllTimersAsync();
  await followed;
  expect(events).toMatchObject([
    { type: 'warned', notice: messages.underWay },
    { type: 'remembered', memory: { sent: { hash: HASH, walletId: WALLET.id }, view: VIEW } },
  ]);
  expect(new Set(requested)).toEqual(new Set(['wallet_getCallsStatus']));
  const page = walk(initialState(viewed), [...review(), ...events]);
  expect(page).toMatchObject({ at: 'confirming', sent: { hash: HASH } });
});

it('after a reload the page goes on with the wallet that was connected, and still warns', () => {
  const warned: PageEvent = { type: 'warned', notice: messages.underWay };
  const memory = { sent: undefined, view: VIEW, calls: CALLS };
  const state = walk(initialState(viewed), [
    { type: 'remembered', memory },
    { type: 'wallets_found', wallets: [WALLET] },
    warned,
    { type: 'resumed', wallet: WALLET, address: PAYER, chainId: SEPOLIA, progress: undefined },
    prepared(calldata([APPROVE, PAY])),
  ]);
  expect(state).toMatchObject({ at: 'review', notice: messages.underWay });
});

it('after a reload they may turn out to have failed, and the payment can be made again', async () => {
  const { world, events, kept } = pageWith({ stored: CALLS, statuses: [{ status: 500 }] });
  await followCalls(world);
  expect(events).toEqual([
    { type: 'spent', spent: 'fees' },
    { type: 'warned', notice: messages.problems.reverted },
  ]);
  expect(kept()).toBeUndefined();
  const page = walk(initialState(viewed), [...review(), ...events]);
  expect(page).toMatchObject({ at: 'review', notice: messages.problems.reverted, spent: 'fees' });
});

it('what another tab has followed to its end is not followed any more', async () => {
  const { world, events, requested } = pageWith({ stored: CALLS, statuses: [PENDING] });
  world.memory.clear();
  await followCalls(world);
  expect([events, requested]).toEqual([[], []]);
});

it.each<[string, unknown, object[]]>([
  ['are under way', PENDING, [{ type: 'wallet_refused', refusal: messages.underWay }]],
  [
    'were made meanwhile',
    DONE,
    [{ type: 'wallet_refused' }, { type: 'remembered', memory: { sent: { hash: HASH } } }],
  ],
  [
    'failed',
    { status: 600 },
    [
      { type: 'wallet_refused' },
      { type: 'spent', spent: 'fees' },
      { type: 'warned', notice: messages.problems.partly },
    ],
  ],
])('no second payment is requested while calls of another tab %s', async (_, status, said) => {
  const { world, events, requested } = pageWith({ stored: CALLS, statuses: [status] });
  await sign(world, { ...signing(), atOnce: false });
  expect(events).toMatchObject(said);
  expect(requested).toEqual(['wallet_getCallsStatus']);
});

it.each([
  ['partly', { status: 600 }],
  ['unknown', Object.assign(new Error('none'), { code: 5730 })],
] as const)(
  'calls of which it is not clear what became are warned of further on: %s',
  async (...row) => {
    const [problem, status] = row;
    const page = pageWith({ statuses: [status] });
    const signed = sign(page.world, signing());
    await vi.runAllTimersAsync();
    await signed;
    const spent = problem === 'partly' ? [{ type: 'spent', spent: 'fees' }] : [];
    expect(page.events).toEqual([
      ...spent,
      { type: 'wallet_refused', refusal: messages.problems[problem] },
    ]);
    expect(page.kept()).toMatchObject({ sent: undefined, calls: CALLS });
    const followed = followCalls(page.world);
    await vi.runAllTimersAsync();
    await followed;
    expect(page.events.at(-1)).toEqual({ type: 'warned', notice: messages.problems[problem] });
    // Nothing more is asked of the wallet, and a request may have been made.
    expect(page.kept()).toMatchObject({ sent: undefined, calls: undefined });
  },
);

it('calls that the network took back leave nothing but what their fee was', async () => {
  const page = pageWith({ statuses: [{ status: 500 }] });
  await sign(page.world, signing());
  expect(page.events).toEqual([
    { type: 'spent', spent: 'fees' },
    { type: 'wallet_refused', refusal: messages.problems.reverted },
  ]);
  expect(page.kept()).toBeUndefined();
});

it('calls that were made leave what owners of a Safe may still execute', async () => {
  const { world, events } = pageWith({ stored: CALLS, statuses: [DONE] });
  const own = { safeTxHash: HASH, safe: PAYER, until: 1, walletId: WALLET.id };
  const proposal = { ...own, isReported: false, isOver: true };
  const kept = { sent: undefined, view: VIEW, calls: CALLS, proposal };
  const written: unknown[] = [];
  const write = (parts: unknown) => void written.push(parts);
  await followCalls({ ...world, memory: { ...world.memory, read: () => kept, write } });
  const sent = { hash: HASH, walletId: WALLET.id };
  expect(events).toMatchObject([{ type: 'remembered', memory: { sent } }]);
  expect(written).toMatchObject([{ sent, proposal }]);
  expect(written).not.toMatchObject([{ calls: CALLS }]);
});
