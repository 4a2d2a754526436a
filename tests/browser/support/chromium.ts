import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { env } from 'node:process';
import { type Browser, chromium } from 'playwright-core';
import { unpackChromium } from './packaged-chromium.ts';

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

/** What `CHROMIUM_PATH` holds to say that the packaged browser is to be used, whatever else is there. */
const PACKAGED = 'packaged';

/** A browser, and where it finds its libraries if that is not where the system has them. */
interface FoundChromium {
  readonly executablePath: string;
  readonly libraries?: string;
}

// Files of browser tests share a process; to start a browser for each took as long as several of their tests.
let browser: Promise<Browser> | undefined;

/**
 * The browser of this worker, which ends with it; what a file opens in it the file closes. It is the one that `CHROMIUM_PATH`
 * names, else the system's Chromium, else the one in the package `@sparticuz/chromium`, which
 * `CHROMIUM_PATH=packaged` selects. Fails naming the one command that installs one.
 */
export async function sharedBrowser(): Promise<Browser> {
  const running = await browser?.catch(() => undefined);
  if (running?.isConnected() === true) return running;
  browser = startBrowser();
  return await browser;
}

/** Starts a browser that the caller closes; with switches of its own where they are given. */
export async function startBrowser(switches: readonly string[] = []): Promise<Browser> {
  const { executablePath, libraries } = await findChromium();
  const inherited = Object.entries(env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return await chromium.launch({
    executablePath,
    env: {
      ...Object.fromEntries(inherited),
      ...(libraries === undefined ? {} : { LD_LIBRARY_PATH: libraries }),
    },
    // Containers run as root, where Chromium’s own sandbox refuses to start.
    args: ['--no-sandbox', '--disable-dev-shm-usage', ...switches],
  });
}

/** Finds the browser that `startBrowser` starts; unpacks the packaged one where it is that. */
export async function findChromium(): Promise<FoundChromium> {
  const named = env['CHROMIUM_PATH'];
  if (named === PACKAGED) return await packagedChromium();
  if (named !== undefined && named !== '') return { executablePath: named };
  for (const path of SYSTEM_PATHS) {
    if (await isExecutable(path)) return { executablePath: path };
  }
  return await packagedChromium();
}

async function packagedChromium(): Promise<FoundChromium> {
  try {
    return await unpackChromium();
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
