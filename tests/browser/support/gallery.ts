import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { build } from 'vite';
import { z } from 'zod';
import { ROOT } from '../../../src/hosts/pages/kept-build.ts';
import { allMessages } from './all-messages.ts';

const ORIGIN = 'https://gallery.example';
/** The narrowest phone that has to do. */
const NARROW = { width: 320, height: 640 };

const Listed = z.array(z.object({ name: z.string() }));
const Findings = z.array(z.string());

/** How the samples of the pay page are shown. */
interface GalleryOptions {
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly dark: boolean;
}

/** Every state of the pay page, as the samples of `web/pay/gallery` have it, in one language on a narrow phone, all that folds unfolded. */
export interface Gallery extends AsyncDisposable {
  readonly page: Page;
  readonly names: readonly string[];
  show(name: string): Promise<void>;
  /** What is wrong with each state, in words: what is wider than the screen, and what axe finds serious or critical by any of its rules. */
  findings(): Promise<readonly string[]>;
}

/** Opens all samples in a browser profile of their own; no host, node or wallet runs. */
export async function openGallery(browser: Browser, options: GalleryOptions): Promise<Gallery> {
  built ??= buildGallery();
  const files = await built;
  const context = await browser.newContext({
    ...{ viewport: NARROW, reducedMotion: 'reduce', timezoneId: 'UTC' },
    colorScheme: options.dark ? 'dark' : 'light',
  });
  await context.clock.setFixedTime('2026-11-29T12:00:00.000Z');
  await serve(context, files, documentOf(files, options));
  const page = await context.newPage();
  await page.goto(`${ORIGIN}/`);
  const list = await page.locator('pre').textContent();
  const names = Listed.parse(JSON.parse(list ?? '')).map(({ name }) => name);
  const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
  const source = await readFile(axe, 'utf8');
  await page.evaluate(`${source};${SCRIPT}`);
  return {
    page,
    names,
    show: async (name) => {
      await page.evaluate(`showSettled(${JSON.stringify(name)})`);
    },
    findings: async () => Findings.parse(await page.evaluate(`readEach(${JSON.stringify(names)})`)),
    [Symbol.asyncDispose]: () => context.close(),
  };
}

/** What was built, by its path. */
type Files = ReadonlyMap<string, string | Uint8Array>;

let built: Promise<Files> | undefined;

/** One build for all languages; nothing is written. */
async function buildGallery(): Promise<Files> {
  const all = await build({
    ...{ root: ROOT, configFile: join(ROOT, 'vite.config.ts'), mode: 'production' },
    plugins: [allMessages],
    build: {
      ...{ write: false, minify: false, cssMinify: false, reportCompressedSize: false },
      // In one file, so that no state waits for a part of the page.
      rolldownOptions: { input: 'web/pay/gallery/main.tsx', output: { codeSplitting: false } },
    },
  });
  const outputs = Array.isArray(all) ? all : 'output' in all ? [all] : [];
  return new Map(
    outputs
      .flatMap(({ output }) => output)
      .map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]),
  );
}

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
};

async function serve(context: BrowserContext, files: Files, document: string): Promise<void> {
  await context.route(`${ORIGIN}/**`, async (route) => {
    const path = new URL(route.request().url()).pathname.slice(1);
    const source = path === '' ? document : files.get(path);
    if (source === undefined) return await route.fulfill({ status: 404, body: '' });
    const contentType = TYPES[path.split('.').at(-1) ?? ''] ?? 'text/html';
    const body = typeof source === 'string' ? source : Buffer.from(source);
    await route.fulfill({ contentType, body });
  });
}

function documentOf(files: Files, { language, direction }: GalleryOptions): string {
  const names = [...files.keys()];
  const script = names.find((name) => basename(name).startsWith('main-') && name.endsWith('.js'));
  const style = names.find((name) => name.endsWith('.css'));
  return `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8">
<title>Gallery</title><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/${style}"></head>
<body><script type="module" src="/${script}"></script></body></html>`;
}

/**
 * One call for all states: each call of the browser takes longer than to show a state. What axe would prepare for its reports is left
 * out: selectors, which take a sixth of its time, and style sheets and media, which no rule that is on reads here.
 */
const SCRIPT = `
const options = { resultTypes: ['violations'], preload: false, selectors: false };
globalThis.showSettled = async (name) => {
  await showSample(name);
  for (let turn = 0; turn < 3; turn++) {
    await new Promise((done) => setTimeout(done));
    for (const folded of document.querySelectorAll('details')) folded.open = true;
  }
};
globalThis.readEach = async (names) => {
  const found = [];
  for (const name of names) {
    await showSettled(name);
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(name + ': ' + scrollWidth + ' of ' + clientWidth + ' px');
    for (const { id, impact, nodes } of (await axe.run(document, options)).violations)
      if (impact === 'serious' || impact === 'critical')
        found.push(name + ': ' + id + ' ' + nodes.map(({ html }) => html).join(' '));
  }
  return found;
};`;
