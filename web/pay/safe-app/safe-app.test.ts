import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FrameMessage } from '../../wallet/safe-interface.ts';
import type { PageConfig } from '../config.ts';
import { initialState } from '../opening.ts';
import type { PageEvent } from '../page-state.ts';
import { HIDDEN, MASKED, SEPOLIA, VIEW } from '../sample-states.ts';
import { findSafe } from './safe-app.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const ORIGIN = 'https://app.safe.global';
const SAFE = '0x41675C099F32341bf84BFc5382aF534df5C7461a';
const INFO = { safeAddress: SAFE, chainId: SEPOLIA, isReadOnly: false };
const CONFIG: PageConfig = {
  mode: 'production',
  apiUrl: 'https://api.example',
  clientId: 'cli_page',
  token: '01K0',
  networks: {},
  safeAppOrigins: [ORIGIN],
};

interface Said {
  readonly status: number;
  readonly body?: object;
}

/** A page in an interface that shows this Safe, with an API that says this of it, one after the other. */
function pageIn({
  info = INFO,
  said = [{ status: 200 }],
  view = VIEW,
  config = CONFIG,
}: {
  readonly info?: object;
  readonly said?: readonly Said[];
  readonly view?: object;
  readonly config?: PageConfig;
} = {}) {
  const events: PageEvent[] = [];
  const queried: string[] = [];
  const listeners: ((event: FrameMessage) => void)[] = [];
  const reload = vi.fn<() => void>();
  let shown = info;
  const parent = {
    postMessage(message: object) {
      const id: unknown = Reflect.get(message, 'id');
      const data = { id, success: true, version: '9.1.0', data: shown };
      for (const listener of listeners) listener({ source: parent, origin: ORIGIN, data });
    },
  };
  const frame = {
    parent,
    addEventListener: (_type: 'message', listener: (event: FrameMessage) => void) =>
      void listeners.push(listener),
  };
  vi.stubGlobal('fetch', async (url: string) => {
    queried.push(url);
    const one = said[Math.min(queried.length, said.length) - 1];
    if (one === undefined || one.status === 0) throw new Error('no answer');
    return new Response(JSON.stringify(one.body ?? {}), { status: one.status });
  });
  const found = findSafe(
    {
      config,
      state: initialState({ status: 200, body: view }),
      dispatch: (event) => void events.push(event),
    },
    { frame, reload },
  );
  return {
    found,
    events,
    queried,
    reload,
    show: (next: object) => {
      shown = next;
    },
  };
}

it('begins anew where the interface answers only after it was given up', async () => {
  const { found, events, reload, show } = pageIn({ info: {} });
  expect(await found).toEqual([]);
  expect(events).toEqual([{ type: 'framed', problem: 'alone' }]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(reload).not.toHaveBeenCalled();
  show(INFO);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(reload).toHaveBeenCalledOnce();
});

it('finds the Safe once the API has read that it is one on the network of the link', async () => {
  const { found, events, queried } = pageIn();
  const [wallet, ...others] = await found;
  expect([wallet?.name, others]).toEqual(['your Safe', []]);
  expect(await wallet?.provider.request({ method: 'eth_accounts' })).toEqual([SAFE]);
  expect(queried).toEqual([
    `https://api.example/v2/secure-payments/01K0/pay?wallet=${SAFE}&isSafe=true`,
  ]);
  expect(events).toEqual([]);
});

it.each([
  ['another network', { info: { ...INFO, chainId: 8453 } }, 'network'],
  ['no Safe there', { said: [{ status: 400, body: { code: 'payer_is_not_safe' } }] }, 'not_safe'],
  ['nobody who owns it', { info: { ...INFO, isReadOnly: true } }, 'read_only'],
  ['a masked payee', { view: MASKED }, 'alone'],
  ['a hidden payment', { view: HIDDEN }, 'alone'],
  ['no interface that the setting names', { config: { ...CONFIG, safeAppOrigins: [] } }, 'alone'],
] as const)('finds none with %s, and says why', async (_what, given, problem) => {
  const { found, events } = pageIn(given);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await found).toEqual([]);
  expect(events).toEqual([{ type: 'framed', problem }]);
});

it('finds a Safe of another network where a bridge could pay the link from there', async () => {
  const view = { ...VIEW, network: 'base', paymentCurrency: 'USDC-base' };
  const arbitrum = { ...INFO, chainId: 42_161 };
  const { found, events, queried } = pageIn({ view, info: arbitrum });
  await vi.dynamicImportSettled();
  expect(await found).toHaveLength(1);
  expect([events, queried]).toEqual([[], []]);
  const readOnly = pageIn({ view, info: { ...arbitrum, isReadOnly: true } });
  expect(await readOnly.found).toEqual([]);
  expect(readOnly.events).toEqual([{ type: 'framed', problem: 'read_only' }]);
});

it('asks the API nothing about a Safe of another network', async () => {
  const { found, queried } = pageIn({ info: { ...INFO, chainId: 8453 } });
  await found;
  expect(queried).toEqual([]);
});

it('asks again while the API does not answer, and offers nothing that it has not read', async () => {
  const late = pageIn({ said: [{ status: 0 }, { status: 503 }, { status: 429 }, { status: 200 }] });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await late.found).toHaveLength(1);
  const never = pageIn({ said: [{ status: 0 }] });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await never.found).toEqual([]);
  expect(never.events).toEqual([{ type: 'framed', problem: 'alone' }]);
});

it('leaves to the bill what else keeps a link from being paid', async () => {
  const { found } = pageIn({ said: [{ status: 403 }] });
  expect(await found).toHaveLength(1);
});

it('begins anew once another Safe is chosen, and not before', async () => {
  const elsewhere = { ...INFO, chainId: 8453 };
  const { found, reload, show } = pageIn({ info: elsewhere });
  await found;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(reload).not.toHaveBeenCalled();
  show({ nothing: 'that can be read' });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(reload).not.toHaveBeenCalled();
  show(INFO);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(reload).toHaveBeenCalledTimes(1);
});
