import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { manualClock } from '#kit/clock.ts';
import { Outage, Refusal } from '#kit/failure.ts';
import type { PaymentOrder } from '#modules/calldata/index.ts';
import type { RouteQuery } from '#providers/route-provider.ts';
import {
  bridgedChain,
  orderOn,
  type RouteChanges,
  sampleProvider,
  token,
} from '../../../tests/support/bridged-chains.ts';
import { TEST_SETTINGS, TEST_TIME } from '../../../tests/support/context.ts';
import { countingThrottle } from '../../../tests/support/counting-throttle.ts';
import { OTHER, PAYER } from '../../../tests/support/route-sample.ts';
import { connected, stillChain } from '../../../tests/support/still-chain.ts';
import { listSourceOptions } from './list-source-options.ts';

const USDT = token('USDT-arbitrum-one').address;
const USDC = token('USDC-arbitrum-one').address;
const RATE = { outUnits: 1_080_000n, oldestAt: TEST_TIME, readAt: TEST_TIME };

/** What a wallet has, in units of each token by its address; nothing of all others. */
function holds(units: Readonly<Record<string, bigint>>) {
  const of = (balanceUnits: bigint) => ({ balanceUnits, allowanceUnits: 0n });
  return {
    ...of(0n),
    nativeBalanceUnits: 0n,
    gasPriceUnits: 1n,
    tokens: Object.fromEntries(Object.entries(units).map(([address, one]) => [address, of(one)])),
  };
}

/** Base, where 100.5 USDC are paid, and Arbitrum and Ethereum beside it. */
function world(
  changesOf: (query: RouteQuery) => RouteChanges | Error = () => ({}),
  contracts: readonly string[] = [],
) {
  const base = bridgedChain('base', contracts);
  const arbitrum = bridgedChain('arbitrum-one', contracts);
  const mainnet = bridgedChain('mainnet', contracts);
  base.rate = RATE;
  arbitrum.balances = holds({ [USDT]: 200_000_000n, [USDC]: 100_499_999n });
  mainnet.balances = holds({});
  const provider = sampleProvider(changesOf);
  const now = manualClock(TEST_TIME);
  const ctx = {
    now,
    chains: connected(base, arbitrum, mainnet, stillChain('sepolia')),
    routes: provider,
    settings: TEST_SETTINGS,
    log: pino({ level: 'silent' }),
    throttle: { take: async () => 0, clear: async () => undefined },
    requestMetadata: undefined,
  };
  const list = (order: Partial<PaymentOrder> = {}, currencyId = 'USDC-base') =>
    listSourceOptions(ctx, { order: orderOn(base, currencyId, order), wallet: PAYER });
  return { base, arbitrum, mainnet, provider, now, list, ctx };
}

const NONE = { balance: '0', hasEnoughBalance: false, neededAmount: '100.5' };

describe('the options of a wallet', () => {
  it('are its balances elsewhere, and what the payment takes with its route where it has enough', async () => {
    const { list, provider } = world();
    expect(await list()).toEqual({
      ARBITRUM: {
        USDC: { balance: '100.499999', hasEnoughBalance: false, neededAmount: '100.5' },
        USDT: {
          balance: '200',
          hasEnoughBalance: true,
          neededAmount: '100.8',
          durationSeconds: 5,
        },
      },
      ETHEREUM: {
        USDC: NONE,
        USDT: NONE,
        EURC: { ...NONE, neededAmount: '93.055556' },
      },
    });
    expect(provider.quoted.map(({ source }) => source.tokenAddress)).toEqual([USDT]);
  });

  it('take with the payment the fees that are paid by themselves, in dollars alone', async () => {
    const { list, arbitrum, mainnet, provider } = world();
    const leg = { paymentReference: '0x0011223344556677', receiverAddress: OTHER } as const;
    const withFees = { feeLegs: [{ ...leg, amountUnits: 1_000_000n }] };
    mainnet.balances = holds({ [token('EURC-mainnet').address]: 500_000_000n });
    const { ARBITRUM, ETHEREUM } = await list(withFees);
    expect(ARBITRUM?.['USDT']).toMatchObject({ hasEnoughBalance: true, neededAmount: '101.8' });
    expect(ETHEREUM).toEqual({
      USDC: { ...NONE, neededAmount: '101.5' },
      USDT: { ...NONE, neededAmount: '101.5' },
    });
    // Enough for the payment and not for its fees: nothing is quoted.
    arbitrum.balances = holds({ [USDT]: 101_499_999n });
    const { length } = provider.quoted;
    const more = { feeLegs: [{ ...leg, amountUnits: 1_000_001n }] };
    expect((await list(more))['ARBITRUM']?.['USDT']).toMatchObject({ hasEnoughBalance: false });
    expect(provider.quoted).toHaveLength(length);
  });

  it('are not enough where the route takes more than the wallet has', async () => {
    const { list, arbitrum } = world();
    arbitrum.balances = holds({ [USDT]: 100_799_999n });
    expect((await list())['ARBITRUM']?.['USDT']).toEqual({
      balance: '100.799999',
      hasEnoughBalance: false,
      neededAmount: '100.8',
      durationSeconds: 5,
    });
  });

  it('are each read once for some seconds, and by one read of each network', async () => {
    const { list, arbitrum, provider, now } = world();
    await Promise.all([list(), list()]);
    await list();
    expect([arbitrum.reads, provider.quoted.length]).toEqual([1, 1]);
    now.advance(5_000);
    await list();
    expect(arbitrum.reads).toBe(2);
    await list({ due: { amountUnits: 50_000_000n, feeUnits: 0n } });
    expect(arbitrum.reads).toBe(3);
  });
});

describe('what does not answer is left out', () => {
  it('a network that is down, and no other', async () => {
    const { list, arbitrum } = world();
    arbitrum.balances = undefined;
    expect(Object.keys(await list())).toEqual(['ETHEREUM']);
  });

  it('a network that is silent', async () => {
    const { list, arbitrum } = world();
    arbitrum.readPayerBalances = () => new Promise(() => undefined);
    expect(Object.keys(await list())).toEqual(['ETHEREUM']);
  });

  it('all, where the network of the payment is down: nobody knows who is a contract there', async () => {
    const { list, base } = world();
    base.balances = undefined;
    expect(await list()).toEqual({});
  });

  it('euros, while no price feed has a rate', async () => {
    const { list, base } = world();
    base.rate = undefined;
    expect(Object.keys((await list())['ETHEREUM'] ?? {})).toEqual(['USDC', 'USDT']);
  });

  it('a price feed that is silent: another one has the rate of euros', async () => {
    const { list, base, mainnet } = world();
    base.readRates = () => new Promise(() => undefined);
    mainnet.rate = RATE;
    expect(Object.keys((await list())['ETHEREUM'] ?? {})).toEqual(['USDC', 'USDT', 'EURC']);
  });

  it.each<[string, RouteChanges | Error]>([
    ['fails', new Outage('down')],
    ['has no route', new Refusal('route_not_available', 400, 'none')],
    ['offers what was not asked for', { fallback: OTHER }],
    ['is too expensive', { costHundredths: 900n }],
  ])('a token for which the provider %s', async (_what, changes) => {
    const { list } = world(() => changes);
    expect((await list())['ARBITRUM']).toEqual({
      USDC: { balance: '100.499999', hasEnoughBalance: false, neededAmount: '100.5' },
    });
  });

  it('a token whose quote does not come in time', async () => {
    const { list, provider } = world();
    provider.quote = () => new Promise(() => undefined);
    expect(Object.keys((await list())['ARBITRUM'] ?? {})).toEqual(['USDC']);
  });
});

describe('the answer comes within a second and a half', () => {
  type World = ReturnType<typeof world>;
  const never = () => new Promise<never>(() => undefined);
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each<[string, (at: World) => void, readonly string[]]>([
    [
      'a network and the provider',
      ({ mainnet, provider }) => {
        Object.assign(mainnet, { readPayerBalances: never });
        Object.assign(provider, { quote: never });
      },
      ['ARBITRUM'],
    ],
    [
      'each price feed and the provider',
      ({ base, arbitrum, mainnet, provider }) => {
        for (const chain of [base, arbitrum, mainnet]) Object.assign(chain, { readRates: never });
        Object.assign(provider, { quote: never });
      },
      ['ARBITRUM', 'ETHEREUM'],
    ],
    [
      'each other network',
      ({ arbitrum, mainnet }) => {
        for (const { bridge } of [arbitrum, mainnet]) {
          Object.assign(bridge, { findContracts: never });
        }
      },
      [],
    ],
    ['its own network', ({ base }) => Object.assign(base.bridge, { findContracts: never }), []],
  ])('while %s is silent, of what answers', async (_what, silence, left) => {
    const at = world();
    silence(at);
    let answered: readonly string[] | undefined;
    void at.list().then((options) => {
      answered = Object.keys(options);
    });
    await vi.advanceTimersByTimeAsync(1_500);
    expect(answered?.toSorted()).toEqual(left);
  });
});

describe('anybody with a link', () => {
  it('makes the provider quote so many routes a minute, whatever wallets it names, of a caller and of a link', async () => {
    const { ctx, base, provider } = world();
    const throttle = countingThrottle();
    const from = (ip: string) => ({
      ...ctx,
      throttle,
      requestMetadata: { ip, correlationId: 'c', origin: undefined, userAgent: undefined },
    });
    const order = orderOn(base, 'USDC-base');
    const list = async (ip: string, from0: number) => {
      for (let i = from0; i < from0 + 200; i += 1) {
        const wallet = `0x${i.toString(16).padStart(40, '0')}`;
        await listSourceOptions(from(ip), { order, wallet });
      }
      return provider.quoted.length;
    };
    expect(await list('192.0.2.1', 0)).toBe(180);
    expect(await list('192.0.2.2', 200)).toBe(240);
    const other = orderOn(base, 'USDC-base', { paymentReference: '0x0011223344556677' });
    const options = await listSourceOptions(from('192.0.2.3'), { order: other, wallet: PAYER });
    expect(options['ARBITRUM']?.['USDT']?.hasEnoughBalance).toBe(true);
  });
});

describe('there are no options', () => {
  it('where no network is read either: without a provider, a bridge or one payment in a token', async () => {
    const { list, ctx, base, arbitrum } = world();
    const order = orderOn(base, 'USDC-base');
    expect(
      await listSourceOptions({ ...ctx, routes: undefined }, { order, wallet: PAYER }),
    ).toEqual({});
    const sepolia = orderOn(stillChain('sepolia'), 'USDC-sepolia');
    expect(await listSourceOptions(ctx, { order: sepolia, wallet: PAYER })).toEqual({});
    expect(await list({ kind: 'conversion' })).toEqual({});
    expect(arbitrum.reads).toBe(0);
  });

  it('where no other network with a bridge is connected: the payment’s own is not read for it', async () => {
    const { ctx, base } = world();
    let accounts = 0;
    const findContracts = async (addresses: readonly string[]) => {
      accounts += 1;
      return addresses.map(() => false);
    };
    Object.assign(base.bridge, { findContracts });
    const chains = connected(base, stillChain('sepolia'));
    const order = orderOn(base, 'EURC-base');
    expect(await listSourceOptions({ ...ctx, chains }, { order, wallet: PAYER })).toEqual({});
    expect([accounts, base.reads]).toEqual([0, 0]);
  });

  it('for one dollar, for a wallet that is a contract, and for a payment without a worth', async () => {
    const { list, provider } = world();
    expect(await list({ due: { amountUnits: 1_000_000n, feeUnits: 0n } })).toEqual({});
    const contract = world(() => ({}), [PAYER]);
    expect(await contract.list()).toEqual({});
    const euro = world();
    euro.base.rate = undefined;
    expect(await euro.list({}, 'EURC-base')).toEqual({});
    const quoted = [provider, contract.provider, euro.provider].flatMap((one) => one.quoted);
    expect(quoted).toEqual([]);
  });
});
