import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Outage } from '#kit/failure.ts';
import {
  bridgedChain,
  type RouteChanges,
  sampleProvider,
} from '../../../../tests/support/bridged-chains.ts';
import { insertPayouts, newBundle } from '../../../../tests/support/bundles.ts';
import { insertLink } from '../../../../tests/support/payable-link.ts';
import { PAGE, type PayerHost, payerHost } from '../../../../tests/support/payer-host.ts';
import { OTHER } from '../../../../tests/support/route-sample.ts';
import { connected, stillChain } from '../../../../tests/support/still-chain.ts';

const WALLET = '0x2222222222222222222222222222222222222222';
const FROM = `wallet=${WALLET}&chain=ARBITRUM&token=USDT`;

/** How often each link may still be refreshed. */
const left = new Map<string, number>();

let changes: RouteChanges | Error = {};
afterEach(() => {
  changes = {};
});

const provider = sampleProvider(() => changes);
let host: PayerHost;
beforeAll(async () => {
  const bridged = [bridgedChain('base'), bridgedChain('arbitrum-one')];
  host = await payerHost({
    chains: connected(...bridged, stillChain('sepolia')),
    routes: provider,
    throttle: {
      take: async (rule, subject) => {
        const attempts = left.get(subject) ?? rule.attempts;
        left.set(subject, attempts - 1);
        return attempts > 0 ? 0 : 3_600;
      },
      clear: async () => undefined,
    },
  });
});
afterAll(() => host[Symbol.asyncDispose]());

const linkOn = async (currencyId: string, parts: Parameters<typeof insertLink>[1] = {}) =>
  (await insertLink(host.ctx.db, { currencyId, ...parts })).token;
const refresh = (token: string, body: unknown) =>
  host.post(`${token}/refresh-step-transaction`, body);

/** The step that `/pay` answers of a link on Base. */
async function stepOf(token: string): Promise<{ readonly [field: string]: unknown }> {
  const { body } = await host.get(`${token}/pay?${FROM}`);
  const { rawStep } = Object(body['metadata']);
  return rawStep;
}

const STEP = {
  id: `ARBITRUM_USDT_${WALLET}`,
  type: 'sample',
  tool: 'across',
  action: { toChainId: 8_453, toAddress: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/) },
};

describe('200', () => {
  it('answers the route of a step by a quote of this moment, as /pay does', async () => {
    const token = await linkOn('USDC-base');
    const paid = await host.get(`${token}/pay?${FROM}`);
    const step = await stepOf(token);
    expect(step).toEqual(STEP);
    expect(await refresh(token, { step })).toEqual(paid);
    expect(provider.quoted.at(-1)).toMatchObject({ payer: WALLET, isFresh: true });
    changes = { costHundredths: 20n };
    expect(await refresh(token, { step })).toMatchObject({
      status: 200,
      body: { metadata: { routeType: 'crosschain', sourceAmount: '12700000', rawStep: step } },
    });
  });
});

describe('400', () => {
  it.each<[string, object, string]>([
    ['an id of nobody', { id: 'step-1' }, 'step.id'],
    ['a chain of nobody', { id: `MOON_USDT_${WALLET}` }, 'step.id'],
    ['a token of nobody', { id: `ARBITRUM_DAI_${WALLET}` }, 'step.id'],
    ['a wallet that is none', { id: 'ARBITRUM_USDT_0x22' }, 'step.id'],
    ['more than a wallet', { id: `ARBITRUM_USDT_${WALLET}_1` }, 'step.id'],
    ['its own network and token', { id: `BASE_USDC_${WALLET}` }, 'step.id'],
    ['another provider', { type: 'nobody' }, 'step.type'],
    ['another tool', { tool: 'stargate' }, 'step.tool'],
    ['another contract', { action: { toChainId: 8_453, toAddress: OTHER } }, 'action.toAddress'],
    ['no address', { action: { toChainId: 8_453, toAddress: '0x22' } }, 'action.toAddress'],
    ['an unknown field', { colour: 'red' }, 'step'],
  ])('for a step with %s', async (_what, wrong, field) => {
    const token = await linkOn('USDC-base');
    const step = { ...(await stepOf(token)), ...wrong };
    const { status, body } = await refresh(token, { step });
    expect(status).toBe(400);
    expect(body['errors']).toMatchObject([{ field: expect.stringContaining(field) }]);
    expect(body['transactions']).toBeUndefined();
  });

  it('for a step that ends on another network', async () => {
    const token = await linkOn('USDC-base');
    const step = await stepOf(token);
    const action = { ...Object(step['action']), toChainId: 10 };
    expect(await refresh(token, { step: { ...step, action } })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'step.action.toChainId' }] },
    });
  });

  it('for a link and a bundle that no route leads to', async () => {
    const step = await stepOf(await linkOn('USDC-base'));
    const bundle = await newBundle(host.ctx, await insertPayouts(host.ctx, [{}, {}]));
    const link = await linkOn('USDC-sepolia');
    for (const [token, field] of [
      [link, 'step.id'],
      [bundle.token, 'children[0]'],
    ] as const) {
      expect(await refresh(token, { step })).toMatchObject({
        status: 400,
        body: { errors: expect.arrayContaining([expect.objectContaining({ field })]) },
      });
    }
  });

  it('for a route whose money may come back to somebody else', async () => {
    const token = await linkOn('USDC-base');
    const step = await stepOf(token);
    changes = { fallback: OTHER };
    const answer = await refresh(token, { step });
    expect(answer).toMatchObject({ status: 400, body: { code: 'route_refused' } });
    expect(answer.body['transactions']).toBeUndefined();
  });
});

describe('401', () => {
  it('without a client ID, and without an origin', async () => {
    const token = await linkOn('USDC-base');
    const path = `${token}/refresh-step-transaction`;
    const body = { step: await stepOf(token) };
    expect((await host.post(path, body, { origin: PAGE })).status).toBe(401);
    expect((await host.post(path, body, { 'x-client-id': host.pageClientId })).status).toBe(401);
  });
});

describe('403, 404, 409 and 429', () => {
  it('for a wallet that may not pay, a link that ended, and one that never was', async () => {
    const step = await stepOf(await linkOn('USDC-base'));
    const only = await linkOn('USDC-base', { allowedPayers: [OTHER] });
    const answers = [
      [await refresh(only, { step }), 403, 'wallet_not_allowed'],
      [await refresh(await linkOn('USDC-base', { status: 'invalidated' }), { step }), 403],
      [await refresh(await linkOn('USDC-base', { status: 'completed' }), { step }), 409],
      [await refresh('01JZ8Y6Q4W3V5N2M1K0H9G8F7E', { step }), 404],
    ] as const;
    for (const [answer, status, code] of answers) {
      expect(answer).toMatchObject({ status, body: code === undefined ? {} : { code } });
    }
  });

  it('for a caller that refreshes without end, before the provider is asked', async () => {
    const token = await linkOn('USDC-base');
    const step = await stepOf(token);
    expect(await refresh(token, { step })).toMatchObject({ status: 200 });
    for (const subject of left.keys()) if (subject.startsWith(token)) left.set(subject, 0);
    const { length } = provider.quoted;
    expect(await refresh(token, { step })).toMatchObject({
      status: 429,
      body: { code: 'too_many_refreshes' },
    });
    expect(provider.quoted).toHaveLength(length);
  });
});

describe('503', () => {
  it('while the provider does not answer', async () => {
    const token = await linkOn('USDC-base');
    const step = await stepOf(token);
    changes = new Outage('silent');
    expect(await refresh(token, { step })).toMatchObject({
      status: 503,
      body: { code: 'unavailable' },
    });
  });
});
