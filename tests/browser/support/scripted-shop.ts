import type { Browser, Frame, Page } from 'playwright-core';
import { type Scene, startScene } from './scene.ts';
import { startStubServer } from './stub-server.ts';

/** A shop that loads florin.js, which its page opens by the link behind `#`. */
export interface ScriptedShop extends Scene {
  readonly shopUrl: string;
  /** What the policies of the shop and the frame refused. */
  readonly refusals: readonly string[];
}

interface ShopParts {
  readonly browser: Browser;
  /** What the shop's policy says beside the hosts of scripts and frames. */
  readonly policy: string;
  /** The shop's page, which loads `/shop.js`. */
  readonly page: (payUrl: string) => string;
  /** The shop's script. */
  readonly code: string;
}

/** Starts a shop beside a pay host whose client ID lists it. */
export async function startScriptedShop(parts: ShopParts): Promise<ScriptedShop> {
  const { browser, policy, page, code } = parts;
  const scene = await startScene({ browser, mode: 'sandbox' });
  const { host, api } = scene;
  const shop = await startStubServer((request, response) => {
    const isScript = request.url === '/shop.js';
    response.writeHead(200, {
      'content-type': isScript ? 'text/javascript' : 'text/html',
      'content-security-policy': `${policy}; script-src 'self' ${host.url}; frame-src ${host.url}`,
    });
    response.end(isScript ? code : page(host.url));
  });
  const body = { allowedDomains: [shop.url], isWalletConnected: false };
  api.embedding = { status: 200, body };
  const refusals: string[] = [];
  scene.page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refusals.push(message.text());
  });
  return {
    ...scene,
    shopUrl: `${shop.url}/#${host.linkUrl}`,
    refusals,
    [Symbol.asyncDispose]: async () => {
      await scene[Symbol.asyncDispose]();
      await shop[Symbol.asyncDispose]();
    },
  };
}

/** The one frame of a page. */
export async function frameIn(page: Page): Promise<Frame> {
  const element = await page.waitForSelector('iframe');
  const frame = await element.contentFrame();
  if (frame === null) throw new Error('there is no frame');
  return frame;
}

/** Waits for the heading of what a frame shows. */
export const heading = (frame: Frame, name: string): Promise<void> =>
  frame.getByRole('heading', { level: 2, name }).waitFor();

/** Has a frame read anew, as a person does who comes back to the shop from another tab. */
export const comeBack = (frame: Frame): Promise<unknown> =>
  frame.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
