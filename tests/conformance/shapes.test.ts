import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { elapsedMs } from '#kit/clock.ts';
import { payBatchWith, payWith, sendTransaction } from '../support/pay-with.ts';
import { type Said, sendToHost } from '../support/send-to-host.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import { misfitsOf } from '../support/wire-shapes.ts';
import type { ReachedWorld } from '../support/world.ts';
import { PROTOCOL_FEE } from '../support/world-settings.ts';

const PAYEE = '0x1111111111111111111111111111111111111111';
const FEE = { feePercentage: '2.5', feeAddress: '0x2222222222222222222222222222222222222222' };
const COIN = 'ETH-sepolia-sepolia';

/** How long money may take to be counted. */
const PATIENCE_MS = 150_000;

let world: ReachedWorld;
let session: Readonly<Record<string, string>>;
beforeAll(async () => {
  world = await sharedWorld(PROTOCOL_FEE);
  const login = await sendToHost(`${world.authUrl}/v1/auth/login`, { body: world.sandbox.login });
  session = { cookie: (login.headers.get('set-cookie') ?? '').split(';')[0] ?? '' };
});

const send = (path: string, question: Parameters<typeof sendToHost>[1] = {}) =>
  sendToHost(`${world.apiUrl}/v2${path}`, {
    headers: { 'x-api-key': world.sandbox.apiKey },
    ...question,
  });
const asPayer = (path: string) => {
  const { clientId, origin } = world.sandbox;
  return send(`/secure-payments/${path}`, { headers: { 'x-client-id': clientId, origin } });
};
/** A wallet that holds nothing. */
const POOR = '0x00000000000000000000000000000000000b0b0b';
const wallet = () => `wallet=${world.sandbox.payer.address}`;

/** What was said, once it is held against the shape of its call and status. */
function held(call: string, { status, body }: Said): unknown {
  expect(misfitsOf(`${call} ${status}`, body)).toEqual([]);
  return body;
}

const Link = z.looseObject({ token: z.string(), requestIds: z.array(z.string()) });
const Made = z.looseObject({ requestId: z.string() });

const request = async (currencies: object, more: object = {}) => {
  const body = { payee: PAYEE, amount: '10', reference: 'R-1', ...currencies, ...more };
  return Made.parse(held('POST /v2/request', await send('/request', { body }))).requestId;
};
const payout = async (more: object = {}) => {
  const body = {
    recipient: PAYEE,
    creatorWalletAddress: world.sandbox.payer.address,
    network: 'sepolia',
    currency: 'USDC-sepolia',
    amount: '5',
    ...more,
  };
  const said = await send('/secure-payments/payouts', { body });
  return Link.parse(held('POST /v2/secure-payments/payouts', said));
};
const link = async (amounts: readonly string[], more: object = {}) => {
  const { destinationId } = world.sandbox.payee;
  const body = { requests: amounts.map((amount) => ({ destinationId, amount })), ...more };
  return Link.parse(held('POST /v2/secure-payments', await send('/secure-payments', { body })));
};

/** Reads a link in every way there is, with and without a wallet; returns what its payer signs. */
async function readLink({ token, requestIds }: z.infer<typeof Link>): Promise<unknown> {
  const found = await send(`/secure-payments?requestId=${requestIds[0]}`, { headers: session });
  held('GET /v2/secure-payments', found);
  for (const query of ['', `?${wallet()}`]) {
    held('GET /v2/secure-payments/{token}', await asPayer(`${token}${query}`));
    held('GET /v2/secure-payments/{token}/pay', await asPayer(`${token}/pay${query}`));
  }
  return (await asPayer(`${token}/pay?${wallet()}`)).body;
}

/** Waits until a link is paid, and checks what its payer then reads. */
async function paid(token: string): Promise<void> {
  const { body } = await world.awaitStatus(token, 409);
  expect(misfitsOf('Paid', body)).toEqual([]);
}

it('reports what is missing, what is misspelt and what is not documented', () => {
  const answer = { requestId: `01${'AB'.repeat(32)}`, paymentReferences: [] };
  expect(misfitsOf('POST /v2/request 201', answer)).toEqual([
    '.paymentReference is missing',
    expect.stringMatching(/^\.requestId is .* not requestId$/),
    '.paymentReferences is written down nowhere',
  ]);
});

describe('links in their documented shapes', () => {
  it.each([
    ['a token', {}],
    ['a token with a fee', { ...FEE, reference: 'INV-77' }],
    ['a way back', { redirectUrl: 'https://shop.example/back', redirectLabel: 'Back' }],
  ])('of %s, until and after they are paid', async (_, more) => {
    const made = await link(['12.5'], more);
    await payWith(world.sandbox, await readLink(made));
    await paid(made.token);
  });

  it('of several payments', async () => {
    const made = await link(['1', '2'], FEE);
    await payBatchWith(world.sandbox, await readLink(made));
    await paid(made.token);
  });

  it('of payouts, in tokens and in coins', async () => {
    for (const more of [FEE, { currency: COIN, amount: '0.1' }]) {
      const made = await payout(more);
      await payWith(world.sandbox, await readLink(made));
      await paid(made.token);
    }
  });

  it('of payouts that were put together', async () => {
    const children = [
      await payout({ currency: COIN, amount: '0.1' }),
      await payout({ currency: COIN, amount: '0.2' }),
    ];
    const body = { tokens: children.map(({ token }) => token) };
    const said = await send('/secure-payments/batch-payouts', { body });
    const made = Link.parse(held('POST /v2/secure-payments/batch-payouts', said));
    await payBatchWith(world.sandbox, await readLink(made));
    await paid(made.token);
  });

  it('of invoices that are paid in a token', async () => {
    const item = {
      payee: PAYEE,
      amount: '3',
      invoiceCurrency: 'EUR',
      paymentCurrency: 'FAU-sepolia',
    };
    const said = await send('/secure-payments', { body: { requests: [item], ...FEE } });
    const made = Link.parse(held('POST /v2/secure-payments', said));
    await payWith(world.sandbox, await readLink(made));
    await paid(made.token);
  });

  it.each([{ hidePayeeAddress: true }, { hideUntilApproved: true }])(
    'that only some may pay, with %j',
    async (hides) => {
      const allowedPayerAddresses = [world.sandbox.payer.address];
      for (const amounts of [['1'], ['1', '2']]) {
        const { token } = await link(amounts, {
          accessPolicy: { allowedPayerAddresses, ...hides },
        });
        for (const query of ['', `?wallet=${PAYEE}`, `?${wallet()}`]) {
          held('GET /v2/secure-payments/{token}', await asPayer(`${token}${query}`));
        }
        held('GET /v2/secure-payments/{token}/pay', await asPayer(`${token}/pay?${wallet()}`));
      }
    },
  );

  it('of fees, before there is a link', async () => {
    const body = { amount: '100', currency: 'USDC', flow: 'pay' };
    held(
      'POST /v2/secure-payments/fees/preview',
      await send('/secure-payments/fees/preview', { body }),
    );
  });
});

describe('bundles in their documented shapes', () => {
  it('until and after they are paid, also with a child that cannot be', async () => {
    const lone = await payout();
    const children = [lone, await payout({ amount: '0.5' }), await payout(FEE)];
    const body = { childTokens: children.map(({ token }) => token) };
    const said = await send('/secure-payments/multicall-payouts', { body });
    const { token } = z
      .looseObject({ token: z.string() })
      .parse(held('POST /v2/secure-payments/multicall-payouts', said));
    for (const _ of ['all can be paid', 'the first one was']) {
      const headers = session;
      const path = `/secure-payments/multicall-payouts/${token}`;
      held('GET /v2/secure-payments/multicall-payouts/{token}', await send(path, { headers }));
      for (const query of ['', `?${wallet()}`]) {
        held('GET /v2/secure-payments/{token}', await asPayer(`${token}${query}`));
        held('GET /v2/secure-payments/{token}/pay', await asPayer(`${token}/pay${query}`));
      }
      if ((await asPayer(lone.token)).status === 409) continue;
      await world.pay(lone.token);
      await paid(lone.token);
    }
    await world.pay(token);
    await paid(token);
  });
});

describe('requests without a link in their documented shapes', () => {
  it.each([
    ['USDC-sepolia', 'USDC-sepolia', FEE],
    [COIN, COIN, {}],
    ['USD', 'FAU-sepolia', {}],
    ['EUR', 'FAU-sepolia', FEE],
    ['JPY', 'FAU-sepolia', {}],
  ])(
    'in %s paid in %s, until and after they are',
    async (invoiceCurrency, paymentCurrency, fee) => {
      const customerInfo = { firstName: 'A', email: 'a@b.example', address: { country: 'US' } };
      const id = await request({ invoiceCurrency, paymentCurrency }, { customerInfo });
      const view = async () => held('GET /v2/request/{requestId}', await send(`/request/${id}`));
      await view();
      const query = new URLSearchParams({ wallet: world.sandbox.payer.address, ...fee });
      held('GET /v2/request/{requestId}/routes', await send(`/request/${id}/routes?${query}`));
      held('GET /v2/request/{requestId}/pay', await send(`/request/${id}/pay`));
      for (const part of ['4', undefined]) {
        if (part !== undefined) query.set('amount', part);
        else query.delete('amount');
        const said = await send(`/request/${id}/pay?${query}`);
        await payAll(held('GET /v2/request/{requestId}/pay', said));
        const wanted = part === undefined ? 'paid' : 'partially_paid';
        await until(async () => (await send(`/request/${id}`)).body, { status: wanted });
        await view();
      }
      held('GET /v2/payments', await send(`/payments?requestId=${id}`));
      held('GET /v2/request', await send('/request?limit=5'));
    },
  );

  it('that are paid out, one by one and together', async () => {
    const item = (currency: string, paid = currency) => ({
      payee: PAYEE,
      amount: '1',
      invoiceCurrency: currency,
      paymentCurrency: paid,
    });
    const items = [item(COIN), item('USDC-sepolia'), item('USD', 'FAU-sepolia')];
    for (const one of items) {
      for (const more of [{}, FEE, { payerWallet: world.sandbox.payer.address }]) {
        held('POST /v2/payouts', await send('/payouts', { body: { ...one, ...more } }));
      }
    }
    for (const more of [{}, FEE, { payer: world.sandbox.payer.address }, { payer: POOR }]) {
      const body = { requests: items, ...more };
      held('POST /v2/payouts/batch', await send('/payouts/batch', { body }));
    }
  });
});

const BigCalls = z.looseObject({
  transactions: z.array(
    z.object({ to: z.string(), data: z.string(), value: z.looseObject({ hex: z.string() }) }),
  ),
});

async function payAll(answer: unknown): Promise<void> {
  for (const { value, ...call } of BigCalls.parse(answer).transactions) {
    await sendTransaction(world.sandbox, { ...call, value: value.hex });
  }
}

async function until(read: () => Promise<unknown>, wanted: object): Promise<void> {
  const isThere = z.looseObject(
    Object.fromEntries(Object.entries(wanted).map(([name, value]) => [name, z.literal(value)])),
  );
  for (const end = elapsedMs() + PATIENCE_MS; ; await wait(50)) {
    const said = await read();
    if (isThere.safeParse(said).success) return;
    if (elapsedMs() > end) throw new Error(`it is still ${JSON.stringify(said)}`);
  }
}
