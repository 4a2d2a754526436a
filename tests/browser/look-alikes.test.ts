import type { Browser } from 'playwright-core';
import { getAddress } from 'viem';
import { beforeAll, describe, expect, it } from 'vitest';
import { TEST_ACCOUNTS } from '../../src/sandbox/test-accounts.ts';
import { approval, BATCH_VIEW, batchCall, DETAILS } from '../../web/pay/sample-forms.ts';
import { TRUSTED_CONTRACTS } from '../../web/wallet/trusted-contracts.generated.ts';
import { sharedBrowser } from './support/chromium.ts';
import { countCalls, type Scene, startScene } from './support/scene.ts';
import { calldataBody, PAYEE, paymentCall, viewBody } from './support/stub-api.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

/** Begins and ends like an address and is another one. */
const planted = (like: string) =>
  getAddress(`0x${like.slice(2, 6)}${'0'.repeat(32)}${like.slice(-4)}`.toLowerCase());
const POISON = planted(PAYEE);
const warning = ({ page }: Scene) => page.locator('.stop[role=alert]');

/** Opens another link in the same browser, which pays somebody else. */
async function openNext(scene: Scene, payee: `0x${string}`): Promise<void> {
  scene.api.view = { status: 200, body: viewBody({ payee, destination: null }) };
  scene.api.calldata = { status: 200, body: calldataBody([paymentCall({ payee })]) };
  await scene.page.goto(`${scene.host.url}/?token=01K0000000000000000000NEXT`);
}

/** Opens another link, which begins with the wallet that is still connected. */
async function reviewNext(scene: Scene, payee: `0x${string}`): Promise<void> {
  await openNext(scene, payee);
  await scene.heading('Review and pay');
}

async function payOnce(scene: Scene): Promise<void> {
  await scene.toReview();
  expect(await warning(scene).count()).toBe(0);
  await scene.press('Pay 12.50 USDC');
  await scene.heading('on its way');
  const kept = () => scene.page.evaluate("localStorage['florin.paid']");
  await expect.poll(kept).toContain(PAYEE.toLowerCase());
}

describe('an address that looks like another one', () => {
  it('which this browser has paid before is shown before the payer signs, with both in full', async () => {
    await using scene = await startScene({ browser });
    await payOnce(scene);
    await reviewNext(scene, POISON);
    const text = (await warning(scene).textContent()) ?? '';
    expect(text).toContain('this browser has paid before');
    expect(text).toContain(POISON);
    expect(text).toContain(PAYEE);
    await scene.expectSound('look-alike-paid');
    await scene.press('Pay 12.50 USDC');
    await scene.heading('on its way');
    expect(countCalls(scene, 'eth_sendTransaction')).toBe(2);
    scene.expectQuiet();
  });

  it('is not notified of the payee that was paid before itself', async () => {
    await using scene = await startScene({ browser });
    await payOnce(scene);
    await reviewNext(scene, PAYEE);
    expect(await warning(scene).count()).toBe(0);
  });

  it('of which this browser keeps addresses alone, and no more than a hundred', async () => {
    await using scene = await startScene({ browser });
    const before = Array.from({ length: 100 }, (_, at) => `0x${String(at).padStart(40, '0')}`);
    await scene.page.addInitScript(`localStorage['florin.paid'] ??= '${JSON.stringify(before)}'`);
    await payOnce(scene);
    const kept = async () => await scene.page.evaluate("localStorage['florin.paid']");
    await expect.poll(kept).toBe(JSON.stringify([PAYEE.toLowerCase(), ...before.slice(0, 99)]));
  });

  it('of the payer’s own wallet is shown also where the browser stores nothing', async () => {
    await using scene = await startScene({ browser });
    await scene.page.addInitScript(
      "Object.defineProperty(window, 'localStorage', { get() { throw new Error('refused'); } })",
    );
    await openNext(scene, planted(TEST_ACCOUNTS.payer.address));
    await scene.press('Pay with Rabbit Wallet');
    await warning(scene).getByText('your own wallet').waitFor();
    await scene.press('Pay 12.50 USDC');
    await scene.heading('on its way');
  });

  it('in the same batch is shown, in the dark too', async () => {
    await using scene = await startScene({ browser, dark: true });
    const payees = [POISON, ...BATCH_VIEW.payees.slice(1)];
    scene.api.view = { status: 200, body: { ...BATCH_VIEW, payees } };
    const call = batchCall({ token: [{ ...DETAILS.token, recipient: POISON }] });
    const hex = { type: 'BigNumber', hex: call.value };
    const { batch } = TRUSTED_CONTRACTS['sepolia'] ?? {};
    scene.api.calldata = {
      status: 200,
      body: {
        ERC20ApprovalTransactions: [{ ...approval(batch, 14_110_000n), value: 0 }],
        batchPaymentTransaction: { ...call, value: hex },
        metadata: { hasEnoughBalance: true, hasEnoughGas: true },
      },
    };
    await scene.toReview();
    await warning(scene).getByText('Two recipients of this payment').waitFor();
    await scene.expectSound('look-alike-batch-dark');
    scene.expectQuiet();
  });
});
