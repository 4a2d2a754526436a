import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { Chain } from '#chains/chain.ts';
import { manualClock } from '#kit/clock.ts';
import { Outage, Refusal } from '#kit/failure.ts';
import type { PaymentOrder } from '#modules/calldata/index.ts';
import { ALTERED_ROUTES, ROUTE_WITH_FEE } from '../../../tests/support/altered-routes.ts';
import {
  bridgedChain,
  orderOn,
  type RouteChanges,
  sampleProvider,
  token,
} from '../../../tests/support/bridged-chains.ts';
import { TEST_SETTINGS, TEST_TIME } from '../../../tests/support/context.ts';
import { OTHER, PAYEE, PAYER, word } from '../../../tests/support/route-sample.ts';
import { connected, stillChain } from '../../../tests/support/still-chain.ts';
import { quoteRoute } from './quote-route.ts';

/** What a euro is in dollars. */
const RATE = { outUnits: 1_080_000n, oldestAt: TEST_TIME, readAt: TEST_TIME };

interface Parts {
  readonly changes?: RouteChanges | Error;
  readonly order?: Partial<PaymentOrder>;
  readonly currencyId?: string;
  readonly sourceId?: string;
  readonly payer?: string;
  readonly contractsOn?: Readonly<Record<string, readonly string[]>>;
  readonly others?: readonly Chain[];
  readonly hasProvider?: boolean;
  readonly hasRate?: boolean;
  /** The network whose node does not answer. */
  readonly silent?: string;
  readonly provider?: ReturnType<typeof sampleProvider>;
}

/** What was wrong with routes that were refused, as it is logged. */
const problems: string[] = [];

/** Quotes a route from Arbitrum to Base, where a test says nothing else. */
async function quote(parts: Parts = {}) {
  const { changes = {}, sourceId = 'USDT-arbitrum-one', currencyId = 'USDC-base' } = parts;
  const source = token(sourceId);
  const destination = token(currencyId);
  const chainOf = ({ network }: { readonly network: Chain['network']['id'] }) =>
    bridgedChain(network, parts.contractsOn?.[network]);
  const from = chainOf(source);
  const to = chainOf(destination);
  const provider = parts.provider ?? sampleProvider(() => changes);
  if (parts.hasRate !== false) to.rate = RATE;
  for (const chain of [from, to]) {
    if (chain.network.id === parts.silent) chain.balances = undefined;
  }
  const chains = connected(from, to, ...(parts.others ?? []));
  const ctx = {
    now: manualClock(TEST_TIME),
    chains,
    routes: parts.hasProvider === false ? undefined : provider,
    settings: TEST_SETTINGS,
    log: Object.assign(pino({ level: 'silent' }), {
      warn: ({ problem }: { readonly problem?: string }) => problems.push(problem ?? ''),
    }),
  };
  const offer = await quoteRoute(ctx, {
    order: orderOn(to, currencyId, parts.order),
    source: { chain: from, currency: source },
    payer: parts.payer ?? PAYER,
  });
  return { offer, provider };
}

function codeOf(quoting: Promise<unknown>): Promise<string> {
  return quoting.then(
    () => 'offered',
    (error: unknown) => {
      if (error instanceof Refusal) return `${error.status} ${error.code}`;
      if (error instanceof Outage) return 'outage';
      throw error;
    },
  );
}

describe('a route', () => {
  it('is asked for with the call of the payment, and offered as its calldata says', async () => {
    const { offer, provider } = await quote();
    const [query] = provider.quoted;
    expect(query).toMatchObject({
      source: { chainId: 42_161, tokenAddress: token('USDT-arbitrum-one').address, decimals: 6 },
      destination: { chainId: 8_453, tokenAddress: token('USDC-base').address, decimals: 6 },
      payer: PAYER,
      outputUnits: 100_500_000n,
    });
    expect(offer.decoded.call?.data).toBe(query?.call.data.toLowerCase());
    expect(offer.decoded.sourceUnits).toBe(100_800_000n);
    expect(offer.worth).toEqual({
      source: 100_800_000n * 10n ** 12n,
      destination: 100_500_000n * 10n ** 12n,
    });
  });

  it('is offered between tokens of other decimals', async () => {
    const { offer } = await quote({ sourceId: 'USDC-bsc', currencyId: 'USDC-matic' });
    expect(offer.decoded.sourceUnits).toBe(100_800_000_000_000_000_000n);
  });
});

describe('a route is refused', () => {
  it.each(ALTERED_ROUTES)('with %s', async (_what, problem, changes) => {
    problems.length = 0;
    expect(await codeOf(quote({ changes }))).toBe('400 route_refused');
    expect(problems).toEqual([problem]);
  });

  it.each<[string, bigint, string]>([
    ['3 percent and 2 dollars above the payment', 501n, 'offered'],
    ['a cent more', 502n, '400 route_too_expensive'],
  ])('for what it costs: %s', async (_what, costHundredths, expected) => {
    expect(await codeOf(quote({ changes: { costHundredths } }))).toBe(expected);
  });

  // At 1.08 dollars for a euro, 100.5 dollars are 93.06 euros.
  it.each<[string, Parts, string]>([
    ['euros counted as dollars', { sourceId: 'EURC-mainnet' }, '400 route_too_expensive'],
    [
      'euros at their rate',
      { sourceId: 'EURC-mainnet', changes: { costHundredths: -700n } },
      'offered',
    ],
    // 100.5 euros are 108.54 dollars: for 100.8 nobody delivers them.
    [
      'dollars for euros, counted one for one',
      { currencyId: 'EURC-base', sourceId: 'USDC-mainnet' },
      '400 route_refused',
    ],
    [
      'dollars for euros at their rate',
      { currencyId: 'EURC-base', sourceId: 'USDC-mainnet', changes: { costHundredths: 804n } },
      'offered',
    ],
    [
      'dollars for euros, a cent below the rate',
      { currencyId: 'EURC-base', sourceId: 'USDC-mainnet', changes: { costHundredths: 803n } },
      '400 route_refused',
    ],
    [
      'dollars for euros, far above the rate',
      { currencyId: 'EURC-base', sourceId: 'USDC-mainnet', changes: { costHundredths: 1_400n } },
      '400 route_too_expensive',
    ],
  ])('for what it costs by the price feed: %s', async (_what, parts, expected) => {
    expect(await codeOf(quote(parts))).toBe(expected);
  });
});

describe('no route is asked for', () => {
  it.each<[string, Parts, string]>([
    [
      'of one dollar',
      { order: { due: { amountUnits: 1_000_000n, feeUnits: 0n } } },
      'amount_too_low_for_route',
    ],
    [
      'for an invoice in another currency',
      { order: { kind: 'conversion' } },
      'route_not_available',
    ],
    ['for outstanding fees', { order: { isFees: true } }, 'route_not_available'],
    ['without a provider', { hasProvider: false }, 'route_not_available'],
    ['on one network', { sourceId: 'USDT-base' }, 'route_not_available'],
    ['without a rate', { sourceId: 'EURC-mainnet', hasRate: false }, 'rate_not_available'],
  ])('%s', async (_what, parts, code) => {
    const provider = sampleProvider();
    expect(await codeOf(quote({ ...parts, provider }))).toBe(`400 ${code}`);
    expect(provider.quoted).toEqual([]);
  });

  it('to a network without a bridge', async () => {
    const order = { chain: stillChain('sepolia'), currency: token('USDC-sepolia') };
    expect(await codeOf(quote({ order }))).toBe('400 route_not_available');
  });

  it('to pay oneself', async () => {
    expect(await codeOf(quote({ payer: PAYEE }))).toBe('409 payer_is_payee');
  });

  it.each<[string, Readonly<Record<string, readonly string[]>>, string]>([
    ['a payer that is a contract at the source', { 'arbitrum-one': [PAYER] }, 'payer_is_contract'],
    ['a payer that is a contract at the destination', { base: [PAYER] }, 'payer_is_contract'],
    ['a payer that is a contract elsewhere', { matic: [PAYER] }, 'payer_is_contract'],
    [
      'a payee that is a contract elsewhere alone',
      { matic: [PAYEE] },
      'payee_is_contract_elsewhere',
    ],
  ])('for %s', async (_what, contractsOn, code) => {
    const others = [bridgedChain('matic', contractsOn['matic'])];
    const provider = sampleProvider();
    expect(await codeOf(quote({ contractsOn, others, provider }))).toBe(`400 ${code}`);
    expect(provider.quoted).toEqual([]);
  });
});

describe('a route is offered', () => {
  it.each<[string, number]>([
    ['that one relayer alone may fill for five minutes', 300],
    ['that one relayer alone may fill until then', TEST_TIME.getTime() / 1_000 + 300],
    ['that names a relayer without a right', 0],
  ])('%s', async (_what, exclusivityParameter) => {
    const changes = { across: { exclusiveRelayer: word(OTHER), exclusivityParameter } };
    expect(await codeOf(quote({ changes }))).toBe('offered');
  });

  it('with fees before the bridge that the provider states', async () => {
    const { offer } = await quote({ changes: ROUTE_WITH_FEE });
    expect([offer.decoded.feeUnits, offer.decoded.sourceUnits]).toEqual([200_000n, 100_800_000n]);
  });

  it('to a payee that is a contract on the destination, wherever else it is one', async () => {
    const others = [bridgedChain('matic', [PAYEE])];
    expect(await codeOf(quote({ contractsOn: { base: [PAYEE] }, others }))).toBe('offered');
  });

  it('while a network that is no end of it is silent, but for no end that is', async () => {
    const silent = () => Object.assign(bridgedChain('matic'), { balances: undefined });
    expect(await codeOf(quote({ others: [silent()] }))).toBe('offered');
    expect(await codeOf(quote({ silent: 'arbitrum-one' }))).toBe('outage');
    expect(await codeOf(quote({ silent: 'base' }))).toBe('outage');
  });

  it('with what its provider refuses and fails with', async () => {
    const none = new Refusal('route_not_available', 400, 'There is no route');
    expect(await codeOf(quote({ changes: none }))).toBe('400 route_not_available');
    expect(await codeOf(quote({ changes: new Outage('silent') }))).toBe('outage');
  });
});
