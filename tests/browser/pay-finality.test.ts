import type { Browser, Page } from 'playwright-core';
import { createTestClient, type Hex, http, isHex, publicActions } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type LocalNode, startLocalNode } from '../../src/sandbox/local-nodes.ts';
import { type RelayedNode, relayNode } from '../support/relayed-node.ts';
import { startWorld, type World } from '../support/world.ts';
import { sharedBrowser } from './support/chromium.ts';
import { openReview, type Paying } from './support/paying.ts';
import { passTime } from './support/scene.ts';
import { type WatchedPage, watchPage } from './support/watched-page.ts';

/** How deep a payment must lie in these tests to count, and to be final where no node says so. */
const DEPTH = 4;
const FINAL_DEPTH = 65;
/** How long the page waits for a transaction that no node knows any more, and a little. */
const GIVEN_UP_MS = 31_000;

let browser: Browser;
let node: LocalNode;
let relay: RelayedNode;
let world: World;
beforeAll(async () => {
  node = await startLocalNode({ network: 'sepolia' });
  relay = await relayNode(node.rpcUrl);
  // Local nodes call final what is two blocks deep; without their word depth counts.
  relay.answer = ({ params: [which] }) =>
    which === 'finalized' ? { error: { code: -32_601, message: 'no such tag' } } : undefined;
  const env = { RPC_URL_SEPOLIA: relay.rpcUrl, CONFIRMATIONS_SEPOLIA: String(DEPTH) };
  [browser, world] = await Promise.all([sharedBrowser(), startWorld(env)]);
  // From here on a block comes where a test wants one, and with each transaction.
  await chain().setIntervalMining({ interval: 0 });
  await chain().setAutomine(true);
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await relay.stop();
  await node.stop();
});

const chain = () =>
  createTestClient({ mode: 'anvil', transport: http(node.rpcUrl) }).extend(publicActions);
const mine = (blocks: number) => chain().mine({ blocks });

/** Takes blocks back; raw transactions are put into the first block that takes their place. */
async function reorg(depth: number, taken: readonly Hex[] = []): Promise<void> {
  const pairs = taken.map((raw) => [raw, 0] as const);
  await chain().request<{
    Method: 'anvil_reorg';
    Parameters: [number, typeof pairs];
    ReturnType: null;
  }>({ method: 'anvil_reorg', params: [depth, pairs] });
}

async function rawOf(hash: string): Promise<Hex> {
  const raw = await chain().request<{
    Method: 'eth_getRawTransactionByHash';
    Parameters: [string];
    ReturnType: unknown;
  }>({ method: 'eth_getRawTransactionByHash', params: [hash] });
  if (typeof raw !== 'string' || !isHex(raw)) throw new Error('the node does not know it');
  return raw;
}

interface ShownPayment {
  readonly paying: Paying;
  /** A payer without a wallet who has the link open elsewhere. */
  readonly other: WatchedPage;
  readonly token: string;
  /** The block that holds the payment. */
  readonly block: number;
}

/** Pays a link whose page somebody else has open too. */
async function payInSight(
  amount: string,
  more: { readonly dark?: boolean; readonly ownClock?: boolean } = {},
): Promise<ShownPayment> {
  const link = await world.createLink(amount);
  const { ownClock = false, ...appearance } = more;
  const paying = await openReview({ browser, world, url: link.securePaymentUrl, ownClock });
  const origins = [world.apiUrl, world.payUrl].map((one) => new URL(one).origin);
  const other = await watchPage(browser, { origins, ...appearance });
  await other.page.goto(link.securePaymentUrl);
  await other.page.getByRole('heading', { name: 'Choose a wallet' }).waitFor();
  await payNow(paying);
  return { paying, other, token: link.token, block: Number(await chain().getBlockNumber()) };
}

/** Signs what is left to sign. */
async function payNow({ page, heading }: Paying): Promise<void> {
  const allow = page.getByRole('button', { name: /^Allow / });
  const pay = page.getByRole('button', { name: /^Pay [0-9]/ });
  await allow.or(pay).first().waitFor();
  if (await allow.isVisible()) await allow.click();
  await pay.click();
  await heading('Your payment is on its way');
}

/** Waits for a text; the page polls at once when the payer comes back to it. */
async function expectText(page: Page, text: string | RegExp): Promise<void> {
  const found = page.locator('main').getByText(text).first();
  const comeBack = 'document.dispatchEvent(new Event("visibilitychange"))';
  await expect
    .poll(
      async () => {
        await page.evaluate(comeBack);
        return await found.isVisible();
      },
      { timeout: 90_000, interval: 300 },
    )
    .toBe(true);
}

const Statuses = z.object({
  requestStatuses: z.tuple([
    z.object({ seen: z.object({ blockNumber: z.int() }), finalized: z.unknown() }),
  ]),
});

describe('the page of a payment', () => {
  it('shows where it was seen, what it waits for, since when it counts, and when it is final', async () => {
    const { paying, other, token, block } = await payInSight('4.5');
    await using _one = paying;
    await using _two = other;
    const { page } = paying;
    await expectText(page, `Seen in block ${block}`);
    await expectText(page, '1 of 4 confirmations; complete after 3 more blocks');
    await paying.expectSound('seen');
    const counts = `It is in block ${block} and complete after 3 more blocks.`;
    await expectText(other.page, counts);
    await other.expectSound('seen-elsewhere');
    await mine(1);
    await expectText(page, '2 of 4 confirmations; complete after 2 more blocks');
    await expectText(other.page, 'complete after 2 more blocks');
    await mine(2);
    await paying.heading('This payment is complete');
    await expectText(page, new RegExp(`^.* at .*, in block ${block}$`));
    await expectText(page, /^Not yet\./);
    await paying.expectSound('confirmed');
    await expectText(other.page, /^Not yet\./);
    await mine(FINAL_DEPTH);
    await expectText(page, /^Since .*The network can no longer take this payment back\.$/);
    await expect.poll(() => page.locator('[role=status]').textContent()).toContain('It is final.');
    await paying.expectSound('final');
    await expectText(other.page, /^Since /);
    const { body } = await world.read(token);
    const [status] = Statuses.parse(body).requestStatuses;
    expect(status.seen.blockNumber).toBe(block);
    expect(status.finalized).not.toBeNull();
    await page.reload();
    await expectText(page, /^Since .*no longer take this payment back/);
    paying.expectQuiet();
    other.expectQuiet();
  });

  it('shows that a block is gone before it counted, and lets what was dropped be signed again', async () => {
    const { paying, other, token } = await payInSight('5.25', { dark: true, ownClock: true });
    await using _one = paying;
    await using _two = other;
    const { page } = paying;
    await mine(1);
    await expectText(page, '2 of 4 confirmations');
    await expectText(other.page, 'complete after 2 more blocks');
    await reorg(2);
    await expectText(page, 'The network took back the block that held your payment.');
    await paying.expectSound('vanished');
    await expectText(other.page, 'A payment that was on the network is gone from it.');
    await other.expectSound('unseen-dark');
    expect((await world.read(token)).status).toBe(200);
    const startAgain = page.getByRole('button', { name: 'It was dropped: start again' });
    await passTime(paying, GIVEN_UP_MS, startAgain);
    await startAgain.click();
    await paying.heading(/^Review and pay/);
    await payNow(paying);
    await mine(DEPTH);
    await paying.done(token);
    expect(new Set(paying.wallet.sent).size).toBe(paying.wallet.sent.length);
  });

  it('shows that a complete payment was reverted, and completes again when it is mined again', async () => {
    const { paying, other, token, block } = await payInSight('6.75');
    await using _one = paying;
    await using _two = other;
    const { page } = paying;
    await mine(DEPTH);
    await paying.done(token);
    await expectText(other.page, 'This payment is complete');
    const raw = await rawOf(paying.wallet.sent.at(-1) ?? '');
    await reorg(Number(await chain().getBlockNumber()) - block + 1);
    await world.awaitStatus(token, 200);
    await expectText(page, 'The network took back the block that held your payment.');
    await paying.heading('Your payment is on its way');
    await expectText(other.page, 'This payment was complete, but the network took back the block');
    await other.page.getByRole('heading', { name: 'Choose a wallet' }).waitFor();
    await other.expectSound('taken-back');
    await chain().sendRawTransaction({ serializedTransaction: raw });
    await expectText(other.page, 'complete until the network took back its block');
    await other.expectSound('taken-up-again');
    await mine(DEPTH);
    await paying.done(token);
    await expectText(other.page, 'This payment is complete');
    expect(await page.getByRole('button', { name: /^Pay / }).count()).toBe(0);
  });
});
