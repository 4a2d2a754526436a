import { mkdir, stat, writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { startBrowser } from '../tests/browser/support/chromium.ts';

const FOLDER = 'docs/pictures';

/** A picture in the README must not make cloning slow. */
const PICTURE_BYTES_MAX = 150_000;

const PHONE = { width: 390, height: 844 };

/**
 * Pays a link of a running sandbox in a browser and takes two pictures on the way: the page as the
 * payer finds it, and the receipt.
 */
async function takePictures(paymentUrl: string): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const browser = await startBrowser();
  try {
    const page = await browser.newPage({
      viewport: PHONE,
      deviceScaleFactor: 1.5,
      colorScheme: 'light',
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId: 'UTC',
    });
    await page.goto(paymentUrl);
    await button(page, 'Pay with Test wallet').waitFor();
    await take(page, 'pay-page');
    await payWithTestWallet(page);
    await page.getByRole('heading', { name: 'This payment is complete' }).waitFor();
    await take(page, 'pay-done');
  } finally {
    await browser.close();
  }
}

async function payWithTestWallet(page: Page): Promise<void> {
  await button(page, 'Pay with Test wallet').click();
  await button(page, 'Connect').click();
  const allow = button(page, /^Allow /);
  const pay = button(page, /^Pay /);
  await allow.or(pay).waitFor();
  if (await allow.isVisible()) {
    await allow.click();
    await button(page, 'Sign').click();
  }
  await pay.click();
  await button(page, 'Sign').click();
}

function button(page: Page, name: string | RegExp) {
  return page.getByRole('button', { name });
}

async function take(page: Page, name: string): Promise<void> {
  const path = `${FOLDER}/${name}.png`;
  await writeFile(path, await page.screenshot({ fullPage: true }));
  const { size } = await stat(path);
  if (size > PICTURE_BYTES_MAX)
    throw new Error(`${path} has ${size} bytes, more than ${PICTURE_BYTES_MAX}.`);
  process.stdout.write(`${path}: ${size} bytes\n`);
}

const [, , paymentUrl] = process.argv;
if (paymentUrl === undefined) {
  process.stderr.write('Usage: npm run pictures -- <payment URL of a running sandbox>\n');
  process.exitCode = 64;
} else {
  await takePictures(paymentUrl);
}
