import { expect, it } from 'vitest';
import type { PageConfig } from './config.ts';
import { renderPage } from './server.tsx';

const CONFIG: PageConfig = {
  ...{ mode: 'production', apiUrl: 'https://api.example', clientId: 'cli', token: 'a' },
  networks: {},
};

function textOf(first: Parameters<typeof renderPage>[0]['first']): string {
  const assets = { script: '/main.js', style: '/main.css', icon: '/icon.svg' };
  return renderPage({ config: CONFIG, first, assets, nowMs: 0 }).html;
}

it.each([
  [287, 'within 5 minutes.'],
  [17, 'within a minute.'],
])('says how long a caller has to wait who called too often: %d seconds', (retryAfterS, wait) => {
  expect(textOf({ status: 429, body: null, retryAfterS })).toContain(wait);
});

it.each([429, 503])('promises to go on by itself with a script only: %d', (status) => {
  const html = textOf({ status, body: null });
  expect(html).toMatch(/<span class="needs-script">(We keep trying|This page continues)/);
  expect(html).toMatch(/<noscript>[^<]*or open the link in another browser\.<\/noscript>/);
  expect(html).not.toMatch(/(?<!<div class="needs-script">)<button/);
});
