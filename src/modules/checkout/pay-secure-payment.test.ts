import { fromHex, type Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { paySingle } from '../../../tests/support/pay-single.ts';
import { insertLink } from '../../../tests/support/payable-link.ts';
import { insertReceived } from '../../../tests/support/received.ts';
import { connected, stillChain } from '../../../tests/support/still-chain.ts';

const WALLET = '0x2222222222222222222222222222222222222222';
const FEE = { units: 125_000n, address: '0x742d35Cc6634C0532925a3b844Bc454e4438f44e' };

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

function payer() {
  const sepolia = stillChain('sepolia');
  return { sepolia, ctx: testContext({ db: database.db, chains: connected(sepolia) }) };
}

const textsOf = (transaction: { data: Hex } | undefined) =>
  fromHex(transaction?.data ?? '0x', 'string');

describe('what a payer signs', () => {
  it('pays the request with its own reference, and the fee on top', async () => {
    const link = await insertLink(database.db, { fee: FEE });
    const { ctx, sepolia } = payer();
    const prepared = await paySingle(ctx, { token: link.token, query: { wallet: WALLET } });
    expect(prepared).toMatchObject({
      paymentType: 'single',
      eoaApprovalTransactions: [],
      feeBundle: null,
      flow: 'incoming',
      metadata: {
        platformFee: { percentage: '1', address: FEE.address },
        requiredAmount: '12625000',
      },
    });
    expect(prepared.transactions.map(textsOf)).toEqual([
      'approve 12625000',
      `pay 12500000 ${prepared.paymentReference} fee 125000 ${FEE.address}`,
    ]);
    expect(sepolia.reads).toBe(1);
  });

  it('is prepared without a wallet, too', async () => {
    const { token } = await insertLink(database.db);
    const { ctx, sepolia } = payer();
    const prepared = await paySingle(ctx, { token, query: {} });
    expect(prepared.transactions).toHaveLength(2);
    expect(prepared.metadata.platformFee).toBeUndefined();
    expect(sepolia.reads).toBe(0);
  });

  it('is the rest after a part was paid', async () => {
    const link = await insertLink(database.db, { fee: FEE });
    const paid = { units: 2_500_000n, transactionHash: Buffer.alloc(32, 7) };
    await insertReceived(database.db, link, paid);
    const { token } = link;
    const { transactions } = await paySingle(payer().ctx, { token, query: {} });
    expect(textsOf(transactions[1])).toMatch(/^pay 10000000 0x[0-9a-f]{16} fee 100000 /);
  });
});

describe('nothing is prepared', () => {
  it.each([
    ['completed', 409],
    ['expired', 403],
    ['invalidated', 403],
    ['compliance_failed', 403],
  ])('for a link that is %s', async (status, answer) => {
    const { token } = await insertLink(database.db, { status });
    await expect(paySingle(payer().ctx, { token, query: {} })).rejects.toMatchObject({
      status: answer,
    });
  });

  // The money is there although the link was not completed yet: paying again would lose it.
  it('for a link whose whole amount has arrived', async () => {
    const link = await insertLink(database.db);
    const paid = { units: 12_500_000n, transactionHash: Buffer.alloc(32, 7) };
    await insertReceived(database.db, link, paid);
    const input = { token: link.token, query: {} };
    await expect(paySingle(payer().ctx, input)).rejects.toMatchObject({ status: 409 });
  });
});
