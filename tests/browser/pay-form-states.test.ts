import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  approval,
  BATCH_VIEW,
  batchCall,
  CONVERSION_VIEW,
  conversionCall,
  DETAILS,
  NATIVE_VIEW,
  nativeCall,
  THIEF,
  USDC,
} from '../../web/pay/sample-forms.ts';
import { TRUSTED_CONTRACTS } from '../../web/wallet/trusted-contracts.generated.ts';
import { sharedBrowser } from './support/chromium.ts';
import { countCalls, passTime, type Scene, startScene, tryAgain } from './support/scene.ts';
import { SENT_HASH } from './support/scripted-wallet.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const { conversionProxy, batch } = TRUSTED_CONTRACTS['sepolia'] ?? {};
const ok = (body: unknown) => ({ status: 200, body });
const single = (transactions: readonly unknown[], metadata: object = {}) =>
  ok({ paymentType: 'single', transactions, metadata, feeBundle: null });
const whole = (call: { readonly value: string }, metadata: object = {}) =>
  ok({
    ERC20ApprovalTransactions: [],
    batchPaymentTransaction: { ...call, value: { type: 'BigNumber', hex: call.value } },
    metadata: { hasEnoughBalance: true, hasEnoughGas: true, ...metadata },
  });

async function connect(scene: Scene): Promise<void> {
  await scene.open();
  await scene.press('Pay with Rabbit Wallet');
}

describe('an invoice in another currency', () => {
  it('is shown with its rate before a wallet is chosen, without any script too', async () => {
    await using scene = await startScene({ browser, script: false });
    scene.api.view = ok(CONVERSION_VIEW);
    await scene.open();
    const text = (await scene.page.textContent('main')) ?? '';
    expect(text).toContain('10.00 EUR');
    expect(text).toContain('about 11.00 USDC');
    expect(text).toContain('1 USDC = 0.909091 EUR');
  });

  it('says that its rate is too old, and continues with a fresh one', async () => {
    await using scene = await startScene({ browser });
    await scene.page.clock.install();
    const stale = { ...CONVERSION_VIEW.conversion, isStale: true };
    scene.api.view = ok({ ...CONVERSION_VIEW, conversion: stale });
    scene.api.calldata = { status: 400, body: { code: 'rate_too_old' } };
    await connect(scene);
    await scene.heading('There is no fresh exchange rate');
    await scene.page.getByText('This rate is too old to pay with').waitFor();
    await scene.expectSound('form-stale');
    const repair = () => {
      scene.api.view = ok(CONVERSION_VIEW);
      scene.api.calldata = single([conversionCall()]);
    };
    const review = scene.page.getByRole('heading', { level: 2, name: 'Review and pay' });
    // The page looks for a rate by itself too.
    await tryAgain({ ...scene, button: 'Check again' }, repair, review);
    scene.expectQuiet();
  });

  it('continues by itself once its rate is fresh again', async () => {
    await using scene = await startScene({ browser });
    await scene.page.clock.install();
    scene.api.view = ok(CONVERSION_VIEW);
    scene.api.calldata = { status: 400, body: { code: 'rate_too_old' } };
    await connect(scene);
    await scene.heading('There is no fresh exchange rate');
    scene.api.calldata = single([conversionCall()]);
    const review = scene.page.getByRole('heading', { level: 2, name: 'Review and pay' });
    await passTime(scene, 20_000, review);
  });

  it('is reviewed again when its rate moved before the signature', async () => {
    await using scene = await startScene({ browser, dark: true });
    scene.api.view = ok(CONVERSION_VIEW);
    scene.api.calldata = single([conversionCall()]);
    await connect(scene);
    await scene.heading('Review and pay');
    await scene.page.getByText('at most 11.11 USDC').waitFor();
    await scene.expectSound('form-conversion-dark');
    const conversion = { ...CONVERSION_VIEW.conversion, maxAmount: '11300000' };
    scene.api.view = ok({ ...CONVERSION_VIEW, amount: '11190000', conversion });
    scene.api.calldata = single([conversionCall({ maxToSpend: 11_300_000n })]);
    await scene.press('Pay 10.00 EUR');
    await scene.page.locator('.notice', { hasText: 'refreshed and has changed' }).waitFor();
    await scene.page.getByText('at most 11.30 USDC').waitFor();
    expect(countCalls(scene, 'eth_sendTransaction')).toBe(0);
    await scene.press('Pay 10.00 EUR');
    await scene.heading('on its way');
    scene.expectQuiet();
  });
});

describe('too little in the wallet', () => {
  it('of the coin is shown with the network fee on top', async () => {
    await using scene = await startScene({ browser });
    scene.api.view = ok(NATIVE_VIEW);
    scene.api.calldata = single([nativeCall()], {
      hasEnoughBalance: false,
      balance: (10n ** 17n).toString(),
    });
    await connect(scene);
    await scene.page.getByText('You need 0.15 ETH more on Sepolia.').waitFor();
    await scene.page.getByText('fee in ETH comes on top').waitFor();
    await scene.expectSound('form-native-short');
    scene.expectQuiet();
  });

  it('of a token of a batch is shown by token', async () => {
    await using scene = await startScene({ browser });
    scene.api.view = ok(BATCH_VIEW);
    const short = { tokenAddress: USDC, required: '14110000', available: '9000000' };
    scene.api.calldata = whole(batchCall(), {
      hasEnoughBalance: false,
      insufficientTokens: [short],
    });
    await connect(scene);
    await scene.page.getByText('You need 5.11 USDC more on Sepolia.').waitFor();
    await scene.expectSound('form-batch-short');
    scene.expectQuiet();
  });
});

describe('a batch', () => {
  it('says which of its payments were made already, in the dark too', async () => {
    await using scene = await startScene({ browser, dark: true });
    scene.api.view = ok(BATCH_VIEW);
    await scene.open();
    await scene.page.getByText('It was paid already.').waitFor();
    await scene.expectSound('form-batch-dark');
    scene.expectQuiet();
  });

  it('that is hidden is shown to a wallet that may pay it', async () => {
    await using scene = await startScene({ browser });
    scene.api.view = ok({ paymentType: 'batch', status: 'pending', branding: null });
    scene.api.viewOfWallet = ok(BATCH_VIEW);
    scene.api.calldata = whole(batchCall());
    await scene.open();
    await scene.page.getByText('only to wallets that may pay it').waitFor();
    await scene.press('Pay with Rabbit Wallet');
    await scene.heading('Review and pay');
    await scene.page.getByText('Pays 4 recipients').waitFor();
    scene.expectQuiet();
  });
});

describe('a bundle', () => {
  it('of which a part can no longer be paid shows at its end what was paid and what was not', async () => {
    await using scene = await startScene({ browser });
    const reference = DETAILS.token.paymentReference;
    const child = (amount: string, more: object = {}) => ({
      payee: DETAILS.token.recipient,
      amount,
      context: { network: 'sepolia', currency: 'USDC-sepolia' },
      ...more,
    });
    scene.api.view = ok({
      paymentType: 'multicall',
      children: [child('3'), child('5', { blockReason: 'secure_payment_expired' })],
    });
    scene.api.calldata = ok({
      transactions: [
        approval(batch, 3_000_000n),
        batchCall({ conversion: [], native: [], value: 0n }),
      ],
      children: [{ position: 0, paymentReference: reference }],
      metadata: { batchPayments: [{ transactionIndex: 1, childPositions: [0] }] },
    });
    await connect(scene);
    const leftOut = scene.page.getByLabel('1 of 2 payments will be left out');
    await leftOut.waitFor();
    expect(await scene.page.getByRole('button', { name: /^Allow/ }).count()).toBe(0);
    await scene.expectSound('bundle-left-out');
    await leftOut.check();
    scene.wallet.confirmations = 1;
    // Once it is signed: the page prepares the payment again before that.
    scene.wallet.decide = async () => {
      scene.api.calldata = ok({
        transactions: [batchCall({ conversion: [], native: [], value: 0n })],
        children: [{ position: 0, paymentReference: reference }],
        metadata: { batchPayments: [{ transactionIndex: 0, childPositions: [0] }] },
      });
    };
    await scene.press('Allow 3.00 USDC');
    await scene.press('Pay 3.00 USDC');
    await scene.heading('on its way');
    scene.api.view = {
      status: 403,
      body: {
        status: 'partially_settled',
        requestStatuses: [
          { requestId: '01a', hasBeenPaid: true, txHash: SENT_HASH },
          { requestId: '01b', hasBeenPaid: false, txHash: null },
        ],
      },
    };
    await scene.heading('A part of this was paid');
    await scene.page.locator('.row', { hasText: 'Paid, 1 of 2 payments3.00 USDC' }).waitFor();
    await scene.page.getByText('Its link has expired.').waitFor();
    await scene.expectSound('bundle-partly');
    scene.expectQuiet();
  });
});

describe('calldata of another form that is not what the page shows', () => {
  it.each([
    ['a coin for somebody else', NATIVE_VIEW, single([nativeCall({ payee: THIEF })])],
    [
      'a conversion without a limit',
      CONVERSION_VIEW,
      single([conversionCall({ maxToSpend: 2n ** 255n })]),
    ],
    [
      'an allowance of a conversion for somebody else',
      CONVERSION_VIEW,
      single([approval(THIEF, 11_110_000n), conversionCall()], { paymentTransactionIndex: 1 }),
    ],
    [
      'a conversion through the batch contract',
      CONVERSION_VIEW,
      single([approval(batch, 11_110_000n), conversionCall({ to: asHex(conversionProxy) })], {
        paymentTransactionIndex: 1,
      }),
    ],
    [
      'a batch that pays somebody else',
      BATCH_VIEW,
      whole(batchCall({ token: [{ ...DETAILS.token, recipient: THIEF }] })),
    ],
  ])('is refused without any button: %s', async (_, view, calldata) => {
    await using scene = await startScene({ browser });
    scene.api.view = ok(view);
    scene.api.calldata = calldata;
    await connect(scene);
    await scene.heading('Do not pay this');
    expect(await scene.page.locator('section button').count()).toBe(0);
    expect(countCalls(scene, 'eth_sendTransaction')).toBe(0);
    scene.expectQuiet();
  });
});

function asHex(text: string | undefined): `0x${string}` {
  return `0x${(text ?? '').slice(2)}`;
}
