import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from '#kit/clock.ts';
import { Outage } from '#kit/failure.ts';
import { systemRandom } from '#kit/secret.ts';
import { type Outbound, openOutbound } from '#platform/outbound/outbound.ts';
import { openBridgeProvider } from '#providers/bridge-xyz/bridge-provider.ts';
import type { OffRampProvider } from '#providers/off-ramp-provider.ts';
import {
  BANK_ACCOUNT,
  describeOffRampProvider,
} from '../../../tests/providers/off-ramp-conformance.ts';
import { startHttpServer } from '../../../tests/support/http-server.ts';
import { type BankServer, startBankServer } from './bank-server.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A bank whose chain holds what the test puts there. */
async function startBank(file?: string) {
  const clock = manualClock(new Date('2026-11-24T12:00:00.000Z'));
  const chain = { units: 0n, sentBack: 0 };
  const deposits = {
    readUnits: async () => chain.units,
    sendBack: async () => {
      chain.sentBack += 1;
    },
  };
  const server = await startBankServer({
    nodes: [],
    random: systemRandom,
    now: clock,
    deposits,
    ...(file !== undefined && { file }),
  });
  return { clock, chain, server };
}

describeOffRampProvider('the sandbox', async () => {
  const { clock, chain, server } = await startBank();
  return {
    baseUrl: `${server.url}/v0`,
    fund: async () => {
      chain.units = 75_000_000n;
    },
    process: async () => {
      clock.advance(HOUR_MS);
      chain.units = 0n;
    },
    [Symbol.asyncDispose]: () => server.stop(),
  };
});

describe('the bank of the sandbox', () => {
  let outbound: Outbound;
  let folder: string;
  let bank: Awaited<ReturnType<typeof startBank>>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'florin-bank-'));
    outbound = openOutbound({ privateAddresses: 'allow' });
    bank = await startBank(join(folder, 'bank.json'));
  });
  afterAll(async () => {
    await bank.server.stop();
    await outbound.close();
    await rm(folder, { recursive: true, force: true });
  });
  const providerAt = ({ url }: BankServer) =>
    openBridgeProvider({
      outbound,
      baseUrl: `${url}/v0`,
      apiKey: 'key',
      customerId: 'cust_123',
      callbackKey: undefined,
    });
  const orderAt = async (bankName: string) => {
    const provider = providerAt(bank.server);
    bank.chain.units = 0n;
    const order = await orderWith(provider, bankName);
    return { id: order.id, read: async () => (await provider.readOrder(order.id))?.state };
  };
  const orderWith = async (provider: OffRampProvider, bankName: string) => {
    const account = await provider.registerAccount({ ...BANK_ACCOUNT, bankName }, bankName);
    return await provider.createOrder({
      network: 'sepolia',
      symbol: 'USDC',
      amount: '10',
      payoutCurrency: 'USD',
      accountId: account.id,
      reference: `order at ${bankName}`,
    });
  };

  it.each([
    ['Plain Bank', ['payout_processed', 'payout_processed', 'payout_processed']],
    ['Slow Bank', ['payout_submitted', 'payout_submitted', 'payout_processed']],
    ['Bounced Bank', ['bounced', 'refunded', 'refunded']],
    ['Returned Bank', ['payout_processed', 'payout_processed', 'refunded']],
    ['Failing Bank', ['failed', 'failed', 'failed']],
    ['Unknown Bank', ['unknown', 'unknown', 'unknown']],
  ])('moves a payout to %s by the clock', async (bankName, expected) => {
    const { read } = await orderAt(bankName);
    expect(await read()).toBe('awaiting_funds');
    bank.chain.units = 10_000_000n;
    expect(await read()).toBe('in_review');
    bank.clock.advance(MINUTE_MS);
    expect(await read()).toBe('funds_received');
    bank.clock.advance(MINUTE_MS);
    expect(await read()).toBe('payout_submitted');
    const seen = [];
    for (const aheadMs of [HOUR_MS, HOUR_MS, 72 * HOUR_MS]) {
      bank.clock.advance(aheadMs);
      seen.push(await read());
    }
    expect(seen).toEqual(expected);
  });

  it('sends the tokens of a refund back once', async () => {
    const before = bank.chain.sentBack;
    const { read } = await orderAt('Second Bounced Bank');
    bank.chain.units = 10_000_000n;
    await read();
    bank.clock.advance(3 * HOUR_MS);
    await Promise.all([read(), read()]);
    expect(await read()).toBe('refunded');
    expect(bank.chain.sentBack).toBe(before + 1);
  });

  it('gives up an order to Expired Bank that nobody paid', async () => {
    const { read } = await orderAt('Expired Bank');
    bank.clock.advance(15 * MINUTE_MS);
    expect(await read()).toBe('failed');
    bank.chain.units = 10_000_000n;
    expect(await read()).toBe('failed');
  });

  it('waits until all of the tokens came', async () => {
    const { read } = await orderAt('Patient Bank');
    bank.chain.units = 9_999_999n;
    expect(await read()).toBe('awaiting_funds');
  });

  it('refuses an account at Rejected Bank, and orders to accounts of others', async () => {
    const provider = providerAt(bank.server);
    await expect(
      provider.registerAccount({ ...BANK_ACCOUNT, bankName: 'Rejected Bank' }, 'r'),
    ).rejects.toMatchObject({ code: 'bank_account_refused' });
  });

  it('remembers orders over a restart', async () => {
    const { id } = await orderAt('Lasting Bank');
    await bank.server.stop();
    bank = await startBank(join(folder, 'bank.json'));
    expect((await providerAt(bank.server).readOrder(id))?.state).toBe('awaiting_funds');
  });

  it('reports each change once, signed, until somebody has received it', async () => {
    const received: { rawBody: Buffer; headers: IncomingHttpHeaders }[] = [];
    const receiver = await startHttpServer(async (request, response) => {
      received.push({ rawBody: Buffer.from(await text(request)), headers: request.headers });
      response.writeHead(received.length === 1 ? 401 : 200).end('{}');
    });
    const { server, clock, chain } = await startBank();
    const provider = openBridgeProvider({
      outbound,
      baseUrl: `${server.url}/v0`,
      apiKey: 'key',
      customerId: 'cust_123',
      callbackKey: server.callbackKey,
    });
    const { id } = await orderWith(provider, 'Reporting Bank');
    await server.reportChanges();
    server.sendCallbacksTo('http://127.0.0.1:1/nobody');
    chain.units = 10_000_000n;
    await server.reportChanges();
    server.sendCallbacksTo(receiver.url);
    await server.reportChanges();
    await server.reportChanges();
    clock.advance(MINUTE_MS);
    await Promise.all([server.reportChanges(), server.reportChanges()]);
    const callbacks = received.map(({ rawBody, headers }) =>
      provider.parseCallback({ rawBody, headers }, clock()),
    );
    expect(callbacks.map((callback) => callback?.orderId)).toEqual([id, id]);
    expect(new Set(callbacks.map((callback) => callback?.eventId)).size).toBe(2);
    await server.stop();
    await receiver[Symbol.asyncDispose]();
  });

  it('is dead by command until another one', async () => {
    const { read } = await orderAt('Dead Bank');
    const control = (body: object) =>
      fetch(`${bank.server.url}/control/bank`, { method: 'POST', body: JSON.stringify(body) });
    await control({ mode: 'dead' });
    await expect(read()).rejects.toBeInstanceOf(Outage);
    await control({ mode: 'serve' });
    expect((await control({ mode: 'steal' })).status).toBe(400);
  });
});
