import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { CONTRACTS, NO_FEE_ADDRESS } from '#catalog/contracts.ts';
import type { TokenPayment } from '#chains/chain.ts';
import { encodeApproval } from '#chains/evm/encode.ts';
import { encodeBatch } from '#chains/evm/encode-batch.ts';
import { sharedBrowser } from './support/chromium.ts';
import { startScene } from './support/scene.ts';
import { AMOUNT, calldataBody, PAYEE, TOKEN, viewBody } from './support/stub-api.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const THIEF = `0x${'66'.repeat(20)}` as const;
const COLLECTOR = `0x${'77'.repeat(20)}` as const;
const BATCH = CONTRACTS.sepolia.batchPayments ?? '';
const FEE = 125_000n;

const feePlan = {
  fees: [
    {
      type: 'protocol_fee',
      label: 'Protocol fee',
      feeBearer: 'payer',
      percentageBps: 100,
      capUsd: null,
      calculatedAmountUsd: '0.125',
      destinationRef: { evmAddress: COLLECTOR },
    },
  ],
};
const feeBundle = {
  fees: [
    {
      feeType: 'protocol_fee',
      feeBearer: 'payer',
      amount: '0.125',
      recipient: COLLECTOR,
      paymentReference: '0x8899aabbccddeeff',
    },
  ],
};

const main: TokenPayment = {
  kind: 'token',
  tokenAddress: TOKEN,
  payeeAddress: PAYEE,
  paymentReference: '0x0011223344556677',
  amountUnits: AMOUNT,
  feeUnits: 0n,
  feeAddress: NO_FEE_ADDRESS,
};
const fee: TokenPayment = {
  ...main,
  payeeAddress: COLLECTOR,
  paymentReference: '0x8899aabbccddeeff',
  amountUnits: FEE,
};

const wire = ({ to, data }: { readonly to: string; readonly data: string }, value = '0x0') => ({
  to,
  data,
  value,
});
const approve = (units = AMOUNT + FEE, spender = BATCH) =>
  wire(encodeApproval(TOKEN, spender, units));
const call = (payments: readonly TokenPayment[] = [main, fee], to = BATCH) =>
  wire(encodeBatch(to, payments, NO_FEE_ADDRESS));

async function open(atomicTransactions: readonly unknown[]) {
  const scene = await startScene({ browser });
  scene.api.view = { status: 200, body: viewBody({ feePlan }) };
  const body = { ...calldataBody(), feeBundle, atomicTransactions };
  scene.api.calldata = { status: 200, body };
  await scene.page.goto(scene.host.linkUrl);
  await scene.page.getByRole('button', { name: 'Pay with Rabbit Wallet' }).click();
  return scene;
}

describe('atomic calldata', () => {
  it('that is what the page shows is offered as one payment behind its approval', async () => {
    await using scene = await open([approve(), call()]);
    await scene.page.getByRole('button', { name: 'Allow 12.625 USDC' }).waitFor();
    scene.expectQuiet();
  });

  // What else may be wrong is found by the same check: `web/pay/check-atomic.test.ts`.
  it.each<[string, readonly unknown[]]>([
    ['another payee', [approve(), call([{ ...main, payeeAddress: THIEF }, fee])]],
    ['an approval for somebody else', [approve(AMOUNT + FEE, THIEF), call()]],
    ['nothing', []],
  ])('is refused without any button: %s', async (_, calls) => {
    await using scene = await open(calls);
    await scene.page.getByRole('heading', { name: 'Do not pay this' }).waitFor();
    expect(await scene.page.locator('section button').count()).toBe(0);
    expect(scene.wallet.calls.some(({ method }) => method === 'eth_sendTransaction')).toBe(false);
    scene.expectQuiet();
  });
});
