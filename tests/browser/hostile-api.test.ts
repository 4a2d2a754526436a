import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from './support/chromium.ts';
import { startScene } from './support/scene.ts';
import { approvalCall, calldataBody, paymentCall, viewBody } from './support/stub-api.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const THIEF = `0x${'66'.repeat(20)}` as const;

/** What is tampered with, the calls, and changes of the metadata. */
interface Tampering {
  readonly name: string;
  readonly calls: readonly unknown[];
  readonly metadata?: Readonly<Record<string, unknown>>;
}

describe('calldata that is not what the page shows', () => {
  const good = paymentCall();
  // What else may be wrong is found by the same check: `web/pay/check-token-payment.test.ts`.
  const cases: readonly Tampering[] = [
    { name: 'another payee', calls: [paymentCall({ payee: THIEF })] },
    { name: 'an approval for somebody else', calls: [approvalCall({ spender: THIEF }), good] },
    {
      name: 'a second call behind the payment',
      calls: [good, paymentCall({ payee: THIEF })],
      metadata: { paymentTransactionIndex: 0 },
    },
  ];

  it.each(cases)('is refused without any button: $name', async ({ calls, metadata }) => {
    await using scene = await startScene({ browser });
    scene.api.calldata = { status: 200, body: calldataBody(calls, metadata) };
    await scene.page.goto(scene.host.linkUrl);
    await scene.page.getByRole('button', { name: 'Pay with Rabbit Wallet' }).click();
    await scene.page.getByRole('heading', { name: 'Do not pay this' }).waitFor();
    expect(await scene.page.locator('section button').count()).toBe(0);
    expect(scene.wallet.calls.some(({ method }) => method === 'eth_sendTransaction')).toBe(false);
    await scene.expectSound('mismatch');
    scene.expectQuiet();
  });

  it('is refused when it is swapped between the review and the signature', async () => {
    await using scene = await startScene({ browser });
    await scene.page.goto(scene.host.linkUrl);
    await scene.page.getByRole('button', { name: 'Pay with Rabbit Wallet' }).click();
    const pay = scene.page.getByRole('button', { name: 'Pay 12.50 USDC' });
    await pay.waitFor();
    scene.api.calldata = { status: 200, body: calldataBody([paymentCall({ payee: THIEF })]) };
    await pay.click();
    await scene.page.getByRole('heading', { name: 'Do not pay this' }).waitFor();
    expect(scene.wallet.calls.some(({ method }) => method === 'eth_sendTransaction')).toBe(false);
    scene.expectQuiet();
  });
});

describe('hostile texts', () => {
  it('stay texts: markup, direction overrides and ten kilobytes of them', async () => {
    await using scene = await startScene({ browser });
    const reference = `<img src=x onerror=alert(1)>\u202egnp.exe${'A'.repeat(10_000)}`;
    scene.api.view = {
      status: 200,
      body: viewBody({
        reference,
        redirectUrl: 'javascript:alert(1)',
        redirectLabel: '"><script>',
      }),
    };
    await scene.page.goto(scene.host.linkUrl);
    await scene.page.getByRole('button', { name: 'Pay with Rabbit Wallet' }).waitFor();
    const shown = (await scene.page.locator('bdi').textContent()) ?? '';
    expect(shown.startsWith('<img src=x onerror=alert(1)>\ufffdgnp.exeAAA')).toBe(true);
    expect(shown.length).toBeLessThan(300);
    expect(await scene.page.locator('header img').count()).toBe(0);
    await scene.expectSound('hostile-texts');
    scene.expectQuiet();
  });

  it('cannot name a token or a network of their own', async () => {
    await using scene = await startScene({ browser });
    for (const change of [{ paymentCurrency: 'constructor' }, { network: '__proto__' }]) {
      scene.api.view = { status: 200, body: viewBody(change) };
      await scene.page.goto(scene.host.linkUrl);
      await scene.page.getByRole('heading', { name: 'This payment cannot be made here' }).waitFor();
    }
    scene.expectQuiet();
  });

  it('say where the way back leads, in a spelling that looks like no other', async () => {
    await using scene = await startScene({ browser });
    scene.api.view = {
      status: 409,
      body: {
        status: 'completed',
        redirectUrl: 'https://bücher.example:8443/done',
        redirectLabel: 'Back to your-bank.example',
        requestStatuses: [],
      },
    };
    await scene.page.goto(scene.host.linkUrl);
    await scene.page.getByRole('link', { name: 'Back to your-bank.example' }).waitFor();
    await scene.page.getByText('Leads to xn--bcher-kva.example:8443').waitFor();
    await scene.expectSound('way-back');
    scene.expectQuiet();
  });

  it.each(['https://shop.example@evil.example/', 'https://shop.example:x@evil.example/'])(
    'never become a way back that names another host: %s',
    async (redirectUrl) => {
      await using scene = await startScene({ browser });
      scene.api.view = {
        status: 409,
        body: { status: 'completed', redirectUrl, requestStatuses: [] },
      };
      await scene.page.goto(scene.host.linkUrl);
      await scene.page.getByRole('heading', { name: 'This payment is complete' }).waitFor();
      expect(await scene.page.locator('section a').count()).toBe(0);
      scene.expectQuiet();
    },
  );

  it('never become a way back that runs script', async () => {
    await using scene = await startScene({ browser });
    scene.api.view = {
      status: 409,
      body: { status: 'completed', redirectUrl: 'javascript:alert(1)', requestStatuses: [] },
    };
    await scene.page.goto(scene.host.linkUrl);
    await scene.page.getByRole('heading', { name: 'This payment is complete' }).waitFor();
    expect(await scene.page.locator('section a').count()).toBe(0);
    scene.expectQuiet();
  });
});
