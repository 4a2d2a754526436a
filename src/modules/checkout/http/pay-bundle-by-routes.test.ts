import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BRIDGES } from '#catalog/bridge.ts';
import { CONTRACTS } from '#catalog/contracts.ts';
import { Outage } from '#kit/failure.ts';
import { createMulticallPayout } from '#modules/multicall-payouts/create-multicall-payout.ts';
import { MulticallCalldata } from '#modules/multicall-payouts/index.ts';
import { createPayoutLink } from '#modules/secure-payments/create-payout-link.ts';
import type { RouteQuery } from '#providers/route-provider.ts';
import { sessionActor } from '../../../../tests/support/actors.ts';
import {
  bridgedChain,
  token as currency,
  type RouteChanges,
  sampleProvider,
} from '../../../../tests/support/bridged-chains.ts';
import { type Bundle, insertPayouts, newBundle } from '../../../../tests/support/bundles.ts';
import { TEST_TIME } from '../../../../tests/support/context.ts';
import { countingThrottle } from '../../../../tests/support/counting-throttle.ts';
import { insertAccount, TEST_PAYEE } from '../../../../tests/support/payable-link.ts';
import { type PayerHost, payerHost } from '../../../../tests/support/payer-host.ts';
import { insertReceived } from '../../../../tests/support/received.ts';
import { connected, stillChain } from '../../../../tests/support/still-chain.ts';

const WALLET = '0x2222222222222222222222222222222222222222';
const FROM = `wallet=${WALLET}&chain=ARBITRUM&token=USDT`;

let changesOf: (query: RouteQuery) => RouteChanges | Error = () => ({});
afterEach(() => {
  changesOf = () => ({});
  throttle.empty();
});

const throttle = countingThrottle();
let host: PayerHost;
const provider = sampleProvider((query) => changesOf(query));
beforeAll(async () => {
  const chains = connected(
    bridgedChain('base'),
    bridgedChain('optimism'),
    bridgedChain('arbitrum-one'),
    stillChain('sepolia'),
  );
  host = await payerHost({ chains, routes: provider, throttle });
});
afterAll(() => host[Symbol.asyncDispose]());

type Parts = Parameters<typeof insertPayouts>[1];
const USDC: Parts[number] = { currencyId: 'USDC-base' };
const bundleOf = async (parts: Parts, kind: Parameters<typeof newBundle>[2] = 'evm_cross_chain') =>
  await newBundle(host.ctx, await insertPayouts(host.ctx, parts), kind);
const pay = ({ token }: Bundle, query = FROM) => host.get(`${token}/pay?${query}`);
const paid = async (bundle: Bundle) => {
  const { status, body } = await pay(bundle);
  expect(status).toBe(200);
  return MulticallCalldata.parse(body);
};
/** Which child a quote is for. */
const childOf = async (bundle: Bundle) => {
  const { references } = await paid(bundle);
  return ({ call }: RouteQuery) =>
    references.findIndex((one) => call.data.includes(one?.slice(2) ?? 'nothing'));
};

describe('a bundle that is paid from another network', () => {
  it('is an approval of exactly the sum, and a route for each child with a call of its own', async () => {
    const bundle = await bundleOf([USDC, { currencyId: 'USDC-optimism' }, USDC]);
    const body = await paid(bundle);
    const source = currency('USDT-arbitrum-one').address;
    expect(body).toMatchObject({
      executionKind: 'evm_cross_chain',
      token: bundle.token,
      childTokens: bundle.links.map(({ token }) => token),
      amounts: ['12.5', '12.5', '12.5'],
    });
    expect(body).not.toHaveProperty('chainId');
    expect(body.transactions.map(({ to }) => to)).toEqual([
      source,
      ...Array<string>(3).fill(BRIDGES['arbitrum-one'].diamond),
    ]);
    expect(Buffer.from(body.transactions[0]?.data.slice(2) ?? '', 'hex').toString()).toBe(
      'approve 38400000 bridge',
    );
    for (const [i, child] of body.children.entries()) {
      const network = i === 1 ? 'optimism' : 'base';
      const call = child.destinationCall;
      expect(child).toMatchObject({ position: i, network, sourceTokenAddress: source });
      expect(call).toMatchObject({
        network,
        chain: i === 1 ? 'OPTIMISM' : 'BASE',
        chainId: i === 1 ? 10 : 8453,
        target: CONTRACTS[network].erc20FeeProxy,
        contractAddress: CONTRACTS[network].erc20FeeProxy,
      });
      expect(call?.calldata).toContain(child.paymentReference?.slice(2) ?? 'nothing');
      expect(body.transactions[i + 1]?.data).toContain(call?.calldata.slice(2) ?? 'nothing');
      expect(body.destinationCalls?.[i]).toEqual(call);
    }
  });

  it('says what its routes take, cost, and until when they are good', async () => {
    const { metadata } = await paid(await bundleOf([USDC, USDC]));
    expect(metadata).toMatchObject({
      stepsRequired: 3,
      needsApproval: true,
      approvalTransactionIndices: [0],
      paymentTransactionIndex: 1,
      bridgeTxIndices: [1, 2],
      batchPayments: [
        { transactionIndex: 1, childPositions: [0] },
        { transactionIndex: 2, childPositions: [1] },
      ],
      feeTransactionIndices: [],
      aggregateAllowance: '25600000',
      bridgeSourceAmount: '25600000',
      bridgeFeeAmount: '0.6',
      sourceToken: 'USDT-arbitrum-one',
      sourceNetwork: 'arbitrum-one',
      bridge: 'across',
      routeType: 'crosschain',
      quoteFetchedAt: TEST_TIME.toISOString(),
      quoteExpiresAt: new Date(TEST_TIME.getTime() + 150_000).toISOString(),
      executionDeadlineBreakdown: { bridge: { source: 'decoded' } },
      hasEnoughBalance: true,
      childCount: 2,
      executableLegCount: 2,
      paymentCurrencyId: 'USDC-base',
      costBreakdown: { bridgeFee: { amount: '0.6', currency: 'USDT-arbitrum-one' } },
    });
    expect(metadata).not.toHaveProperty('batchPaymentTransactionIndex');
  });

  it('has only what is left where a child was paid, at its place', async () => {
    const bundle = await bundleOf([USDC, USDC, USDC]);
    const [, second] = bundle.links;
    if (second === undefined) throw new Error('there are three');
    const received = { units: second.expectedUnits, transactionHash: Buffer.alloc(32, 7) };
    await insertReceived(host.ctx.db, second, received);
    const { children, metadata } = await paid(bundle);
    expect(children.map(({ position }) => position)).toEqual([0, 2]);
    expect(metadata).toMatchObject({
      childCount: 3,
      executableLegCount: 2,
      batchPayments: [{ childPositions: [0] }, { childPositions: [2] }],
    });
  });

  it('is shown with the kind that it was made for, so that a page offers no other', async () => {
    const links = await insertPayouts(host.ctx, [USDC, USDC]);
    for (const kind of ['evm_cross_chain', 'evm_same_chain', undefined] as const) {
      const { token } = await newBundle(host.ctx, links, kind);
      const { body } = await host.get(token);
      expect(Object(body).executionKind).toBe(kind);
    }
  });

  it('may also be one whose way of paying was left open', async () => {
    for (const parts of [
      [USDC, USDC],
      [USDC, { currencyId: 'USDC-optimism' }],
    ]) {
      const bundle = await newBundle(host.ctx, await insertPayouts(host.ctx, parts));
      expect((await paid(bundle)).executionKind).toBe('evm_cross_chain');
    }
    const own = await newBundle(host.ctx, await insertPayouts(host.ctx, [USDC, USDC]));
    expect(await pay(own, `wallet=${WALLET}&chain=BASE&token=USDC`)).toMatchObject({
      status: 200,
      body: { executionKind: 'evm_same_chain' },
    });
  });
});

const COLLECTOR = '0x6666666666666666666666666666666666666666';
const PARTNER = '0x3333333333333333333333333333333333333333';

/** A bundle of payouts of a hundred with a fee of one percent on top, and of these with a fee inside. */
async function bundleWithFees(feesInside: readonly (string | undefined)[]) {
  const accountId = await insertAccount(host.ctx.db);
  const protocolFee = { bps: 100, capUsd: null, fixedUsd: null, evmAddress: COLLECTOR };
  const settings = { ...host.ctx.settings, protocolFee };
  const ctx = { ...host.ctx, actor: sessionActor({ accountId }), settings };
  const childTokens: string[] = [];
  for (const [i, feePercentage] of feesInside.entries()) {
    const network = i === 1 ? 'optimism' : 'base';
    const { token } = await createPayoutLink(ctx, {
      recipient: TEST_PAYEE,
      creatorWalletAddress: TEST_PAYEE,
      amount: '100',
      currency: `USDC-${network}`,
      network,
      ...(feePercentage && { feePercentage, feeAddress: PARTNER }),
    });
    childTokens.push(token);
  }
  const kind = 'evm_cross_chain';
  return await createMulticallPayout(ctx, { childTokens, requestedExecutionKind: kind });
}

const textOf = ({ data = '0x' }: { readonly data?: string } = {}) =>
  Buffer.from(data.slice(2), 'hex').toString();

describe('a bundle with fees', () => {
  it('pays those that are paid by themselves where the payer pays, behind all routes', async () => {
    const bundle = await bundleWithFees([undefined, undefined]);
    const read = async (query = FROM) =>
      MulticallCalldata.parse((await host.get(`${bundle.token}/pay?${query}`)).body);
    const { transactions, feeBundle, metadata } = await read();
    const [bridge, proxy, , , ...fees] = transactions;
    expect([bridge, proxy].map(textOf)).toEqual(['approve 200600000 bridge', 'approve 2000000']);
    const named = feeBundle?.fees ?? [];
    expect(fees.map(textOf)).toEqual(
      named.map(({ paymentReference }) =>
        expect.stringMatching(new RegExp(`^pay 1000000 ${paymentReference} fee 0 `)),
      ),
    );
    const fee = {
      feeType: 'protocol_fee',
      amount: '1',
      paymentCurrencyId: 'USDT-arbitrum-one',
      network: 'arbitrum-one',
      chainId: '42161',
      recipient: COLLECTOR,
    };
    expect(feeBundle).toMatchObject({ fees: [fee, fee], amountSummary: { payerTotal: '202' } });
    expect(new Set(named.map(({ paymentReference }) => paymentReference)).size).toBe(2);
    expect(metadata).toMatchObject({
      stepsRequired: 6,
      approvalTransactionIndices: [0, 1],
      paymentTransactionIndex: 2,
      bridgeTxIndices: [2, 3],
      feeTransactionIndices: [4, 5],
      aggregateAllowance: '200600000',
      bridgeSourceAmount: '200600000',
      sourceSideAmount: '2000000',
      sourceAmount: '202600000',
      feePlanCarried: true,
    });
    expect((await read()).feeBundle).toEqual(feeBundle);
    const onOther = await read(`wallet=${WALLET}&chain=ARBITRUM&token=USDC`);
    const references = onOther.feeBundle?.fees.map(({ paymentReference }) => paymentReference);
    expect(references).not.toContain(named[0]?.paymentReference);
  });

  it('names the fee inside each payment, and for all where it is the same', async () => {
    const read = async (feesInside: Parameters<typeof bundleWithFees>[0]) => {
      const { token } = await bundleWithFees(feesInside);
      const { status, body } = await host.get(`${token}/pay?${FROM}`);
      expect(status).toBe(200);
      const { children, metadata } = MulticallCalldata.parse(body);
      return [...children, metadata].map(({ platformFee }) => platformFee);
    };
    const fee = (percentage: string) => ({ percentage, address: PARTNER });
    expect(await read(['2', '2'])).toEqual([fee('2'), fee('2'), fee('2')]);
    expect(await read(['2', '1'])).toEqual([fee('2'), fee('1'), undefined]);
    expect(await read(['2', undefined])).toEqual([fee('2'), undefined, undefined]);
  });
});

describe('the step of a bundle', () => {
  const refresh = ({ token }: Bundle, step: unknown) =>
    host.post(`${token}/refresh-step-transaction`, { step });

  it('prepares all of its routes again, by quotes of this moment', async () => {
    const bundle = await bundleOf([USDC, USDC]);
    const prepared = await paid(bundle);
    const { rawStep } = prepared.metadata;
    expect(rawStep).toMatchObject({
      id: `ARBITRUM_USDT_${WALLET}`,
      tool: 'across',
      action: { toChainId: 8453, toAddress: CONTRACTS.base.erc20FeeProxy },
    });
    const quoted = provider.quoted.length;
    expect(await refresh(bundle, rawStep)).toEqual({ status: 200, body: prepared });
    expect(provider.quoted.slice(quoted).map(({ isFresh }) => isFresh)).toEqual([true, true]);
  });

  it('is no other bundle’s, and none of a payment on its own network', async () => {
    const bundle = await bundleOf([USDC, USDC]);
    const { rawStep } = (await paid(bundle)).metadata;
    if (rawStep === undefined) throw new Error('a bundle has a step');
    const other = await bundleOf([{ currencyId: 'USDC-optimism' }, USDC]);
    const field = (name: string) => ({ status: 400, body: { errors: [{ field: name }] } });
    expect(await refresh(other, rawStep)).toMatchObject(field('step.action.toChainId'));
    const own = await newBundle(host.ctx, bundle.links);
    const id = `BASE_USDC_${WALLET}`;
    expect(await refresh(own, { ...rawStep, id })).toMatchObject(field('step.id'));
    const unknown = { ...rawStep, id: `ARBITRUM_EURC_${WALLET}` };
    expect(await refresh(bundle, unknown)).toMatchObject(field('step.id'));
    expect(await refresh(bundle, { ...rawStep, tool: 'hop' })).toMatchObject(field('step.tool'));
  });
});

describe('400, and nothing is prepared', () => {
  it('where the call of a child is exchanged with that of another', async () => {
    const bundle = await bundleOf([USDC, USDC, USDC]);
    const at = await childOf(bundle);
    const calls = new Map<number, RouteQuery['call']>();
    changesOf = (query) => {
      calls.set(at(query), query.call);
      const first = calls.get(0);
      return at(query) === 2 && first ? { call: { callData: first.data } } : {};
    };
    const { status, body } = await pay(bundle);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 'route_refused',
      errors: [{ field: 'children[2]' }],
    });
    expect(body).not.toHaveProperty('transactions');
  });

  it('where it has more children than are paid so, which are not quoted', async () => {
    const bundle = await bundleOf(Array.from({ length: 21 }, () => USDC));
    const quoted = provider.quoted.length;
    expect(await pay(bundle)).toMatchObject({
      status: 400,
      body: {
        code: 'multicall_validation_failed',
        failures: [{ securePaymentToken: '*', reason: 'cap_exceeded' }],
        cap: { type: 'child_count', maximum: 20, actual: 21, reduceBy: 1 },
      },
    });
    expect(provider.quoted).toHaveLength(quoted);
  });

  it.each<[string, { readonly parts: Parts; readonly query: string }, object]>([
    [
      'without a wallet',
      { parts: [USDC, USDC], query: 'chain=ARBITRUM&token=USDT' },
      { code: 'wallet_required' },
    ],
    [
      'without a source',
      { parts: [USDC, USDC], query: `wallet=${WALLET}` },
      { code: 'source_chain_required' },
    ],
    [
      'with a child of one dollar',
      { parts: [USDC, { ...USDC, expectedUnits: 1_000_000n }], query: FROM },
      { code: 'amount_too_low_for_route', errors: [{ field: 'children[1]' }] },
    ],
    [
      'with a child on the network that it comes from',
      { parts: [{ currencyId: 'USDC-arbitrum-one' }, USDC], query: FROM },
      { code: 'route_not_available', errors: [{ field: 'children[0]' }] },
    ],
    [
      'with a child where there is no bridge',
      { parts: [USDC, {}], query: FROM },
      { code: 'route_not_available', errors: [{ field: 'children[1]' }] },
    ],
    [
      'from a token that the source does not have',
      { parts: [USDC, USDC], query: `wallet=${WALLET}&chain=ARBITRUM&token=EURC` },
      { errors: [{ field: 'token' }] },
    ],
    [
      'from a network that is not connected',
      { parts: [USDC, USDC], query: `wallet=${WALLET}&chain=POLYGON&token=USDC` },
      { code: 'route_not_available' },
    ],
  ])('%s', async (_what, { parts, query }, body) => {
    expect(await pay(await bundleOf(parts), query)).toMatchObject({ status: 400, body });
  });

  it('where it was made to be paid on its own network', async () => {
    const bundle = await bundleOf([USDC, USDC], 'evm_same_chain');
    expect(await pay(bundle)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'chain', message: expect.stringContaining('Base itself') }] },
    });
  });
});

describe('429', () => {
  it('for a caller who prepares the routes of bundles more often than payers need', async () => {
    const bundle = await bundleOf([USDC, USDC]);
    for (let i = 0; i < 6; i += 1) expect((await pay(bundle)).status).toBe(200);
    const quoted = provider.quoted.length;
    expect(await pay(bundle)).toMatchObject({ status: 429, body: { code: 'too_many_routes' } });
    expect(provider.quoted).toHaveLength(quoted);
    expect((await pay(await newBundle(host.ctx, bundle.links), `wallet=${WALLET}`)).status).toBe(
      200,
    );
  });
});

describe('503', () => {
  it('while the provider does not answer for a child, and its own network works', async () => {
    const links = await insertPayouts(host.ctx, [USDC, USDC]);
    const bundle = await newBundle(host.ctx, links);
    const at = await childOf(bundle);
    changesOf = (query) => (at(query) === 1 ? new Outage('silent') : {});
    expect(await pay(bundle)).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect((await pay(bundle, `wallet=${WALLET}`)).status).toBe(200);
  });
});
