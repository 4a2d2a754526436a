import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createApiKey } from '#modules/clients/index.ts';
import { TEST_SETTINGS } from '../../../../tests/support/context.ts';
import { type PartnerHost, partnerHost, textAt } from '../../../../tests/support/partner-host.ts';
import { connected, stillChain } from '../../../../tests/support/still-chain.ts';
import { runPayoutImports } from '../run-payout-imports.ts';

const CREATOR = '0x6923831ACf5c327260D7ac7C9DfF5b1c3cB3C7D7';
const RECIPIENT = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e';
type Headers = Readonly<Record<string, string>>;

let host: PartnerHost;
let accountId: string;
let session: Headers;
beforeAll(async () => {
  host = await partnerHost({
    settings: { ...TEST_SETTINGS, multicallChildrenMax: 8 },
    chains: connected(stillChain('base'), stillChain('sepolia')),
  });
});
afterAll(() => host[Symbol.asyncDispose]());
beforeEach(async () => {
  ({ accountId, byEmail: session } = await host.newPeople());
});

/** Distinct wallets, whose digits have no case. */
const walletOf = (i: number) => `0x${String(i + 1).padStart(40, '0')}`;
const row = (i: number, more: object = {}) => ({
  line: i + 2,
  recipient: walletOf(i),
  network: 'base',
  currency: 'USDC-base',
  amount: `${i + 1}.5`,
  ...more,
});
const rowsOf = (count: number) => Array.from({ length: count }, (_, i) => row(i));
const bodyOf = (rows: readonly object[], more: object = {}) => ({
  body: { creatorWalletAddress: CREATOR, rows, ...more },
});
const create = (rows: readonly object[], more: object = {}, headers: Headers = session) =>
  host.call('createPayoutImport', headers, bodyOf(rows, more));
const view = async (id: string) => host.done('viewPayoutImport', session, { params: { id } });

/** The links of an account, as their payers are asked. */
const linksOf = (account: string) =>
  host.ctx.db
    .selectFrom('secure_payment as link')
    .innerJoin('secure_payment_request as asked', 'asked.secure_payment_token', 'link.token')
    .innerJoin('request', 'request.id', 'asked.request_id')
    .select(['link.token', 'request.payee_address', 'request.expected_units', 'request.created_by'])
    .where('link.account_id', '=', account)
    .orderBy('request.expected_units')
    .execute();

async function runAll(): Promise<void> {
  while ((await runPayoutImports(host.ctx, 50)) > 0);
}

const Bundles = z.object({
  bundles: z.array(z.object({ token: z.string(), count: z.number(), amount: z.string() })),
});

describe('201', () => {
  it('creates each payout once and puts them into bundles of one size', async () => {
    const { status, body } = await create(rowsOf(9), { fileName: 'salaries.csv' });
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        status: 'running',
        fileName: 'salaries.csv',
        rows: { total: 9, waiting: 9, created: 0 },
        totals: [{ network: 'base', currency: 'USDC-base', count: 9, amount: '49.5' }],
        bundles: [],
      },
    });
    const id = textAt(body, 'id');
    await runAll();
    const seen = await view(id);
    expect(seen).toMatchObject({ status: 'completed', rows: { waiting: 0, created: 9 } });
    expect(Bundles.parse(seen).bundles.map(({ count }) => count)).toEqual([5, 4]);
    const links = await linksOf(accountId);
    expect(links.map(({ payee_address: payee }) => payee)).toEqual(
      rowsOf(9).map(({ recipient }) => recipient),
    );
    expect(links[0]).toMatchObject({ expected_units: 1_500_000n, created_by: 'session' });
  });

  it('neither doubles nor loses a payout where workers are killed and race', async () => {
    const { body } = await create(rowsOf(30));
    let steps = 0;
    // Killed between the insert of a link and the mark on its row, and before and behind it.
    const dying = {
      ...host.ctx,
      newOrderedId: () => {
        steps += 1;
        if (steps % 7 === 0) throw new Error('killed');
        return host.ctx.newOrderedId();
      },
    };
    await Promise.all([dying, dying, host.ctx].map((ctx) => runPayoutImports(ctx, 8)));
    const aborted = AbortSignal.abort();
    expect(await runPayoutImports(host.ctx, 50, aborted)).toBe(0);
    // What failed is tried again later, and says so meanwhile.
    expect(await view(textAt(body, 'id'))).toMatchObject({
      status: 'running',
      problem: 'A payout could not be created; it is tried again',
      delayedUntil: expect.any(String),
    });
    host.ctx.now.advance(60_000);
    await Promise.all([runPayoutImports(host.ctx, 50), runPayoutImports(host.ctx, 50)]);
    await runAll();
    expect(await view(textAt(body, 'id'))).toMatchObject({
      status: 'completed',
      problem: null,
      rows: { total: 30, created: 30, waiting: 0 },
    });
    const paid = (await linksOf(accountId)).map(({ payee_address: payee }) => payee);
    expect(paid).toEqual(rowsOf(30).map(({ recipient }) => recipient));
  });

  it('leaves what is alone in its currency out of bundles, and all where none are wanted', async () => {
    const coins = row(4, { currency: 'ETH-base-base', network: 'base' });
    const mixed = await create([...rowsOf(2), coins]);
    const single = await create(rowsOf(3), { makesBundles: false });
    await runAll();
    const { bundles } = Bundles.parse(await view(textAt(mixed.body, 'id')));
    expect(bundles).toMatchObject([{ count: 2, amount: '4' }]);
    expect(await view(textAt(single.body, 'id'))).toMatchObject({
      status: 'completed',
      bundles: [],
    });
  });

  it('keeps who is paid apart, and only until its payout has it', async () => {
    const { body } = await create([row(0, { recipientIdentifier: 'employee 7' })]);
    const people = () =>
      host.ctx.db
        .selectFrom('payout_import_person')
        .select('recipient_identifier')
        .where('payout_import_id', '=', textAt(body, 'id'))
        .execute();
    expect(await people()).toHaveLength(1);
    await runAll();
    expect(await people()).toEqual([]);
    const [link] = await linksOf(accountId);
    const kept = await host.ctx.db
      .selectFrom('secure_payment_person')
      .select('recipient_identifier')
      .where('secure_payment_token', '=', link?.token ?? '')
      .execute();
    expect(kept).toEqual([{ recipient_identifier: 'employee 7' }]);
  });

  it('takes an API key, whose payouts they are', async () => {
    const { apiKey } = await createApiKey(host.ctx, { accountId, label: 'Payroll' });
    expect(await create(rowsOf(1), {}, { 'x-api-key': apiKey })).toMatchObject({ status: 201 });
    await runAll();
    expect(await linksOf(accountId)).toMatchObject([{ created_by: 'api_key' }]);
  });

  it('takes the same list again where the caller names the import that it repeats', async () => {
    const first = await create(rowsOf(2));
    const repeatOf = textAt(first.body, 'id');
    const second = await create(rowsOf(2), { repeatOf });
    expect(second).toMatchObject({ status: 201, body: { repeatOf } });
    expect(await create(rowsOf(2), { repeatOf })).toMatchObject({
      status: 409,
      body: { code: 'payout_import_exists', importId: textAt(second.body, 'id') },
    });
  });

  it('marks a row that is refused when its payout is created, and goes on with the others', async () => {
    const { body } = await create(rowsOf(2));
    await host.ctx.db
      .updateTable('payout_import_row')
      .set({ recipient: '0xno' })
      .where('payout_import_id', '=', textAt(body, 'id'))
      .where('position', '=', 0)
      .execute();
    await runAll();
    const { rows } = await host.done('listPayoutImportRows', session, {
      params: { id: textAt(body, 'id') },
      query: 'status=refused',
    });
    expect(rows).toMatchObject([
      { line: 2, problem: { message: expect.stringContaining('recipient') } },
    ]);
    expect(await view(textAt(body, 'id'))).toMatchObject({
      status: 'completed',
      rows: { created: 1, refused: 1 },
    });
  });
});

describe('400', () => {
  it('names every row that cannot be paid, and creates nothing', async () => {
    const { status, body } = await create([
      row(0),
      row(1, { amount: '0' }),
      row(2, { network: 'moon' }),
    ]);
    expect({ status, body }).toMatchObject({
      status: 400,
      body: {
        code: 'payout_import_rows_refused',
        message: '2 rows cannot be paid: nothing was created',
        errors: [
          { field: 'rows[1].amount', message: 'line 3: amount must be greater than 0' },
          { field: 'rows[2].network', message: expect.stringContaining('line 4: ') },
        ],
      },
    });
    expect(await host.done('listPayoutImports', session)).toMatchObject({ payoutImports: [] });
  });

  it.each([
    [[], 'rows'],
    [rowsOf(1001), 'rows'],
    [[{ ...row(0), amount: 5 }], 'rows[0].amount'],
    [[{ ...row(0), fee: '1' }], 'rows[0].fee'],
    [[{ ...row(0), reference: 'a\0b' }], 'rows[0].reference'],
  ])('refuses what is no list of rows', async (rows, field) => {
    expect(await create(rows)).toMatchObject({ status: 400, body: { errors: [{ field }] } });
  });
});

describe('401', () => {
  it('requires credentials', async () => {
    expect(await create(rowsOf(1), {}, {})).toMatchObject({ status: 401 });
  });
});

describe('409', () => {
  it('takes the same list once, also in another spelling and at the same time', async () => {
    const spelt = [row(0, { recipient: RECIPIENT.toLowerCase(), amount: '7.50', line: 9 })];
    const answers = await Promise.all([create(spelt), create(spelt), create(spelt)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(await create([row(0, { recipient: RECIPIENT, amount: '7.5' })])).toMatchObject({
      status: 409,
    });
    const { byEmail } = await host.newPeople();
    expect(await create(spelt, {}, byEmail)).toMatchObject({ status: 201 });
  });

  it('refuses to repeat an import of something else', async () => {
    const { body } = await create(rowsOf(1));
    const other = await create(rowsOf(2), { repeatOf: textAt(body, 'id') });
    expect(other).toMatchObject({ status: 409, body: { code: 'payout_import_exists' } });
  });
});

describe('413', () => {
  it('takes a thousand rows with long texts, and no larger body', async () => {
    const long = rowsOf(1000).map((one) => ({ ...one, reference: 'x'.repeat(250) }));
    expect((await host.call('validatePayoutImport', session, bodyOf(long))).status).toBe(200);
    const longer = [row(0, { reference: 'x'.repeat(3 * 1024 * 1024) })];
    expect(await create(longer)).toMatchObject({ status: 413 });
  });
});
