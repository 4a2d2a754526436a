import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { env } from 'node:process';
import { type Browser, chromium } from 'playwright-core';

/** Where systems put it. */
const SYSTEM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
] as const;

/**
 * Starts the browser: the one that `CHROMIUM_PATH` names, else the system's Chromium, else the one
 * in the package `@sparticuz/chromium`. Fails naming the one command that installs one.
 */
export async function startBrowser(): Promise<Browser> {
  return await chromium.launch({
    executablePath: await findChromium(),
    // Containers run as root, where Chromium’s own sandbox refuses to start.
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
}

async function findChromium(): Promise<string> {
  const named = env['CHROMIUM_PATH'];
  if (named !== undefined && named !== '') return named;
  for (const path of SYSTEM_PATHS) {
    if (await isExecutable(path)) return path;
  }
  return await packagedChromium();
}

async function packagedChromium(): Promise<string> {
  try {
    const { default: packaged } = await import('@sparticuz/chromium');
    return await packaged.executablePath();
  } catch (cause) {
    throw new Error('No Chromium was found. Install one with: apt-get install -y chromium', {
      cause,
    });
  }
}

async function isExecutable(path: string): Promise<boolean> {
  return await access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
