import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  SAMPLE_TOTAL_UNITS,
  sampleAllowance,
  sampleApproval,
} from '../../web/recurring/sample-schedule.ts';
import { sharedBrowser } from './support/chromium.ts';
import { WalletRefused } from './support/injected-wallet.ts';
import { type RecurringScene, startRecurring } from './support/recurring-scene.ts';
import { tryAgain } from './support/scene.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const WALLET = 'Continue with Rabbit Wallet';
const OTHER = '0x1111111111111111111111111111111111111111';

const textOf = async ({ page }: RecurringScene) => (await page.textContent('main')) ?? '';
const handedIn = ({ api }: RecurringScene, method: string) =>
  api.calls.filter((call) => call.method === method).map(({ body }) => JSON.parse(body));

describe('a payer', () => {
  it('reads the schedule in words, allows exactly what it takes, signs it and sees it go', async () => {
    await using scene = await startRecurring({ browser });
    await scene.open();
    await scene.heading('Connect the wallet that pays');
    const shown = await textOf(scene);
    for (const text of [
      '100.00 USDC every 30 days, 12 times',
      'at most 1,212.00 USDC with fees',
      'You pay each time101.00 USDC',
      'USDC on Sepolia',
      'SALARY-12',
      'All 12 dates',
    ]) {
      expect(shown).toContain(text);
    }
    expect(await scene.page.locator('.dates li').count()).toBe(12);
    await scene.expectSound('recurring-connect');
    await scene.press(WALLET);
    await scene.heading('Look at it before you sign Step 1 of 2');
    expect(await textOf(scene)).toContain('at most 1,212.00 USDC from your account');
    await scene.expectSound('recurring-review-allow');
    await scene.press('Allow 1,212.00 USDC');
    await scene.heading('Look at it before you sign Step 2 of 2');
    expect(scene.wallet.allowanceUnits).toBe(SAMPLE_TOTAL_UNITS);
    await scene.expectSound('recurring-review-sign');
    await scene.press('Sign the schedule');
    await scene.heading('The schedule is active');
    const [signed] = scene.asked('eth_signTypedData_v4');
    const { message } = JSON.parse(String(signed?.params[1]));
    expect(message).toMatchObject({ amount: '100000000', totalPayments: '12' });
    expect(handedIn(scene, 'POST')).toEqual([
      { permitSignature: expect.stringMatching(/^0x[0-9a-f]{130}$/) },
    ]);
    await scene.expectSound('recurring-active');
    scene.expectQuiet();
  });

  it('reads of other schedules that an allowance serves or brings back', async () => {
    await using scene = await startRecurring({ browser, dark: true });
    scene.say({
      allowance: sampleAllowance({
        otherPaymentsUnits: '5000000',
        transactions: [sampleApproval(0n), sampleApproval(SAMPLE_TOTAL_UNITS + 5_000_000n)],
        revives: [{ id: '01K8OLD', remainingPayments: 3, expiresAt: '2030-01-10T00:00:00.000Z' }],
      }),
    });
    await scene.open();
    await scene.press(WALLET);
    await scene.heading('Look at it before you sign Step 1 of 3');
    await scene.page.getByRole('button', { name: 'Clear the old allowance' }).waitFor();
    scene.say({
      allowance: sampleAllowance({
        otherPaymentsUnits: '5000000',
        transactions: [sampleApproval(SAMPLE_TOTAL_UNITS + 5_000_000n)],
        revives: [{ id: '01K8OLD', remainingPayments: 3, expiresAt: '2030-01-10T00:00:00.000Z' }],
      }),
    });
    await scene.page.reload();
    await scene.press(WALLET);
    await scene.notice('5.00 USDC are for other schedules');
    await scene.notice(/01K8OLD: 3 payments, until/);
    await scene.page.getByRole('button', { name: 'Allow 1,217.00 USDC' }).waitFor();
    await scene.expectSound('recurring-review-others-dark');
    scene.expectQuiet();
  });

  it('who declines, or uses another account or network, signs nothing and can go on', async () => {
    await using scene = await startRecurring({ browser });
    scene.say({ allowance: sampleAllowance({ transactions: [] }) });
    scene.wallet.address = OTHER;
    scene.wallet.chainId = 1;
    await scene.open();
    await scene.press(WALLET);
    await scene.notice('Only the account that pays can sign');
    await scene.expectSound('recurring-other-account');
    scene.wallet.address = String(scene.api.body['payer']);
    await scene.press(WALLET);
    await scene.heading('Look at it before you sign');
    scene.wallet.decide = async ({ method }) => {
      if (method === 'eth_signTypedData_v4') throw new WalletRefused(4001, 'User rejected');
    };
    await scene.press('Sign the schedule');
    await scene.notice('You declined in your wallet. Nothing was signed or sent.');
    expect(scene.wallet.chainId).toBe(11_155_111);
    expect(handedIn(scene, 'POST')).toEqual([]);
    scene.wallet.decide = async () => undefined;
    await scene.press('Sign the schedule');
    await scene.heading('The schedule is active');
    scene.expectQuiet();
  });

  it('does it all by keyboard', async () => {
    await using scene = await startRecurring({ browser });
    scene.say({ allowance: sampleAllowance({ transactions: [] }) });
    await scene.open();
    await scene.page.getByRole('button', { name: WALLET }).focus();
    await scene.page.keyboard.press('Enter');
    await scene.heading('Look at it before you sign');
    await scene.page.keyboard.press('Tab');
    await scene.page.keyboard.press('Tab');
    await scene.page.keyboard.press('Enter');
    await scene.heading('The schedule is active');
    scene.expectQuiet();
  });
});

describe('what the API asks to sign', () => {
  it('is not signed where it is not the schedule that is shown, and the wallet is not asked', async () => {
    await using scene = await startRecurring({ browser });
    scene.tamper({ recipient: OTHER });
    await scene.open();
    await scene.press(WALLET);
    await scene.heading('Do not sign this');
    expect(await textOf(scene)).toContain('it names another recipient');
    expect(await scene.page.getByRole('button').count()).toBe(0);
    await scene.expectSound('recurring-untrusted');
    scene.tamper({});
    scene.say({ allowance: sampleAllowance({ transactions: [sampleApproval(2n ** 256n - 1n)] }) });
    await scene.page.reload();
    await scene.press(WALLET);
    await scene.heading('Do not sign this');
    expect(await textOf(scene)).toContain('not exactly what the schedule needs');
    expect(scene.asked('eth_signTypedData_v4')).toEqual([]);
    expect(scene.asked('eth_sendTransaction')).toEqual([]);
    scene.expectQuiet();
  });

  it('is signed as the page writes it: a wallet that signs something else is found out', async () => {
    await using scene = await startRecurring({ browser });
    scene.say({ allowance: sampleAllowance({ transactions: [] }) });
    scene.wallet.decide = async ({ method }) =>
      method === 'eth_signTypedData_v4' ? `0x${'11'.repeat(64)}1b` : undefined;
    await scene.open();
    await scene.press(WALLET);
    await scene.press('Sign the schedule');
    await scene.notice('Your wallet signed something else');
    expect(handedIn(scene, 'POST')).toEqual([]);
    scene.expectQuiet();
  });
});

describe('a schedule that goes on', () => {
  it('shows what was paid and is stopped by a text and a lower allowance', async () => {
    await using scene = await startRecurring({ browser });
    scene.wallet.allowanceUnits = SAMPLE_TOTAL_UNITS;
    const payments = scene.api.body['payments'];
    if (!Array.isArray(payments)) throw new Error('the sample has payments');
    scene.say({
      status: 'active',
      payments: payments.map((one, at) => ({ ...one, status: at < 2 ? 'paid' : 'waiting' })),
      allowance: sampleAllowance({ transactions: [] }),
    });
    await scene.open();
    await scene.heading('The schedule is active');
    await scene.page.getByText('Payments made: 2 of 12.').waitFor();
    expect(await scene.page.locator('.dates .paid').count()).toBe(2);
    await scene.expectSound('recurring-going');
    await scene.press('Stop these payments');
    await scene.press(WALLET);
    await scene.heading('Stop these payments');
    await scene.expectSound('recurring-stop');
    scene.say({
      allowance: sampleAllowance({ transactions: [], loweringTransactions: [sampleApproval(0n)] }),
    });
    await scene.press('Sign to stop');
    await scene.heading('Lower what the contract may take');
    await scene.notice('It is stopped');
    expect(handedIn(scene, 'PATCH')).toEqual([
      { action: 'cancel', signature: expect.stringMatching(/^0x[0-9a-f]{130}$/) },
    ]);
    await scene.expectSound('recurring-lower');
    await scene.press('Lower to 0.00 USDC');
    await scene.heading('The schedule is stopped');
    await scene.notice('The network has the lower allowance.');
    expect(scene.wallet.allowanceUnits).toBe(0n);
    await scene.expectSound('recurring-stopped');
    scene.expectQuiet();
  });

  it('says why it is paused, and the amount of 255 payments behind one line', async () => {
    await using scene = await startRecurring({ browser });
    const { firstAt } = scene.api;
    const payments = Array.from({ length: 255 }, (_, at) => ({
      dueAt: new Date((firstAt + at * 86_400) * 1_000).toISOString(),
      status: 'waiting',
    }));
    scene.say({
      status: 'paused',
      failureReason: 'the payer has too little USDC',
      allowance: sampleAllowance({ transactions: [] }),
      totalPayments: 255,
      periodSeconds: 86_400,
      payments,
    });
    await scene.open();
    await scene.heading('The schedule is paused');
    await scene.notice('the payer has too little USDC');
    expect(await textOf(scene)).toContain('100.00 USDC every day, 255 times');
    expect(await scene.page.locator('.dates').getAttribute('open')).toBeNull();
    await scene.expectSound('recurring-paused');
    scene.expectQuiet();
  });
});

describe('a schedule whose allowance is too low', () => {
  it('is allowed what is left of it, without another signature', async () => {
    await using scene = await startRecurring({ browser });
    const payments = scene.api.body['payments'];
    if (!Array.isArray(payments)) throw new Error('the sample has payments');
    const rest = (SAMPLE_TOTAL_UNITS / 12n) * 10n;
    scene.say({
      status: 'paused',
      payments: payments.map((one, at) => ({ ...one, status: ['paid', 'lost'][at] ?? 'waiting' })),
      allowance: sampleAllowance({ transactions: [sampleApproval(rest)] }),
    });
    await scene.open();
    await scene.notice('The contract may take less than the payments that are left.');
    await scene.expectSound('recurring-missing');
    await scene.press('Allow what is missing');
    await scene.press(WALLET);
    await scene.press('Allow 1,010.00 USDC');
    await scene.heading('The schedule is paused');
    expect(scene.wallet.allowanceUnits).toBe(rest);
    expect(scene.asked('eth_signTypedData_v4')).toEqual([]);
    scene.expectQuiet();
  });
});

describe('a page without a schedule', () => {
  it('says so, and asks the API for nothing that cannot be one', async () => {
    await using scene = await startRecurring({ browser });
    await scene.open('');
    await scene.heading('No schedule');
    await scene.open('?token=nonsense');
    await scene.heading('This link is not valid');
    expect(scene.api.calls).toEqual([]);
    await scene.open('?token=01K0000000000000000000NONE');
    await scene.heading('This link is not valid');
    scene.say({ network: 'optimism' });
    await scene.open();
    await scene.heading('This schedule cannot be shown');
    await scene.expectSound('recurring-unsupported');
    scene.expectQuiet();
  });

  it('tries again while the service does not answer', async () => {
    await using scene = await startRecurring({ browser });
    await scene.page.clock.install();
    scene.api.instead.set('GET', { status: 503, body: {} });
    await scene.open();
    await scene.heading('We cannot reach the service');
    const connect = { level: 2, name: 'Connect the wallet that pays' };
    const repair = () => scene.api.instead.clear();
    await tryAgain(scene, repair, scene.page.getByRole('heading', connect));
    scene.expectQuiet();
  });

  it('says without a script that it needs one', async () => {
    await using scene = await startRecurring({ browser, script: false });
    await scene.open();
    expect(await textOf(scene)).toContain('this page needs JavaScript');
  });
});
