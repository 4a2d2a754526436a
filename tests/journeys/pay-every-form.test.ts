import { createPublicClient, erc20Abi, type Hex, http, parseAbi } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CURRENCIES, currencyById } from '#catalog/currencies.ts';
import { TEST_ACCOUNTS } from '../../src/sandbox/test-accounts.ts';
import { linksOf } from '../support/links-of.ts';
import { payBatchWith } from '../support/pay-with.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { balancesOf } from '../support/sandbox-balances.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import type { ReachedWorld } from '../support/world.ts';

const { payer, payee, unrelated } = TEST_ACCOUNTS;
const COIN = 'ETH-sepolia-sepolia';

let world: ReachedWorld;
let receiver: Receiver;
let links: ReturnType<typeof linksOf>;
let balances: ReturnType<typeof balancesOf>;

beforeAll(async () => {
  world = await sharedWorld();
  receiver = await openReceiver();
  await world.registerWebhook(receiver.url);
  links = linksOf(world);
  balances = balancesOf(world);
});
afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
});

const Created = z.object({ token: z.string(), requestIds: z.array(z.string()) });

/** An item in the form that can name every currency. */
const item = (paymentCurrency: string, amount: string, more: Record<string, string> = {}) => ({
  payee: payee.address,
  amount,
  invoiceCurrency: paymentCurrency,
  paymentCurrency,
  ...more,
});

async function create(requests: unknown[], more: Record<string, unknown> = {}) {
  const said = await links.create({ requests, ...more });
  expect(said).toMatchObject({ status: 201 });
  return Created.parse(said.body);
}

function client() {
  const rpcUrl = world.sandbox.networks['sepolia']?.rpcUrl;
  return createPublicClient({ transport: http(rpcUrl) });
}

const delivery = (requestId: string) =>
  receiver.awaitDelivery(
    ({ payload }) => payload.event === 'payment.confirmed' && payload.requestId === requestId,
  );

const prepared = async (token: string) =>
  (await world.read(`${token}/pay?wallet=${payer.address}`)).body;

describe('a native coin', () => {
  it('is paid without an approval, with its fee, and reported in the coin', async () => {
    const link = await create([item(COIN, '0.25')], {
      feePercentage: '2',
      feeAddress: unrelated.address,
    });
    const view = await world.read(`${link.token}?wallet=${payer.address}`);
    expect(view.body).toMatchObject({
      isNativeCurrency: true,
      amount: '250000000000000000',
      paymentCurrency: COIN,
      destination: null,
    });
    const units = 250_000_000_000_000_000n;
    const [toPayee] = await balances.receivedBy(payee.address, [COIN], () => world.pay(link.token));
    expect(toPayee).toBe(units);
    const { payload } = await delivery(link.requestIds[0] ?? '');
    expect(payload).toMatchObject({
      amount: '0.25',
      paymentCurrency: 'ETH-sepolia',
      payerAddress: payer.address,
      fees: [{ type: 'platform', amount: '0.005' }],
    });
    await world.awaitStatus(link.token, 409);
  });
});

describe('an invoice in euros', () => {
  it('is paid in a token at the rate of the chain, and reported in euros', async () => {
    const link = await create([item('USDC-sepolia', '10.5', { invoiceCurrency: 'EUR' })]);
    const view = await world.read(link.token);
    const { amount, conversion } = z
      .looseObject({ amount: z.string(), conversion: z.looseObject({ maxAmount: z.string() }) })
      .parse(view.body);
    expect(conversion).toMatchObject({
      invoiceCurrency: 'EUR',
      invoiceAmount: '10.5',
      isStale: false,
    });
    const [received] = await balances.receivedBy(payee.address, ['USDC-sepolia'], () =>
      world.pay(link.token),
    );
    expect(received).toBe(BigInt(amount));
    expect(BigInt(conversion.maxAmount)).toBeGreaterThan(BigInt(amount));
    const { payload } = await delivery(link.requestIds[0] ?? '');
    expect(payload).toMatchObject({
      amount: '10.5',
      totalAmountPaid: '10.5',
      expectedAmount: '10.5',
      currency: 'EUR',
      paymentCurrency: 'USDC',
      rateProvider: 'chainlink',
    });
    expect(Number(payload['convertedAmountSource']) * 1e6).toBeCloseTo(Number(amount), 5);
    await world.awaitStatus(link.token, 409);
  });
});

describe('a batch', () => {
  const ids = ['USDC-sepolia', 'FAU-sepolia', COIN] as const;

  it('of tokens, a conversion and coins is paid by one transaction, and each is reported once', async () => {
    const link = await create([
      item('USDC-sepolia', '1.5'),
      item('FAU-sepolia', '2.25'),
      item(COIN, '0.125'),
      item('USDC-sepolia', '3'),
      item('FAU-sepolia', '7', { invoiceCurrency: 'USD' }),
    ]);
    expect(link.requestIds).toHaveLength(5);
    const view = await world.read(`${link.token}?wallet=${payer.address}`);
    expect(view.body).toMatchObject({
      paymentType: 'batch',
      amounts: [
        '1500000',
        '2250000000000000000',
        '125000000000000000',
        '3000000',
        expect.any(String),
      ],
      isNativeCurrency: [false, false, true, false, false],
      paymentCurrencies: ['USDC-sepolia', 'FAU-sepolia', COIN, 'USDC-sepolia', 'FAU-sepolia'],
      destinations: [
        expect.any(Object),
        expect.any(Object),
        null,
        expect.any(Object),
        expect.any(Object),
      ],
    });
    const { amounts } = z.looseObject({ amounts: z.array(z.string()) }).parse(view.body);
    const answer = await prepared(link.token);
    expect(answer['metadata']).toMatchObject({ hasEnoughBalance: true, canMakePayment: true });
    const moved = await balances.receivedBy(payee.address, ids, () =>
      payBatchWith(world.sandbox, answer),
    );
    expect(moved).toEqual([
      4_500_000n,
      2_250_000_000_000_000_000n + BigInt(amounts[4] ?? '0'),
      125_000_000_000_000_000n,
    ]);
    for (const requestId of link.requestIds) {
      const { payload } = await delivery(requestId);
      expect(payload).toMatchObject({
        payerAddress: payer.address,
        securePaymentToken: link.token,
      });
    }
    const done = await world.awaitStatus(link.token, 409);
    expect(done.body['requestStatuses']).toHaveLength(5);
    const confirmations = receiver.distinct.filter(
      ({ payload }) =>
        payload.event === 'payment.confirmed' && payload['securePaymentToken'] === link.token,
    );
    expect(confirmations).toHaveLength(5);
  });

  it('pays nobody when one of its payees cannot be paid', async () => {
    const contract = currencyById('USDC-sepolia')?.address ?? '';
    const link = await create([
      item(COIN, '0.01'),
      // The token's contract takes no coins.
      item(COIN, '0.01', { payee: contract }),
    ]);
    const [moved] = await balances.receivedBy(payee.address, [COIN], async () => {
      // Prepared for nobody in particular: with a wallet it is refused before there is anything to sign.
      const sent = payBatchWith(world.sandbox, (await world.read(`${link.token}/pay`)).body);
      await expect(sent).rejects.toThrow();
    });
    expect(moved).toBe(0n);
    expect((await world.read(link.token)).body).toMatchObject({ status: 'pending' });
  });

  it('leaves no token and no allowance at the batch contract', async () => {
    const abi = parseAbi(['function allowance(address, address) view returns (uint256)']);
    const batch = '0x67818703c92580c0e106e401F253E8A410A66f8B';
    for (const { address } of CURRENCIES.filter(({ network }) => network === 'sepolia')) {
      const token: Hex = `0x${address.slice(2)}`;
      const left = await client().readContract({
        address: token,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [batch],
      });
      expect(left).toBe(0n);
      const allowed = await client().readContract({
        address: token,
        abi,
        functionName: 'allowance',
        args: [payer.address, batch],
      });
      // A conversion is allowed up to its slippage, and takes what the rate says.
      expect(allowed < 10n ** 18n).toBe(true);
    }
  });
});

describe('a batch that cannot be', () => {
  it('is refused over two networks, in the documented words', async () => {
    const said = await links.create({
      requests: [item('USDC-sepolia', '1'), item('USDC-base', '1')],
    });
    expect(said).toMatchObject({
      status: 400,
      body: { message: 'All requests must be on the same network' },
    });
  });
});
