import { createPublicClient, type Hex, http, parseUnits } from 'viem';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { conversionPathAbi } from '#catalog/abis/conversion-path.generated.ts';
import { CONTRACTS } from '#catalog/contracts.ts';
import { conversionPath } from '#catalog/conversion-paths.ts';
import { currencyById } from '#catalog/currencies.ts';
import { partnersOf } from '../support/partners-of.ts';
import { payBatchWith, payWith } from '../support/pay-with.ts';
import { balancesOf } from '../support/sandbox-balances.ts';
import { sendToHost } from '../support/send-to-host.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import type { ReachedWorld } from '../support/world.ts';
import { PROTOCOL_FEE } from '../support/world-settings.ts';

const [USDC, FAU, COIN] = ['USDC-sepolia', 'FAU-sepolia', 'ETH-sepolia-sepolia'];

/** Who receives something here, and nobody else does. */
const WALLETS = {
  one: '0x2000000000000000000000000000000000000001',
  two: '0x2000000000000000000000000000000000000002',
  three: '0x2000000000000000000000000000000000000003',
  borneByPayee: '0x2000000000000000000000000000000000000004',
  borneByPayer: '0x2000000000000000000000000000000000000005',
  protocol: PROTOCOL_FEE.PROTOCOL_FEE_ADDRESS,
  platform: '0x2000000000000000000000000000000000000007',
} as const;
const FEE = { feePercentage: '1', feeAddress: WALLETS.platform };

let world: ReachedWorld;
let balances: ReturnType<typeof balancesOf>;
let pair: Readonly<Record<string, string>>;

beforeAll(async () => {
  world = await sharedWorld(PROTOCOL_FEE);
  balances = balancesOf(world);
  pair = await newPair();
});

/** A partner that takes 2.5 % of the payee and 1 % of the payer, whichever way the money goes. */
async function newPair(): Promise<Readonly<Record<string, string>>> {
  const { wallet, key } = await partnersOf(world).newPartner();
  const made = await sendToHost(`${world.authUrl}/v1/client-ids`, {
    headers: wallet.headers,
    body: { label: 'Stall', allowedDomains: [] },
  });
  const { clientId } = z.object({ clientId: z.string() }).parse(made.body);
  await post('orchestrators/client-ids', { clientId }, key);
  for (const flow of ['incoming', 'outgoing']) {
    for (const [feeBearer, bps, evmRecipientAddress] of [
      ['recipient', 250, WALLETS.borneByPayee],
      ['payer', 100, WALLETS.borneByPayer],
    ] as const) {
      const config = { flow, feeBearer, bps, usdCap: '20', evmRecipientAddress };
      await post('orchestrators/fee-configs', config, key);
    }
  }
  return { ...key, 'x-client-id': clientId };
}

async function post(path: string, body: object, headers = pair): Promise<unknown> {
  const said = await sendToHost(`${world.apiUrl}/v2/${path}`, { headers, body });
  if (said.status >= 300) throw new Error(`${path}: ${JSON.stringify(said.body)}`);
  return said.body;
}

const Link = z.looseObject({ token: z.string(), requestIds: z.array(z.string()) });
const byKey = () => ({ 'x-api-key': world.sandbox.apiKey });

const payoutLink = async (recipient: Hex, currency: string, amount: string) => {
  const creatorWalletAddress = world.sandbox.payer.address;
  const body = { recipient, creatorWalletAddress, network: 'sepolia', currency, amount, ...FEE };
  return Link.parse(await post('secure-payments/payouts', body)).token;
};
const merge = async (...tokens: string[]) =>
  Link.parse(await post('secure-payments/batch-payouts', { tokens })).token;

/** A link of the account's own key, which pays the protocol and the platform, and no partner. */
const linkOf = async (...requests: object[]) =>
  Link.parse(await post('secure-payments', { requests, ...FEE }, byKey())).token;

const item = (payee: Hex, amount: string, paymentCurrency: string) => ({
  payee,
  amount,
  invoiceCurrency: paymentCurrency,
  paymentCurrency,
});
const inDollars = (payee: Hex, amount: string) => ({
  ...item(payee, amount, USDC),
  invoiceCurrency: 'USD',
});

const prepared = async (token: string) =>
  (await world.read(`${token}/pay?wallet=${world.sandbox.payer.address}`)).body;

/** What everybody but the payer gained by an act, of each currency. */
const gained = (ids: readonly string[], act: () => Promise<unknown>) =>
  balances.movedBy(WALLETS, ids, act);

const usdc = (text: string) => parseUnits(text, 6);
const fau = (text: string) => parseUnits(text, 18);
const coins = (text: string) => parseUnits(text, 18);

describe('payout links with fees that were put together', () => {
  it('pay everybody what each plan promised, to the unit', async () => {
    const token = await merge(
      await payoutLink(WALLETS.one, USDC, '100'),
      await payoutLink(WALLETS.two, USDC, '0.000199'),
      await payoutLink(WALLETS.three, USDC, '3000'),
    );
    const answer = await prepared(token);
    expect(await gained([USDC], () => payBatchWith(world.sandbox, answer))).toEqual({
      // 2.5 % of 199 units is 4.975, 1 % is 1.99, and 0.05 % is nothing that can be paid.
      one: [usdc('97.5')],
      two: [195n],
      // The share of the last would be 75, of which 20 are taken at most.
      three: [usdc('2980')],
      borneByPayee: [usdc('2.5') + 4n + usdc('20')],
      borneByPayer: [usdc('1') + 1n + usdc('20')],
      protocol: [usdc('0.05') + usdc('1.5')],
      // What goes along is a share of what the call pays.
      platform: [usdc('0.975') + 1n + usdc('29.8')],
    });
    await world.awaitStatus(token, 409);
  });

  it('pay fees in each token by itself, and of coins the platform’s alone', async () => {
    const token = await merge(
      await payoutLink(WALLETS.one, USDC, '100'),
      await payoutLink(WALLETS.two, FAU, '40'),
      await payoutLink(WALLETS.three, COIN, '0.5'),
    );
    // Several currencies have no sum to tell.
    expect((await world.read(token)).body).toMatchObject({ feePlan: null });
    const answer = await prepared(token);
    const moved = await gained([USDC, FAU, COIN], () => payBatchWith(world.sandbox, answer));
    expect(moved).toEqual({
      one: [usdc('97.5'), 0n, 0n],
      two: [0n, fau('39'), 0n],
      three: [0n, 0n, coins('0.5')],
      borneByPayee: [usdc('2.5'), fau('1'), 0n],
      borneByPayer: [usdc('1'), fau('0.4'), 0n],
      protocol: [usdc('0.05'), fau('0.02'), 0n],
      platform: [usdc('0.975'), fau('0.39'), coins('0.005')],
    });
    await world.awaitStatus(token, 409);
  });
});

describe('a batch with fees', () => {
  it('in two tokens and coins pays each what it would have been paid alone', async () => {
    const token = await linkOf(
      item(WALLETS.one, '100', USDC),
      item(WALLETS.two, '40', FAU),
      item(WALLETS.three, '0.5', COIN),
    );
    expect((await world.read(token)).body).toMatchObject({ feePlan: null });
    const answer = await prepared(token);
    const moved = await gained([USDC, FAU, COIN], () => payBatchWith(world.sandbox, answer));
    expect(moved).toEqual({
      one: [usdc('100'), 0n, 0n],
      two: [0n, fau('40'), 0n],
      three: [0n, 0n, coins('0.5')],
      borneByPayee: [0n, 0n, 0n],
      borneByPayer: [0n, 0n, 0n],
      protocol: [usdc('0.05'), fau('0.02'), 0n],
      platform: [usdc('1'), fau('0.4'), coins('0.005')],
    });
    await world.awaitStatus(token, 409);
  });

  it('of payouts in dollars converts each payment and each fee as the chain’s contract does', async () => {
    const requests = [inDollars(WALLETS.one, '100'), inDollars(WALLETS.two, '8')];
    const payer = world.sandbox.payer.address;
    const answer = await post('payouts/batch', { requests, payer, ...FEE });
    expect(await gained([USDC], () => payBatchWith(world.sandbox, answer))).toEqual({
      one: [await converted('97.5')],
      two: [await converted('7.8')],
      three: [0n],
      borneByPayee: [await converted('2.5', '0.2')],
      borneByPayer: [await converted('1', '0.08')],
      protocol: [await converted('0.05', '0.004')],
      platform: [await converted('0.975', '0.078')],
    });
  });
});

describe('an invoice in dollars with fees', () => {
  it('converts the payment and each fee as the chain’s contract does, one by one or at once', async () => {
    const single = await linkOf(inDollars(WALLETS.one, '100'));
    const batch = await linkOf(inDollars(WALLETS.one, '100'), inDollars(WALLETS.two, '12.34'));
    const forOne = await prepared(single);
    expect(await gained([USDC], () => payWith(world.sandbox, forOne))).toMatchObject({
      one: [await converted('100')],
      protocol: [await converted('0.05')],
      platform: [await converted('1')],
    });
    await world.awaitStatus(single, 409);
    const forBoth = await prepared(batch);
    expect(await gained([USDC], () => payBatchWith(world.sandbox, forBoth))).toMatchObject({
      one: [await converted('100')],
      two: [await converted('12.34')],
      protocol: [await converted('0.05', '0.00617')],
      platform: [await converted('1', '0.1234')],
    });
    await world.awaitStatus(batch, 409);
  });
});

/** What amounts in dollars are in USDC, each read from the contract that the conversion proxy calls. */
async function converted(...dollars: string[]): Promise<bigint> {
  const currency = currencyById(USDC);
  const path = currency && conversionPath('USD', currency, { sandbox: true });
  const client = createPublicClient({
    transport: http(world.sandbox.networks['sepolia']?.rpcUrl),
  });
  const answers = await Promise.all(
    dollars.map((text) =>
      client.readContract({
        address: `0x${CONTRACTS.sepolia.conversionPath?.slice(2)}`,
        abi: conversionPathAbi,
        functionName: 'getConversion',
        args: [parseUnits(text, 8), (path ?? []).map((step) => `0x${step.slice(2)}` as const)],
      }),
    ),
  );
  return answers.reduce((sum, [units]) => sum + units, 0n);
}
