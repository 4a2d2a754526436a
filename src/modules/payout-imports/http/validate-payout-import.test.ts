import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEST_SETTINGS } from '../../../../tests/support/context.ts';
import { type PartnerHost, partnerHost } from '../../../../tests/support/partner-host.ts';
import { connected, stillChain } from '../../../../tests/support/still-chain.ts';

const CREATOR = '0x6923831ACf5c327260D7ac7C9DfF5b1c3cB3C7D7';
const RECIPIENT = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e';
const CONTRACT = '0x3333333333333333333333333333333333333333';
const GOOD = { recipient: RECIPIENT, network: 'base', currency: 'USDC-base', amount: '5' };

let host: PartnerHost;
let session: Readonly<Record<string, string>>;
beforeAll(async () => {
  const base = stillChain('base');
  const accounts = {
    ...base.accounts,
    readAccounts: async (addresses: readonly string[]) =>
      addresses.map((address) => ({ kind: address === CONTRACT ? 'contract' : 'key' }) as const),
  };
  host = await partnerHost({
    settings: {
      ...TEST_SETTINGS,
      protocolFee: {
        bps: 100,
        capUsd: null,
        fixedUsd: null,
        evmAddress: '0x4444444444444444444444444444444444444444',
      },
    },
    chains: connected(Object.assign({}, base, { accounts }), stillChain('sepolia')),
  });
  ({ byEmail: session } = await host.newPeople());
});
afterAll(() => host[Symbol.asyncDispose]());

const validate = (rows: readonly object[], headers = session) =>
  host.call('validatePayoutImport', headers, { body: { creatorWalletAddress: CREATOR, rows } });

describe('200', () => {
  it('says what each payout would be, with fees and sums by currency', async () => {
    const { status, body } = await validate([
      { ...GOOD, line: 2, reference: ' SALARY-11 ' },
      { ...GOOD, line: 3, network: 'sepolia', currency: 'fUSDC-sepolia', amount: '0.000001' },
      { ...GOOD, line: 4, amount: '10', recipient: RECIPIENT.toLowerCase() },
    ]);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      rowCount: 3,
      validCount: 3,
      previousImport: null,
      rows: [
        {
          line: 2,
          payout: {
            recipient: RECIPIENT,
            currency: 'USDC-base',
            amount: '5',
            fees: '0.05',
            payerTotal: '5.05',
            reference: 'SALARY-11',
          },
        },
        { payout: { currency: 'USDC-sepolia', amount: '0.000001', fees: '0' } },
        { payout: { recipient: RECIPIENT, amount: '10' } },
      ],
      totals: [
        { currency: 'USDC-base', count: 2, amount: '15', fees: '0.15', payerTotal: '15.15' },
        { currency: 'USDC-sepolia', count: 1 },
      ],
    });
  });

  it.each([
    [{ amount: '0' }, 'amount', 'greater than 0'],
    [{ amount: '-1' }, 'amount', 'plain decimal'],
    [{ amount: '1,5' }, 'amount', 'plain decimal'],
    [{ amount: '1.0000001' }, 'amount', 'has 7 decimals'],
    [{ amount: '' }, 'amount', 'is required'],
    [{ amount: '9'.repeat(16) }, 'amount', 'too large'],
    [{ recipient: RECIPIENT.replace('d35C', 'D35C') }, 'recipient', 'checksum'],
    [{ recipient: 'anna.eth' }, 'recipient', '0x and 40 hexadecimal digits'],
    [{ recipient: undefined }, 'recipient', 'is required'],
    [{ recipient: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' }, 'recipient', 'own contract'],
    [{ currency: 'GOLD-base' }, 'currency', 'not a supported currency'],
    [{ currency: 'USDC-sepolia' }, 'currency', 'not on the network base'],
    [{ network: 'moon' }, 'network', 'Invalid enum value'],
    [{ network: 'mainnet', currency: 'USDC-mainnet' }, 'currency', 'not available here'],
    [{ reference: 'x'.repeat(256) }, 'reference', '1 to 255 characters'],
  ])('names what stands against %j', async (wrong, field, message) => {
    const { body } = await validate([{ ...GOOD, ...wrong, line: 7 }]);
    expect(body).toMatchObject({
      validCount: 0,
      totals: [],
      rows: [
        {
          line: 7,
          isValid: false,
          payout: null,
          problems: [{ field, message: expect.stringContaining(message) }],
        },
      ],
    });
  });

  it('warns of what is unusual and merges nothing', async () => {
    const { body } = await validate([
      GOOD,
      { ...GOOD, recipient: RECIPIENT.toLowerCase(), amount: '5.0', reference: 'again' },
      { ...GOOD, amount: '6' },
      { ...GOOD, recipient: CONTRACT },
      { ...GOOD, recipient: CREATOR },
    ]);
    expect(body).toMatchObject({
      validCount: 5,
      areContractsChecked: true,
      rows: [
        { warnings: [{ code: 'duplicate_row', message: expect.stringContaining('line 2') }] },
        { warnings: [{ code: 'duplicate_row', message: expect.stringContaining('line 1') }] },
        { warnings: [] },
        { warnings: [{ code: 'recipient_is_contract' }] },
        { warnings: [{ code: 'recipient_is_payer' }] },
      ],
    });
  });

  it('says where exactly the valid rows were imported before, and changes nothing', async () => {
    const rows = [GOOD, { ...GOOD, amount: '0' }];
    const count = async () =>
      (await host.ctx.db.selectFrom('request').select('id').execute()).length;
    const before = await count();
    await validate(rows);
    expect(await count()).toBe(before);
    const body = { creatorWalletAddress: CREATOR, rows: [GOOD] };
    const { id } = await host.done('createPayoutImport', session, { body });
    expect((await validate(rows)).body).toMatchObject({ previousImport: { id } });
    expect((await validate([GOOD, GOOD])).body).toMatchObject({ previousImport: null });
    const other = await host.newPeople();
    expect((await validate(rows, other.byEmail)).body).toMatchObject({ previousImport: null });
  });
});

describe('401', () => {
  it('requires credentials', async () => {
    expect(await validate([GOOD], {})).toMatchObject({ status: 401 });
  });
});
