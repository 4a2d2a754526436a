import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Answer } from '../engine/request.ts';
import { TRUSTED_CONTRACTS } from '../wallet/trusted-contracts.generated.ts';
import { fetchCaughtUp, fetchPrepared } from './fetch-prepared.ts';
import { readLink } from './link.ts';
import type { At } from './page-state.ts';
import { shownNow } from './preparing.ts';
import { approval, batchCall, DETAILS, THIEF } from './sample-forms.ts';
import { HASH, PAYEE, PAYER, SEPOLIA, WALLET } from './sample-states.ts';

const { batch } = TRUSTED_CONTRACTS['sepolia'] ?? {};
const reference = (position: number) => `0x000000000000000${position}` as const;

/** A bundle of two, as it is shown while these of its children are due. */
function shown(due: readonly number[]): Answer {
  const children = [0, 1].map((position) => ({
    position,
    payee: PAYEE,
    amount: '5',
    blockReason: due.includes(position) ? null : 'already_paid',
    context: { network: 'sepolia', currency: 'USDC-sepolia' },
    feePlan: null,
  }));
  return { status: 200, body: { paymentType: 'multicall', children } };
}

/** The calldata that pays them. */
function calldata(due: readonly number[], recipient: typeof PAYEE | typeof THIEF = PAYEE): Answer {
  const token = due.map((position) => ({
    ...DETAILS.token,
    recipient,
    amount: 5_000_000n,
    paymentReference: reference(position),
  }));
  return {
    status: 200,
    body: {
      transactions: [
        approval(batch, 5_000_000n * BigInt(due.length)),
        batchCall({ conversion: [], native: [], value: 0n, token }),
      ],
      children: due.map((position) => ({ position, paymentReference: reference(position) })),
      metadata: { batchPayments: [{ transactionIndex: 1, childPositions: due }] },
    },
  };
}

/** An API that answers one after the other, the last for ever; and how often it was called. */
function answering(views: readonly Answer[], calls: readonly Answer[]) {
  const asked = { view: 0, calldata: 0 };
  const next = (answers: readonly Answer[], at: number): Answer => {
    const answer = answers[Math.min(at, answers.length - 1)];
    if (answer === undefined) throw new Error('an answer is missing');
    return answer;
  };
  const api = {
    view: async () => next(views, asked.view++),
    calldata: async () => next(calls, asked.calldata++),
    reportProgress: () => undefined,
  };
  return { api, asked };
}

function linkOfTwo() {
  const link = readLink(shown([0, 1]).body);
  if (typeof link === 'string') throw new Error(link);
  return link;
}

async function send(views: readonly Answer[], calls: readonly Answer[]) {
  const { api, asked } = answering(views, calls);
  const link = linkOfTwo();
  const prepared = await fetchPrepared({ api }, { link, payer: { address: PAYER } });
  const { view, answer, check } = prepared;
  return { asked, plan: check(shownNow(link, view), answer.body, { atomic: true }) };
}

describe('what is shown and what is to be signed', () => {
  it('is called once where both agree', async () => {
    const { asked, plan } = await send([shown([0, 1])], [calldata([0, 1])]);
    expect(plan).toMatchObject({ steps: [{ kind: 'approve' }, { positions: [0, 1] }] });
    expect(asked).toEqual({ view: 1, calldata: 1 });
  });

  it.each([
    [
      'shown before it and prepared for signing after it',
      [shown([0, 1]), shown([1])],
      [calldata([1])],
    ],
    [
      'prepared for signing before it and shown after it',
      [shown([1])],
      [calldata([0, 1]), calldata([1])],
    ],
  ])('is called again where a payment was settled between the two: %s', async (_, views, calls) => {
    const { asked, plan } = await send(views, calls);
    expect(plan).toMatchObject({ steps: [{ kind: 'approve' }, { positions: [1] }] });
    expect(asked).toEqual({ view: 2, calldata: 2 });
  });

  it('is never accepted from an API that prepares something else than it shows every time', async () => {
    const { asked, plan } = await send([shown([0, 1])], [calldata([0, 1], THIEF)]);
    expect(plan).toBe('payee');
    expect(asked.calldata).toBe(4);
  });
});

describe('calldata after a transaction of this browser', () => {
  const state: At<'preparing'> = {
    at: 'preparing',
    link: linkOfTwo(),
    wallets: [WALLET],
    payer: { wallet: WALLET, address: PAYER, chainId: SEPOLIA },
    signed: 1,
  };

  afterEach(() => {
    vi.restoreAllMocks();
  });

  /** Calls as the page does after it sent something; waits end at once. */
  async function fetchAfter(
    sent: Pick<At<'preparing'>, 'part' | 'approval'>,
    views: readonly Answer[],
    calls: readonly Answer[],
  ) {
    const { api, asked } = answering(views, calls);
    const { setTimeout: wait } = globalThis;
    vi.spyOn(globalThis, 'setTimeout').mockImplementation((work) => wait(work, 0));
    const prepared = await fetchCaughtUp({ api }, { ...state, ...sent }, Promise.resolve('ready'));
    const { view, answer, check, together } = prepared;
    const plan = check(shownNow(state.link, view), answer.body, { atomic: true });
    return { asked, plan, together };
  }

  const part = { hash: HASH, pays: [0] };
  const approved = { hash: HASH, steps: 2, isMined: true };
  /** Calldata that needs no approval any more. */
  const allowed: Answer = {
    status: 200,
    body: {
      ...Object(calldata([0, 1]).body),
      transactions: [
        batchCall({
          conversion: [],
          native: [],
          value: 0n,
          token: [0, 1].map((position) => ({
            ...DETAILS.token,
            recipient: PAYEE,
            amount: 5_000_000n,
            paymentReference: reference(position),
          })),
        }),
      ],
      metadata: { batchPayments: [{ transactionIndex: 0, childPositions: [0, 1] }] },
    },
  };

  it('is fetched again while it still makes payments that were sent', async () => {
    const views = [shown([0, 1]), shown([0, 1]), shown([1])];
    const { asked, plan } = await fetchAfter(
      { part },
      views,
      views.map((_, at) => calldata(at < 2 ? [0, 1] : [1])),
    );
    expect(plan).toMatchObject({ steps: [{ kind: 'approve' }, { positions: [1] }] });
    expect(asked.calldata).toBe(3);
  });

  it('is fetched once where it makes others, however many signatures they take', async () => {
    const { asked, together } = await fetchAfter({ part }, [shown([1])], [calldata([1])]);
    expect(asked.calldata).toBe(1);
    expect(together).toBe('ready');
  });

  it('is fetched again while it still has the approval that was mined', async () => {
    const calls = [calldata([0, 1]), calldata([0, 1]), allowed];
    const { asked, plan } = await fetchAfter({ approval: approved }, [shown([0, 1])], calls);
    expect(plan).toMatchObject({ steps: [{ kind: 'pay' }] });
    expect(asked.calldata).toBe(3);
  });

  it('is taken as it is in the end, or at once where nothing was mined', async () => {
    const late = await fetchAfter({ approval: approved }, [shown([0, 1])], [calldata([0, 1])]);
    expect(late.asked.calldata).toBe(8);
    const pending = { hash: HASH, steps: 2 };
    const once = await fetchAfter({ approval: pending }, [shown([0, 1])], [calldata([0, 1])]);
    expect(once.asked.calldata).toBe(1);
  });
});
