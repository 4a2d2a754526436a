import { numberToHex } from 'viem';
import { expect, it } from 'vitest';
import type { Provider } from '../wallet/provider.ts';
import { followPayment } from './follow-transaction.ts';
import { initialState } from './opening.ts';
import type { PageEvent, Remembered } from './page-state.ts';
import { HASH, SEPOLIA, toConfirming, VIEW, viewed, WALLET, walk } from './sample-states.ts';
import { sampleWorld } from './sample-world.ts';

const REPLACED = `0x${'7'.repeat(64)}`;
const NEXT = `0x${'9'.repeat(64)}`;

/** A page that follows a payment which another one has replaced, and which then failed; in a browser that has this hash stored. */
async function pageThatFollowed(stored: string) {
  const events: PageEvent[] = [];
  const receipt = { transactionHash: REPLACED, blockNumber: '0x1', status: '0x0', logs: [] };
  const answers: Readonly<Record<string, unknown>> = {
    eth_chainId: numberToHex(SEPOLIA),
    eth_blockNumber: '0x1',
    eth_getTransactionByHash: { hash: HASH, blockNumber: '0x1', nonce: '0x1' },
    eth_getTransactionReceipt: receipt,
  };
  const provider: Provider = { request: async ({ method }) => answers[method] };
  const sent = { hash: stored, at: 5_000, walletId: WALLET.id };
  let kept: Remembered | undefined = { sent, view: VIEW };
  const memory = {
    read: () => kept,
    write: ({ sent: written, view }: Remembered) => {
      kept = { sent: written, view };
    },
    clear: () => {
      kept = undefined;
    },
  };
  const dispatch = (event: PageEvent) => void events.push(event);
  const world = sampleWorld({ token: 'a link', memory, dispatch, provider });
  const state = walk(initialState(viewed), toConfirming);
  if (state.at !== 'confirming') throw new Error(`the page is at ${state.at}`);
  await followPayment(world, state);
  return { events, hash: kept?.sent?.hash };
}

it.each([
  ['stored in place of the one that it replaced', HASH, REPLACED],
  ['not stored in place of another one, which another tab has sent meanwhile', NEXT, NEXT],
])('a payment that replaced another one is %s', async (_, stored, hash) => {
  const page = await pageThatFollowed(stored);
  expect(page.events).toEqual([
    { type: 'replaced', hash: REPLACED },
    { type: 'payment_reverted', hash: REPLACED },
  ]);
  expect(page.hash).toBe(hash);
});
