import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundleCalldata, bundleItem, bundleView } from '../support/tron-bundle.ts';
import { TRON, tronBatch } from '../support/tron-calldata.ts';
import { sharedBrowser } from './support/chromium.ts';
import { passTime, type Scene, startScene } from './support/scene.ts';
import { completedBody } from './support/stub-api.ts';
import { injectTronWallet, signerOf, type TronWallet } from './support/tron-wallet.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const ok = (body: unknown) => ({ status: 200, body });
const FIRST = tronBatch([bundleItem(0), bundleItem(1)]);
const LAST = tronBatch([bundleItem(2)]);
const WAITING = { executable: false, blockReason: 'request_processing' };
const paid = (position: number) => ({
  executable: false,
  blockReason: 'already_paid',
  context: { network: 'tron', currency: 'USDT-tron', position, hasBeenPaid: true },
});

/** The API once the first transaction was forwarded: its children are on their way. */
function forwarded({ api }: Scene): void {
  api.view = ok(bundleView([WAITING, WAITING]));
  api.calldata = ok(bundleCalldata([[LAST, [2]]], { approve: null }));
}

async function openBundle({ ownClock = false } = {}): Promise<{
  readonly scene: Scene;
  readonly tron: TronWallet;
}> {
  const scene = await startScene({ browser });
  const tron = await injectTronWallet(scene.context);
  if (ownClock) await scene.context.clock.install();
  scene.api.view = ok(bundleView());
  const calls = [[FIRST, [0, 1]] as const, [LAST, [2]] as const];
  scene.api.calldata = ok(bundleCalldata(calls));
  await scene.open();
  await scene.press('Pay with Otter Wallet');
  await scene.heading(/^Review and pay/);
  return { scene, tron };
}

const idOf = (sent: unknown): unknown => Object(sent).signedTransaction?.txID;

describe('a bundle on Tron', () => {
  it('is approved and paid transaction by transaction, over a reload in between', async () => {
    const opened = await openBundle();
    await using scene = opened.scene;
    const { page, api } = scene;
    await page.getByText('Pays 3 recipients').waitFor();
    await scene.expectSound('tron-bundle-review');
    await scene.press('Allow 15.00 USDT');
    await expect.poll(() => api.broadcasts).toHaveLength(1);
    const calls = [[FIRST, [0, 1]] as const, [LAST, [2]] as const];
    api.calldata = ok(bundleCalldata(calls, { approve: null }));
    await page.getByText('Signature 2 of 3').waitFor();
    await scene.press(/^Pay 10.00 USDT/);
    await expect.poll(() => api.broadcasts).toHaveLength(2);
    forwarded(scene);
    await page.getByText('Signature 3 of 3').waitFor();
    await page.reload();
    await scene.press(/^Pay 5.00 USDT/);
    await scene.heading(/on (its|their) way$/);
    await expect.poll(() => api.broadcasts).toHaveLength(3);
    expect(api.broadcasts.slice(1).map(idOf)).toEqual([FIRST.txID, LAST.txID]);
    for (const sent of api.broadcasts) expect(signerOf(sent)).toBe(TRON.payer);
    api.view = { status: 409, body: completedBody(LAST.txID) };
    await scene.heading(/^This payment is complete/);
    expect(opened.tron.signed).toHaveLength(3);
    scene.expectQuiet();
  });

  it('says without a reload that its last part failed, and prepares that part again', async () => {
    const opened = await openBundle();
    await using scene = opened.scene;
    const { api, page } = scene;
    const rest = ok(bundleCalldata([[LAST, [2]]], { approve: null }));
    const statusOf = (position: number, txHash: string | null) => ({
      ...{ requestId: `01${position}`, hasBeenPaid: txHash !== null, txHash },
    });
    /** The API once the first part was counted, with what it knows of the last one. */
    const shown = (more: object) =>
      ok({
        ...bundleView([paid(0), paid(1)]),
        requestStatuses: [0, 1].map((at) => statusOf(at, FIRST.txID)).concat(statusOf(2, null)),
        ...more,
      });
    api.view = shown({});
    api.calldata = rest;
    await page.reload();
    await scene.press(/^Pay 5.00 USDT/);
    await scene.heading(/on (its|their) way$/);
    await expect.poll(() => api.broadcasts).toHaveLength(1);
    const sentTransactions = [{ txid: LAST.txID }];
    api.view = shown({ sentTransactions });
    api.calldata = { status: 423, body: { status: 'pending', sentTransactions } };
    // What is shown is asked for twice as often as how the payment gets on.
    for (let answers = 0; answers < 4; answers += 1) {
      await page.waitForResponse((answer) => answer.url().endsWith('TEST'));
    }
    api.view = shown({});
    api.calldata = rest;
    await scene.heading('The network refused the payment');
    await scene.expectSound('tron-bundle-reverted');
    await scene.press('Prepare it again');
    await page.getByRole('button', { name: 'Pay 5.00 USDT' }).waitFor();
    expect(opened.tron.signed).toHaveLength(1);
    scene.expectQuiet();
  });

  it('offers a part that the network refuses again only once it can no longer be taken', async () => {
    const opened = await openBundle({ ownClock: true });
    await using scene = opened.scene;
    const { api, page } = scene;
    const calls = [[FIRST, [0, 1]] as const, [LAST, [2]] as const];
    api.calldata = ok(bundleCalldata(calls, { approve: null }));
    await page.reload();
    const pay = page.getByRole('button', { name: 'Pay 10.00 USDT' });
    await pay.waitFor();
    const refused = { result: false, code: 'CONTRACT_VALIDATE_ERROR', message: 'no' };
    api.broadcast = { status: 200, body: refused };
    await pay.click();
    await expect.poll(() => api.broadcasts).toHaveLength(1);
    const asked = api.calldataAsked;
    // Past its expiry by the clock of this device, and not by that of the network.
    await page.clock.fastForward(9 * 60_000);
    for (let times = 0; times < 4 && api.calldataAsked < asked + 2; times += 1) {
      await page.clock.fastForward(3_000);
      await expect.poll(() => api.calldataAsked).toBeGreaterThan(asked);
    }
    expect(await pay.isVisible()).toBe(false);
    const later = { timestampMs: Date.now() + 9 * 60_000 };
    const again = [
      [tronBatch([bundleItem(0), bundleItem(1)], {}, later), [0, 1]] as const,
      [tronBatch([bundleItem(2)], {}, later), [2]] as const,
    ];
    api.calldata = ok(bundleCalldata(again, { approve: null }));
    await passTime(scene, 3_000, pay);
    expect(opened.tron.signed).toHaveLength(1);
    scene.expectQuiet();
  });

  it('asks for nothing where one of its transactions is not what is shown', async () => {
    const scene = await startScene({ browser });
    await using _ = scene;
    const tron = await injectTronWallet(scene.context);
    const stolen = tronBatch([bundleItem(2, { payee: TRON.thief })]);
    scene.api.view = ok(bundleView());
    const calls = [[FIRST, [0, 1]] as const, [stolen, [2]] as const];
    scene.api.calldata = ok(bundleCalldata(calls));
    await scene.open();
    await scene.press('Pay with Otter Wallet');
    await scene.heading('Do not pay this');
    expect(await scene.page.locator('section button').count()).toBe(0);
    expect(tron.signed).toEqual([]);
    scene.expectQuiet();
  });

  it('shows what is still due where children were paid elsewhere meanwhile', async () => {
    const scene = await startScene({ browser });
    await using _ = scene;
    await injectTronWallet(scene.context);
    scene.api.view = ok(bundleView([paid(0), paid(1)]));
    scene.api.calldata = ok(bundleCalldata([[LAST, [2]]], { approve: null }));
    await scene.open();
    await scene.press('Pay with Otter Wallet');
    await scene.page.getByRole('button', { name: 'Pay 5.00 USDT' }).waitFor();
    scene.expectQuiet();
  });
});
