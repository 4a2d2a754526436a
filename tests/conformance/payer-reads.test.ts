import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SAMPLE_PAYMENT } from '#catalog/samples.ts';
import { type LocalNode, startLocalNode } from '../../src/sandbox/local-nodes.ts';
import { TEST_ACCOUNTS } from '../../src/sandbox/test-accounts.ts';
import { asCall, sendCall } from '../../src/sandbox/test-wallet.ts';
import { linksOf } from '../support/links-of.ts';
import { startWorld, type World } from '../support/world.ts';

let nodes: readonly LocalNode[];
let world: World;
let links: ReturnType<typeof linksOf>;

beforeAll(async () => {
  nodes = await Promise.all([
    startLocalNode({ network: 'mainnet' }),
    startLocalNode({ network: 'bsc' }),
  ]);
  const urls = nodes.map((node) => [`RPC_URL_${node.network.toUpperCase()}`, node.rpcUrl]);
  world = await startWorld(Object.fromEntries(urls));
  links = linksOf(world);
});

afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await Promise.all(nodes.map((node) => node.stop()));
});

const PAYEE = TEST_ACCOUNTS.payee.address;
const FEE = { feePercentage: '2.5', feeAddress: SAMPLE_PAYMENT.feeAddress };

const viewBy = async (token: string, wallet: string) =>
  (await world.read(`${token}?wallet=${wallet}`)).body;
const payBy = async (token: string, wallet: string) =>
  (await world.read(`${token}/pay?wallet=${wallet}`)).body;

describe('specification, GET /v2/secure-payments/:token', () => {
  it('shows a single payment with the fields of wire facts 4.5, and until when it can be paid', async () => {
    const token = await links.link('USDC-sepolia', '12.5', { reference: 'INV-77' });
    const { body } = await world.read(token);
    const { expiresAt, ...documented } = body;
    expect(expiresAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const { destinationId } = world.sandbox.payee;
    expect(documented).toEqual({
      paymentType: 'single',
      status: 'pending',
      redirectUrl: null,
      redirectLabel: null,
      branding: null,
      analytics: {
        creationTimestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        feeAmountsUsdUnavailableReason: 'fee_plan_unavailable',
        numberOfPaymentsExcludingFees: 1,
        totalPaymentAmountUsd: '12.5',
        destinationIds: [destinationId],
      },
      requestIds: [expect.stringMatching(/^01[0-9a-f]{64}$/)],
      payee: PAYEE,
      network: 'sepolia',
      amount: '12500000',
      paymentCurrency: 'USDC-sepolia',
      isNativeCurrency: false,
      destination: {
        destinationId,
        payeeAddress: destinationId.slice(0, destinationId.lastIndexOf(':')),
        tokenAddress: world.sandbox.networks['sepolia']?.tokens['USDC-sepolia'],
        walletAddress: PAYEE,
        network: 'sepolia',
        isMasked: false,
      },
      reference: 'INV-77',
      isPayeeAddressMasked: false,
      feePlan: null,
      paymentReference: expect.stringMatching(/^0x[0-9a-f]{16}$/),
      flow: 'incoming',
    });
  });

  it('gives paymentOptions by source chain and symbol in human decimals (decisions 9 and 14)', async () => {
    const { payer } = world.sandbox;
    const shown = async (network: string, symbol: string) =>
      (await viewBy(await links.link(`${symbol}-${network}`, '12.5', FEE), payer.address))[
        'paymentOptions'
      ];
    const option = { balance: '1000000', hasEnoughBalance: true, neededAmount: '12.8125' };
    expect(await shown('base', 'USDC')).toEqual({ BASE: { USDC: option } });
    expect(await shown('mainnet', 'USDT')).toEqual({ ETHEREUM: { USDT: option } });
    expect(await shown('bsc', 'USDC')).toEqual({ BNB: { USDC: option } });
    expect(await shown('sepolia', 'USDC')).toEqual({});
  });
});

describe('specification, GET /v2/secure-payments/:token/pay', () => {
  it('prepares approval and payment without a wallet, in the forms of wire facts 4.6', async () => {
    const token = await links.link('USDC-sepolia', '12.5');
    const { body } = await world.read(`${token}/pay`);
    expect(body).toEqual({
      paymentType: 'single',
      transactions: [
        {
          to: '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238',
          data: expect.stringMatching(/^0x095ea7b3[0-9a-f]{128}$/),
          value: '0x0',
        },
        {
          to: '0x399F5EE127ce7432E4921a61b8CF52b0af52cbfE',
          data: expect.stringMatching(/^0xc219a14d[0-9a-f]{512}$/),
          value: '0x0',
        },
      ],
      eoaApprovalTransactions: [],
      feeBundle: null,
      metadata: {
        // Nothing was read of a wallet, so nothing is said of what it has.
        stepsRequired: 2,
        needsApproval: true,
        transactionSponsorshipFeeUsd: null,
        approvalTransactionIndex: 0,
        approvalTransactionsCount: 1,
        paymentTransactionIndex: 1,
        requiredAmount: '12500000',
        routeType: 'samechain',
      },
      paymentReference: expect.stringMatching(/^0x[0-9a-f]{16}$/),
      flow: 'incoming',
    });
    // Without a fee: nothing, to the dead address.
    expect(JSON.stringify(body)).toContain(`${'0'.repeat(64)}${'dead'.padStart(64, '0')}`);
  });

  it('puts the approval of amount and fee first, and returns what the wallet has', async () => {
    const token = await links.link('USDC-base', '12.5', FEE);
    const { transactions, metadata } = await payBy(token, world.sandbox.payer.address);
    const approval = 12_812_500n.toString(16).padStart(64, '0');
    expect(transactions).toMatchObject([
      {
        to: world.sandbox.networks['base']?.tokens['USDC-base'],
        data: expect.stringMatching(new RegExp(`^0x095ea7b3[0-9a-f]{64}${approval}$`)),
        value: '0x0',
      },
      { to: world.sandbox.networks['base']?.contracts['erc20FeeProxy'], value: '0x0' },
    ]);
    expect(metadata).toMatchObject({
      stepsRequired: 2,
      needsApproval: true,
      approvalTransactionIndex: 0,
      approvalTransactionsCount: 1,
      paymentTransactionIndex: 1,
      hasEnoughBalance: true,
      hasEnoughGas: true,
      hasEnoughAllowance: false,
      platformFee: { percentage: '2.5', address: SAMPLE_PAYMENT.feeAddress },
      balance: '1000000000000',
      allowance: '0',
      requiredAmount: '12812500',
      nativeBalance: expect.stringMatching(/^[0-9]+$/),
      estimatedNetworkFee: expect.stringMatching(/^0\.[0-9]+$/),
    });
  });

  it('says so when the wallet is short of the token, and of gas', async () => {
    const token = await links.link('USDC-sepolia', '1');
    const poor = await payBy(token, '0x00000000000000000000000000000000000000A1'.toLowerCase());
    expect(poor['metadata']).toMatchObject({
      hasEnoughBalance: false,
      hasEnoughGas: false,
      balance: '0',
      nativeBalance: '0',
      costBreakdown: { fundingStatus: { hasEnoughOverall: false } },
    });
    const noTokens = await payBy(token, TEST_ACCOUNTS.unrelated.address);
    expect(noTokens['metadata']).toMatchObject({ hasEnoughBalance: false, hasEnoughGas: true });
  });

  it('counts 18 decimals on BNB Smart Chain', async () => {
    const token = await links.link('USDT-bsc', '12.5');
    expect((await world.read(token)).body['amount']).toBe('12500000000000000000');
    const { metadata } = await payBy(token, world.sandbox.payer.address);
    expect(metadata).toMatchObject({
      requiredAmount: '12500000000000000000',
      balance: '1000000000000000000000000',
      costBreakdown: { totalGasFee: { currency: 'BNB' }, totals: { paymentAmount: '12.5' } },
    });
  });

  it('clears an allowance of Ethereum’s USDT before it sets another', async () => {
    const { payer, networks } = world.sandbox;
    const mainnet = networks['mainnet'];
    if (mainnet === undefined) throw new Error('this sandbox has no Ethereum');
    const small = await payBy(await links.link('USDT-mainnet', '1'), payer.address);
    const Calls = z.array(z.object({ to: z.string(), data: z.string(), value: z.string() }));
    const [approval] = Calls.parse(small['transactions']);
    if (approval === undefined) throw new Error('no approval was prepared');
    await sendCall(mainnet, payer, asCall(approval));

    const large = await payBy(await links.link('USDT-mainnet', '2'), payer.address);
    const calls = Calls.parse(large['transactions']);
    expect(calls.map(({ data }) => data.slice(0, 10))).toEqual([
      '0x095ea7b3',
      '0x095ea7b3',
      '0xc219a14d',
    ]);
    expect(calls.map(({ data }) => BigInt(`0x${data.slice(74, 138)}`)).slice(0, 2)).toEqual([
      0n,
      2_000_000n,
    ]);
    expect(large['metadata']).toMatchObject({
      stepsRequired: 3,
      approvalTransactionIndex: 0,
      approvalTransactionsCount: 2,
      paymentTransactionIndex: 2,
    });
  });

  it('takes chain and token only together and only as their enums (specification)', async () => {
    const token = await links.link('USDC-base', '1');
    const asked = (query: string) => world.read(`${token}/pay?${query}`);
    expect(await asked('chain=BASE&token=USDC')).toMatchObject({ status: 200 });
    expect(await asked('chain=BASE')).toMatchObject({
      status: 400,
      body: { message: 'chain and token must be sent together' },
    });
    // Wire facts 2.1 quote the words for a value outside of an enum.
    expect(await asked('chain=BASE&token=DAI')).toMatchObject({
      status: 400,
      body: {
        message: expect.stringContaining(
          "Invalid enum value. Expected 'USDC' | 'USDT' | 'EURC' | 'USDT0', received 'DAI'",
        ),
      },
    });
    expect(await asked('chain=SOLANA&token=USDC')).toMatchObject({ status: 400 });
  });
});
