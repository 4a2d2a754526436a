import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { createBase58check } from '@scure/base';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { WALLET_SCREENERS } from '#catalog/wallet-screeners.ts';
import { readHypernativeAlert } from '#providers/hypernative/hypernative-alert.ts';
import { readMerkleScienceAlert } from '#providers/merkle-science/merkle-science-alert.ts';
import { describeScreener } from '../../../tests/providers/screener-conformance.ts';
import { startHttpServer } from '../../../tests/support/http-server.ts';
import { magicAddress } from './magic-addresses.ts';
import { type ScreeningServer, startScreeningServer } from './screening-server.ts';

for (const vendor of WALLET_SCREENERS) {
  describeScreener('the sandbox', vendor, async () => {
    const server = await startScreeningServer();
    return {
      baseUrl: `${server.url}/${vendor}`,
      approved: '0x742d35Cc6634C0532925a3b844Bc454e4438f44e',
      rejected: magicAddress('reject'),
      silent: magicAddress('time_out'),
      [Symbol.asyncDispose]: () => server.stop(),
    };
  });
}

let server: ScreeningServer;
beforeEach(async () => {
  server = await startScreeningServer();
});
afterEach(() => server.stop());

const post = async (path: string, body: object) => {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(server.url + path, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: z.looseObject({}).parse(await answer.json()) };
};
const reputation = (wallet: string) =>
  post('/hypernative/screener/reputation', { addresses: [wallet] });

it.each([
  ['fail', 503, {}],
  ['no_data', 404, {}],
  ['unknown_level', 200, { severity: 'Fatal' }],
  ['reject', 200, { recommendation: 'Deny' }],
] as const)('does what the address says: %s', async (outcome, status, body) => {
  expect(await reputation(magicAddress(outcome))).toMatchObject({ status, body });
});

it('reads the ending of a Tron address in its hexadecimal form', async () => {
  const bytes = Buffer.from(`41${magicAddress('reject').slice(2)}`, 'hex');
  const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest();
  const identifier = createBase58check(sha256).encode(bytes);
  const body = { identifier, blockchain: 'tron' };
  const answer = await post('/merklescience/api/v4.2/addresses/', body);
  expect(answer).toMatchObject({ status: 200, body: { identifier, risk_level: 4 } });
});

it('answers late, by command after any time, with a decision of either kind', async () => {
  await post('/control/screening', { lateMs: 1 });
  const late = await reputation(magicAddress('late_reject'));
  expect(late.body['recommendation']).toBe('Deny');
  const approved = await reputation(magicAddress('late_approve'));
  expect(approved.body['recommendation']).toBe('Approve');
});

it('has one vendor dead by command, decides about single wallets, and counts what it is asked', async () => {
  const wallet = `0x${'ab'.repeat(20)}`;
  await post('/control/screening', { dead: ['merklescience'], outcomes: { [wallet]: 'reject' } });
  expect((await reputation(wallet)).body['recommendation']).toBe('Deny');
  const other = await post('/merklescience/api/v4.2/addresses/', {
    identifier: wallet,
    blockchain: 'base',
  });
  expect(other.status).toBe(503);
  const state = await post('/control/screening', {});
  expect(state.body['asked']).toEqual({ hypernative: 1, merklescience: 1 });
});

it.each(WALLET_SCREENERS)('sends alerts of %s that its adapter takes', async (vendor) => {
  const received: { rawBody: Buffer; headers: IncomingHttpHeaders }[] = [];
  await using receiver = await startHttpServer(async (request, response) => {
    received.push({ rawBody: await buffer(request), headers: request.headers });
    response.writeHead(200).end();
  });
  const wallet = `0x${'ab'.repeat(20)}`;
  const sent = () => post('/control/screening/alerts', { vendor, wallets: [wallet] });
  expect((await sent()).status).toBe(400);
  server.sendAlertsTo(receiver.url);
  expect(await sent()).toMatchObject({ status: 200, body: { status: 200 } });
  const [request] = received;
  const keys = [server.alertKeys[vendor]];
  const read = { hypernative: readHypernativeAlert, merklescience: readMerkleScienceAlert }[vendor];
  expect(request && read(request, keys).addresses).toEqual([wallet]);
});

it('refuses what no vendor takes', async () => {
  expect((await post('/hypernative/screener/reputation', { addresses: [] })).status).toBe(400);
  expect((await post('/control/screening', { dead: ['nobody'] })).status).toBe(400);
  expect((await post('/hypernative/other', {})).status).toBe(404);
});
