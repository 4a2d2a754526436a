import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { elapsedMs } from '#kit/clock.ts';
import { sendTransaction } from '../support/pay-with.ts';
import { namesOf, sendToHost } from '../support/send-to-host.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import type { ReachedWorld } from '../support/world.ts';

const PAYEE = '0x1111111111111111111111111111111111111111';
const COIN = 'ETH-sepolia-sepolia';

let world: ReachedWorld;
beforeAll(async () => {
  world = await sharedWorld();
});

const byKey = () => ({ 'x-api-key': world.sandbox.apiKey });
const post = (path: string, body: object, headers: Readonly<Record<string, string>> = byKey()) =>
  sendToHost(`${world.apiUrl}/v2/${path}`, { headers, body });
const item = (amount: string, paymentCurrency: string, invoiceCurrency = paymentCurrency) => ({
  payee: PAYEE,
  amount,
  invoiceCurrency,
  paymentCurrency,
});
const Link = z.looseObject({ token: z.string(), requestIds: z.array(z.string()) });
const link = async (...requests: object[]) =>
  Link.parse((await post('secure-payments', { requests })).body);
const read = async (path: string) => (await world.read(path)).body;
const wallet = () => `wallet=${world.sandbox.payer.address}`;

describe('specification and wire facts 4.5, a batch', () => {
  it('is shown in lists of the same order, with these fields', async () => {
    const { token, requestIds } = await link(
      item('1.5', 'USDC-sepolia'),
      item('2', COIN),
      item('3', 'FAU-sepolia', 'EUR'),
    );
    const view = await read(token);
    expect(view).toMatchObject({
      paymentType: 'batch',
      status: 'pending',
      requestIds,
      payees: [PAYEE, PAYEE, PAYEE],
      network: 'sepolia',
      amounts: ['1500000', '2000000000000000000', expect.stringMatching(/^\d+$/)],
      paymentCurrencies: ['USDC-sepolia', COIN, 'FAU-sepolia'],
      isNativeCurrency: [false, true, false],
      reference: null,
      isPayeeAddressMasked: false,
      feePlan: null,
    });
    // Of these only the token that is paid in itself has a name as a destination.
    expect(view['destinations']).toMatchObject([{ walletAddress: PAYEE }, null, {}]);
    expect(view).not.toHaveProperty('paymentOptions');
  });

  it('answers its calldata as approvals and one transaction (wire facts 4.6)', async () => {
    const { token } = await link(item('1.5', 'USDC-sepolia'), item('2', COIN));
    const known = await read(`${token}/pay?${wallet()}`);
    expect(namesOf(known)).toEqual([
      'ERC20ApprovalTransactions',
      'batchPaymentTransaction',
      'metadata',
    ]);
    expect(known).toMatchObject({
      ERC20ApprovalTransactions: [{ to: expect.any(String), data: expect.any(String), value: 0 }],
      batchPaymentTransaction: {
        to: expect.any(String),
        data: expect.any(String),
        value: { type: 'BigNumber', hex: expect.stringMatching(/^0x[0-9a-f]+$/) },
      },
      metadata: { hasEnoughBalance: true, hasEnoughGas: true },
    });
    const unknown = await read(`${token}/pay`);
    const approval = {
      to: expect.any(String),
      data: expect.stringMatching(/^0x095ea7b3/),
      value: 0,
    };
    expect(unknown).toMatchObject({ ERC20ApprovalTransactions: [approval] });
    expect(unknown).not.toHaveProperty('metadata');
  });
});

describe('specification, native coins', () => {
  it('need no approval, and their value is the amount', async () => {
    const { token } = await link(item('0.25', COIN));
    const units = 250_000_000_000_000_000n;
    expect(await read(token)).toMatchObject({
      amount: String(units),
      paymentCurrency: COIN,
      isNativeCurrency: true,
      destination: null,
    });
    const { transactions, metadata } = await read(`${token}/pay?${wallet()}`);
    expect(transactions).toEqual([
      { to: expect.any(String), data: expect.any(String), value: `0x${units.toString(16)}` },
    ]);
    expect(metadata).toMatchObject({
      stepsRequired: 1,
      needsApproval: false,
      paymentTransactionIndex: 0,
      hasEnoughBalance: true,
      hasEnoughGas: true,
    });
  });
});

describe('specification, invoice currencies', () => {
  it.each(['USD', 'EUR', 'CNY', 'GBP', 'JPY'])(
    'an invoice in %s is paid in every token that its conversion routes name, and in no coin',
    async (invoice) => {
      const url = `${world.apiUrl}/v2/currencies/${invoice}/conversion-routes?networks=sepolia`;
      const { body } = await sendToHost(url);
      const { conversionRoutes } = z
        .looseObject({ conversionRoutes: z.array(z.looseObject({ id: z.string() })) })
        .parse(body);
      const ids = conversionRoutes.map(({ id }) => id);
      expect(ids.length).toBeGreaterThan(0);
      for (const id of ids) {
        expect(await post('secure-payments', { requests: [item('3', id, invoice)] })).toMatchObject(
          { status: 201 },
        );
      }
      const said = await post('secure-payments', { requests: [item('3', COIN, invoice)] });
      expect(said).toMatchObject({ status: 400 });
      expect(ids).not.toContain(COIN);
    },
  );
});

describe('specification, partial payments and accounting', () => {
  it('amounts add up over several payments, and what is too much is reported as excess', async () => {
    const made = await post('request', item('10', 'USDC-sepolia'));
    const { requestId } = z.looseObject({ requestId: z.string() }).parse(made.body);
    const url = `${world.apiUrl}/v2/request/${requestId}`;
    const prepare = async (query: string) => {
      const { body } = await sendToHost(`${url}/pay?${wallet()}${query}`, { headers: byKey() });
      return Prepared.parse(body).transactions.map((one) => ({ ...one, value: one.value.hex }));
    };
    const sign = async (transactions: Awaited<ReturnType<typeof prepare>>) => {
      for (const one of transactions) await sendTransaction(world.sandbox, one);
    };
    const payments = async () => {
      const list = `${world.apiUrl}/v2/payments?requestId=${requestId}`;
      return z
        .looseObject({ payments: z.array(z.looseObject({ amount: z.string() })) })
        .parse((await sendToHost(list, { headers: byKey() })).body).payments;
    };
    // Prepared before the part is paid, so that it brings more than is then missing.
    const all = await prepare('');
    await sign(await prepare('&amount=4'));
    await until(async () => (await payments()).length === 1);
    expect((await sendToHost(url, { headers: byKey() })).body).toMatchObject({
      status: 'partially_paid',
      hasBeenPaid: false,
    });
    await sign(all);
    await until(async () => (await payments()).length === 2);
    expect((await sendToHost(url, { headers: byKey() })).body).toMatchObject({
      status: 'paid',
      hasBeenPaid: true,
      requestAmount: '10',
    });
    expect(await payments()).toMatchObject([
      {
        amount: '10',
        currency: 'USDC-sepolia',
        excessAmount: '4',
        excessCurrency: 'USDC-sepolia',
        request: { requestId, hasBeenPaid: true },
      },
      { amount: '4', excessAmount: null },
    ]);
  });
});

describe('wire facts 4.5 and 4.11, a link that can no longer be paid', () => {
  const notPayable = (status: string) => ({
    status: 403,
    body: { statusCode: 403, message: 'Secure payment token expired or invalid status', status },
  });

  it('whose client ID was revoked is invalidated, and one that was paid stays completed', async () => {
    const made = await post('client-ids', {
      label: 'Stall',
      allowedDomains: ['https://a.example'],
    });
    const { id, clientId } = z.object({ id: z.string(), clientId: z.string() }).parse(made.body);
    const headers = { 'x-client-id': clientId, origin: 'https://a.example' };
    const { destinationId } = world.sandbox.payee;
    const create = async () => {
      const requests = [{ destinationId, amount: '1' }];
      return Link.parse((await post('secure-payments', { requests }, headers)).body);
    };
    const [paid, open] = [await create(), await create()];
    await world.pay(paid.token);
    await world.awaitStatus(paid.token, 409);
    await sendToHost(`${world.apiUrl}/v2/client-ids/${id}`, { method: 'DELETE', headers: byKey() });
    expect(await world.awaitStatus(open.token, 403)).toMatchObject(notPayable('invalidated'));
    expect(await world.read(`${open.token}/pay`)).toMatchObject(notPayable('invalidated'));
    expect(await world.read(paid.token)).toMatchObject({ status: 409 });
    const request = `${world.apiUrl}/v2/request/${open.requestIds[0]}`;
    expect((await sendToHost(request, { headers: byKey() })).body).toMatchObject({
      status: 'cancelled',
    });
  });

  it('that nobody made is not found', async () => {
    for (const path of ['01KC9TZ5S2E8VXH3M6Q4WJ7RBD', '01KC9TZ5S2E8VXH3M6Q4WJ7RBD/pay']) {
      expect(await world.read(path)).toMatchObject({ status: 404, body: { error: 'Not Found' } });
    }
  });
});

const Prepared = z.looseObject({
  transactions: z.array(
    z.object({ to: z.string(), data: z.string(), value: z.looseObject({ hex: z.string() }) }),
  ),
});

/** How long money may take to be counted. */
const PATIENCE_MS = 150_000;

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const end = elapsedMs() + PATIENCE_MS; !(await isSo()); await wait(50)) {
    if (elapsedMs() > end) throw new Error('it did not come to that');
  }
}
