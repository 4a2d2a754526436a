import type { Browser } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { sharedBrowser } from './support/chromium.ts';
import { startScene } from './support/scene.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

/** What a document can see of those before it. */
const SEEN = `({
  local: { ...localStorage },
  session: { ...sessionStorage },
  cookie: document.cookie,
  history: history.length,
  title: document.querySelector('h2')?.textContent,
  added: [typeof addedFunction, typeof addedValue],
})`;

it('a page that tests use in turn shows a test nothing of those before', async () => {
  const states: unknown[] = [];
  const hosts: string[] = [];
  for (let test = 0; test < 2; test += 1) {
    await using scene = await startScene({ browser });
    await scene.open();
    await scene.page.getByRole('button', { name: 'Pay with Rabbit Wallet' }).waitFor();
    expect(scene.wallet.calls.filter(({ method }) => method === 'eth_requestAccounts')).toEqual([]);
    states.push(await scene.page.evaluate(SEEN));
    await scene.context.exposeFunction('addedFunction', () => 'called');
    await scene.page.addInitScript('globalThis.addedValue = 1');
    hosts.push(scene.host.url);
    await scene.toReview();
    expect(await scene.page.evaluate('addedFunction()')).toBe('called');
    expect(await scene.page.evaluate('addedValue')).toBe(1);
    await scene.page.evaluate(`localStorage.left = 'behind';
      sessionStorage.left = 'behind';
      document.cookie = 'left=behind';
      addEventListener('pagehide', () => localStorage.setItem('left', 'behind'));
      history.pushState({}, '', '#left')`);
  }
  expect(hosts[1]).toBe(hosts[0]);
  expect(states[1]).toEqual(states[0]);
});

it('a page to which a test added what stays is not lent again', async () => {
  const first = await startScene({ browser });
  await first.context.clock.install();
  await first[Symbol.asyncDispose]();
  expect(first.page.isClosed()).toBe(true);
  await using second = await startScene({ browser });
  expect(second.page).not.toBe(first.page);
});
