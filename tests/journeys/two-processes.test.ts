import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { isHex } from 'viem';
import { sign } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { insertClientId } from '../support/payable-link.ts';
import { type ProductionWorld, productionWorld } from '../support/production-world.ts';
import { sendToHost } from '../support/send-to-host.ts';
import type { SpawnedServer } from '../support/spawn-server.ts';
import {
  newWallet,
  openTestTronNode,
  type TestTronNode,
  TRON_USDT,
  type TronWallet,
} from '../support/tron-node.ts';
import { relayTron, type TronRelay } from '../support/watched-tron.ts';

let world: ProductionWorld;
let one: SpawnedServer;
let two: SpawnedServer;
let tron: TestTronNode;
/** Between the servers and the node of Tron. */
let relay: TronRelay;
beforeAll(async () => {
  tron = await openTestTronNode();
  relay = await relayTron(tron.url);
  world = await productionWorld({ RPC_URL_TRON: relay.url });
  [one, two] = await Promise.all([world.startServer(), world.startServer()]);
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await relay[Symbol.asyncDispose]();
  await tron[Symbol.asyncDispose]();
});

let people = 0;
/** Registers somebody at a server; answers the token of their session. */
async function register(server: SpawnedServer): Promise<string> {
  people += 1;
  const said = await sendToHost(`${server.authUrl}/v1/auth/register`, {
    body: { email: `person-${people}@shop.example`, password: 'a long enough password' },
  });
  expect(said.status).toBe(201);
  const token = /session_token=([^;]+)/.exec(said.headers.get('set-cookie') ?? '')?.[1];
  return z.string().parse(token);
}

const whoAmI = (server: SpawnedServer, headers: Record<string, string>) =>
  sendToHost(`${server.authUrl}/v1/auth/session`, { headers });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const cookie = (token: string) => ({ cookie: `session_token=${token}` });

/** Creates a link on a server, as from some address behind the proxy of this machine. */
const createLink = (
  server: SpawnedServer,
  headers: Record<string, string>,
  { from = '198.51.100.1', amount = '1' } = {},
) =>
  sendToHost(`${server.apiUrl}/v2/secure-payments`, {
    headers: { 'x-forwarded-for': from, ...headers },
    body: { requests: [{ destinationId: SAMPLE.destinationId, amount }] },
  });

async function countLinks(accountId: string): Promise<number> {
  const rows = await world.db
    .selectFrom('secure_payment')
    .select('token')
    .where('account_id', '=', accountId)
    .execute();
  return rows.length;
}

describe('two processes on one database share sessions', () => {
  it('which are opened at one, used at the other, and ended for both at once', async () => {
    const token = await register(one);
    for (const server of [two, one]) {
      for (const headers of [bearer(token), cookie(token)]) {
        expect(await whoAmI(server, headers)).toMatchObject({ status: 200 });
      }
    }
    const ended = await sendToHost(`${two.authUrl}/v1/auth/logout`, {
      method: 'POST',
      headers: { ...cookie(token), origin: world.payUrl },
    });
    expect(ended.status).toBe(200);
    for (const server of [one, two]) {
      for (const headers of [bearer(token), cookie(token)]) {
        expect(await whoAmI(server, headers)).toMatchObject({ status: 401 });
      }
    }
  });

  it('and keys, which stop at both at once when one revokes them', async () => {
    const signedIn = bearer(await register(one));
    const made = await sendToHost(`${one.authUrl}/v1/api-keys`, {
      headers: signedIn,
      body: { label: 'Till' },
    });
    const { id, apiKey } = z.object({ id: z.string(), apiKey: z.string() }).parse(made.body);
    for (const server of [one, two]) {
      expect(await createLink(server, { 'x-api-key': apiKey })).toMatchObject({ status: 201 });
    }
    const revoked = await sendToHost(`${one.authUrl}/v1/api-keys/${id}`, {
      method: 'DELETE',
      headers: signedIn,
    });
    expect(revoked.status).toBe(200);
    for (const server of [one, two]) {
      expect(await createLink(server, { 'x-api-key': apiKey })).toMatchObject({ status: 401 });
    }
  });
});

describe('two processes on one database do a named call once', () => {
  it('also when it comes to both at the same time, often', async () => {
    const { accountId, apiKey } = await world.newAccount();
    const calls = Array.from({ length: 20 }, (_, i) =>
      createLink(i % 2 === 0 ? one : two, { 'x-api-key': apiKey, 'idempotency-key': 'both' }),
    );
    const answers = await Promise.all(calls);
    const made = answers.filter(({ status }) => status === 201);
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    expect(new Set(made.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    const headers = { 'x-api-key': apiKey, 'idempotency-key': 'both' };
    for (const server of [one, two]) {
      const again = await createLink(server, headers);
      expect(again.body).toEqual(made[0]?.body);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(await createLink(server, headers, { amount: '2' })).toMatchObject({ status: 422 });
    }
    expect(await countLinks(accountId)).toBe(1);
  });

  it('also when the one that does it is killed at any moment, and the other is called again', async () => {
    const { accountId, apiKey } = await world.newAccount();
    const names = Array.from({ length: 90 }, (_, i) => `crash-${i}`);
    const victim = await world.startServer();
    const headersOf = (name: string) => ({ 'x-api-key': apiKey, 'idempotency-key': name });
    let answered = 0;
    const first: (Awaited<ReturnType<typeof createLink>> | undefined)[] = [];
    const waiting = names.entries();
    // Some are answered, some are under way, and most have not begun, however many are written by one statement.
    const callRemaining = async () => {
      for (const [i, name] of waiting) {
        const said = await createLink(victim, headersOf(name)).catch(() => undefined);
        first[i] = said;
        if (said !== undefined) answered += 1;
        if (answered === 10) await victim.kill();
      }
    };
    await Promise.all(Array.from({ length: 20 }, callRemaining));
    expect(first).toHaveLength(names.length);
    expect(first.filter((said) => said === undefined).length).toBeGreaterThan(0);
    const again = async (name: string) => {
      for (;;) {
        const said = await createLink(two, headersOf(name));
        // Until the database has noticed that who did it is gone, the call counts as under way.
        if (said.status !== 409) return said;
        await wait(50);
      }
    };
    const second = await Promise.all(names.map(again));
    expect(second.map(({ status }) => status)).toEqual(names.map(() => 201));
    // Who was answered before the crash gets that answer, and nobody got two links.
    for (const [i, said] of first.entries()) {
      if (said !== undefined) expect(second[i]?.body).toEqual(said.body);
    }
    expect(await countLinks(accountId)).toBe(names.length);
  });
});

describe('two processes on one database forward one payment of a link on Tron', () => {
  const FEE_PROXY = 'TCUDPYnS9dH3WvFEaE7wN7vnDa51J4R4fd';
  const Prepared = z.object({
    transactions: z.array(
      z.looseObject({ txID: z.string(), raw_data: z.unknown(), raw_data_hex: z.string() }),
    ),
  });

  /** A link, who pays it, and both servers as they reach them. */
  async function payable() {
    const { accountId, apiKey } = await world.newAccount();
    const { clientId } = await insertClientId(world.db, accountId);
    const wallet = await tron.freshWallet();
    await tron.allow(wallet, TRON_USDT, FEE_PROXY);
    const currency = { invoiceCurrency: 'USDT-tron', paymentCurrency: 'USDT-tron' };
    const made = await sendToHost(`${one.apiUrl}/v2/secure-payments`, {
      headers: { 'x-api-key': apiKey },
      body: { requests: [{ payee: newWallet().address, amount: '5', ...currency }] },
    });
    const { token } = z.looseObject({ token: z.string() }).parse(made.body);
    const headers = { 'x-client-id': clientId, origin: world.payUrl };
    const at = (server: SpawnedServer) => `${server.apiUrl}/v2/secure-payments/${token}`;
    const signedBy = async ({ address, privateKey }: TronWallet) => {
      const { body } = await sendToHost(`${at(two)}/pay?wallet=${address}`, { headers });
      const [transaction] = Prepared.parse(body).transactions;
      const hash = `0x${transaction?.txID}`;
      if (!isHex(hash)) throw new Error('a payment is prepared');
      const signature = await sign({ hash, privateKey, to: 'hex' });
      return { ...transaction, signature: [signature.slice(2)] };
    };
    const send = (server: SpawnedServer, body: object) =>
      sendToHost(`${at(server)}/tron/broadcast`, { headers, body });
    relay.paths.splice(0);
    // Long enough that the second call comes while the node has not answered the first.
    relay.alter = async (path, _body, answer) => {
      if (path === 'wallet/broadcasthex') await wait(300);
      return answer;
    };
    return { wallet, signedBy, send };
  }
  const broadcasts = () => relay.paths.filter((path) => path === 'wallet/broadcasthex');

  it('when the same transaction comes to both at the same time, with one answer', async () => {
    const { wallet, signedBy, send } = await payable();
    const signed = await signedBy(wallet);
    const answers = await Promise.all([one, two].map((server) => send(server, signed)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.body).toMatchObject({ result: true, code: 'SUCCESS' });
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect(broadcasts()).toHaveLength(1);
  });

  it('when different ones come to both at the same time, and name it to the other', async () => {
    const { wallet, signedBy, send } = await payable();
    const first = await signedBy(wallet);
    await tron.mine();
    const second = await signedBy(wallet);
    expect(second.txID).not.toBe(first.txID);
    const answers = await Promise.all([send(one, first), send(two, second)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const sent = answers[0]?.status === 200 ? first : second;
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({
      code: 'payment_already_sent',
      sentTransactions: [{ txid: sent.txID }],
    });
    expect(broadcasts()).toHaveLength(1);
  });
});

describe('two processes on one database share limits', () => {
  const leftOf = (headers: Headers) => headers.get('ratelimit-remaining');

  it('so that a caller has one window at both, and is blocked at both', async () => {
    const { apiKey } = await world.newAccount();
    const key = { 'x-api-key': apiKey };
    const from = '198.51.100.7';
    const call = (server: SpawnedServer) => createLink(server, key, { from });
    expect(leftOf((await call(one)).headers)).toBe('299');
    expect(leftOf((await call(two)).headers)).toBe('298');
    expect(leftOf((await call(one)).headers)).toBe('297');
    // Most of the minute at one of them. What is refused counts too and costs nothing, so that a busy machine is done within it.
    const waste = (server: SpawnedServer) => createLink(server, key, { from, amount: 'none' });
    for (let i = 0; i < 297; i += 1) {
      expect((await waste(i % 3 === 0 ? two : one)).status).toBe(400);
    }
    for (const server of [one, two]) {
      const refused = await call(server);
      expect(refused).toMatchObject({ status: 429, body: { message: 'Too Many Requests' } });
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(61);
    }
    for (let i = 0; i < 300; i += 1) await waste(one);
    for (const server of [one, two]) {
      const blocked = await call(server);
      expect(blocked.status).toBe(429);
      expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(280);
      // Another address of the same key, and another key at the same address, go on.
      expect(await createLink(server, key, { from: '198.51.100.8' })).toMatchObject({
        status: 201,
      });
    }
  });

  it('and open again at both as soon as somebody lifts a block', async () => {
    const lift = async () => {
      for (const table of ['rate_limit_window', 'rate_limit_block']) {
        const counts = sql.table(table);
        await sql`delete from ${counts} where key like '%198.51.100.7'`.execute(world.db);
      }
      await sql`notify florin_unblock`.execute(world.db);
    };
    const { apiKey } = await world.newAccount();
    const call = (server: SpawnedServer) =>
      createLink(server, { 'x-api-key': apiKey }, { from: '198.51.100.7' });
    await lift();
    await call(one);
    // As after a sustained breach.
    await sql`insert into rate_limit_block
      select key, ${Date.now() + 300_000} from rate_limit_window
      where key like '%198.51.100.7'`.execute(world.db);
    for (const server of [one, two]) expect((await call(server)).status).toBe(429);
    await lift();
    for (const server of [one, two]) {
      await expect.poll(async () => (await call(server)).status).toBe(201);
    }
  });
});
