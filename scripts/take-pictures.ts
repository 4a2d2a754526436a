import { mkdir, stat, writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { startBrowser } from '../tests/browser/support/chromium.ts';
import { pictureDashboardPages } from './picture-dashboard.ts';
import { pictureStates } from './picture-states.ts';

const FOLDER = 'docs/pictures';

/** A picture in the README must not make cloning slow. */
const PICTURE_BYTES_MAX = 150_000;

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1080, height: 680 };

/** Every other page is opened by a token. */
const TOKEN = /[?&]token=/;

/** What pictures of a schedule are taken of. */
const SCHEDULE = /\/recurring\/?\?token=/;

/** What the onboarding's pictures are taken of. */
const INVITED = /\/onboarding\/?\?token=lit_/;

/**
 * Opens a link of a running sandbox in a browser and takes pictures on the way: of a payment the
 * page as the payer finds it and the receipt, or only the page where it is branded; of a payment of a
 * named form what is reviewed; of an invitation the consent and the end; of a schedule the same and how it goes; of the
 * dashboard a new link, and the same link on a phone in the dark once it is paid.
 */
async function takePictures(url: string, form: string | undefined): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const browser = await startBrowser();
  try {
    const page = await browser.newPage({
      viewport: PHONE,
      // Long pages must stay below the size, and all pictures are of one scale.
      deviceScaleFactor: 1.25,
      colorScheme: 'light',
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId: 'UTC',
    });
    await page.goto(url);
    if (!TOKEN.test(url)) await pictureDashboard(page);
    else if (INVITED.test(url)) await pictureOnboarding(page);
    else if (SCHEDULE.test(url)) await pictureSchedule(page);
    else if (form !== undefined) await pictureReview(page, form);
    else await picturePayment(page);
  } finally {
    await browser.close();
  }
}

async function picturePayment(page: Page): Promise<void> {
  await button(page, 'Pay with Test wallet').waitFor();
  // The later states of a branded page differ in its colours alone.
  if (await page.locator('.logo').isVisible()) return await take(page, 'pay-branded');
  await take(page, 'pay-page');
  await payWithTestWallet(page);
  await page.getByRole('heading', { name: 'This payment is complete' }).waitFor();
  await take(page, 'pay-done');
}

/** What a payer reviews of a link of another form, such as `batch`. */
async function pictureReview(page: Page, form: string): Promise<void> {
  await button(page, 'Pay with Test wallet').click();
  await button(page, 'Connect').click();
  await page.getByRole('heading', { name: /^Review and pay/ }).waitFor();
  await take(page, `pay-${form}`);
}

async function pictureDashboard(page: Page): Promise<void> {
  await page.setViewportSize(DESKTOP);
  await button(page, /^Sign in with Test payee 0x/).click();
  await button(page, 'Connect').click();
  await button(page, 'Sign').click();
  await page.getByRole('link', { name: 'Show all' }).waitFor();
  await page.getByRole('table').waitFor();
  await page.getByRole('link', { name: 'Get paid' }).click();
  await page.getByRole('link', { name: 'Create a link' }).click();
  await page.getByLabel('Amount').fill('48');
  await page.getByLabel('Reference').fill('Invoice 2041');
  await button(page, 'Create the link').click();
  await page.getByRole('link', { name: 'Follow the payment' }).click();
  const paying = page.getByRole('link', { name: 'Open the pay page' });
  await page.getByRole('heading', { name: 'What happened' }).waitFor();
  await paying.waitFor();
  await take(page, 'dashboard-link', false);
  const payer = page.waitForEvent('popup');
  await paying.click();
  await payWithTestWallet(await payer);
  await page.getByText('48 USDC final').waitFor();
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: 'dark' });
  await take(page, 'dashboard-paid', false);
  await pictureLists(page);
}

/** What a payment leaves behind on the pages of an account. */
async function pictureLists(page: Page): Promise<void> {
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ colorScheme: 'light' });
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await pages.getByRole('link', { name: /^Home/ }).click();
  await page.locator('canvas').first().waitFor();
  await take(page, 'dashboard-home', false);
  await pages.getByRole('link', { name: 'Payments' }).click();
  await page.getByRole('link', { name: '48 USDC' }).waitFor();
  await take(page, 'dashboard-payments', false);
}

async function pictureOnboarding(page: Page): Promise<void> {
  await button(page, /^Sign in with Test newcomer 0x/).click();
  await button(page, 'Connect').click();
  await button(page, 'Sign').click();
  await button(page, 'Continue').waitFor();
  const network = page.getByRole('combobox', { name: 'Network' });
  // A wallet that was paid somewhere before, as after the first pictures, is only asked to continue.
  if (await network.isVisible()) {
    await network.selectOption('Sepolia');
    await page.getByRole('combobox', { name: 'Currency' }).selectOption('USDC');
  }
  await button(page, 'Continue').click();
  await button(page, 'Agree and link').waitFor();
  await take(page, 'onboarding-consent');
  await button(page, 'Agree and link').click();
  await page.getByRole('heading', { name: 'You are linked' }).waitFor();
  await take(page, 'onboarding-done');
}

async function pictureSchedule(page: Page): Promise<void> {
  const connect = button(page, 'Continue with Test wallet');
  await connect.waitFor();
  await take(page, 'recurring-page');
  await connect.click();
  await button(page, 'Connect').click();
  const allow = button(page, /^Allow /);
  const sign = button(page, 'Sign the schedule');
  await allow.or(sign).waitFor();
  if (await allow.isVisible()) {
    await allow.click();
    await button(page, 'Sign').click();
  }
  await sign.click();
  await button(page, 'Sign').click();
  await page.getByRole('heading', { name: 'The schedule is active' }).waitFor();
  await take(page, 'recurring-active');
}

async function payWithTestWallet(page: Page): Promise<void> {
  await button(page, 'Pay with Test wallet').click();
  await button(page, 'Connect').click();
  const allow = button(page, /^Allow /);
  const pay = button(page, /^Pay /);
  await allow.or(pay).waitFor();
  // The wallet opens by itself for an approval and for what it is for.
  if (await allow.isVisible()) await button(page, 'Sign').click();
  else await pay.click();
  await button(page, 'Sign').click();
}

function button(page: Page, name: string | RegExp) {
  return page.getByRole('button', { name, exact: typeof name === 'string' });
}

/** All of the page, or of a long one as much as is in view. */
async function take(page: Page, name: string, fullPage = true): Promise<void> {
  const path = `${FOLDER}/${name}.png`;
  await writeFile(path, await page.screenshot({ fullPage }));
  const { size } = await stat(path);
  if (size > PICTURE_BYTES_MAX)
    throw new Error(`${path} has ${size} bytes, more than ${PICTURE_BYTES_MAX}.`);
  process.stdout.write(`${path}: ${size} bytes\n`);
}

const [, , url, form] = process.argv;
if (url === undefined) {
  process.stderr.write(
    'Usage: npm run pictures -- <payment, onboarding, schedule or dashboard URL of a running sandbox> [name of the form]\n' +
      '       npm run pictures -- states\n' +
      '       npm run pictures -- dashboard\n',
  );
  process.exitCode = 64;
} else if (url === 'states') {
  await pictureStates();
} else if (url === 'dashboard') {
  await pictureDashboardPages();
} else {
  await takePictures(url, form);
}
