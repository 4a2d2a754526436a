import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PartnerHost, partnerHost } from '../../../../tests/support/partner-host.ts';
import { connected, stillChain } from '../../../../tests/support/still-chain.ts';
import { SAVED_PAYOUTS_MAX } from '../create-saved-payout.ts';

const CREATOR = '0x6923831ACf5c327260D7ac7C9DfF5b1c3cB3C7D7';
const RECIPIENT = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e';

type Headers = Readonly<Record<string, string>>;

let host: PartnerHost;
let accountId: string;
let session: Headers;
beforeAll(async () => {
  host = await partnerHost({ chains: connected(stillChain('base'), stillChain('sepolia')) });
});
afterAll(() => host[Symbol.asyncDispose]());
beforeEach(async () => {
  ({ accountId, byEmail: session } = await host.newPeople());
});

const BODY = {
  label: 'Office',
  recipient: RECIPIENT,
  creatorWalletAddress: CREATOR,
  network: 'base',
  currency: 'USDC-base',
  amount: '12.50',
};
const save = (more: object = {}, headers: Headers = session) =>
  host.call('createSavedPayout', headers, { body: { ...BODY, ...more } });
const rows = () =>
  host.ctx.db
    .selectFrom('saved_payout')
    .select('label')
    .where('account_id', '=', accountId)
    .orderBy('label')
    .execute();

describe('201', () => {
  it('keeps what is paid to whom, as its chain writes it, and pays nothing', async () => {
    const lower = {
      recipient: RECIPIENT.toLowerCase(),
      creatorWalletAddress: CREATOR.toLowerCase(),
    };
    const answer = await save({ ...lower, label: ' Office ', reference: 'RENT' });
    expect(answer).toMatchObject({
      status: 201,
      body: { ...BODY, amount: '12.5', reference: 'RENT', label: 'Office' },
    });
    const { count } = await host.ctx.db
      .selectFrom('request')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    expect(count).toBe(0n);
    const entries = await host.ctx.db
      .selectFrom('audit_entry')
      .select('details')
      .where('account_id', '=', accountId)
      .where('action', '=', 'saved_payout.created')
      .execute();
    expect(entries).toHaveLength(1);
    expect(JSON.stringify(entries)).not.toContain('Office');
  });

  it('lets two accounts use one label', async () => {
    const other = await host.newPeople();
    expect((await save()).status).toBe(201);
    expect((await save({}, other.byEmail)).status).toBe(201);
  });
});

describe('400', () => {
  it.each([
    ['label', ''],
    ['label', 'x'.repeat(101)],
    ['label', 'a\u202eb'],
    ['amount', '0'],
    ['amount', '1.0000001'],
    ['recipient', '0x742d35cc6634C0532925a3b844Bc454e4438f44E'],
    ['creatorWalletAddress', 'nobody'],
    ['currency', 'USDC-sepolia'],
    ['network', 'nowhere'],
    ['recipientIdentifier', 'Ada'],
  ])('for %s %j, and keeps nothing', async (field, value) => {
    const answer = await save({ [field]: value });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain(field);
    expect(await rows()).toEqual([]);
  });
});

describe('401', () => {
  it('without a session or a key', async () => {
    expect(await save({}, {})).toMatchObject({ status: 401 });
  });
});

describe('409', () => {
  it('for a label that is taken, also where both come together', async () => {
    const answers = await Promise.all([save(), save({ amount: '1' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await save()).toMatchObject({ status: 409, body: { code: 'saved_payout_exists' } });
    expect(await rows()).toHaveLength(1);
  });

  it('for one more than an account may have', async () => {
    const { status } = await save();
    expect(status).toBe(201);
    const [row] = await host.ctx.db
      .selectFrom('saved_payout')
      .selectAll()
      .where('account_id', '=', accountId)
      .execute();
    if (row === undefined) throw new Error('one was saved');
    const more = Array.from({ length: SAVED_PAYOUTS_MAX - 1 }, (_, i) => ({
      ...row,
      id: host.ctx.newOrderedId(),
      label: `copy ${i}`,
    }));
    await host.ctx.db.insertInto('saved_payout').values(more).execute();
    expect(await save({ label: 'One more' })).toMatchObject({
      status: 409,
      body: { code: 'too_many_saved_payouts' },
    });
  });
});
