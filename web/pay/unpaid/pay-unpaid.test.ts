import { numberToHex } from 'viem';
import { describe, expect, it } from 'vitest';
import type { Provider } from '../../wallet/provider.ts';
import { COLLECTOR, FEE_REFERENCE, tokenCall } from '../sample-forms.ts';
import { HASH, PAYER, SEPOLIA, WALLET } from '../sample-states.ts';
import { checkUnpaid } from './check-unpaid.ts';
import type { FeesDue, FeesEvent, FeesState } from './fees-state.ts';
import type { FeesWorld } from './fees-world.ts';
import { goOnWithFees } from './pay-unpaid.ts';
import type { FeesMemory } from './sent-fees.ts';
import { readUnpaidFees } from './unpaid-fees.ts';

const outstandingFees = [
  {
    requestId: '01',
    paymentReference: FEE_REFERENCE,
    feeType: 'protocol_fee',
    feeLabel: 'Protocol fee',
    feeBearer: 'payer',
    amount: '0.25',
    currency: 'USDC-sepolia',
    recipient: COLLECTOR,
  },
];
const body = {
  transactions: [tokenCall({ payee: COLLECTOR, amount: 250_000n, reference: FEE_REFERENCE })],
};

/** Fees that were reviewed and are about to be signed. */
function reviewed(): FeesDue {
  const unpaid = readUnpaidFees(outstandingFees);
  if (typeof unpaid === 'string') throw new Error(unpaid);
  const plan = checkUnpaid(unpaid, body);
  if (typeof plan === 'string') throw new Error(plan);
  return { payer: { wallet: WALLET, address: PAYER, chainId: SEPOLIA }, unpaid, plan };
}

/** A tab with a wallet that answers when the test resolves it; both tabs of a test share the memory. */
function openTab(memory: FeesMemory) {
  const asked: string[] = [];
  const events: FeesEvent[] = [];
  const answer = Promise.withResolvers<string>();
  const opened = Promise.withResolvers<void>();
  const left = new AbortController();
  const provider: Provider = {
    request: async ({ method }) => {
      asked.push(method);
      if (method === 'eth_accounts') return [PAYER];
      if (method === 'eth_chainId') return numberToHex(SEPOLIA);
      opened.resolve();
      return await answer.promise;
    },
  };
  // What was sent is not followed here.
  const state: FeesState = { at: 'listed' };
  const world: FeesWorld = {
    config: { mode: 'production', apiUrl: '', clientId: '', token: 'a paid link', networks: {} },
    api: {
      view: async () => ({ status: 409, body: { outstandingFees } }),
      calldata: async () => ({ status: 200, body }),
      reportProgress: () => undefined,
    },
    memory,
    signal: left.signal,
    provider: () => provider,
    state: () => state,
    dispatch: (event) => events.push(event),
    dispatchPage: () => undefined,
    reportPaid: () => undefined,
  };
  return { world, asked, events, answer, opened: opened.promise };
}

function sharedMemory(): FeesMemory {
  let kept: ReturnType<FeesMemory['read']>;
  return {
    read: () => kept,
    write: ({ sent, ...fees }) => {
      kept = sent === undefined ? 'asking' : { ...fees, ...sent };
    },
    clear: () => {
      kept = undefined;
    },
  };
}

describe('two tabs that pay the outstanding fees of one link', () => {
  it('request one signature: the second says that another tab has a request', async () => {
    const memory = sharedMemory();
    const [first, second] = [openTab(memory), openTab(memory)];
    const due = reviewed();
    const signed = goOnWithFees(first.world, due);
    await first.opened;
    second.answer.resolve(HASH);
    await goOnWithFees(second.world, due);
    expect(second.events).toEqual([{ type: 'prepared', ...due, notice: 'other_tab' }]);
    expect(second.asked).toEqual([]);
    expect(memory.read()).toBe('asking');
    first.answer.resolve(HASH);
    await signed;
    expect(first.events.at(-1)).toMatchObject({ type: 'sent', sent: { hash: HASH } });
  });

  it('may alternate: once the first was declined the second requests', async () => {
    const memory = sharedMemory();
    const [first, second] = [openTab(memory), openTab(memory)];
    const due = reviewed();
    first.answer.reject(Object.assign(new Error('no'), { code: 4001 }));
    await goOnWithFees(first.world, due);
    second.answer.resolve(HASH);
    await goOnWithFees(second.world, due);
    expect(second.events.at(-1)).toMatchObject({ type: 'sent', sent: { hash: HASH } });
  });

  it('wait for each other no longer than the wallet’s request: what was sent is followed without the lock', async () => {
    const memory = sharedMemory();
    const first = openTab(memory);
    const due = reviewed();
    first.answer.resolve(HASH);
    await goOnWithFees(first.world, due);
    const second = openTab(memory);
    const view = Promise.withResolvers<never>();
    const following = { ...second.world, api: { ...second.world.api, view: () => view.promise } };
    const sent: FeesState = { at: 'sent', isLost: false, sent: memorySent(memory) };
    void goOnWithFees({ ...following, state: () => sent }, due);
    await expect.poll(() => second.events.at(-1)).toMatchObject({ type: 'sent' });
    const third = openTab(memory);
    await goOnWithFees(third.world, due);
    expect(third.events.at(-1)).toMatchObject({ type: 'sent', sent: { hash: HASH } });
    expect(third.asked).not.toContain('eth_sendTransaction');
  });
});

it.each([
  ['declined', 4001, undefined],
  ['without a clear answer', -32_603, 'asking'],
] as const)('a request for fees that ended %s leaves what was stored before it', async (...row) => {
  const [, code, first] = row;
  const memory = sharedMemory();
  for (const expected of [first, 'asking']) {
    const tab = openTab(memory);
    tab.answer.reject(Object.assign(new Error('Internal error'), { code }));
    await goOnWithFees(tab.world, reviewed());
    expect(memory.read()).toBe(expected);
    // As a request of before a reload is stored, which may still be open.
    memory.write({ networkId: 'sepolia', references: [] });
  }
});

it('fees whose rate cannot be read any more are not signed, and no warning about the calldata is shown', async () => {
  const tab = openTab(sharedMemory());
  const fees = outstandingFees.map((fee) => ({
    ...fee,
    currency: 'USD',
    paymentCurrency: 'USDC-sepolia',
  }));
  const view = async () => ({ status: 409, body: { outstandingFees: fees } });
  await goOnWithFees({ ...tab.world, api: { ...tab.world.api, view } }, reviewed());
  expect(tab.events.at(-1)).toEqual({ type: 'stopped' });
  expect(tab.asked).toEqual([]);
});

function memorySent(memory: FeesMemory) {
  const kept = memory.read();
  if (typeof kept !== 'object') throw new Error('fees were sent');
  return kept;
}
