import { describe, expect, it } from 'vitest';
import type { Answer } from '../../engine/request.ts';
import type { Provider } from '../../wallet/provider.ts';
import { checkCalldata } from '../check-calldata.ts';
import type { Memory } from '../memory.ts';
import { safeMessages as messages } from '../messages/en/safe.ts';
import { initialState } from '../opening.ts';
import type { At, PageEvent, Remembered, Together } from '../page-state.ts';
import {
  APPROVE,
  calldata,
  connected,
  PAY,
  PAYER,
  SEPOLIA,
  VIEW,
  viewed,
  WALLET,
  walk,
} from '../sample-states.ts';
import { sampleWorld } from '../sample-world.ts';
import { sign } from '../sign.ts';
import { choosePrepared } from './prepare-for-safe.ts';

const SAFE_HASH = `0x${'5a'.repeat(32)}`;
const DEADLINE = 1_790_000_000;

/** What the API prepares for a Safe. */
const forSafe = (calls: readonly unknown[]): Answer =>
  calldata(calls, { safePaymentDeadline: DEADLINE });

/** About to propose these calls. */
function proposing(calls: readonly unknown[]): At<'signing'> {
  const events: PageEvent[] = [
    ...connected,
    { type: 'prepared', answer: forSafe(calls), check: checkCalldata, together: 'safe' },
    { type: 'go' },
  ];
  const state = walk(initialState(viewed), events);
  if (state.at !== 'signing') throw new Error(`the page is at ${state.at}`);
  return state;
}

class Refused extends Error {
  readonly code: number;
  constructor(code: number) {
    super('The wallet refused');
    this.code = code;
  }
}

/** A page whose wallet is a Safe and answers so. */
function pageWith(
  calls: readonly unknown[],
  answers: Readonly<Record<string, unknown>>,
  stored?: Remembered,
) {
  const requests: { readonly method: string; readonly params?: unknown }[] = [];
  const events: PageEvent[] = [];
  const prepared: (boolean | undefined)[] = [];
  let kept = stored;
  const provider: Provider = {
    request: async (request) => {
      requests.push(request);
      const answer = answers[request.method];
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  const memory: Pick<Memory, 'read' | 'write' | 'clear'> = {
    read: () => kept,
    write: (parts) => {
      kept = parts;
    },
    clear: () => {
      kept = undefined;
    },
  };
  const world = sampleWorld({
    token: 'a safe',
    memory,
    api: {
      calldata: async (_, isSafe) => {
        prepared.push(isSafe);
        return forSafe(calls);
      },
    },
    dispatch: (event) => events.push(event),
    provider,
  });
  const methods = () => requests.map(({ method }) => method);
  return { world, requests, methods, events, prepared, stored: () => kept };
}

const ACCOUNT = { eth_accounts: [PAYER], eth_chainId: `0x${SEPOLIA.toString(16)}` };

describe('a wallet that is a Safe', () => {
  it('proposes all calls at once, and what it answers is stored as no transaction', async () => {
    const page = pageWith([APPROVE, PAY], { wallet_sendCalls: { id: SAFE_HASH } });
    await sign(page.world, proposing([APPROVE, PAY]));
    expect(page.prepared).toEqual([true]);
    expect(page.methods()).toEqual(['wallet_sendCalls']);
    expect(page.requests).toMatchObject([
      { params: [{ from: PAYER, atomicRequired: true, calls: [APPROVE, PAY] }] },
    ]);
    const proposal = {
      safeTxHash: SAFE_HASH,
      safe: PAYER,
      until: DEADLINE * 1_000,
      walletId: WALLET.id,
      isReported: false,
      isOver: false,
    };
    expect(page.stored()).toMatchObject({ sent: undefined, view: VIEW, proposal });
    expect(page.events).toMatchObject([{ type: 'remembered', memory: { proposal } }]);
    const after = walk(proposing([APPROVE, PAY]), page.events);
    expect(after).toMatchObject({ at: 'proposed', own: proposal });
  });

  it('takes the hash of a single transaction as what owners sign, where it makes no calls at once', async () => {
    const page = pageWith([PAY], {
      ...ACCOUNT,
      wallet_sendCalls: new Refused(-32_601),
      eth_sendTransaction: SAFE_HASH,
    });
    await sign(page.world, proposing([PAY]));
    expect(page.methods()).toContain('eth_sendTransaction');
    expect(page.methods().filter((one) => one.startsWith('eth_getTransaction'))).toEqual([]);
    expect(walk(proposing([PAY]), page.events)).toMatchObject({
      at: 'proposed',
      own: { safeTxHash: SAFE_HASH },
    });
  });

  it('proposes none of several calls that it cannot join, one after the other', async () => {
    const page = pageWith([APPROVE, PAY], {
      ...ACCOUNT,
      wallet_sendCalls: new Refused(5_760),
      eth_sendTransaction: SAFE_HASH,
    });
    await sign(page.world, proposing([APPROVE, PAY]));
    expect(page.methods()).toEqual(['wallet_sendCalls']);
    const after = walk(proposing([APPROVE, PAY]), page.events);
    expect(after).toMatchObject({ at: 'review', together: 'safe', notice: messages.notTogether });
    expect(page.stored()).toBeUndefined();
  });

  it('stays a Safe after its owner declined, with nothing stored', async () => {
    const page = pageWith([APPROVE, PAY], { wallet_sendCalls: new Refused(4_001) });
    await sign(page.world, proposing([APPROVE, PAY]));
    expect(walk(proposing([APPROVE, PAY]), page.events)).toMatchObject({
      at: 'review',
      together: 'safe',
      notice: 'declined',
    });
    expect(page.stored()).toBeUndefined();
  });

  it('is not asked a second time while what it proposed is open, and is once its time is over', async () => {
    const own = { safeTxHash: SAFE_HASH, safe: PAYER, until: 1, walletId: WALLET.id };
    const stored = (isOver: boolean): Remembered => ({
      sent: undefined,
      view: VIEW,
      proposal: { ...own, isReported: true, isOver },
    });
    const open = pageWith([PAY], { wallet_sendCalls: { id: SAFE_HASH } }, stored(false));
    await sign(open.world, proposing([PAY]));
    expect(open.methods()).toEqual([]);
    expect(walk(proposing([PAY]), open.events)).toMatchObject({ at: 'proposed', own });
    const over = pageWith([PAY], { wallet_sendCalls: { id: SAFE_HASH } }, stored(true));
    await sign(over.world, proposing([PAY]));
    expect(over.methods()).toEqual(['wallet_sendCalls']);
  });

  it('gives calls another name than a hash: they are looked for at the wallet', async () => {
    const answers = { wallet_sendCalls: { id: 'calls' }, wallet_getCallsStatus: { status: 100 } };
    const page = pageWith([PAY], answers);
    await sign(page.world, proposing([PAY]));
    expect(page.stored()).toMatchObject({ calls: { id: 'calls', walletId: WALLET.id } });
    expect(walk(proposing([PAY]), page.events).at).toBe('review');
    // They are looked for until they have ended, also by tests that come after this one.
    answers.wallet_getCallsStatus.status = 500;
    page.world.memory.clear();
  });
});

describe('an account that may be a Safe', () => {
  const plain = { answer: calldata([PAY]), check: checkCalldata };
  const choose = (
    answer: Answer,
    known: { isContract?: boolean | 'elsewhere' } = { isContract: true },
  ) => {
    const events: PageEvent[] = [];
    const dispatch = (event: PageEvent) => events.push(event);
    const asSafe = { answer, check: checkCalldata };
    const { isContract } = known;
    return { chosen: choosePrepared({ dispatch }, {}, { plain, asSafe, isContract }), events };
  };

  it('is one where the API prepared what owners sign, or says that they sign already', () => {
    const held = { status: 423, body: { requestStatuses: [{ safeTxHash: SAFE_HASH }] } };
    for (const answer of [forSafe([PAY]), held]) {
      expect(choose(answer)).toMatchObject({ chosen: { answer, together: 'safe' }, events: [] });
    }
  });

  it('is none where the API says so, which is said of a contract', () => {
    const refusal = { status: 400, body: { code: 'payer_is_not_safe' } };
    expect(choose(refusal)).toEqual({
      chosen: plain,
      events: [{ type: 'warned', notice: messages.contract }],
    });
    expect(choose(refusal, {})).toEqual({ chosen: plain, events: [] });
    expect(choose(calldata([PAY])).chosen).toBe(plain);
  });

  it('is no Safe that collects signatures where one owner signs for it and its wallet makes calls at once', () => {
    const chooseFor = (safeThreshold: number, together: Together) => {
      const asSafe = {
        answer: calldata([PAY], { safePaymentDeadline: DEADLINE, safeThreshold }),
        check: checkCalldata,
      };
      const one = { ...plain, together };
      const dispatch = () => undefined;
      return choosePrepared({ dispatch }, {}, { plain: one, asSafe, isContract: undefined });
    };
    for (const together of ['supported', 'sponsored'] as const) {
      expect(chooseFor(1, together)).toEqual({ ...plain, together });
      expect(chooseFor(2, together).together).toBe('safe');
    }
    expect(chooseFor(1, undefined).together).toBe('safe');
  });

  it('is no wallet to send money to where it is a contract of another network, and none here', () => {
    const refusal = { status: 400, body: { code: 'payer_is_not_safe' } };
    const { chosen, events } = choose(refusal, { isContract: 'elsewhere' });
    expect([chosen, events]).toEqual([{ ...plain, together: 'elsewhere' }, []]);
    const answer = calldata([PAY], { hasEnoughBalance: false });
    const state = walk(initialState(viewed), [
      ...connected,
      { type: 'prepared', ...chosen, answer },
    ]);
    expect(state).toMatchObject({ at: 'short', together: 'elsewhere' });
  });

  it('is asked for no allowance without a limit', () => {
    const unlimited = { ...APPROVE, data: `${APPROVE.data.slice(0, -64)}${'f'.repeat(64)}` };
    const { chosen } = choose(forSafe([unlimited, PAY]));
    const state = walk(initialState(viewed), connected);
    expect(walk(state, [{ type: 'prepared', ...chosen }])).toMatchObject({
      at: 'mismatch',
      problem: 'approval',
    });
  });
});
