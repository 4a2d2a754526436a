import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { ensurePageBuild } from '../src/processes/pay/build.ts';
import { loadPage } from '../src/processes/pay/load-page.ts';

/** One thing that payers load, and how heavy it may be. */
export interface Weighed {
  readonly what: string;
  /** With gzip, as payers get it. */
  readonly bytes: number;
  readonly bytesMax: number;
}

/** The budgets: what fits a phone on a slow line, and a first page in one round of TCP. */
const KILOBYTE = 1_000;
const SCRIPT_MAX = 12 * KILOBYTE;
const STYLE_MAX = 8 * KILOBYTE;
const HTML_MAX = 14 * KILOBYTE;
const WALLET_MAX = 60 * KILOBYTE;
/** The screens behind the choice of a wallet, fetched after the first paint. */
const JOURNEY_MAX = 14 * KILOBYTE;

/** Weighs the pay page: its first script, its style, its document, and what a wallet adds. */
export async function weighPage(): Promise<readonly Weighed[]> {
  const build = await ensurePageBuild({ log: pino({ level: 'silent' }) });
  const folder = join(build.folder, 'assets');
  const sizes = new Map<string, number>();
  for (const name of await readdir(folder)) {
    sizes.set(name, gzipSync(await readFile(join(folder, name)), { level: 9 }).length);
  }
  const all = (test: (name: string) => boolean) =>
    [...sizes].filter(([name]) => test(name)).reduce((sum, [, bytes]) => sum + bytes, 0);
  const isFirst = (name: string) => build.script.endsWith(name);
  // What only the sandbox's own wallet needs is never sent to a payer with real money.
  const isTestOnly = (name: string) => /^test-/.test(name);
  const isJourney = (name: string) => name.startsWith('journey-');
  const isWallet = (name: string) =>
    name.endsWith('.js') && !isFirst(name) && !isTestOnly(name) && !isJourney(name);
  return [
    { what: 'first script', bytes: all(isFirst), bytesMax: SCRIPT_MAX },
    { what: 'style', bytes: all((name) => name.endsWith('.css')), bytesMax: STYLE_MAX },
    { what: 'document', bytes: await weighDocument(), bytesMax: HTML_MAX },
    { what: 'screens behind the wallet', bytes: all(isJourney), bytesMax: JOURNEY_MAX },
    { what: 'wallet code', bytes: all(isWallet), bytesMax: WALLET_MAX },
  ];
}

/** A link with a reference of full length; the stub has everything that the API tells. */
async function weighDocument(): Promise<number> {
  const page = await loadPage(await ensurePageBuild({ log: pino({ level: 'silent' }) }));
  const { html } = page.render({
    config: {
      mode: 'production',
      apiUrl: 'https://api.example',
      clientId: 'cli_0123456789abcdef0123',
      token: '01K0000000000000000000TEST',
      networks: { base: { confirmations: 10 } },
    },
    first: {
      status: 200,
      body: {
        paymentType: 'single',
        payee: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
        network: 'base',
        amount: '12500000',
        paymentCurrency: 'USDC-base',
        reference: 'abcdefghij'.repeat(25),
      },
    },
    assets: page.first,
  });
  return gzipSync(html, { level: 9 }).length;
}

if (import.meta.main) {
  const weighed = await weighPage();
  for (const { what, bytes, bytesMax } of weighed) {
    process.stdout.write(
      `${bytes <= bytesMax ? 'ok ' : 'OVER'} ${what}: ${bytes} of ${bytesMax} bytes with gzip\n`,
    );
  }
  if (weighed.some(({ bytes, bytesMax }) => bytes > bytesMax)) process.exitCode = 1;
}
