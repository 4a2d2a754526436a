import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Frame, Page } from 'playwright-core';
import type { Plugin } from 'vite';
import { z } from 'zod';

/** A stand-in of the interface of Safe: a page that shows an app in a frame and speaks its protocol. */
export interface SafeInterfaceHost extends AsyncDisposable {
  /** Where a setting names it; the same pages are at `otherOrigin` too. */
  readonly origin: string;
  readonly otherOrigin: string;
  /** The address at which an app is shown; from either origin. */
  urlOf(appUrl: string, origin?: string): string;
  /** A page that only loads the vendor’s client. */
  readonly clientUrl: string;
}

/** What the interface says and does, set by a test. */
export interface SafeBehaviour {
  readonly info?: object;
  /** `confirm` proposes, `reject` is what a person does; `silent` answers nothing at all. */
  readonly mode?: 'confirm' | 'reject' | 'silent';
  readonly status?: object;
  /** What a node answers to each call of a contract. */
  readonly called?: string;
}

const Proposed = z.array(
  z.array(z.object({ to: z.string(), value: z.string(), data: z.string() })),
);

/** The hash under which everything is proposed. */
export const SAFE_TX_HASH = `0x${'ab'.repeat(32)}`;

/**
 * Runs in the interface. As the public one: only messages of its frame, of the app's origin and with a known method
 * are answered, and only to that origin; what it proposes is kept.
 */
const SCRIPT = `(() => {
  const app = new URL(new URLSearchParams(location.search).get('app'));
  const frame = document.querySelector('iframe');
  const safe = { info: {}, mode: 'confirm', status: {}, proposed: [], asked: [] };
  globalThis.safe = safe;
  const methods = {
    getSafeInfo: () => safe.info,
    rpcCall: ({ call, params }) => {
      if (call === 'eth_blockNumber') return '0x10';
      if (call === 'eth_getCode') return '0x60806040';
      if (call === 'eth_call' && safe.called) return safe.called;
      throw new Error(call + ' is not known: ' + JSON.stringify(params));
    },
    getTxBySafeTxHash: () => safe.status,
    sendTransactions: ({ txs }) => {
      if (safe.mode === 'reject') throw new Error('Transaction was rejected');
      safe.proposed.push(txs.map(({ to, value, data }) => ({ to, value: value ? BigInt(value).toString() : '0', data: data || '0x' })));
      return { safeTxHash: '${SAFE_TX_HASH}' };
    },
  };
  addEventListener('message', async ({ source, origin, data }) => {
    const isApp = source === frame.contentWindow && origin === app.origin;
    if (!isApp || !Object.hasOwn(methods, data?.method)) return;
    safe.asked.push({ method: data.method, version: data.env.sdkVersion });
    if (safe.mode === 'silent') return;
    const send = (answer) => frame.contentWindow.postMessage({ id: data.id, version: '9.1.0', ...answer }, app.origin);
    try {
      send({ success: true, data: await methods[data.method](data.params) });
    } catch (error) {
      send({ success: false, error: error.message });
    }
  });
  frame.src = app.href;
})()`;

/** The features that the public interface leaves to an app. */
const SANDBOX =
  'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-forms allow-downloads allow-orientation-lock';

const INTERFACE = `<!doctype html><html lang="en"><title>Interface</title><link rel="icon" href="data:,"><main><iframe title="App" sandbox="${SANDBOX}" width="380" height="620"></iframe></main><script src="/interface.js"></script></html>`;
const CLIENT =
  '<!doctype html><html lang="en"><title>App</title><script src="/client.js"></script></html>';

let client: Promise<string> | undefined;

/** There is no such file: its text is below. */
const CLIENT_ENTRY = join(import.meta.dirname, 'safe-app-client.js');

/** A page that uses the vendor’s client, as text: it is for browsers, and nothing of ours is typed by it. */
const clientPage: Plugin = {
  name: 'safe-app-client',
  enforce: 'pre',
  resolveId: (id) => (id === CLIENT_ENTRY ? id : undefined),
  load: (id) =>
    id === CLIENT_ENTRY
      ? "import Sdk from '@safe-global/safe-apps-sdk'; globalThis.safeAppsSdk = new Sdk();"
      : undefined,
};

/** The vendor’s client in one script. */
async function buildClient(): Promise<string> {
  const { build } = await import('vite');
  const built = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [clientPage],
    build: { write: false, lib: { entry: CLIENT_ENTRY, formats: ['iife'], name: 'client' } },
  });
  const [first] = [built].flat();
  const [chunk] = first !== undefined && 'output' in first ? first.output : [];
  if (chunk === undefined) throw new Error('nothing was built');
  return chunk.code;
}

/** Starts the stand-in on a free port, under two names of this machine: two sites to a browser. */
export async function startSafeInterface(): Promise<SafeInterfaceHost> {
  client ??= buildClient();
  const script = await client;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const [type, body] =
      pathname === '/interface.js'
        ? ['text/javascript', SCRIPT]
        : pathname === '/client.js'
          ? ['text/javascript', script]
          : ['text/html', pathname === '/client' ? CLIENT : INTERFACE];
    response.writeHead(200, { 'content-type': type });
    response.end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const origin = `http://localhost:${port}`;
  const otherOrigin = `http://127.0.0.1:${port}`;
  return {
    origin,
    otherOrigin,
    clientUrl: `${otherOrigin}/client`,
    urlOf: (appUrl, from = origin) => `${from}/?app=${encodeURIComponent(appUrl)}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** Opens an app in the interface, which behaves so from its first moment; returns the frame of the app. */
export async function openInSafe(
  page: Page,
  { url, ...behaviour }: SafeBehaviour & { readonly url: string },
): Promise<Frame> {
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction('globalThis.safe !== undefined');
  await behave(page, behaviour);
  const [, frame] = page.frames();
  if (frame === undefined) throw new Error('the interface has no frame');
  return frame;
}

/** Changes what the interface says. */
export async function behave(page: Page, behaviour: SafeBehaviour): Promise<void> {
  await page.evaluate(`Object.assign(safe, ${JSON.stringify(behaviour)})`);
}

/** What was proposed in the interface, one transaction of a Safe after the other. */
export async function proposedIn(page: Page): Promise<z.output<typeof Proposed>> {
  return Proposed.parse(await page.evaluate('safe.proposed'));
}
