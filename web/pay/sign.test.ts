import { numberToHex } from 'viem';
import { describe, expect, it } from 'vitest';
import { useBrowserStorage } from '../../tests/support/browser-storage.ts';
import type { Provider } from '../wallet/provider.ts';
import { arrive } from './effects.ts';
import { openMemory } from './memory.ts';
import { dropPayment } from './move-fees.ts';
import { initialState } from './opening.ts';
import type { At, PageEvent } from './page-state.ts';
import {
  APPROVE,
  calldata,
  connected,
  HASH,
  PAY,
  PAYER,
  prepared,
  toConfirming,
  VIEW,
  viewed,
  WALLET,
  walk,
} from './sample-states.ts';
import { sampleWorld } from './sample-world.ts';
import { sign } from './sign.ts';
import type { World } from './world.ts';

/** A page that is about to request a signature, in a browser that stored a payment of the link. */
function tabBesideOneThatPaid() {
  const requested: string[] = [];
  const events: PageEvent[] = [];
  const provider: Provider = {
    request: async ({ method }) => {
      requested.push(method);
      return null;
    },
  };
  const sent = { hash: HASH, at: 5_000, walletId: WALLET.id };
  const memory = {
    read: () => ({ sent, view: VIEW }),
    write: () => requested.push('memory.write'),
    clear: () => requested.push('memory.clear'),
  };
  const world = sampleWorld({
    token: 'a link',
    memory,
    api: {
      calldata: async () => {
        requested.push('calldata');
        return calldata([PAY]);
      },
      reportProgress: (step) => requested.push(step),
    },
    dispatch: (event) => events.push(event),
    provider,
  });
  return { world, requested, events };
}

/** About to sign the first of these calls. */
function signing(calls: readonly unknown[], atOnce = false): At<'signing'> {
  const events: PageEvent[] = [...connected, prepared(calldata(calls)), { type: 'go' }];
  const state = walk(initialState(viewed), events);
  if (state.at !== 'signing') throw new Error(`the page is at ${state.at}`);
  return { ...state, atOnce };
}

describe('two tabs of a browser', () => {
  it.each([
    ['the payment', signing([PAY])],
    ['approval and payment at once', signing([APPROVE, PAY], true)],
  ])(
    'request one signature: the second continues with the first’s instead of %s',
    async (_, state) => {
      const { world, requested, events } = tabBesideOneThatPaid();
      await sign(world, state);
      expect(events).toEqual([{ type: 'sent', hash: HASH, now: 5_000 }]);
      expect(requested).toEqual([]);
    },
  );
});

/** A page of a browser that has stored nothing yet, with a wallet that answers when the test resolves it. */
function tabWithOpenWallet() {
  const tab = tabBesideOneThatPaid();
  const answer = Promise.withResolvers<string>();
  const opened = Promise.withResolvers<void>();
  const provider: Provider = {
    request: async ({ method }) => {
      tab.requested.push(method);
      if (method === 'eth_accounts') return [PAYER];
      if (method === 'eth_chainId') return numberToHex(11_155_111);
      opened.resolve();
      return await answer.promise;
    },
  };
  const memory = { ...tab.world.memory, read: () => undefined };
  const world: World = { ...tab.world, memory, provider: () => provider };
  return { ...tab, world, answer, opened: opened.promise };
}

describe('two tabs of which one has its wallet open', () => {
  it('request one signature: the second says that another tab has a request, and stores nothing', async () => {
    const [first, second] = [tabWithOpenWallet(), tabWithOpenWallet()];
    const signed = sign(first.world, signing([PAY]));
    await first.opened;
    await sign(second.world, signing([PAY]));
    expect(second.events).toEqual([{ type: 'wallet_refused', refusal: 'other_tab' }]);
    expect(second.requested).toEqual([]);
    first.answer.resolve(HASH);
    await signed;
    expect(first.events).toMatchObject([{ type: 'sent', hash: HASH }]);
  });

  it('may alternate: once the first was declined the second requests', async () => {
    const [first, second] = [tabWithOpenWallet(), tabWithOpenWallet()];
    const signed = sign(first.world, signing([PAY]));
    await first.opened;
    first.answer.reject(Object.assign(new Error('no'), { code: 4001 }));
    await signed;
    second.answer.resolve(HASH);
    await sign(second.world, signing([PAY]));
    expect(second.events).toMatchObject([{ type: 'sent', hash: HASH }]);
  });
});

it('a wallet that was not called because of another tab is still offered several calls at once', () => {
  const state: At<'signing'> = { ...signing([APPROVE, PAY], true), together: 'supported' };
  const refusal = (said: 'other_tab' | 'declined') =>
    walk(state, [{ type: 'wallet_refused', refusal: said }]);
  expect(refusal('other_tab')).toMatchObject({
    at: 'review',
    together: 'supported',
    notice: 'other_tab',
  });
  expect(refusal('declined')).toMatchObject({ at: 'review', together: undefined });
});

describe('what this browser has stored of an earlier request', () => {
  useBrowserStorage();

  const TOKEN = 'a link';
  /** Of a wallet that is not found any more, so that nothing is known of them. */
  const CALLS = { id: '0xca11', walletId: 'another wallet' };
  const OVER = {
    safeTxHash: HASH,
    safe: PAYER,
    until: 1,
    walletId: 'another wallet',
    isReported: false,
    isOver: true,
  };
  const EARLIER = [
    ['an open request', {}],
    ['calls of a wallet that is not found', { calls: CALLS }],
    ['a proposal whose time is over', { proposal: OVER }],
  ] as const;

  /** A page whose wallet answers each request to send like this, in a browser that stored this ten minutes ago. */
  function pageWith(answer: unknown, earlier?: object) {
    const tab = tabWithOpenWallet();
    const before = Date.now() - 10 * 60_000;
    const old = { sent: undefined, chain: 'sepolia', view: VIEW };
    if (earlier !== undefined) openMemory(TOKEN, () => before).write({ ...old, ...earlier });
    const memory = openMemory(TOKEN, Date.now);
    const known = tab.world.provider(WALLET.id);
    const whileOpen: unknown[] = [];
    const provider: Provider = {
      request: async (request) => {
        if (!/send/i.test(request.method)) return await known?.request(request);
        whileOpen.push(memory.read());
        if (answer instanceof Error) throw answer;
        return answer;
      },
    };
    const world: World = {
      ...tab.world,
      memory,
      provider: (id) => (id === WALLET.id ? provider : undefined),
    };
    const laterMinutes = (minutes: number) =>
      openMemory(TOKEN, () => Date.now() + minutes * 60_000).read();
    return { ...tab, world, memory, whileOpen, laterMinutes };
  }

  const REVERTED: PageEvent = { type: 'payment_reverted', hash: HASH };
  const REFUSED = Object.assign(new Error('no'), { code: 4001 });

  it.each(EARLIER)('stays after a new request was declined: %s', async (_, earlier) => {
    const page = pageWith(REFUSED, earlier);
    const stored = page.memory.read();
    expect(stored).toMatchObject({ sent: undefined, ...earlier });
    await sign(page.world, signing([PAY]));
    expect(page.events).toEqual([{ type: 'wallet_refused', refusal: 'declined' }]);
    expect(page.whileOpen).toMatchObject([{ sent: undefined, ...earlier }]);
    expect(page.memory.read()).toEqual(stored);
  });

  it('ends when it would have without the new request', async () => {
    const page = pageWith(REFUSED, {});
    await sign(page.world, signing([PAY]));
    expect(page.laterMinutes(4)).toBeDefined();
    expect(page.laterMinutes(6)).toBeUndefined();
  });

  it('stays after a new request that never reached the wallet', async () => {
    const page = pageWith(HASH, {});
    const provider: Provider = {
      request: async ({ method }) => (method === 'eth_accounts' ? [] : numberToHex(11_155_111)),
    };
    await sign({ ...page.world, provider: () => provider }, signing([PAY]));
    expect(page.events).toEqual([{ type: 'wallet_refused', refusal: 'wrong_account' }]);
    expect(page.memory.read()).toMatchObject({ sent: undefined });
    expect(page.laterMinutes(6)).toBeUndefined();
  });

  it('gives way to what was sent', async () => {
    const page = pageWith(HASH, { calls: CALLS });
    await sign(page.world, signing([PAY]));
    expect(page.memory.read()).toMatchObject({ sent: { hash: HASH } });
  });

  it('is warned of again once what was sent has failed, until its own time is over', async () => {
    const page = pageWith(HASH, {});
    await sign(page.world, signing([PAY]));
    expect(page.memory.read()).toMatchObject({ sent: { hash: HASH } });
    dropPayment(page.world, HASH);
    // The page goes back first.
    expect(page.events).toMatchObject([{ type: 'sent' }]);
    await Promise.resolve();
    expect(page.events).toMatchObject([
      { type: 'sent' },
      { type: 'remembered', memory: { sent: undefined } },
    ]);
    expect(page.laterMinutes(4)).toMatchObject({ sent: undefined });
    expect(page.laterMinutes(6)).toBeUndefined();
  });

  it.each([
    ['refused it', REVERTED],
    ['dropped it', { type: 'cancelled' }],
  ] as const)('is the next payment of another tab where the network has %s', async (_, end) => {
    const page = pageWith(HASH);
    const next = { hash: `0x${'9'.repeat(64)}`, at: Date.now(), walletId: WALLET.id };
    page.memory.write({ sent: next, chain: 'sepolia', view: VIEW });
    const state = walk(initialState(viewed), [...toConfirming, end]);
    if (state.at === 'reverted') arrive(page.world, state);
    else dropPayment(page.world, HASH);
    expect(page.memory.read()).toMatchObject({ sent: next });
  });

  it.each(EARLIER)('stays as it was once what was sent has failed: %s', async (_, earlier) => {
    const page = pageWith(HASH, earlier);
    const stored = page.memory.read();
    await sign(page.world, signing([PAY]));
    const { sent } = page.memory.read() ?? {};
    expect(sent).toMatchObject({ hash: HASH });
    // As the page that follows it does.
    page.memory.write({ sent, chain: 'sepolia', view: VIEW });
    arrive(page.world, walk(initialState(viewed), [...toConfirming, REVERTED]));
    expect(page.memory.read()).toEqual(stored);
    const said = page.events.at(-1);
    expect(said).toMatchObject({ type: 'remembered', memory: { sent: undefined } });
    const reverted = walk(initialState(viewed), [
      ...toConfirming,
      REVERTED,
      ...(said ? [said] : []),
    ]);
    expect(reverted).toMatchObject({ at: 'reverted', notice: 'left_open' });
  });

  it('is nothing that is warned of where only what failed was requested', async () => {
    const page = pageWith(HASH);
    await sign(page.world, signing([PAY]));
    arrive(page.world, walk(initialState(viewed), [...toConfirming, REVERTED]));
    expect(page.memory.read()).toBeUndefined();
    expect(page.events).toMatchObject([{ type: 'sent' }]);
  });

  it('is warned of again where the network has refused what was sent', async () => {
    const page = pageWith(HASH, {});
    await sign(page.world, signing([PAY]));
    arrive(page.world, walk(initialState(viewed), [...toConfirming, REVERTED]));
    expect(page.events.at(-1)).toMatchObject({ type: 'remembered', memory: { sent: undefined } });
    expect(page.laterMinutes(6)).toBeUndefined();
  });

  it('is nothing after the first request was declined', async () => {
    const page = pageWith(REFUSED);
    await sign(page.world, signing([PAY]));
    expect(page.whileOpen).toMatchObject([{ sent: undefined }]);
    expect(page.memory.read()).toBeUndefined();
  });

  it.each([
    ['one call', -32_603, [PAY]],
    ['one call', 4900, [PAY]],
    ['several calls', 4900, [APPROVE, PAY]],
  ])(
    'is a request that may have been sent, as the wallet gave no clear answer: %s, %d',
    async (_, code, calls) => {
      const page = pageWith(Object.assign(new Error('Internal error'), { code }));
      const api = { ...page.world.api, calldata: async () => calldata(calls) };
      await sign({ ...page.world, api }, signing(calls, calls.length > 1));
      expect(page.events).toEqual([{ type: 'wallet_refused', refusal: 'failed' }]);
      expect(page.memory.read()).toMatchObject({ sent: undefined });
    },
  );

  it('is nothing where the wallet stood on another network, so that it was not asked', async () => {
    const page = pageWith(HASH);
    const provider: Provider = {
      request: async ({ method }) => (method === 'eth_accounts' ? [PAYER] : '0x1'),
    };
    await sign({ ...page.world, provider: () => provider }, signing([PAY]));
    expect(page.events).toEqual([{ type: 'wallet_refused', refusal: 'disconnected' }]);
    expect(page.memory.read()).toBeUndefined();
  });

  it('does not change by an approval, which moves nothing', async () => {
    const page = pageWith(REFUSED, { proposal: OVER });
    const stored = page.memory.read();
    const state = signing([APPROVE, PAY]);
    const api = { ...page.world.api, calldata: async () => calldata([APPROVE, PAY]) };
    await sign({ ...page.world, api }, state);
    expect(page.whileOpen).toEqual([stored]);
    expect(page.memory.read()).toEqual(stored);
  });
});
