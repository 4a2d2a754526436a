import { encodeAbiParameters, numberToHex } from 'viem';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  approvalOf,
  BRIDGE_VIEW,
  bridgeBody,
  bridgeCallOf,
  SOURCE_UNITS,
} from '../../../tests/support/bridge-payment.ts';
import {
  CALL,
  dataOf,
  messageOf,
  OTHER,
  PAYER,
  QUOTED_AT,
  word,
} from '../../../tests/support/route-sample.ts';
import type { Answer } from '../../engine/request.ts';
import type { Provider } from '../../wallet/provider.ts';
import { readLink } from '../link.ts';
import { openMemory } from '../memory.ts';
import { safeRouteMessages as messages } from '../messages/en/safe-route.ts';
import type { PageEvent } from '../page-state.ts';
import { findBridgeSource } from './bridge-source.ts';
import { prepareRoute } from './quote-route.ts';
import type { RouteEvent, RouteQuote } from './route-state.ts';
import type { RouteWorld } from './route-world.ts';
import { readSafePayer } from './safe-payer.ts';
import type { SentRoute } from './sent-route.ts';
import { signRoute, switchToSource } from './sign-route.ts';

const ARBITRUM = 42_161;
const SAFE_HASH = `0x${'5a'.repeat(32)}`;
const HASH = `0x${'5e'.repeat(32)}`;
const DEADLINE = QUOTED_AT + 1_800;
const TOKEN = 'a link of a safe';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: QUOTED_AT * 1_000 }));
afterEach(() => {
  vi.useRealTimers();
  openMemory(TOKEN, Date.now).clear();
});

class Refused extends Error {
  readonly code: number;
  constructor(code: number) {
    super('The wallet refused');
    this.code = code;
  }
}

interface Scene {
  readonly threshold?: number;
  readonly refundWallet?: string;
  /** What the wallet answers, by method. */
  readonly answers?: Readonly<Record<string, unknown>>;
  /** What the API answers to a question for the route. */
  readonly prepared?: Answer;
}

const AT_ONCE = { [numberToHex(ARBITRUM)]: { atomic: { status: 'supported' } } };

/** What the API prepares, with what does not arrive returned to this account. */
function preparedFor(refundTo: string, threshold: number): Answer {
  const metadata = {
    ...{ quoteFetchedAt: new Date().toISOString(), quoteExpiresAt: QUOTED_AT + 60, rawStep: {} },
    ...{ safePaymentDeadline: DEADLINE, safeThreshold: threshold, hasEnoughGas: false },
    allowance: SOURCE_UNITS.toString(),
  };
  const across = { refundAddress: word(refundTo), message: messageOf([CALL], refundTo) };
  const calls = [approvalOf(), bridgeCallOf(dataOf({ across }))];
  return { status: 200, body: bridgeBody(calls, metadata) };
}

/** A page that pays from Arbitrum with a Safe. */
function pageOf({ threshold = 2, refundWallet, answers = {}, prepared }: Scene = {}) {
  const link = readLink(BRIDGE_VIEW);
  const found = findBridgeSource('ARBITRUM', 'USDT');
  if (typeof link === 'string' || found === undefined) throw new Error('the sample is paid so');
  const source = {
    ...{ ...found, chain: 'ARBITRUM', token: 'USDT' },
    ...(refundWallet !== undefined && { refundWallet }),
  };
  const events: (RouteEvent | PageEvent)[] = [];
  const requested: { readonly method: string; readonly params?: unknown }[] = [];
  const asked: unknown[] = [];
  let kept: SentRoute | 'open' | undefined;
  const provider: Provider = {
    request: async (request) => {
      requested.push(request);
      const answer = answers[request.method];
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  const world: RouteWorld = {
    config: { mode: 'production', apiUrl: '', clientId: '', token: TOKEN, networks: {} },
    api: {
      view: async () => ({ status: 200, body: BRIDGE_VIEW }),
      calldata: async () => ({ status: 0, body: undefined }),
      reportProgress: () => undefined,
    },
    routes: {
      prepare: async (query) => {
        asked.push(query);
        return prepared ?? preparedFor(refundWallet ?? PAYER, threshold);
      },
      refresh: async () => ({ status: 0, body: undefined }),
      recordIntent: async () => ({ status: 200, body: {} }),
    },
    memory: {
      read: () => kept,
      writeRequest: () => {
        kept = 'open';
      },
      write: (sent) => {
        kept = sent;
      },
      clear: () => {
        kept = undefined;
      },
      dropSent: () => undefined,
      backUp() {
        const before = kept;
        return () => {
          kept = before;
        };
      },
    },
    link,
    payer: {
      wallet: { id: 'wallet', name: 'Wallet', icon: undefined },
      address: PAYER,
      chainId: ARBITRUM,
    },
    safe: { chainId: ARBITRUM, owners: [OTHER] },
    provider: () => provider,
    signal: new AbortController().signal,
    dispatch: (event) => void events.push(event),
    dispatchPage: (event) => void events.push(event),
    warned: new Set(),
  };
  const review = async (): Promise<RouteQuote> => {
    await prepareRoute(world, source);
    const event = events.pop();
    if (event?.type !== 'quoted') throw new Error(JSON.stringify(event));
    requested.length = 0;
    return event.quote;
  };
  const sendings = () => requested.filter(({ method }) => method === 'wallet_sendCalls');
  return { world, source, events, asked, review, sendings, stored: () => kept };
}

describe('a route that owners of a Safe sign', () => {
  it('is prepared for the Safe, to return to it or to the owner who was named', async () => {
    const page = pageOf();
    const { safe, plan } = await page.review();
    expect(page.asked).toEqual([
      { wallet: PAYER, chain: 'ARBITRUM', token: 'USDT', isSafe: true, refundWallet: undefined },
    ]);
    expect(safe).toMatchObject({ until: DEADLINE * 1_000, isProposed: true, refundTo: PAYER });
    expect(plan.steps.map(({ kind }) => kind)).toEqual(['approve', 'pay']);
    const named = pageOf({ refundWallet: OTHER });
    expect((await named.review()).safe).toMatchObject({ refundTo: OTHER });
    expect(named.asked).toMatchObject([{ isSafe: true, refundWallet: OTHER }]);
  });

  it('is refused where it returns to somebody else than was named, or is none for a Safe', async () => {
    const stolen = pageOf({ refundWallet: OTHER, prepared: preparedFor(PAYER, 2) });
    await prepareRoute(stolen.world, stolen.source);
    expect(stolen.events).toEqual([{ type: 'mismatched', problem: 'refund' }]);
    const body = bridgeBody([approvalOf(), bridgeCallOf()]);
    const plain = pageOf({ prepared: { status: 200, body } });
    await prepareRoute(plain.world, plain.source);
    expect(plain.events).toEqual([{ type: 'refused', notice: 'route_refused' }]);
  });

  it('is proposed with all of its calls, and waited for as a proposal of the network where it starts', async () => {
    const page = pageOf({ answers: { wallet_sendCalls: { id: SAFE_HASH } } });
    const quote = await page.review();
    await signRoute(page.world, quote);
    const calls = quote.plan.steps.map(({ call }) => call);
    expect(page.sendings()).toMatchObject([
      { params: [{ chainId: numberToHex(ARBITRUM), from: PAYER, atomicRequired: true, calls }] },
    ]);
    const proposal = {
      ...{ safeTxHash: SAFE_HASH, safe: PAYER, until: DEADLINE * 1_000, isReported: false },
      source: { chain: 'ARBITRUM', token: 'USDT', networkId: 'arbitrum-one', refundTo: PAYER },
    };
    expect(page.events).toMatchObject([{ type: 'remembered', memory: { proposal } }]);
    expect(page.stored()).toBeUndefined();
  });

  it.each([
    [new Refused(4_001), 'declined'],
    [new Refused(5_710), messages.problems.chain],
    [new Refused(-32_601), messages.problems.not_atomic],
  ])('leaves nothing stored where the wallet refuses: %s', async (refusal, notice) => {
    const page = pageOf({ answers: { wallet_sendCalls: refusal } });
    await signRoute(page.world, await page.review());
    expect(page.events).toEqual([{ type: 'stopped', notice }]);
    expect(page.stored()).toBeUndefined();
  });

  it.each([
    [new Refused(4_001), true],
    [new Refused(5_710), true],
    [new Refused(-32_603), false],
    [new Refused(5_720), false],
  ])('keeps a request that may still be open: %s', async (refusal, isEarlier) => {
    const page = pageOf({ answers: { wallet_sendCalls: refusal } });
    const quote = await page.review();
    const { chain, token, networkId } = quote.source;
    const request = { chain, token, networkId, payer: PAYER, view: BRIDGE_VIEW };
    if (isEarlier) page.world.memory.writeRequest(request);
    await signRoute(page.world, quote);
    expect(page.stored()).toBe('open');
  });
});

describe('a route of a Safe of one owner', () => {
  it('is executed at once where its wallet does that, and followed from then on', async () => {
    const receipts = [{ transactionHash: HASH }];
    const page = pageOf({
      threshold: 1,
      answers: {
        wallet_getCapabilities: AT_ONCE,
        wallet_sendCalls: { id: HASH },
        wallet_getCallsStatus: { status: 200, receipts },
      },
    });
    const quote = await page.review();
    expect(quote.safe).toMatchObject({ isProposed: false });
    await signRoute(page.world, quote);
    const sent = { hash: HASH, networkId: 'arbitrum-one', payer: PAYER, refundTo: PAYER };
    expect(page.stored()).toMatchObject(sent);
    expect(page.events).toContainEqual(
      expect.objectContaining({ type: 'sent', sent: expect.objectContaining(sent) }),
    );
    expect(page.events).toContainEqual({ type: 'crosschain', link: undefined, follows: true });
  });

  it('is executed by none that collects signatures, also where the wallet says so of two owners', async () => {
    const answers = { wallet_getCapabilities: AT_ONCE };
    expect((await pageOf({ threshold: 2, answers }).review()).safe?.isProposed).toBe(true);
    expect((await pageOf({ threshold: 1 }).review()).safe?.isProposed).toBe(true);
  });

  it('is asked again what its wallet does once that has switched its network', async () => {
    const answers: Record<string, unknown> = { eth_chainId: numberToHex(ARBITRUM) };
    const page = pageOf({ threshold: 1, answers });
    const quote = await page.review();
    answers['wallet_getCapabilities'] = AT_ONCE;
    await switchToSource(page.world, quote);
    expect(page.events).toContainEqual(
      expect.objectContaining({
        type: 'quoted',
        quote: expect.objectContaining({
          safe: { ...quote.safe, isProposed: false },
        }),
      }),
    );
  });

  it('says what became of calls that the network refused, with nothing stored but what their fee was', async () => {
    const page = pageOf({
      threshold: 1,
      answers: {
        wallet_getCapabilities: AT_ONCE,
        wallet_sendCalls: { id: HASH },
        wallet_getCallsStatus: { status: 500 },
      },
    });
    await signRoute(page.world, await page.review());
    expect(page.events).toEqual([
      { type: 'spent', spent: 'fees' },
      { type: 'stopped', notice: messages.problems.reverted },
    ]);
    expect(page.stored()).toBeUndefined();
  });
});

describe('the owners of a Safe', () => {
  const ownersOf = async (answer: unknown) => {
    const provider = { request: async () => answer };
    const wallet = { id: 'wallet', name: 'Wallet', icon: undefined };
    return (await readSafePayer(provider, { wallet, address: PAYER, chainId: ARBITRUM })).owners;
  };

  it('are read from the contract where the wallet stands', async () => {
    const said = encodeAbiParameters([{ type: 'address[]' }], [[PAYER, OTHER]]);
    expect(await ownersOf(said)).toEqual([PAYER.toLowerCase(), OTHER.toLowerCase()]);
  });

  it.each([undefined, '0x', `0x${'00'.repeat(32)}`, `${'0x'}${'11'.repeat(96)}`])(
    'are none of what answers something else: %s',
    async (answer) => {
      expect(await ownersOf(answer)).toEqual([]);
    },
  );
});
