import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { z } from 'zod';
import { buildPage, readBuiltPage } from '../src/hosts/pages/build-page.ts';
import { startBrowser } from '../tests/browser/support/chromium.ts';

/** Where the pictures of the states are. */
const STATE_PICTURES = 'docs/pictures/pay-states';

const STATES_DOCUMENT = 'docs/design/pay-page-states.md';

/** Of all of them together. */
const BYTES_MAX = 3_000_000;
/** No state is higher than this by far. */
const HEIGHT_MAX = 3_000;
const QUALITY = 64;
const LATER_MS = 300;
/** What appears a second after the rest is in the picture too. */
const SHOWN_LATER = '.closed-window { animation: none }';
const ORIGIN = 'https://pay.example';
const NOW = '2026-11-29T12:00:00.000Z';

const PHONE = { width: 390, height: 844 };
const VIEWS = [
  { suffix: '', viewport: PHONE, colorScheme: 'light' },
  { suffix: '.dark', viewport: PHONE, colorScheme: 'dark' },
  { suffix: '.desktop', viewport: { width: 1_080, height: 680 }, colorScheme: 'light' },
] as const;

type View = (typeof VIEWS)[number];

const Listed = z.object({
  name: z.string(),
  at: z.string(),
  when: z.string(),
  isMain: z.boolean(),
});

type Listed = z.infer<typeof Listed>;

/**
 * Takes a picture of each state of the pay page, made of the samples of `web/pay/gallery` by the page’s own components
 * and styles, and writes the overview of them. No host runs: the browser is handed the files of a build.
 */
export async function pictureStates(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'florin-gallery-'));
  const browser = await startBrowser();
  try {
    const source = { page: 'web/pay/gallery', configFile: 'vite.config.ts', hasServer: false };
    await buildPage(folder, source);
    await rm(STATE_PICTURES, { recursive: true, force: true });
    await mkdir(STATE_PICTURES, { recursive: true });
    for (const view of VIEWS) {
      const listed = await pictureView(browser, folder, view);
      if (view.suffix === '') await writeFile(STATES_DOCUMENT, overviewOf(listed));
    }
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
  await weigh();
}

/** Takes one view of all states, or of the main ones, and returns the list of all. */
async function pictureView(
  browser: Browser,
  folder: string,
  { suffix, viewport, colorScheme }: View,
): Promise<readonly Listed[]> {
  const context = await browser.newContext({
    ...{ viewport, colorScheme, reducedMotion: 'reduce', locale: 'en-GB', timezoneId: 'UTC' },
  });
  await context.clock.setFixedTime(NOW);
  const document = await documentOf(folder);
  await context.route(`${ORIGIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/') return await route.fulfill({ contentType: 'text/html', body: document });
    if (!pathname.startsWith('/assets/')) return await route.fulfill({ status: 404, body: '' });
    return await route.fulfill({ path: join(folder, 'assets', basename(pathname)) });
  });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await page.goto(`${ORIGIN}/`);
  const listed = z.array(Listed).parse(JSON.parse((await page.locator('pre').textContent()) ?? ''));
  for (const { name, at } of listed.filter(({ isMain }) => isMain || suffix === '')) {
    await page.setViewportSize(viewport);
    await page.goto(`${ORIGIN}/#${name}`);
    await page.locator(`main.at-${at}`).waitFor();
    // Parts that are loaded once they are shown, such as the ways without a wallet.
    await page.waitForTimeout(LATER_MS);
    // So high that what sticks to the bottom of a screen stands in its own place.
    const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
    await page.setViewportSize({ ...viewport, height: Math.min(height, HEIGHT_MAX) });
    const { data } = await cdp.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
    await writeFile(join(STATE_PICTURES, `${name}${suffix}.webp`), Buffer.from(data, 'base64'));
  }
  await context.close();
  return listed;
}

async function documentOf(folder: string): Promise<string> {
  const built = await readBuiltPage(folder);
  if (built === undefined) throw new Error('The gallery was not built.');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${built.style}"><style>${SHOWN_LATER}</style></head>
<body><script type="module" src="${built.script}"></script></body></html>`;
}

/** The overview of all states, as Markdown. */
export function overviewOf(listed: readonly Listed[]): string {
  const rows = listed.map(({ name, at, when, isMain }) => {
    const more = isMain
      ? ['dark', 'desktop'].map((view) => `<br>[${view}](${pathOf(name, view)})`)
      : [];
    return `| \`${name}\`<br>of \`${at}\`${more.join('')} | ${when} | <img src="${pathOf(name)}" width="240" alt="${name}"> |`;
  });
  return `${HEAD}\n\n| state | when it is shown | on a phone |\n|---|---|---|\n${rows.join('\n')}\n`;
}

const pathOf = (name: string, view?: string) =>
  `../pictures/pay-states/${name}${view === undefined ? '' : `.${view}`}.webp`;

const HEAD = `# Every state of the pay page

Made by \`npm run pictures -- states\` from \`web/pay/gallery\`; a test compares it with the samples there, and a state without one does not
compile. The states are those of \`web/pay/page-state.ts\`, and while paying from another network (\`crosschain\`) those of
\`web/pay/crosschain/route-state.ts\`. [How the page is designed](pay-page.md) says what they have in common.`;

async function weigh(): Promise<void> {
  const names = await readdir(STATE_PICTURES);
  const sizes = await Promise.all(names.map((name) => stat(join(STATE_PICTURES, name))));
  const bytes = sizes.reduce((sum, { size }) => sum + size, 0);
  if (bytes > BYTES_MAX)
    throw new Error(`The pictures have ${bytes} bytes, more than ${BYTES_MAX}.`);
  process.stdout.write(`${STATE_PICTURES}: ${names.length} pictures, ${bytes} bytes\n`);
}
