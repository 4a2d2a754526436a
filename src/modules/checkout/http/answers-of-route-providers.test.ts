import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { manualClock } from '#kit/clock.ts';
import { type Outbound, openOutbound } from '#platform/outbound/outbound.ts';
import { openLifiProvider } from '#providers/lifi/lifi-provider.ts';
import type { RouteProvider } from '#providers/route-provider.ts';
import {
  type Alter,
  ERRORS,
  startAlteringRelay,
  unchanged,
  WRONG,
} from '../../../../tests/providers/altered-answers.ts';
import { startPlainRouteServer } from '../../../../tests/providers/plain-route-server.ts';
import { bridgedChain } from '../../../../tests/support/bridged-chains.ts';
import { TEST_TIME } from '../../../../tests/support/context.ts';
import { insertLink } from '../../../../tests/support/payable-link.ts';
import { type PayerHost, payerHost } from '../../../../tests/support/payer-host.ts';
import { connected, RICH } from '../../../../tests/support/still-chain.ts';

// Between HTTP of the provider and HTTP of the API: nothing that is wrong comes out as something to sign.

const WALLET = '0x2222222222222222222222222222222222222222';

let server: Awaited<ReturnType<typeof startPlainRouteServer>>;
let relay: Awaited<ReturnType<typeof startAlteringRelay>>;
let outbound: Outbound;
let host: PayerHost;
/** A new one for each test, as one that fails is left alone for a while. */
let provider: RouteProvider;
const routes: RouteProvider = {
  name: 'lifi',
  quote: (query) => provider.quote(query),
  readStatus: (query) => provider.readStatus(query),
};

beforeAll(async () => {
  server = await startPlainRouteServer();
  relay = await startAlteringRelay(server.baseUrl);
  outbound = openOutbound({ privateAddresses: 'allow' });
  const arbitrum = bridgedChain('arbitrum-one');
  arbitrum.balances = RICH;
  host = await payerHost({ chains: connected(bridgedChain('base'), arbitrum), routes });
});
beforeEach(() => {
  provider = openProvider(60_000);
});
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await outbound.close();
  await relay.server[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

function openProvider(timeoutMs: number): RouteProvider {
  return openLifiProvider({
    outbound,
    now: manualClock(TEST_TIME),
    baseUrl: `${relay.url}/v1`,
    integrator: 'florin-test',
    apiKey: undefined,
    bridges: ['across'],
    timeoutMs,
    time: { elapsedMs: () => 0, sleep: async () => undefined },
  });
}

const newLink = async () => (await insertLink(host.ctx.db, { currencyId: 'USDC-base' })).token;
const pay = (token: string) => host.get(`${token}/pay?wallet=${WALLET}&chain=ARBITRUM&token=USDC`);

/** Nothing to sign, and the link is shown and paid on its own network as ever. */
async function expectNothingToSign(alter: Alter, refusal: object): Promise<void> {
  relay.state.alter = alter;
  const token = await newLink();
  const answer = await pay(token);
  expect(answer).toMatchObject(refusal);
  expect(answer.body).not.toHaveProperty('transactions');
  const view = await host.get(`${token}?wallet=${WALLET}`);
  expect(view.status).toBe(200);
  expect(view.body['paymentOptions']).not.toHaveProperty('ARBITRUM.USDC');
  expect((await host.get(`${token}/pay?wallet=${WALLET}`)).status).toBe(200);
}

const OUTAGE = {
  status: 503,
  retryAfter: expect.stringMatching(/^\d+$/),
  body: { code: 'unavailable' },
};

describe('a route provider', () => {
  it.each(WRONG)('that answers %s is a 503 that says when to come again', async (_what, alter) => {
    await expectNothingToSign(alter, OUTAGE);
  });

  it('that is silent is a 503, too', async () => {
    provider = openProvider(50);
    await expectNothingToSign(() => undefined, OUTAGE);
  });

  it.each(ERRORS)('that answers the error of %s offers no route', async (_what, alter, code) => {
    await expectNothingToSign(alter, code === undefined ? OUTAGE : { status: 400, body: { code } });
  });

  it('that offers calldata which is no route is a 400', async () => {
    await expectNothingToSign(unchanged, { status: 400, body: { code: 'route_refused' } });
  });
});
