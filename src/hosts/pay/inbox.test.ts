import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { signText } from '#kit/secret.ts';
import { ensurePageBuild } from './build.ts';
import { openInbox } from './inbox.ts';
import { createPayHost } from './pay-host.ts';

const log = pino({ level: 'silent' });
const build = await ensurePageBuild({ log });
const SECRET = 'a'.repeat(64);

async function openHost(mode: 'sandbox' | 'production' = 'sandbox') {
  const inbox = openInbox();
  inbox.secret = SECRET;
  const app = await createPayHost({
    mode,
    build,
    inbox,
    payUrl: 'http://127.0.0.1:9',
    apiUrl: 'http://127.0.0.1:9',
    authUrl: 'http://127.0.0.1:10',
    clientId: 'cli_page',
    trustedProxies: [],
    rpcUrls: new Map(),
    log,
  });
  const post = (body: string, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url: '/inbox/hook', body, headers });
  return { app, inbox, post, read: (url = '/inbox') => app.inject(url) };
}

const json = { 'content-type': 'application/json' };
const paid = JSON.stringify({ event: 'payment.confirmed', amount: '1' });

describe('the inbox', () => {
  it('says how to cause a delivery while it is empty, and loads nothing but its styles', async () => {
    const { read, app } = await openHost();
    const { body, headers, statusCode } = await read();
    expect(statusCode).toBe(200);
    expect(body).toContain('npm run demo');
    expect(body).toContain('npx florin trigger payment.confirmed');
    expect(body).not.toContain('<script');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    const styles = [...body.matchAll(/rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => href);
    expect(styles).toHaveLength(2);
    for (const href of styles) expect((await app.inject(href ?? '')).statusCode).toBe(200);
    await app.close();
  });

  it('shows both signatures of a true delivery as right, and never the secret', async () => {
    const { post, read, app } = await openHost();
    const standard = signText(SECRET, `01DELIVERY.1700000000.${paid}`, 'base64');
    const answer = await post(paid, {
      ...json,
      'x-service-signature': signText(SECRET, paid),
      'x-service-delivery': '01DELIVERY',
      'x-service-retry-count': '2',
      'x-service-test': 'true',
      'x-service-replay-of': '01FIRST',
      'webhook-id': '01DELIVERY',
      'webhook-timestamp': '1700000000',
      'webhook-signature': `v1,another v1,${standard}`,
    });
    expect(answer.statusCode).toBe(204);
    const { body } = await read();
    expect(body.match(/class="right"/g)).toHaveLength(2);
    expect(body).not.toContain('class="wrong"');
    for (const text of ['01DELIVERY', '<dd>2</dd>', '01FIRST', '>test<', '>replay<']) {
      expect(body).toContain(text);
    }
    expect(body).not.toContain(SECRET);
    await app.close();
  });

  it('shows a missing, a wrong and an altered signature as wrong', async () => {
    const { post, read, app } = await openHost();
    await post(paid, json);
    await post(paid, {
      ...json,
      'x-service-signature': '0'.repeat(64),
      'webhook-signature': 'v1,x',
    });
    await post(`${paid} `, { ...json, 'x-service-signature': signText(SECRET, paid) });
    const { body } = await read();
    expect(body.match(/class="wrong"/g)).toHaveLength(4);
    expect(body).not.toContain('class="right"');
    await app.close();
  });

  it('takes any body as text and escapes every text of it', async () => {
    const { post, read, app } = await openHost();
    const hostile = '</pre><script>alert(1)</script>';
    await post(JSON.stringify({ event: hostile, nothing: hostile }), json);
    await post(hostile, { 'content-type': 'text/html', 'x-service-delivery': `"'${hostile}` });
    await post('');
    for (const url of ['/inbox', `/inbox?event=${encodeURIComponent(hostile)}`]) {
      const { body } = await read(url);
      expect(body).not.toContain('<script');
      expect(body).toContain('&lt;script&gt;');
    }
    await app.close();
  });

  it('shows foreign bodies unchanged, at any depth', async () => {
    const { post, read, app } = await openHost();
    const deep = `${'['.repeat(32_000)}${']'.repeat(32_000)}`;
    await post(deep, json);
    await post('{"event":"forged"}', json);
    const { statusCode, body } = await read();
    expect(statusCode).toBe(200);
    expect(body.length).toBeLessThan(2 * deep.length);
    expect(body).toContain('{&quot;event&quot;:&quot;forged&quot;}');
    await app.close();
  });

  it('shows the newest first, of one event where one is selected', async () => {
    const { post, read, app } = await openHost();
    await post('{"event":"payment.pending"}', json);
    await post(paid, json);
    const all = (await read()).body;
    expect(all.indexOf('<h2>payment.confirmed')).toBeLessThan(all.indexOf('<h2>payment.pending'));
    const one = (await read('/inbox?event=payment.pending')).body;
    expect(one).toContain('<h2>payment.pending');
    expect(one).not.toContain('<h2>payment.confirmed');
    await app.close();
  });

  it('reloads unless that is switched off', async () => {
    const { read, app } = await openHost();
    expect((await read()).body).toContain('http-equiv="refresh" content="5"');
    expect((await read('/inbox?live=0')).body).not.toContain('http-equiv');
    await app.close();
  });

  it('keeps 500 posts, takes the largest event and refuses a body over 128 kB', async () => {
    const { post, inbox, app } = await openHost();
    for (let i = 0; i < 501; i += 1) await post(`{"event":"number ${i}"}`, json);
    expect(inbox.posts).toHaveLength(500);
    expect(inbox.posts[0]?.body).toContain('number 500');
    expect((await post('好'.repeat(32 * 1024))).statusCode).toBe(204);
    expect((await post('x'.repeat(128 * 1024 + 1))).statusCode).toBe(413);
    await app.close();
  });

  it('is not there in production', async () => {
    const { post, read, app, inbox } = await openHost('production');
    expect((await post(paid, json)).statusCode).toBe(404);
    expect((await read()).statusCode).toBe(404);
    expect(inbox.posts).toHaveLength(0);
    await app.close();
  });
});
