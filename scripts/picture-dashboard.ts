import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { z } from 'zod';
import { call, payLink } from '../bench/sandbox-links.ts';
import type { SandboxFile } from '../src/sandbox/sandbox-file.ts';
import { spawnSandbox } from '../src/sandbox/spawn-sandbox.ts';
import { startBrowser } from '../tests/browser/support/chromium.ts';
import { startHttpServer } from '../tests/support/http-server.ts';
import { listRoutes, overviewOfPages, pictureOf } from './dashboard-overview.ts';

const FOLDER = 'docs/pictures/dashboard-pages';
const DOCUMENT = 'docs/design/dashboard-pages.md';
const ROUTER = 'web/dashboard/router.tsx';
const MAIN = fileURLToPath(new URL('../bin/florin.js', import.meta.url));

/** Of all of them together. */
const BYTES_MAX = 3_000_000;
/** What a long page has below that is more of the same. */
const HEIGHT_MAX = 1_600;
const QUALITY = 60;
const LATER_MS = 500;

const VIEWS = [
  { suffix: '', viewport: { width: 1_280, height: 800 }, colorScheme: 'light' },
  { suffix: '.phone', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
] as const;

/** What customers of the shop in the pictures were asked for; the last two have not paid yet. */
const INVOICES = ['480', '12.50', '1250', '95', '60', '2400.75', '18', '320', '75'];
const UNPAID = 2;

const Created = z.object({ token: z.string(), requestIds: z.array(z.string()) });
const Id = z.object({ id: z.string() });

/**
 * Starts a sandbox, has a shop in it be paid and pay out, and takes pictures of each page of its dashboard: on a desktop in
 * light and on a phone in dark. Writes the overview of them.
 */
export async function pictureDashboardPages(): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'florin-pictures-'));
  // A server that receives webhooks.
  await using shop = await startHttpServer((request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(204).end());
  });
  const sandboxProcess = await spawnSandbox({ home });
  const browser = await startBrowser();
  try {
    const { sandbox } = sandboxProcess;
    const paths = await fill(sandbox, { home, hookUrl: `${shop.url}/orders` });
    await rm(FOLDER, { recursive: true, force: true });
    await mkdir(FOLDER, { recursive: true });
    for (const view of VIEWS) await pictureView(browser, { sandbox, paths, view });
    await writeFile(DOCUMENT, overviewOfPages([...paths.keys()]));
  } finally {
    await browser.close();
    await sandboxProcess.stop();
    await rm(home, { recursive: true, force: true });
  }
  await weigh();
}

/** What there is to see, and where each route leads. */
async function fill(
  sandbox: SandboxFile,
  { home, hookUrl }: { readonly home: string; readonly hookUrl: string },
): Promise<ReadonlyMap<string, string>> {
  const { apiUrl, apiKey, authUrl, clientId, origin, payee } = sandbox;
  const asShop = { 'content-type': 'application/json', 'x-api-key': apiKey };
  const links: z.infer<typeof Created>[] = [];
  for (const [at, amount] of INVOICES.entries()) {
    const requests = [{ destinationId: payee.destinationId, amount }];
    const body = JSON.stringify({ requests, reference: `Invoice ${2041 + at}` });
    const init = { method: 'POST', headers: asShop, body };
    links.push(await call(Created, `${apiUrl}/v2/secure-payments`, init));
  }
  const hook = await call(Id, `${authUrl}/v1/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-client-id': clientId, origin },
    body: JSON.stringify({ url: hookUrl }),
  });
  for (const { token } of links.slice(0, -UNPAID)) await payLink(sandbox, token);
  await promisify(execFile)(process.execPath, [MAIN, 'admin', 'grant', payee.address], {
    env: { ...process.env, FLORIN_HOME: home },
  });
  const known: Readonly<Record<string, string>> = {
    '/payments/$requestId': `/payments/${links[0]?.requestIds[0]}`,
    '/webhooks/$webhookId': `/webhooks/${hook.id}`,
  };
  const routes = listRoutes(await readFile(ROUTER, 'utf8'));
  return new Map(
    routes.flatMap((route) => {
      const path = route.includes('$') ? known[route] : route;
      return path === undefined ? [] : [[route, path] as const];
    }),
  );
}

interface Viewed {
  readonly sandbox: SandboxFile;
  readonly paths: ReadonlyMap<string, string>;
  readonly view: (typeof VIEWS)[number];
}

async function pictureView(browser: Browser, { sandbox, paths, view }: Viewed): Promise<void> {
  const { viewport, colorScheme, suffix } = view;
  const context = await browser.newContext({
    ...{ viewport, colorScheme, reducedMotion: 'reduce', locale: 'en-GB', timezoneId: 'UTC' },
  });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await page.goto(sandbox.dashboardUrl);
  await signIn(page);
  for (const [route, path] of paths) {
    await page.setViewportSize(viewport);
    await page.goto(new URL(path, sandbox.dashboardUrl).href);
    await page.locator('h1').waitFor();
    await page.getByText('Loading', { exact: true }).first().waitFor({ state: 'detached' });
    // Charts, and what a page asks for last.
    await page.waitForTimeout(LATER_MS);
    const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
    await page.setViewportSize({
      ...viewport,
      height: Math.min(Math.max(height, viewport.height), HEIGHT_MAX),
    });
    const { data } = await cdp.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
    await writeFile(join(FOLDER, pictureOf(route, suffix)), Buffer.from(data, 'base64'));
  }
  await context.close();
}

async function signIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Sign in with Test payee 0x/ }).click();
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByRole('button', { name: 'Sign', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
}

async function weigh(): Promise<void> {
  const names = await readdir(FOLDER);
  const sizes = await Promise.all(names.map((name) => stat(join(FOLDER, name))));
  const bytes = sizes.reduce((sum, { size }) => sum + size, 0);
  if (bytes > BYTES_MAX)
    throw new Error(`The pictures have ${bytes} bytes, more than ${BYTES_MAX}.`);
  process.stdout.write(`${FOLDER}: ${names.length} pictures, ${bytes} bytes\n`);
}
