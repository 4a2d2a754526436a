import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { currencyById } from '#catalog/currencies.ts';
import { TEST_ACCOUNTS } from '../../src/sandbox/test-accounts.ts';
import { BATCH_VIEW } from '../../web/pay/sample-forms.ts';
import { type BlockingToken, blockingToken } from '../support/blocking-token.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import type { ReachedWorld } from '../support/world.ts';
import { LARGE_PROTOCOL_FEE } from '../support/world-settings.ts';
import { sharedBrowser } from './support/chromium.ts';
import { openReview } from './support/paying.ts';
import { countCalls, type Scene, startScene } from './support/scene.ts';
import { calldataBody, PAYEE, paymentCall, viewBody } from './support/stub-api.ts';

const COLLECTOR = LARGE_PROTOCOL_FEE.PROTOCOL_FEE_ADDRESS;

let browser: Browser;
let world: ReachedWorld;
beforeAll(async () => {
  [browser, world] = await Promise.all([sharedBrowser(), sharedWorld(LARGE_PROTOCOL_FEE)]);
});

const ok = (body: unknown) => ({ status: 200, body });
const refused = (code: string, errors: readonly object[]) => ({
  status: 409,
  body: { statusCode: 409, code, error: 'Conflict', message: 'Nothing was prepared', errors },
});
const entry = (field: string, address = '') => ({
  field,
  message: `USDC-sepolia refuses transfers to ${address}`,
});

async function connect(scene: Scene): Promise<void> {
  await scene.open();
  await scene.press('Pay with Rabbit Wallet');
}

describe('a payment that the network would refuse', () => {
  it('is shown before the wallet opens, with the payee in full, and can be checked again', async () => {
    await using scene = await startScene({ browser });
    scene.api.view = ok(viewBody());
    scene.api.calldata = refused('payee_cannot_be_paid', [entry('payee', PAYEE)]);
    await connect(scene);
    await scene.heading('A recipient cannot be paid');
    const said = (await scene.page.textContent('section')) ?? '';
    expect(said).toContain(PAYEE);
    expect(said).toContain('Nothing was charged');
    await scene.expectSound('refused-payee');
    expect(countCalls(scene, 'eth_sendTransaction')).toBe(0);
    scene.api.calldata = ok(calldataBody([paymentCall()]));
    await scene.press('Check again');
    await scene.heading('Review and pay');
    scene.expectQuiet();
  });

  it('names all payees of a batch that are to blame, in the dark too', async () => {
    await using scene = await startScene({ browser, dark: true });
    scene.api.view = ok(BATCH_VIEW);
    const [first, second] = BATCH_VIEW.payees;
    const errors = [entry('requests[0]', first), entry('requests[1]', second)];
    scene.api.calldata = refused('payee_cannot_be_paid', errors);
    await connect(scene);
    await scene.heading('Some recipients cannot be paid');
    const said = (await scene.page.textContent('section')) ?? '';
    expect([first, second].filter((payee) => !said.includes(payee ?? ''))).toEqual([]);
    await scene.expectSound('refused-payees-dark');
    scene.expectQuiet();
  });

  it('because of who receives a fee names them as that', async () => {
    await using scene = await startScene({ browser });
    scene.api.view = ok(viewBody());
    const { address } = TEST_ACCOUNTS.feeReceiver;
    scene.api.calldata = refused('payee_cannot_be_paid', [entry('feeReceiver', address)]);
    await connect(scene);
    await scene.heading('A fee of this payment cannot be paid');
    expect(await scene.page.textContent('section')).toContain(address);
    await scene.expectSound('refused-fee');
    const errors = [entry('payee', PAYEE), entry('feeReceiver', address)];
    scene.api.calldata = refused('payee_cannot_be_paid', errors);
    await scene.press('Check again');
    await scene.heading('A recipient cannot be paid');
    await scene.page.getByText('It receives a fee of this payment.').waitFor();
    scene.expectQuiet();
  });

  it('because of the wallet offers another one', async () => {
    await using scene = await startScene({ browser });
    scene.api.view = ok(viewBody());
    scene.api.calldata = refused('payer_cannot_pay', [entry('payee')]);
    await connect(scene);
    await scene.heading('This token cannot be sent from this wallet');
    expect(await scene.page.textContent('section')).toContain(TEST_ACCOUNTS.payer.address);
    await scene.expectSound('refused-payer');
    await scene.press('Use another wallet');
    await scene.page.getByRole('button', { name: 'Pay with Rabbit Wallet' }).waitFor();
    scene.expectQuiet();
  });
});

describe('a payee whom the token blocks while the payer reads', () => {
  let token: BlockingToken;
  beforeAll(async () => {
    const { rpcUrl = '' } = world.sandbox.networks['sepolia'] ?? {};
    token = await blockingToken(rpcUrl, currencyById('USDC-sepolia')?.address ?? '');
  });

  it('is shown also for a receiver of a separate fee, before anything is signed', async () => {
    const link = await world.createLink('2');
    await using paying = await openReview({ browser, world, url: link.securePaymentUrl });
    await token.block(COLLECTOR);
    await paying.press('Allow 2.02 USDC');
    await paying.heading('A fee of this payment cannot be paid');
    expect(await paying.page.textContent('section')).toContain(COLLECTOR);
    expect(paying.wallet.sent).toEqual([]);
    await token.unblock(COLLECTOR);
    await paying.press('Check again');
    await paying.heading(/^Review and pay/);
  });

  it('is shown instead of opening the wallet, and is paid once the token does not', async () => {
    const link = await world.createLink('1.25');
    await using paying = await openReview({ browser, world, url: link.securePaymentUrl });
    await token.block(world.sandbox.payee.address);
    await paying.press('Allow 1.2625 USDC');
    await paying.heading('A recipient cannot be paid');
    expect(paying.wallet.sent).toEqual([]);
    await token.unblock(world.sandbox.payee.address);
    await paying.press('Check again');
    await paying.heading(/^Review and pay/);
    await paying.press('Allow 1.2625 USDC');
    await paying.press('Pay 1.2625 USDC');
    await paying.done(link.token);
  });
});
