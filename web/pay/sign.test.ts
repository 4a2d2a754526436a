import { numberToHex } from 'viem';
import { describe, expect, it } from 'vitest';
import type { Provider } from '../wallet/provider.ts';
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
