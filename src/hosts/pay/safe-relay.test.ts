import fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import type { NetworkId } from '#catalog/networks.ts';
import { TEST_SAFE } from '#sandbox/test-accounts.ts';
import { startHttpServer } from '../../../tests/support/http-server.ts';
import { mountSafeRelay } from './safe-relay.ts';

const HASH = `0x${'ab'.repeat(32)}`;
const READ = `/safe/base/v2/multisig-transactions/${HASH}/`;
const CONFIRM = `/safe/base/v1/multisig-transactions/${HASH}/confirmations/`;
const PROPOSE = `/safe/base/v2/safes/${TEST_SAFE.address}/multisig-transactions/`;

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

function relayTo(url: string) {
  const app = fastify();
  mountSafeRelay(app, new Map<NetworkId, string>([['base', `${url}/base/api`]]));
  opened.push({ close: () => app.close() });
  return app;
}

describe('the relay of the Safe service', () => {
  it('passes on what owners of a Safe need, and nothing else', async () => {
    const asked: string[] = [];
    await using service = await startHttpServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.writeHead(request.method === 'POST' ? 201 : 200).end('{"nonce":"0"}');
    });
    const app = relayTo(service.url);
    const payload = { signature: '0x' };
    expect((await app.inject(READ)).json()).toEqual({ nonce: '0' });
    for (const url of [CONFIRM, PROPOSE]) {
      expect((await app.inject({ method: 'POST', url, payload })).statusCode).toBe(201);
    }
    const passed = [`GET ${READ}`, `POST ${CONFIRM}`, `POST ${PROPOSE}`];
    expect(asked).toEqual(passed.map((one) => one.replace('/safe/base/', '/base/api/')));

    const others = ['/safe/base/v1/about/', READ.replace('base', 'sepolia'), `${READ}..%2f..`];
    for (const url of others) expect((await app.inject(url)).statusCode, url).toBe(404);
    expect(asked).toHaveLength(passed.length);
  });

  it('takes JSON only, which pages of other hosts cannot send', async () => {
    const app = relayTo('http://127.0.0.1:9');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const form = await app.inject({ method: 'POST', url: CONFIRM, payload: 'a=b', headers });
    expect(form.statusCode).toBe(415);
  });

  it('answers 502 for a service that is gone', async () => {
    expect((await relayTo('http://127.0.0.1:9').inject(READ)).statusCode).toBe(502);
  });
});
