import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { insertPayouts } from '../../../../tests/support/bundles.ts';
import { TEST_TIME } from '../../../../tests/support/database.ts';
import { ownLinked } from '../../../../tests/support/fee-configs.ts';
import { type PartnerHost, partnerHost, refused } from '../../../../tests/support/partner-host.ts';
import { insertLink } from '../../../../tests/support/payable-link.ts';
import { insertReceived } from '../../../../tests/support/received.ts';
import { randomBeginnings } from '../../../../tests/support/unguessable.ts';

const HASH = Buffer.alloc(32, 7);
const DAY_MS = 24 * 60 * 60 * 1000;

let host: PartnerHost;
let session: Readonly<Record<string, string>>;
let accountId: string;
beforeAll(async () => {
  host = await partnerHost();
  const people = await host.newPeople();
  session = people.byEmail;
  accountId = people.accountId;
});
afterAll(() => host[Symbol.asyncDispose]());

type Parts = Parameters<typeof insertPayouts>[1];
const payouts = (...parts: Parts) => insertPayouts(host.ctx, parts, accountId);
const create = (
  childTokens: readonly unknown[],
  more: object = {},
  headers: Readonly<Record<string, string>> = session,
) => host.call('createMulticallPayout', headers, { body: { childTokens, ...more } });
const tokensOf = (links: readonly { readonly token: string }[]) => links.map(({ token }) => token);

async function bundleCount(): Promise<number> {
  const rows = await host.ctx.db.selectFrom('multicall_payout').select('token').execute();
  return rows.length;
}

describe('201', () => {
  it('answers a parent with its children in their order', async () => {
    const links = await payouts({}, { expiresAt: new Date(TEST_TIME.getTime() + DAY_MS) }, {});
    const { status, body } = await create(tokensOf(links));
    expect(status).toBe(201);
    expect(body).toEqual({
      type: 'multicall',
      token: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
      securePaymentUrl: expect.stringMatching(/^http:\/\/localhost:8082\/\?token=[0-9A-Z]{26}$/),
      status: 'pending',
      createdAt: TEST_TIME.toISOString(),
      // The earliest deadline of the children.
      expiresAt: new Date(TEST_TIME.getTime() + DAY_MS).toISOString(),
      items: links.map(({ token, requestId }, position) => ({
        securePaymentToken: token,
        requestId,
        position,
        eligibility: 'eligible',
      })),
    });
  });

  it('has a token that those of the same millisecond do not give away', async () => {
    const children = tokensOf(await payouts({}, {}));
    const made = [];
    while (made.length < 10) made.push(await create(children));
    const tokens = made.map(({ body }) => z.object({ token: z.string() }).parse(body).token);
    expect(randomBeginnings(tokens).size).toBe(10);
  });

  it('takes children of several currencies of one network unless their payment currency is given', async () => {
    const links = await payouts({ currencyId: 'USDC-sepolia' }, { currencyId: 'FAU-sepolia' });
    expect(await create(tokensOf(links))).toMatchObject({ status: 201 });
  });

  it.each([undefined, 'tron_batch'])(
    'takes children in one token on Tron, to be paid as %s',
    async (requestedExecutionKind) => {
      for (const currencyId of ['USDT-tron', 'USDC-tron']) {
        const links = await payouts({ currencyId }, { currencyId });
        const made = await create(tokensOf(links), { requestedExecutionKind });
        expect(made).toMatchObject({ status: 201, body: { items: [{}, { position: 1 }] } });
      }
    },
  );

  it('takes a child whose part was paid, because the rest can be', async () => {
    const links = await payouts({}, {});
    const [first] = links;
    if (first === undefined) throw new Error('there are two');
    await insertReceived(host.ctx.db, first, { units: 1n, transactionHash: HASH });
    expect(await create(tokensOf(links))).toMatchObject({ status: 201 });
  });

  it('is made once for one idempotency key', async () => {
    const tokens = tokensOf(await payouts({}, {}));
    const headers = { ...session, 'idempotency-key': 'bundle-1' };
    const before = await bundleCount();
    const first = await create(tokens, {}, headers);
    expect(await create(tokens, {}, headers)).toEqual(first);
    expect(await bundleCount()).toBe(before + 1);
    expect((await create(tokens.toReversed(), {}, headers)).status).toBe(422);
  });

  it('takes as many children as the operator lets it', async () => {
    const links = await payouts(...Array<object>(150).fill({}));
    expect(await create(tokensOf(links))).toMatchObject({ status: 201 });
  });
});

describe('400', () => {
  it('reports all issues at once, in the order of the children, and creates nothing', async () => {
    const [paid, processing, rejected, withdrawn, over, fine] = await payouts(
      { status: 'completed' },
      {},
      { status: 'compliance_failed' },
      { status: 'invalidated' },
      { expiresAt: TEST_TIME },
      {},
    );
    const expired = (await payouts({ status: 'expired' }))[0];
    const guarded = (await payouts({ allowedPayers: [] }))[0];
    const unconnected = (await payouts({ currencyId: 'USDC-matic' }))[0];
    const incoming = await insertLink(host.ctx.db, { accountId });
    const foreign = await insertLink(host.ctx.db, { flow: 'outgoing' });
    if (processing === undefined || fine === undefined) throw new Error('they were made');
    await insertReceived(host.ctx.db, processing, {
      units: 1n,
      transactionHash: HASH,
      seen: true,
    });
    const asked = [
      [paid?.token, 'already_paid', 'remove_child'],
      [fine.token],
      [processing.token, 'request_processing', 'recreate_after_cooldown'],
      [rejected?.token, 'compliance_failed', 'remove_child'],
      [withdrawn?.token, 'secure_payment_not_pending', 'remove_child'],
      [over?.token, 'secure_payment_expired', 'remove_child'],
      [expired?.token, 'secure_payment_expired', 'remove_child'],
      [guarded?.token, 'not_payable_child', 'remove_child'],
      [unconnected?.token, 'not_payable_child', 'remove_child'],
      [incoming.token, 'not_outgoing', 'remove_child'],
      [foreign.token, 'not_found', 'remove_child'],
      ['01JZ8Y6Q4W3V5N2M1K0H9G8F7E', 'not_found', 'remove_child'],
      ['nonsense', 'not_found', 'remove_child'],
      [fine.token, 'duplicate_child', 'remove_child'],
    ];
    const before = await bundleCount();
    const { status, body } = await create(asked.map(([token]) => token));
    expect(status).toBe(400);
    expect(body).toMatchObject({
      statusCode: 400,
      message: 'Multicall validation failed',
      error: 'Bad Request',
      code: 'multicall_validation_failed',
      failures: asked.flatMap(([securePaymentToken, reason, recoveryAction], position) =>
        reason === undefined
          ? []
          : [
              {
                securePaymentToken,
                reason,
                messageKey: `multicall.failures.${reason}`,
                context: { securePaymentToken, position },
                recoveryAction,
              },
            ],
      ),
    });
    expect(body).not.toHaveProperty('cap');
    expect(await bundleCount()).toBe(before);
  });

  it('answers the same for another account’s link as for none', async () => {
    const { token } = await insertLink(host.ctx.db, { flow: 'outgoing' });
    const nothing = '01JZ8Y6Q4W3V5N2M1K0H9G8F7E';
    const { body } = await create([token, nothing]);
    expect(body).toMatchObject({
      failures: [token, nothing].map((securePaymentToken, position) => ({
        securePaymentToken,
        reason: 'not_found',
        context: { requestId: '', securePaymentToken, position, hasBeenPaid: false },
      })),
    });
  });

  it('names the status of a child', async () => {
    const [paid, fine] = await payouts({ status: 'completed', currencyId: 'USDC-base' }, {});
    if (paid === undefined) throw new Error('there are two');
    await insertReceived(host.ctx.db, paid, { units: 12_500_000n, transactionHash: HASH });
    const { body } = await create([paid.token, fine?.token]);
    expect(body).toMatchObject({
      failures: [
        {
          context: {
            requestId: paid.requestId,
            securePaymentToken: paid.token,
            position: 0,
            hasBeenPaid: true,
            securePaymentStatus: 'completed',
            requestStatus: 'paid',
            expiresAt: new Date(TEST_TIME.getTime() + 7 * DAY_MS).toISOString(),
            network: 'base',
            currency: 'USDC-base',
          },
        },
      ],
    });
  });

  it('names the cap of children that the operator set, and what is unfit beside', async () => {
    const links = await payouts(...Array<object>(150).fill({}));
    const { status, body } = await create([...tokensOf(links), 'nonsense']);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      failures: [
        {
          securePaymentToken: '*',
          reason: 'too_many_children',
          messageKey: 'multicall.failures.too_many_children',
          context: {},
          recoveryAction: 'recreate_reduced',
        },
        { securePaymentToken: 'nonsense', reason: 'not_found' },
      ],
      cap: { type: 'child_count', maximum: 150, actual: 151, reduceBy: 1 },
    });
  });

  it('names the smaller cap of what is paid from another chain', async () => {
    const links = await payouts(...Array<object>(21).fill({}));
    const kind = { requestedExecutionKind: 'evm_cross_chain' };
    expect((await create(tokensOf(links), kind)).body).toMatchObject({
      failures: [{ securePaymentToken: '*', reason: 'cap_exceeded' }],
      cap: { type: 'child_count', maximum: 20, actual: 21, reduceBy: 1 },
    });
  });

  it.each([
    { kind: 'evm_same_chain', currencyIds: ['USDC-base', 'USDC-base', 'USDC-sepolia'], bad: [2] },
    { kind: 'evm_same_chain', currencyIds: ['USDC-base', 'USDT-base', 'USDC-base'], bad: [1] },
    { kind: 'tron_batch', currencyIds: ['USDC-base', 'USDC-base', 'USDC-base'], bad: [0, 1, 2] },
    { kind: 'tron_batch', currencyIds: ['USDC-tron', 'USDT-tron', 'USDC-base'], bad: [1, 2] },
    { kind: 'evm_same_chain', currencyIds: ['USDC-tron', 'USDC-tron'], bad: [0, 1] },
    { kind: 'evm_cross_chain', currencyIds: ['USDC-tron', 'USDC-tron'], bad: [0, 1] },
    { kind: undefined, currencyIds: ['USDT-tron', 'USDT-tron', 'USDC-tron'], bad: [2] },
    { kind: undefined, currencyIds: ['USDC-base', 'USDC-tron'], bad: [1] },
  ])('because $currencyIds cannot be paid as $kind', async ({ kind, currencyIds, bad }) => {
    const links = await payouts(...currencyIds.map((currencyId) => ({ currencyId })));
    const before = await bundleCount();
    const { status, body } = await create(tokensOf(links), { requestedExecutionKind: kind });
    expect(status).toBe(400);
    expect(await bundleCount()).toBe(before);
    expect(body).toMatchObject({
      failures: bad.map((position) => ({
        securePaymentToken: links[position]?.token,
        reason: 'not_payable_child',
      })),
    });
  });

  it('because its children are on several networks, which nothing pays together here', async () => {
    const [one, two, three] = await payouts(
      { currencyId: 'USDC-base' },
      { currencyId: 'USDC-sepolia' },
      { currencyId: 'USDT-base' },
    );
    const before = await bundleCount();
    const { status, body } = await create([one?.token, two?.token, three?.token]);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      message: 'Multicall validation failed',
      failures: [{ securePaymentToken: two?.token, reason: 'not_payable_child' }],
      errors: [
        {
          field: 'childTokens[1]',
          message:
            'childTokens[1] is on sepolia and the first payable child is on base: no transaction pays both, so put the children of each network into a bundle of their own',
        },
      ],
    });
    expect(await bundleCount()).toBe(before);
  });

  it('because it is to be paid in a way that this service has not', async () => {
    const links = await payouts({}, {});
    const before = await bundleCount();
    const kind = { requestedExecutionKind: 'evm_cross_chain' };
    const { status, body } = await create(tokensOf(links), kind);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 'not_supported',
      errors: [
        {
          field: 'requestedExecutionKind',
          message:
            'requestedExecutionKind evm_cross_chain is not offered by this service: leave it out or send evm_same_chain',
        },
      ],
    });
    expect(await bundleCount()).toBe(before);
  });

  it('finds no batch among the children, and no bundle', async () => {
    const links = await payouts({}, {}, {});
    const [batch] = links;
    await host.ctx.db
      .updateTable('secure_payment')
      .set({ payment_type: 'batch' })
      .where('token', '=', batch?.token ?? '')
      .execute();
    const parent = await create(tokensOf(links.slice(1)));
    const { token } = Object(parent.body);
    expect((await create([batch?.token, token, links[1]?.token])).body).toMatchObject({
      failures: [
        { reason: 'not_single_payment', context: { position: 0 } },
        { reason: 'not_found', context: { position: 1 } },
      ],
    });
  });

  it('takes no child with more than one payment, of any kind', async () => {
    const [broken, other, fine] = await payouts({}, {}, {});
    if (broken === undefined || other === undefined) throw new Error('there are three');
    await host.ctx.db
      .updateTable('secure_payment_request')
      .set({ secure_payment_token: broken.token, position: 1 })
      .where('request_id', '=', other.requestRowId)
      .execute();
    const before = await bundleCount();
    const { status, body } = await create([fine?.token, broken.token]);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      failures: [
        {
          securePaymentToken: broken.token,
          reason: 'invalid_child_linkage',
          messageKey: 'multicall.failures.invalid_child_linkage',
          context: { requestId: broken.requestId, position: 1, hasBeenPaid: false },
          recoveryAction: 'support_required',
        },
      ],
    });
    expect(await bundleCount()).toBe(before);
  });

  it.each([
    [{}, 'childTokens'],
    [{ childTokens: [] }, 'childTokens'],
    [{ childTokens: ['a'] }, 'childTokens'],
    [{ childTokens: ['a', ''] }, 'childTokens[1]'],
    [{ childTokens: ['a', 5] }, 'childTokens[1]'],
    [{ childTokens: ['a', 'b'.repeat(65)] }, 'childTokens[1]'],
    [{ childTokens: Array(1_001).fill('a') }, 'childTokens'],
    [{ childTokens: ['a', 'b'], requestedExecutionKind: 'solana' }, 'requestedExecutionKind'],
    [{ childTokens: ['a', 'b'], redirectUrl: 'https://shop.example' }, 'redirectUrl'],
  ])('%# because of %j', async (body, field) => {
    const said = await host.call('createMulticallPayout', session, { body });
    expect(said.status).toBe(400);
    expect(said.body).toMatchObject({ errors: [{ field }] });
  });
});

describe('401', () => {
  it('without a credential', async () => {
    expect(await create(['a', 'b'], {}, {})).toMatchObject(refused(401, 'missing_credentials'));
  });
});

describe('403', () => {
  it('to a client ID that is linked to a partner and comes without it, which its pair may do', async () => {
    const partner = await host.newPartner();
    const { clientId } = await ownLinked(host, partner);
    const links = await insertPayouts(host.ctx, [{}, {}], partner.accountId);
    const alone = { 'x-client-id': clientId, origin: 'https://shop.example' };
    expect(await create(tokensOf(links), {}, alone)).toMatchObject(
      refused(403, 'client_id_linked'),
    );
    const made = await create(tokensOf(links), {}, { ...partner.key, 'x-client-id': clientId });
    expect(made.status).toBe(201);
    const { token } = Object(made.body);
    const seen = await host.call('viewMulticallPayout', partner.byEmail, { params: { token } });
    expect(seen).toMatchObject({ status: 200, body: { orchestratorId: partner.orchestratorId } });
  });
});
