import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { currencyById } from '#catalog/currencies.ts';
import { TEST_ACCOUNTS } from '../../src/sandbox/test-accounts.ts';
import { type BlockingToken, blockingToken } from '../support/blocking-token.ts';
import { bundlesOf } from '../support/bundles-of.ts';
import { linksOf } from '../support/links-of.ts';
import { payBatchWith } from '../support/pay-with.ts';
import { balancesOf } from '../support/sandbox-balances.ts';
import { sendToHost } from '../support/send-to-host.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import type { ReachedWorld } from '../support/world.ts';

const { payer, payee, unrelated, feeReceiver } = TEST_ACCOUNTS;
const USDC = 'USDC-sepolia';
const COIN = 'ETH-sepolia-sepolia';
const CONTRACT = currencyById(USDC)?.address ?? '';
const PAYEES = [payee.address, unrelated.address, feeReceiver.address];

let world: ReachedWorld;
let token: BlockingToken;
let links: ReturnType<typeof linksOf>;
beforeAll(async () => {
  world = await sharedWorld();
  links = linksOf(world);
  token = await blockingToken(world.sandbox.networks['sepolia']?.rpcUrl ?? '', CONTRACT);
});

const item = (address: string, currency = USDC) => ({
  payee: address,
  amount: '0.5',
  invoiceCurrency: currency,
  paymentCurrency: currency,
});

const Created = z.looseObject({ token: z.string() });
const linkOver = async (...requests: unknown[]) =>
  Created.parse((await links.create({ requests })).body).token;
const prepare = (link: string) => world.read(`${link}/pay?wallet=${payer.address}`);

/** `/v2/request` and `/v2/payouts` with the key of the sandbox's account. */
async function call(path: string, body?: unknown, more: Readonly<Record<string, string>> = {}) {
  const headers = { 'x-api-key': world.sandbox.apiKey, ...more };
  return await sendToHost(`${world.apiUrl}/v2/${path}`, { headers, body });
}

/** The refusal of payees at these places, the first of whom is named. */
const unpayable = (payees: string[], ...fields: string[]) => ({
  status: 409,
  body: {
    code: 'payee_cannot_be_paid',
    message: expect.stringContaining(
      `${payees.length === 1 ? '1 payee' : `${payees.length} payees`} cannot be paid: `,
    ),
    errors: fields.map((field, i) => ({
      field,
      message: expect.stringContaining(payees[i] ?? ''),
    })),
  },
});

/** What stands against paying while the token blocks a wallet; afterwards it is paid for real. */
async function whileBlocked<Answer>(wallet: string, send: () => Promise<Answer>): Promise<Answer> {
  await token.block(wallet);
  try {
    return await send();
  } finally {
    await token.unblock(wallet);
  }
}

describe('a payee whom the token blocks', () => {
  it('is named before anybody signs a link, which stays as it was and can be paid later', async () => {
    const link = await linkOver(item(unrelated.address));
    const before = (await world.read(link)).body;
    const refused = await whileBlocked(unrelated.address, () => prepare(link));
    expect(refused).toMatchObject(unpayable([unrelated.address], 'payee'));
    expect((await world.read(link)).body).toEqual(before);
    await world.pay(link);
    await world.awaitStatus(link, 409);
  });

  it('is named with the place in a batch of three, all of whom are paid once it is not', async () => {
    const link = await linkOver(...PAYEES.map((address) => item(address)));
    const { balanceOf } = balancesOf(world);
    const holdings = () => Promise.all(PAYEES.map((wallet) => balanceOf(wallet, USDC)));
    const before = await holdings();
    const refused = await whileBlocked(unrelated.address, () => prepare(link));
    expect(refused).toMatchObject(unpayable([unrelated.address], 'requests[1]'));
    expect(await holdings()).toEqual(before);
    await payBatchWith(world.sandbox, (await prepare(link)).body);
    await world.awaitStatus(link, 409);
    expect(await holdings()).toEqual(before.map((units) => units + 500_000n));
  });

  it('is named with the place in a bundle of three', async () => {
    const bundles = bundlesOf(world);
    const children = await bundles.payouts(3);
    const bundle = await bundles.bundle(children);
    const blocked = children[2]?.payee ?? '';
    const refused = await whileBlocked(blocked, () => prepare(bundle));
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      code: 'payee_cannot_be_paid',
      errors: [{ field: 'children[2]', message: expect.stringMatching(new RegExp(blocked, 'i')) }],
    });
    expect((await world.read(bundle)).body).toMatchObject({ status: 'pending', canExecute: true });
    expect(await prepare(bundle)).toMatchObject({ status: 200 });
  });

  it('stops a request and payouts alike, and a refused payout is not kept', async () => {
    const created = await call('request', item(unrelated.address));
    const { requestId } = z.looseObject({ requestId: z.string() }).parse(created.body);
    const pay = `request/${requestId}/pay?wallet=${payer.address}`;
    const payout = { ...item(unrelated.address), payerWallet: payer.address };
    const batch = { requests: PAYEES.map((one) => item(one)), payer: payer.address };
    const retried = { 'Idempotency-Key': 'a-payout-that-is-sent-again' };
    await whileBlocked(unrelated.address, async () => {
      const alone = unpayable([unrelated.address], 'payee');
      expect(await call(pay)).toMatchObject(alone);
      expect(await call('payouts', payout, retried)).toMatchObject(alone);
      expect(await call('payouts/batch', batch)).toMatchObject(
        unpayable([unrelated.address], 'requests[1]'),
      );
    });
    expect(await call(pay)).toMatchObject({ status: 200 });
    expect(await call('payouts', payout, retried)).toMatchObject({ status: 201 });
    expect(await call('payouts/batch', batch)).toMatchObject({ status: 201 });
  });
});

describe('a payer whom the token blocks', () => {
  it('gets that refusal, without blame for any payee, and can pay in coins', async () => {
    const [single, batch] = [
      await linkOver(item(payee.address)),
      await linkOver(item(payee.address, COIN), ...PAYEES.map((address) => item(address))),
    ];
    await token.block(payer.address);
    for (const [link, field] of [
      [single, 'payee'],
      [batch, 'requests[1]'],
    ] as const) {
      expect(await prepare(link)).toMatchObject({
        status: 409,
        body: {
          code: 'payer_cannot_pay',
          message: expect.stringContaining(`refuses every transfer from ${payer.address}`),
          errors: [{ field }],
        },
      });
    }
    expect(await prepare(await linkOver(item(payee.address, COIN)))).toMatchObject({ status: 200 });
    await token.unblock(payer.address);
    expect(await prepare(single)).toMatchObject({ status: 200 });
  });
});

describe('a wallet that is a payee itself', () => {
  /** The refusal, with the indexes of its payments to itself. */
  const delivery = (...fields: string[]) => ({
    status: 409,
    body: {
      code: 'payer_is_payee',
      message: expect.stringContaining(`The paying wallet ${payer.address} is the payee of `),
      errors: fields.map((field) => ({ field, message: expect.stringContaining(payer.address) })),
    },
  });

  it('is refused so on links, also in coins, which stay open for others', async () => {
    for (const currency of [USDC, COIN]) {
      const link = await linkOver(item(payer.address, currency));
      expect(await prepare(link)).toMatchObject(delivery('payee'));
      expect(await world.read(`${link}/pay?wallet=${unrelated.address}`)).toMatchObject({
        status: 200,
      });
      expect(await world.read(`${link}/pay`)).toMatchObject({ status: 200 });
    }
  });

  it('reads its own items of a batch and of a bundle', async () => {
    const own = item(payer.address);
    const batch = await linkOver(item(payee.address), own, item(unrelated.address), own);
    expect(await prepare(batch)).toMatchObject(delivery('requests[1]', 'requests[3]'));
    const bundles = bundlesOf(world);
    const children = await bundles.payouts(2);
    const bundle = await bundles.bundle(children);
    const [, last] = children;
    expect(await world.read(`${bundle}/pay?wallet=${last?.payee}`)).toMatchObject({
      status: 409,
      body: { code: 'payer_is_payee', errors: [{ field: 'children[1]' }] },
    });
  });

  it('is refused so on requests and payouts, of which none is kept', async () => {
    const own = item(payer.address);
    const created = await call('request', own);
    const { requestId } = z.looseObject({ requestId: z.string() }).parse(created.body);
    const payers = [payer.address, payer.address.toLowerCase()];
    for (const wallet of payers) {
      expect(await call(`request/${requestId}/pay?wallet=${wallet}`)).toMatchObject(
        delivery('payee'),
      );
    }
    const batch = { requests: [item(payee.address), own], payer: payer.address };
    const requests = () => call('request?limit=100');
    const before = (await requests()).body;
    for (const named of [{ payerWallet: payer.address }, { payerAddress: payer.address }]) {
      expect(await call('payouts', { ...own, ...named })).toMatchObject(delivery('payee'));
    }
    expect(await call('payouts/batch', batch)).toMatchObject(delivery('requests[1]'));
    const old = { requestIds: [requestId], payer: payer.address };
    expect(await call('payouts/batch', old)).toMatchObject(delivery('requestIds[0]'));
    expect((await requests()).body).toEqual(before);
    // Without a wallet no payment to oneself can be detected.
    expect(await call('payouts', own)).toMatchObject({ status: 201 });
  });
});

describe('a contract that takes no coins', () => {
  it('is named before anybody signs, alone and among others', async () => {
    const alone = await linkOver(item(CONTRACT, COIN));
    expect(await prepare(alone)).toMatchObject(unpayable([CONTRACT], 'payee'));
    const batch = await linkOver(item(payee.address, COIN), item(CONTRACT, COIN));
    expect(await prepare(batch)).toMatchObject(unpayable([CONTRACT], 'requests[1]'));
    // Without a wallet there is no such refusal: the simulation depends on the payer.
    expect((await world.read(`${batch}/pay`)).status).toBe(200);
  });
});
