import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { TEST_ACCOUNTS } from '../../src/sandbox/test-accounts.ts';
import { bundlesOf } from '../support/bundles-of.ts';
import { linksOf } from '../support/links-of.ts';
import { namesOf, sendToHost } from '../support/send-to-host.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import { signInAt } from '../support/sign-in-at.ts';
import type { ReachedWorld } from '../support/world.ts';

const { payer } = TEST_ACCOUNTS;
const ULID = /^[0-9A-HJKMNP-TV-Z]{26}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

let world: ReachedWorld;
let bundles: ReturnType<typeof bundlesOf>;
beforeAll(async () => {
  world = await sharedWorld();
  bundles = bundlesOf(world);
});

const create = (childTokens: readonly string[], more: object = {}) =>
  bundles.send('multicall-payouts', { childTokens, ...more });
const Failures = z.looseObject({ failures: z.array(z.looseObject({})) });

describe('POST /v2/secure-payments/multicall-payouts', () => {
  it('yields a parent token and a hosted URL, and the children in their order', async () => {
    const links = await bundles.payouts(2);
    const { status, body } = await create(links.map(({ token }) => token));
    expect(status).toBe(201);
    expect(body).toEqual({
      type: 'multicall',
      token: expect.stringMatching(ULID),
      securePaymentUrl: expect.stringContaining(`${world.payUrl}/?token=`),
      status: 'pending',
      createdAt: expect.stringMatching(TIME),
      expiresAt: expect.stringMatching(TIME),
      items: links.map(({ token, requestId }, position) => ({
        securePaymentToken: token,
        requestId,
        position,
        eligibility: 'eligible',
      })),
    });
  });

  it('answers 400 with failures of reason, messageKey, context and recoveryAction', async () => {
    const incoming = await linksOf(world).link('USDC-sepolia', '1');
    const [paid, fine] = await bundles.payouts(2);
    if (paid === undefined || fine === undefined) throw new Error('there are two');
    await world.pay(paid.token);
    await world.awaitStatus(paid.token, 409);
    const { status, body } = await create([paid.token, incoming, fine.token]);
    expect(status).toBe(400);
    expect(namesOf(body)).toEqual([
      'code',
      'correlationId',
      'docUrl',
      'error',
      'failures',
      'message',
      'statusCode',
    ]);
    expect(body).toMatchObject({
      message: 'Multicall validation failed',
      code: 'multicall_validation_failed',
      failures: [
        {
          securePaymentToken: paid.token,
          reason: 'already_paid',
          messageKey: 'multicall.failures.already_paid',
          context: { requestId: paid.requestId, position: 0, hasBeenPaid: true },
          recoveryAction: 'remove_child',
        },
        { securePaymentToken: incoming, reason: 'not_outgoing', context: { position: 1 } },
      ],
    });
  });

  it('rejects duplicates, and fewer than 2 or more than 1,000 children', async () => {
    const [link] = await bundles.payouts(1);
    const token = link?.token ?? '';
    expect((await create([token, token])).body).toMatchObject({
      failures: [{ reason: 'duplicate_child', context: { position: 1 } }],
    });
    expect(await create([token])).toMatchObject({ status: 400 });
    expect(await create(Array(1_001).fill(token))).toMatchObject({ status: 400 });
  });

  it('has a cap of 150 by default, refused with a cap object and too_many_children', async () => {
    const tokens = Array.from({ length: 151 }, (_, i) => `nothing ${i}`);
    const { body } = await create(tokens);
    const { failures } = Failures.parse(body);
    expect(failures[0]).toEqual({
      securePaymentToken: '*',
      reason: 'too_many_children',
      messageKey: 'multicall.failures.too_many_children',
      context: {},
      recoveryAction: 'recreate_reduced',
    });
    expect(failures).toHaveLength(152);
    expect(body).toMatchObject({
      cap: { type: 'child_count', maximum: 150, actual: 151, reduceBy: 1 },
    });
  });

  it('takes exactly the two documented fields', async () => {
    const tokens = (await bundles.payouts(2)).map(({ token }) => token);
    const said = await create(tokens, { requestedExecutionKind: 'evm_same_chain' });
    expect(said.status).toBe(201);
    expect(await create(tokens, { requestedExecutionKind: 'other' })).toMatchObject({
      status: 400,
    });
    expect(await create(tokens, { reference: 'x' })).toMatchObject({ status: 400 });
  });
});

describe('the payer’s reads with a parent token', () => {
  it('GET /v2/secure-payments/:token answers the multicall details', async () => {
    const links = await bundles.payouts(2);
    const token = await bundles.bundle(links);
    const { status, body } = await world.read(token);
    expect(status).toBe(200);
    expect(namesOf(body)).toEqual([
      'analytics',
      'branding',
      'canExecute',
      'children',
      'createdAt',
      'expiresAt',
      'orchestratorId',
      'paymentType',
      'redirectLabel',
      'redirectUrl',
      'requestIds',
      'status',
      'token',
      'totals',
    ]);
    expect(body).toMatchObject({ paymentType: 'multicall', status: 'pending', token });
  });

  it('GET /v2/secure-payments/:token/pay answers the multicall variant', async () => {
    const links = await bundles.payouts(2);
    const token = await bundles.bundle(links);
    const { status, body } = await world.read(`${token}/pay?wallet=${payer.address}`);
    expect(status).toBe(200);
    // Every member of the documented example.
    expect(body).toMatchObject({
      paymentType: 'multicall',
      eoaApprovalTransactions: [],
      feeBundle: null,
      executionKind: 'evm_same_chain',
      token,
      network: 'sepolia',
      chainId: 11_155_111,
      childTokens: links.map((link) => link.token),
      requestIds: links.map(({ requestId }) => requestId),
      children: links.map((link, position) => ({
        position,
        securePaymentToken: link.token,
        requestId: link.requestId,
        payee: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
        amount: link.amount,
        paymentCurrency: 'USDC-sepolia',
        paymentReference: expect.stringMatching(/^0x[0-9a-f]{16}$/),
        sourceTokenAddress: null,
        network: 'sepolia',
      })),
      amounts: links.map(({ amount }) => amount),
      metadata: {
        needsApproval: true,
        paymentTransactionIndex: 1,
        childCount: 2,
        executableLegCount: 2,
      },
    });
    const transactions = z.array(z.object({ to: z.string(), data: z.string(), value: z.string() }));
    expect(transactions.parse(body['transactions'])).toHaveLength(2);
    // One for each child, in their order.
    expect(body['references']).toEqual(
      z
        .array(z.looseObject({ paymentReference: z.string() }))
        .parse(body['children'])
        .map(({ paymentReference }) => paymentReference),
    );
  });

  it('children of several networks make no bundle before they can be paid (decision 0021)', async () => {
    const links = [
      await bundles.payout(),
      await bundles.payout({ network: 'base', currency: 'USDC-base' }),
    ];
    const tokens = links.map((link) => link.token);
    for (const requestedExecutionKind of [undefined, 'evm_same_chain']) {
      expect(await create(tokens, { requestedExecutionKind })).toMatchObject({
        status: 400,
        body: { failures: [{ reason: 'not_payable_child' }] },
      });
    }
    const own = (await bundles.payouts(2)).map(({ token }) => token);
    expect(await create(own, { requestedExecutionKind: 'evm_cross_chain' })).toMatchObject({
      status: 400,
      body: { code: 'not_supported', errors: [{ field: 'requestedExecutionKind' }] },
    });
  });
});

describe('GET /v2/secure-payments/multicall-payouts/:token', () => {
  it('is for sessions of the owner: 200, 403 for another account, 404 for none', async () => {
    const owner = await signInAt(world.authUrl);
    const unrelated = await signInAt(world.authUrl);
    const api = `${world.apiUrl}/v2/secure-payments`;
    const send = (path: string, body?: object) =>
      sendToHost(`${api}/${path}`, { headers: owner.headers, ...(body && { body }) });
    const tokens: string[] = [];
    for (const amount of ['1', '2']) {
      const made = await send('payouts', {
        recipient: TEST_ACCOUNTS.payee.address,
        creatorWalletAddress: payer.address,
        network: 'sepolia',
        currency: 'USDC-sepolia',
        amount,
      });
      tokens.push(z.looseObject({ token: z.string() }).parse(made.body).token);
    }
    const parent = await send('multicall-payouts', { childTokens: tokens });
    const { token } = z.looseObject({ token: z.string() }).parse(parent.body);
    const path = `multicall-payouts/${token}`;
    const seen = await send(path);
    expect(seen).toMatchObject({
      status: 200,
      body: { paymentType: 'multicall', token, totals: { childCount: 2, blockedChildCount: 0 } },
    });
    const foreign = await sendToHost(`${api}/${path}`, { headers: unrelated.headers });
    expect(foreign.status).toBe(403);
    expect((await send('multicall-payouts/01JZ8Y6Q4W3V5N2M1K0H9G8F7E')).status).toBe(404);
    const byKey = { headers: { 'x-api-key': world.sandbox.apiKey } };
    expect((await sendToHost(`${api}/${path}`, byKey)).status).toBe(403);
    expect((await sendToHost(`${api}/${path}`)).status).toBe(401);
  });
});
