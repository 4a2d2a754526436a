import type { Browser, Page } from 'playwright-core';
import { createPublicClient, encodeFunctionData, erc20Abi, getAddress, http } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { beforeAll, describe, expect, it } from 'vitest';
import { currencyById } from '#catalog/currencies.ts';
import {
  TEST_ACCOUNTS,
  TEST_SMART_ACCOUNT,
  type TestAccount,
} from '../../src/sandbox/test-accounts.ts';
import { sendCall } from '../../src/sandbox/test-wallet.ts';
import { linksOf } from '../support/links-of.ts';
import { balancesOf } from '../support/sandbox-balances.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import type { ReachedWorld } from '../support/world.ts';
import { LARGE_PROTOCOL_FEE } from '../support/world-settings.ts';
import { sharedBrowser } from './support/chromium.ts';
import { sponsoredWallet } from './support/sponsored-wallet.ts';
import { type WatchedPage, watchPage } from './support/watched-page.ts';

const FAU = 'FAU-sepolia';
const { payer, operator, unrelated } = TEST_ACCOUNTS;
const WITH_CODE = 'Test wallet with EIP-7702';
const SMART = 'Test smart account (one key)';

let browser: Browser;
let world: ReachedWorld;
beforeAll(async () => {
  [browser, world] = await Promise.all([sharedBrowser(), sharedWorld(LARGE_PROTOCOL_FEE)]);
});

/** A link that costs one percent more, which another call of the same transaction pays. */
const create = (amount: string) => linksOf(world).link(FAU, amount);

/** Opens a link with one of the page's own wallets, up to the review. */
async function review(token: string, wallet: string): Promise<WatchedPage> {
  const origins = [world.apiUrl, world.payUrl].map((url) => new URL(url).origin);
  const watched = await watchPage(browser, { origins });
  const { page } = watched;
  await page.goto(`${world.payUrl}/?token=${token}`);
  await press(page, `Pay with ${wallet}`);
  await press(page, 'Connect');
  await heading(page, 'Review and pay');
  return watched;
}

const held = () =>
  Promise.all(
    [payer, TEST_SMART_ACCOUNT, world.sandbox.payee, unrelated].map(({ address }) =>
      balancesOf(world).balanceOf(address, FAU),
    ),
  );

/** How much more each has than before, in whole cents of a token. */
async function changedBy(before: readonly bigint[]): Promise<bigint[]> {
  return (await held()).map((units, i) => (units - (before[i] ?? 0n)) / 10n ** 16n);
}

/** Sends tokens from one test account to another; done once they are in a block. */
async function move(
  from: TestAccount,
  to: Pick<TestAccount, 'address'>,
  units: bigint,
): Promise<void> {
  const node = world.sandbox.networks['sepolia'];
  const token = currencyById(FAU)?.address ?? '';
  if (node === undefined) throw new Error('this sandbox has no Sepolia node');
  const args = [to.address, units] as const;
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args });
  const hash = await sendCall(node, from, { to: token, data, valueUnits: 0n });
  const client = createPublicClient({ transport: http(node.rpcUrl), pollingInterval: 20 });
  await client.waitForTransactionReceipt({ hash });
}

describe('a wallet of the page that makes approval, payment and fee in one transaction', () => {
  it('delegates to published code with the first one, and has it at once for the next', async () => {
    const before = await held();
    const [first, second] = [await create('33'), await create('34')];
    {
      await using watched = await review(first, WITH_CODE);
      const { page } = watched;
      await page.getByText('first asks to upgrade your account (EIP-7702)').waitFor();
      await press(page, /^Sign (both|all 3) at once$/);
      await page.getByRole('dialog').getByText('delegates to published code').waitFor();
      await watched.expectSound('test-wallet-delegates');
      await press(page, 'Sign');
      await complete(watched, first);
    }
    expect(await changedBy(before)).toEqual([-33_33n, 0n, 33_00n, 33n]);
    await using watched = await review(second, WITH_CODE);
    await watched.page.getByText('Your wallet signs 3 calls at once').waitFor();
    await press(watched.page, 'Pay 34.34 FAU');
    await press(watched.page, 'Sign');
    await complete(watched, second);
    expect(await changedBy(before)).toEqual([-67_67n, 0n, 67_00n, 67n]);
  });

  it('is the smart account of the sandbox, which its key executes for', async () => {
    const before = await held();
    const token = await create('35');
    await using watched = await review(token, SMART);
    await watched.page.getByText('Your wallet signs 3 calls at once').waitFor();
    await press(watched.page, 'Pay 35.35 FAU');
    const asked = await watched.page.getByRole('dialog').textContent();
    expect(asked).toContain(` to: ${getAddress(world.sandbox.payee.address)}`);
    await press(watched.page, 'Sign');
    await complete(watched, token);
    expect(await changedBy(before)).toEqual([0n, -35_35n, 35_00n, 35n]);
  });

  it('pays nothing where the fee fails on the chain', async () => {
    const token = await create('36');
    await using watched = await review(token, WITH_CODE);
    const { page } = watched;
    await press(page, /^(Pay 36.36 FAU|Sign (both|all 3) at once)$/);
    await page.getByRole('dialog').waitFor();
    // The page has checked what the account has: it loses what only the fee needs before it signs.
    const [has = 0n] = await held();
    const rest = has - 36n * 10n ** 18n;
    await move(payer, operator, rest);
    await using _ = { [Symbol.asyncDispose]: () => move(operator, payer, rest) };
    const before = await held();
    await press(page, 'Sign');
    await page.locator('.notice', { hasText: 'all of them: nothing was paid' }).waitFor();
    expect(await changedBy(before)).toEqual([0n, 0n, 0n, 0n]);
    expect((await world.read(token)).status).toBe(200);
  });
});

describe('a wallet that has its operations paid for', () => {
  it('pays through the URL that the page names, from an account without coins', async () => {
    const privateKey = generatePrivateKey();
    const key = { privateKey, address: privateKeyToAccount(privateKey).address };
    await move(payer, key, 40n * 10n ** 18n);
    const token = await create('37');
    const before = await held();
    const wallet = await sponsoredWallet(world, key);
    const origins = [world.apiUrl, world.payUrl].map((url) => new URL(url).origin);
    await using watched = await watchPage(browser, {
      origins,
      wallet: (call) => wallet.handle(call),
    });
    const { page } = watched;
    await page.goto(`${world.payUrl}/?token=${token}`);
    await press(page, 'Pay with Rabbit Wallet');
    await heading(page, 'Review and pay');
    await page.getByText('Network fee (may be paid for you), about').waitFor();
    await watched.expectSound('sponsored-review');
    await press(page, 'Pay 37.37 FAU');
    await complete(watched, token);
    expect(await changedBy(before)).toEqual([0n, 0n, 37_00n, 37n]);
    // Sponsored at all only because its calls are those of `/pay`, byte for byte.
    const url = `${world.payUrl}/paymaster/${token}`;
    expect(wallet.asked).toMatchObject([{ capabilities: { paymasterService: { url } } }]);
    expect(await balancesOf(world).balanceOf(key.address, FAU)).toBe(263n * 10n ** 16n);
  });
});

async function complete(watched: WatchedPage, token: string): Promise<void> {
  await heading(watched.page, 'This payment is complete');
  watched.expectQuiet();
  await world.awaitStatus(token, 409);
}

async function heading(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('heading', { level: 2, name }).waitFor({ timeout: 90_000 });
}

async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name, exact: typeof name === 'string' }).click();
}
