import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PartnerHost, partnerHost, textAt } from '../../../../tests/support/partner-host.ts';
import { insertLink } from '../../../../tests/support/payable-link.ts';

const CREATOR = '0x6923831ACf5c327260D7ac7C9DfF5b1c3cB3C7D7';
const [ANNA, BEN] = [1, 2].map((digit) => `0x${String(digit).repeat(40)}`);

let host: PartnerHost;
let people: Awaited<ReturnType<PartnerHost['newPeople']>>;
beforeAll(async () => {
  host = await partnerHost();
  people = await host.newPeople();
});
afterAll(() => host[Symbol.asyncDispose]());

async function payout(recipient: string | undefined, reference: string): Promise<string> {
  host.ctx.now.advance(1_000);
  const body = {
    recipient,
    creatorWalletAddress: CREATOR,
    network: 'base',
    currency: 'USDC-base',
    amount: '5',
    reference,
  };
  return textAt(await host.done('createPayoutLink', people.byEmail, { body }), 'token');
}

async function tokensOf(query = ''): Promise<unknown> {
  const { payouts } = await host.done('listPayoutLinks', people.byEmail, { query });
  return Array.isArray(payouts) ? payouts.map(({ token }) => token) : payouts;
}

describe('200', () => {
  it('lists the own payouts, newest first, by each of its filters and page by page', async () => {
    const [one, two, three] = [
      await payout(ANNA, 'JAN'),
      await payout(BEN, 'JAN'),
      await payout(ANNA, 'FEB'),
    ];
    const { db } = host.ctx;
    await insertLink(db, { accountId: people.accountId, flow: 'incoming' });
    await insertLink(db, { flow: 'outgoing' });
    await db
      .updateTable('secure_payment')
      .set({ status: 'expired' })
      .where('token', '=', two)
      .execute();
    expect(await tokensOf()).toEqual([three, two, one]);
    expect(await tokensOf('limit=1')).toEqual([three]);
    expect(await tokensOf(`cursor=${three}`)).toEqual([two, one]);
    expect(await tokensOf('status=expired')).toEqual([two]);
    expect(await tokensOf('status=pending')).toEqual([three, one]);
    expect(await tokensOf('reference=JAN')).toEqual([two, one]);
    expect(await tokensOf(`recipient=${ANNA}`)).toEqual([three, one]);
    expect(await tokensOf(`recipient=${ANNA}&reference=JAN`)).toEqual([one]);
    expect(await host.done('listPayoutLinks', people.byEmail, { query: 'limit=1' })).toMatchObject({
      payouts: [
        {
          status: 'pending',
          paymentType: 'single',
          reference: 'FEB',
          securePaymentUrl: `http://localhost:8082/?token=${three}`,
          payments: [
            {
              recipient: ANNA,
              network: 'base',
              currency: 'USDC-base',
              amount: '5',
              paidAmount: '0',
              isSeen: false,
              txHash: null,
            },
          ],
        },
      ],
      nextCursor: three,
    });
  });
});

describe('400', () => {
  it.each(['limit=0', 'limit=101', 'status=lost', 'cursor=x', 'recipient=anna', 'reference=%00'])(
    'refuses ?%s',
    async (query) => {
      const { status } = await host.call('listPayoutLinks', people.byEmail, { query });
      expect(status).toBe(400);
    },
  );
});

describe('401', () => {
  it('requires credentials', async () => {
    expect(await host.call('listPayoutLinks', {})).toMatchObject({ status: 401 });
  });
});
