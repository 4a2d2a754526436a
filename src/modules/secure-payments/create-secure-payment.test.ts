import { keccak256 } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currencyById } from '#catalog/currencies.ts';
import { accountOf, type Context } from '#context.ts';
import { bytesOf, isHex } from '#kit/hex.ts';
import { systemRandom } from '#kit/secret.ts';
import { draftRequest } from '#modules/requests/draft-request.ts';
import { TEST_TIME, testContext, testDatabase } from '../../../tests/support/database.ts';
import { insertAccount, insertLink } from '../../../tests/support/payable-link.ts';
import { connected, stillChain } from '../../../tests/support/still-chain.ts';
import { randomBeginnings } from '../../../tests/support/unguessable.ts';
import { createSecurePayment } from './create-secure-payment.ts';
import { CreateSecurePaymentInput } from './model/creation-body.ts';
import { findAllowedPayers, isAllowedPayer } from './store/payers.ts';

const PAYEE = '0x6923831ACf5c327260D7ac7C9DfF5b1c3cB3C7D7';
const USDC_SEPOLIA = '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238';
const DESTINATION = `${PAYEE}@eip155:11155111#E636C26B:${USDC_SEPOLIA}`;
const FEE_ADDRESS = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e';
const TRON =
  'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8@eip155:728126428:TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

let database: Awaited<ReturnType<typeof testDatabase>>;
let ctx: Context;
beforeAll(async () => {
  database = await testDatabase();
  const accountId = await insertAccount(database.db);
  ctx = testContext({
    db: database.db,
    actor: { kind: 'api_key', accountId, apiKeyId: 'k' },
    chains: connected(stillChain('sepolia'), stillChain('base')),
  });
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

const single = (more: Record<string, unknown> = {}) =>
  CreateSecurePaymentInput.parse({
    requests: [{ destinationId: DESTINATION, amount: '12.5' }],
    ...more,
  });

const linkOf = (token: string) =>
  database.db
    .selectFrom('secure_payment as link')
    .innerJoin('secure_payment_request as asked', 'asked.secure_payment_token', 'link.token')
    .innerJoin('request', 'request.id', 'asked.request_id')
    .leftJoin('secure_payment_person as person', 'person.secure_payment_token', 'link.token')
    .selectAll(['link', 'asked', 'person', 'request'])
    .select([
      'link.reference',
      'link.client_id_id',
      'link.orchestrator_id',
      'link.origin',
      'link.destination_id',
    ])
    .where('link.token', '=', token)
    .executeTakeFirstOrThrow();

/** A context whose ids and random bytes are given. */
function scripted(ids: string[], salts: number[]): Context {
  return {
    ...ctx,
    newId: () => ids.shift() ?? 'no more ids',
    random: (bytes) => Buffer.alloc(bytes, salts.shift()),
  };
}

describe('a new link', () => {
  it('is answered with what the payer opens', async () => {
    const created = await createSecurePayment(ctx, single());
    expect(created).toEqual({
      requestIds: [expect.stringMatching(/^01[0-9a-f]{64}$/)],
      securePaymentUrl: `http://localhost:8082/?token=${created.token}`,
      token: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
      feePlan: null,
    });
  });

  it('has a token that those of the same millisecond do not give away', async () => {
    const created = [];
    while (created.length < 20) created.push(await createSecurePayment(ctx, single()));
    expect(randomBeginnings(created.map(({ token }) => token)).size).toBe(20);
  });

  it('is written with all fields of its input', async () => {
    const asked = {
      feePercentage: '2.5',
      feeAddress: FEE_ADDRESS.toLowerCase(),
      reference: 'INV-77 — <b>"ß"</b>',
      payerIdentifier: 'customer 9',
      redirectUrl: 'https://shop.example/done?order=9&x=%20',
      redirectLabel: 'Zurück zum Laden',
    };
    const { token, requestIds } = await createSecurePayment(ctx, single(asked));
    const row = await linkOf(token);
    expect(row).toMatchObject({
      account_id: accountOf(ctx),
      payment_type: 'single',
      flow: 'incoming',
      destination_id: DESTINATION,
      reference: asked.reference,
      payer_identifier: asked.payerIdentifier,
      redirect_url: asked.redirectUrl,
      redirect_label: asked.redirectLabel,
      expires_at: new Date(TEST_TIME.getTime() + WEEK_MS),
      position: 0,
      request_id: requestIds[0],
      network: 'sepolia',
      currency_id: 'USDC-sepolia',
      token_address: USDC_SEPOLIA,
      payee_address: PAYEE,
      expected_units: 12_500_000n,
      fee_units: 312_500n,
      fee_percentage: '2.5',
      fee_address: FEE_ADDRESS,
    });
    const reference = row.payment_reference;
    expect(isHex(reference) && bytesOf(keccak256(reference))).toEqual(row.reference_key);
  });

  it('stores no row about a person when none was named', async () => {
    const { token } = await createSecurePayment(ctx, single());
    expect(await linkOf(token)).toMatchObject({ payer_identifier: null, fee_units: 0n });
  });

  it('keeps who may pay, each wallet once and as its chain writes it', async () => {
    const lower = FEE_ADDRESS.toLowerCase();
    const accessPolicy = { mode: 'off', allowedPayerAddresses: [lower, FEE_ADDRESS, PAYEE] };
    const { token } = await createSecurePayment(ctx, single({ accessPolicy }));
    const open = await createSecurePayment(ctx, single({ accessPolicy: { mode: 'off' } }));
    expect(await linkOf(token)).toMatchObject({ restricts_payers: true, hides_payee: false });
    expect(await linkOf(open.token)).toMatchObject({ restricts_payers: false });
    expect(await findAllowedPayers(ctx, token)).toEqual([PAYEE, FEE_ADDRESS]);
    expect(await findAllowedPayers(ctx, open.token)).toEqual([]);
    const allowed = (walletAddress: string) => isAllowedPayer(ctx, { token, walletAddress });
    expect(await allowed(PAYEE)).toBe(true);
    expect(await allowed(USDC_SEPOLIA)).toBe(false);
  });

  it('takes a fee of zero, and stores that it was requested', async () => {
    const fee = { feePercentage: '0', feeAddress: FEE_ADDRESS };
    const { token } = await createSecurePayment(ctx, single(fee));
    expect(await linkOf(token)).toMatchObject({ fee_units: 0n, fee_percentage: '0' });
  });

  // A payer must never pay a fraction of a unit more than the percentage says.
  it('rounds its fee down to the unit', async () => {
    const input = CreateSecurePaymentInput.parse({
      requests: [{ destinationId: DESTINATION, amount: '0.000199' }],
      feePercentage: '1',
      feeAddress: FEE_ADDRESS,
    });
    expect(await linkOf((await createSecurePayment(ctx, input)).token)).toMatchObject({
      fee_units: 1n,
    });
  });

  it('is written by one statement, after one read of the account’s own destinations', async () => {
    let statements = 0;
    const counted = database.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        statements += 1;
        return result;
      },
    });
    await createSecurePayment({ ...ctx, db: counted }, single({ payerIdentifier: 'a' }));
    expect(statements).toBe(2);
  });

  it('is drafted again when its reference is already another request’s', async () => {
    const chain = ctx.chains.get('sepolia');
    const currency = currencyById('USDC-sepolia');
    if (chain === undefined || currency === undefined) throw new Error('Sepolia is connected');
    const accountId = accountOf(ctx);
    const terms = { accountId, chain, currency, payeeAddress: PAYEE, expectedUnits: 12_500_000n };
    const { row: drafted } = draftRequest(scripted(['first'], [1]), {
      terms: {
        ...terms,
        kind: 'token',
        fee: undefined,
        conversion: undefined,
        amountField: 'amount',
      },
      feePlan: null,
      components: [],
    });
    const taken = drafted.payment_reference;
    const other = await insertLink(database.db);
    await database.db
      .updateTable('request')
      .set({ payment_reference: taken })
      .where('id', '=', other.requestRowId)
      .execute();

    const tokens = ['01JZZZZZZZZZZZZZZZZZZZZZZD', '01JZZZZZZZZZZZZZZZZZZZZZZE'] as const;
    const ids = ['first', tokens[0], 'second', tokens[1]];
    const { token } = await createSecurePayment(scripted(ids, [1, 2]), single());
    const row = await linkOf(token);
    expect(ids).toEqual([]);
    expect(row.payment_reference).not.toBe(taken);
  });

  it('that cannot be written whole is not written at all', async () => {
    const before = await countRows();
    const stuck = { ...ctx, newId: () => '01JZZZZZZZZZZZZZZZZZZZZZZC', random: systemRandom };
    await createSecurePayment(stuck, single());
    await expect(createSecurePayment(stuck, single())).rejects.toThrow(/duplicate key/);
    expect(await countRows()).toEqual(before.map((count) => count + 1));
  });
});

const countRows = async () =>
  await Promise.all(
    (['request', 'secure_payment', 'secure_payment_request'] as const).map(async (table) => {
      const rows = await database.db
        .selectFrom(table)
        .select((row) => row.fn.countAll().as('n'))
        .executeTakeFirstOrThrow();
      return Number(rows.n);
    }),
  );

/** Each: what it is, the body, and words that the refusal must hold. */
const BAD: readonly (readonly [string, Record<string, unknown>, string])[] = [
  [
    'label without URL',
    { redirectLabel: 'Back' },
    'redirectLabel cannot be provided without redirectUrl',
  ],
  [
    'fee without address',
    { feePercentage: '1' },
    'feeAddress is required when feePercentage is set',
  ],
  ['address without fee', { feeAddress: FEE_ADDRESS }, 'feePercentage is required'],
  ['bad fee address', { feePercentage: '1', feeAddress: '0x12' }, 'feeAddress must be 0x and 40'],
  [
    'mistyped fee address',
    { feePercentage: '1', feeAddress: FEE_ADDRESS.replace('Cc', 'cC') },
    `the right spelling is ${FEE_ADDRESS}`,
  ],
  ['fee to nobody', { feePercentage: '1', feeAddress: `0x${'0'.repeat(40)}` }, 'zero address'],
  ...[
    '0',
    '0.0',
    '-1',
    '1e3',
    '1,5',
    '',
    ' 1',
    '+1',
    '0x10',
    '١',
    'NaN',
    'Infinity',
    '01',
    '.5',
    '5.',
  ].map(
    (amount) =>
      [
        `amount ${JSON.stringify(amount)}`,
        { requests: [{ destinationId: DESTINATION, amount }] },
        'requests[0].amount must be',
      ] as const,
  ),
  [
    'amount with too many decimals',
    { requests: [{ destinationId: DESTINATION, amount: '1.0000001' }] },
    'has 7 decimals, but USDC has 6',
  ],
  [
    'more than there is of any currency',
    { requests: [{ destinationId: DESTINATION, amount: `1${'0'.repeat(15)}` }] },
    'is too large',
  ],
  [
    'amount of a megabyte',
    { requests: [{ destinationId: DESTINATION, amount: '9'.repeat(1_000_000) }] },
    'must be a plain decimal',
  ],
  [
    'wrong checksum',
    { requests: [{ destinationId: DESTINATION.replace('E636C26B', '80B12379'), amount: '1' }] },
    'it is #E636C26B',
  ],
  [
    'wrong chain',
    { requests: [{ destinationId: DESTINATION.replace('11155111', '5'), amount: '1' }] },
    'chain 5 is not supported',
  ],
  [
    'wrong token',
    { requests: [{ destinationId: DESTINATION.replace(USDC_SEPOLIA, FEE_ADDRESS), amount: '1' }] },
    'supported are',
  ],
  ['no destination', { requests: [{ amount: '1' }] }, 'there is no active payment destination'],
  [
    'a network without a node',
    {
      requests: [
        {
          destinationId: `${PAYEE}@eip155:10:0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85`,
          amount: '1',
        },
      ],
    },
    'not available here: configured are Sepolia (11155111), Base (8453)',
  ],
  [
    'a batch on Tron',
    {
      requests: [
        { destinationId: TRON, amount: '1' },
        { destinationId: TRON, amount: '1' },
      ],
    },
    'Batch payments are not supported for TRON networks. Please submit individual payment requests.',
  ],
  [
    'one payment on Tron, which has no node here',
    { requests: [{ destinationId: TRON, amount: '1' }] },
    'Payments on Tron are not available here: configured are Sepolia (11155111), Base (8453)',
  ],
];

/** What the schema refuses by itself, before any operation is called. */
const MISSHAPEN: readonly (readonly [string, unknown, string])[] = [
  ['no requests', { requests: [] }, 'requests must have at least one item'],
  ['an unknown field', { webhookUrl: 'x' }, 'webhookUrl'],
  ['an unknown field of an item', { requests: [{ amount: '1', memo: 'x' }] }, 'memo'],
  ['a null policy', { accessPolicy: null }, 'accessPolicy'],
  ['an unknown field of a policy', { accessPolicy: { deny: [] } }, 'deny'],
  ['an amount that is a number', { requests: [{ amount: 1 }] }, 'expected string'],
  [
    'a percentage above 100',
    { feePercentage: '100.000001', feeAddress: FEE_ADDRESS },
    'feePercentage must be',
  ],
  [
    'a negative percentage',
    { feePercentage: '-1', feeAddress: FEE_ADDRESS },
    'feePercentage must be',
  ],
  ['a percentage sign', { feePercentage: '1%', feeAddress: FEE_ADDRESS }, 'feePercentage must be'],
  ['an empty reference', { reference: '' }, 'reference must have 1 to 255 characters'],
  ['a long reference', { reference: 'x'.repeat(256) }, 'reference must have 1 to 255 characters'],
  ['a NUL in a reference', { reference: 'a\0b' }, 'NUL'],
  ['a long payerIdentifier', { payerIdentifier: 'x'.repeat(256) }, 'payerIdentifier must have'],
  ...[
    'javascript:alert(1)',
    'ftp://shop.example',
    'shop.example',
    'https://',
    'https://a b.example',
    'https://a.example/<x>',
    'https://a.example/"',
    "https://a.example/'",
    'https://a.example/`',
    'https://a.example/\n',
    ' https://a.example',
    `https://a.example/${'x'.repeat(2048)}`,
    'https://shop.example@evil.example/',
    'https://evil.example\\@shop.example/',
  ].map(
    (redirectUrl) =>
      [`redirectUrl ${redirectUrl.slice(0, 30)}`, { redirectUrl }, 'redirectUrl must'] as const,
  ),
  ...['', 'x'.repeat(256), 'a<b', 'a>b', 'a&b', 'a"b', "a'b", 'a`b', ' ', 'a\nb'].map(
    (redirectLabel) =>
      [
        `redirectLabel ${redirectLabel.slice(0, 30)}`,
        { redirectUrl: 'https://a.example', redirectLabel },
        'redirectLabel must',
      ] as const,
  ),
];

describe('bad input writes nothing and names what to change', () => {
  it.each(BAD)('%s', async (_, more, message) => {
    const before = await countRows();
    const refusal = expect.objectContaining({
      status: 400,
      message: expect.stringContaining(message),
    });
    await expect(createSecurePayment(ctx, single(more))).rejects.toEqual(refusal);
    expect(await countRows()).toEqual(before);
  });

  it.each(MISSHAPEN)('%s', (_, more, message) => {
    const body = { requests: [{ destinationId: DESTINATION, amount: '1' }], ...Object(more) };
    const parsed = CreateSecurePaymentInput.safeParse(body);
    expect(parsed.success).toBe(false);
    expect(parsed.error?.message).toContain(message);
  });
});
