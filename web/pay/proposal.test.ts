import { describe, expect, it, vi } from 'vitest';
import type { Answer } from '../engine/request.ts';
import { readIntents } from './crosschain/payment-intents.ts';
import { safeMessages as messages } from './messages/en/safe.ts';
import { initialState } from './opening.ts';
import type { OwnProposal } from './own-proposal.ts';
import type { At, PageEvent, PageState } from './page-state.ts';
import { isProposal, isProposed } from './proposal.ts';
import { warnOfOver } from './safe/follow-proposal.ts';
import { endOf, proposalOf, titleOf } from './safe/read-proposal.ts';
import { reportProposal } from './safe/report-proposal.ts';
import { unheldText } from './safe/safe-networks.ts';
import {
  completed,
  connected,
  HASH,
  PAYER,
  prepared,
  toConfirming,
  toReview,
  VIEW,
  viewed,
  WALLET,
  walk,
} from './sample-states.ts';

const SAFE_HASH = `0x${'5a'.repeat(32)}`;
const UNTIL = 1_790_000_000;

const SIGNED = { safeAddress: PAYER, safeConfirmations: 1, safeThreshold: 2 };

function held(txHash: string | null = null, more: object = {}): Answer {
  const status = { requestId: '01', hasBeenPaid: false, txHash, awaits: null };
  const proposal = { safeTxHash: SAFE_HASH, chainId: 11_155_111, safePaymentDeadline: UNTIL };
  return {
    status: 423,
    body: { status: 'pending', requestStatuses: [{ ...status, ...proposal, ...more }] },
  };
}

const withIntent = (status: string, more: object = {}): Answer => ({
  status: 200,
  body: {
    ...VIEW,
    paymentIntents: [
      { intentId: '01', network: 'sepolia', safeTxHash: SAFE_HASH, txHash: null, status, ...more },
    ],
  },
});

describe('a link that is held for the owners of a Safe', () => {
  it('opens where it waits for them, with the time until which it does, and how many have signed', () => {
    const state = initialState(held());
    expect(state).toMatchObject({ at: 'proposed' });
    expect(proposalOf(held().body)).toMatchObject({ until: UNTIL * 1_000, isExecuted: false });
    expect(titleOf({ body: held().body })).toBe('Waiting for signatures in a Safe');
    expect(titleOf({ body: held(null, SIGNED).body })).toBe(
      'Waiting for signatures in a Safe (1 of 2)',
    );
    expect(titleOf({ body: held(HASH).body })).toMatch(/^The payment was sent/);
  });

  it('becomes held for whoever has it open and signs nothing, who then sees its amount', () => {
    const events = [{ type: 'viewed', answer: held() }] as const;
    for (const before of [[], connected, toReview]) {
      const state = walk(initialState(viewed), [...before, ...events]);
      expect(state).toMatchObject({ at: 'proposed', link: { kind: 'single' } });
    }
    expect(walk(initialState(viewed), [...toConfirming, ...events]).at).toBe('confirming');
  });

  it('becomes held where calldata is refused for it, and not for a transaction that is forwarded', () => {
    const state = walk(initialState(viewed), [...connected, prepared(held())]);
    expect(state).toMatchObject({ at: 'proposed', link: { kind: 'single' } });
    const forwarded: Answer = {
      status: 423,
      body: { requestStatuses: [{ hasBeenPaid: false, txHash: HASH }] },
    };
    expect(isProposal(forwarded)).toBe(false);
    expect(walk(initialState(viewed), [...connected, prepared(forwarded)])).toMatchObject({
      at: 'connect',
      notice: 'seen',
    });
  });

  it('ends at the receipt once it is paid, and stays over polls that fail', () => {
    const state = initialState(held());
    const failing = { type: 'viewed', answer: { status: 0, body: undefined } } as const;
    expect(walk(state, [failing])).toBe(state);
    const done = walk(state, [failing, { type: 'viewed', answer: completed }]);
    expect(done).toMatchObject({ at: 'done', hash: HASH });
  });

  it('can be paid again once its time is over, with a warning that the owners can still execute it', () => {
    const end = endedBy({ body: held().body }, viewed);
    expect(end).toMatchObject({ at: 'connect', notice: messages.ends.over });
    expect(messages.ends.over).toMatch(/^The time for this proposal is over. Nothing was paid./);
  });

  it('warns of what owners can still execute where the link itself has expired', () => {
    const expired = { status: 403, body: { status: 'expired' } };
    const { over: notice } = messages.ends;
    const warning = { type: 'warned', notice } as const;
    const warned = walk(endedBy({ body: held().body }, expired), [warning]);
    expect(warned).toMatchObject({ at: 'expired', notice });
    expect(walk(initialState(expired), [warning])).toEqual(warned);
    expect(walk(warned, [{ type: 'viewed', answer: expired }])).toBe(warned);
  });

  it.each(['recorded', 'proposed', 'proposal_expired'])(
    'warns of what owners can still execute where the link was withdrawn: %s',
    (status) => {
      const { body } = withIntent(status);
      const withdrawn = { status: 403, body: { ...Object(body), status: 'invalidated' } };
      expect(isProposed(withdrawn.body)).toBe(true);
      const events: PageEvent[] = [];
      warnOfOver({ dispatch: (event) => events.push(event) }, withdrawn);
      const warned = walk(initialState(withdrawn), events);
      expect(warned).toMatchObject({ at: 'closed', notice: messages.ends.withdrawn });
      expect(walk(warned, [{ type: 'viewed', answer: withdrawn }])).toBe(warned);
      expect(endedBy({ body: held().body }, withdrawn).at).toBe('closed');
    },
  );
});

describe('a proposal of this browser', () => {
  const own: OwnProposal = {
    safeTxHash: SAFE_HASH,
    safe: PAYER,
    until: UNTIL * 1_000,
    walletId: WALLET.id,
    isReported: true,
    isOver: false,
  };
  const memory = { sent: undefined, view: VIEW, proposal: own };
  const waiting = walk(initialState(viewed), [...toReview, { type: 'remembered', memory }]);

  it('is waited for in every tab and after a reload, also where it was not proven', () => {
    expect(waiting).toMatchObject({ at: 'proposed', link: { kind: 'single' }, own });
    const reloaded = walk(initialState(viewed), [{ type: 'remembered', memory }]);
    expect(reloaded).toMatchObject({ at: 'proposed', own });
    expect(walk(initialState(held()), [{ type: 'remembered', memory }])).toMatchObject({
      at: 'proposed',
      link: { kind: 'single' },
      own,
      body: held().body,
    });
    for (const answer of [viewed, withIntent('recorded'), withIntent('proposed')]) {
      expect(walk(waiting, [{ type: 'viewed', answer }])).toMatchObject({ at: 'proposed', own });
      expect(endOf({ own, body: undefined }, answer, own.until - 1)).toBeUndefined();
    }
    const signing = walk(initialState(viewed), [...toReview, { type: 'go' }]);
    expect(walk(signing, [{ type: 'remembered', memory }]).at).toBe('proposed');
  });

  it.each([
    ['proposal_expired', {}, messages.ends.over],
    ['source_failed', {}, messages.ends.replaced],
    ['source_failed', { txHash: HASH }, messages.ends.failed],
  ])('ends as %s with its reason: %j', (status, more, notice) => {
    const end = endedBy({ own, body: held().body }, withIntent(status, more));
    expect(end).toMatchObject({ at: 'connect', notice });
  });

  it('ends with its time, but not while the API holds the link for it', () => {
    expect(endOf({ own, body: undefined }, viewed, own.until)?.notice).toBe(messages.ends.over);
    const over = { type: 'proposal_ended', notice: messages.ends.over } as const;
    expect(walk(waiting, [over])).toMatchObject({ at: 'connect', notice: messages.ends.over });
    expect(walk(waiting, [{ type: 'viewed', answer: held() }, over]).at).toBe('proposed');
  });

  it('is over for a link that was withdrawn, and becomes a payment once its wallet names the transaction', () => {
    const withdrawn = { status: 403, body: { status: 'invalidated' } };
    expect(endedBy({ own, body: undefined }, withdrawn).at).toBe('closed');
    const sent = { hash: HASH, at: 1_000, walletId: WALLET.id };
    const executed = walk(waiting, [{ type: 'remembered', memory: { sent, view: VIEW } }]);
    expect(executed).toMatchObject({ at: 'confirming', sent });
  });
});

/** Where the page is once an answer has ended the wait. */
function endedBy(state: Pick<At<'proposed'>, 'own' | 'body'>, answer: Answer): PageState {
  const end = endOf(state, answer, 0);
  if (end === undefined) throw new Error('it is waited for');
  const { notice } = end;
  return walk({ at: 'proposed', ...state }, [{ type: 'proposal_ended', notice, answer }]);
}

describe('a proposal that holds nobody', () => {
  it.each(['recorded', 'proposed', 'proposal_expired'])('is warned of: %s', (status) => {
    const answer = withIntent(status);
    expect(walk(initialState(answer), [{ type: 'viewed', answer }])).toMatchObject({
      at: 'connect',
      notice: 'proposed',
    });
  });

  it('is not warned of once it failed', () => {
    const answer = withIntent('source_failed');
    const state = walk(initialState(answer), [{ type: 'viewed', answer }]);
    expect(state).not.toHaveProperty('notice');
  });

  it.each([
    [8_453, messages.unheld],
    [11_155_111, messages.notFollowed],
    [undefined, messages.notFollowed],
  ])('is said to be proved later only where reports of it are taken: chain %s', (chain, text) => {
    expect(unheldText(chain)).toBe(text);
  });

  it('is not taken for a payment from another network', () => {
    expect(readIntents(withIntent('recorded').body)).toEqual([]);
  });
});

describe('a proposal that pays from another network', () => {
  const source = { chain: 'ARBITRUM', token: 'USDT', networkId: 'arbitrum-one', refundTo: PAYER };
  const view = { ...VIEW, network: 'base', paymentCurrency: 'USDC-base' };
  const own: OwnProposal = {
    ...{ safeTxHash: SAFE_HASH, safe: PAYER, until: UNTIL * 1_000, walletId: WALLET.id },
    ...{ isReported: true, isOver: false, source },
  };
  const waiting = walk(initialState({ status: 200, body: view }), [
    ...connected,
    { type: 'remembered', memory: { sent: undefined, view, proposal: own } },
  ]);
  const executedOn = (status: string, network = 'arbitrum-one'): Answer => {
    const intent = { intentId: '01', network, safeTxHash: SAFE_HASH, txHash: HASH, status };
    return { status: 200, body: { ...view, paymentIntents: [intent] } };
  };

  it('is followed as a payment from there once its wallet or the API names the transaction', () => {
    expect(waiting.at).toBe('proposed');
    const executed = { own, hash: HASH, view };
    const follow = { type: 'crosschain', link: undefined, follows: true } as const;
    expect(walk(waiting, [{ ...follow, executed }])).toMatchObject({
      at: 'crosschain',
      link: { networkId: 'base' },
      executed,
    });
    expect(walk(waiting, [{ ...follow, follows: false }])).toBe(waiting);
    expect(readIntents(executedOn('source_seen').body)).toMatchObject([
      { networkId: 'arbitrum-one', hash: HASH, status: 'source_seen' },
    ]);
    expect(readIntents(executedOn('source_seen', 'base').body)).toEqual([]);
  });

  it.each(['source_seen', 'source_confirmed', 'filled', 'unfilled', 'refunded', 'unpaid'])(
    'is not said to be over while and after it is delivered: %s',
    (status) => {
      const late = own.until + 1;
      expect(endOf({ own, body: held().body }, executedOn(status), late)).toBeUndefined();
      expect(endOf({ own, body: held().body }, executedOn(status, 'base'), late)?.notice).toBe(
        messages.ends.over,
      );
    },
  );

  it('is said to be on its way between the networks once it was executed', () => {
    const body = held(HASH, { chainId: 42_161 }).body;
    const { link } = { link: undefined, ...waiting };
    expect(titleOf({ body, link })).toBe(messages.onItsWay);
    expect(titleOf({ body: held(HASH, { chainId: 8_453 }).body, link })).toBe(messages.executed);
  });

  it('is reported with its network and token', async () => {
    const reported: unknown[] = [];
    vi.stubGlobal('fetch', async (_: string, { body }: { readonly body: string }) => {
      reported.push(JSON.parse(body));
      return new Response('{}', { status: 200 });
    });
    const config = {
      mode: 'production',
      apiUrl: '',
      clientId: '',
      token: 'a',
      networks: {},
    } as const;
    const { link } = { link: undefined, ...waiting };
    expect(await reportProposal(config, { link, own })).toBe(true);
    vi.unstubAllGlobals();
    expect(reported).toEqual([
      {
        ...{ safeTxHash: SAFE_HASH, chain: 'ARBITRUM', safePaymentDeadline: UNTIL },
        ...{ token: 'USDT', payerAddress: PAYER },
      },
    ]);
  });
});
