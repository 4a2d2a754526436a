import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPayoutLink } from '#modules/secure-payments/create-payout-link.ts';
import { sessionActor } from '../../../tests/support/actors.ts';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { paySingle } from '../../../tests/support/pay-single.ts';
import { insertAccount, TEST_PAYEE } from '../../../tests/support/payable-link.ts';
import { relayChain, TRON_PAYEE, TRON_PAYER } from '../../../tests/support/relay-chain.ts';
import { connected, stillChain } from '../../../tests/support/still-chain.ts';
import type { Context } from '../../context.ts';

const TEST_PAYER = '0x5555555555555555555555555555555555555555';
const FEE_RECEIVER = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const SPONSORED = [{ fixedUsd: '1.5', tronAddress: FEE_RECEIVER }];
const OF_SEPOLIA = [{ fixedUsd: '0.05', network: 'sepolia', evmAddress: TEST_PAYER }];

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

/** The calldata of a new payout of 12.5 dollars. */
async function payout(
  network: 'tron' | 'sepolia',
  created: Context['settings']['sponsorshipFees'],
) {
  const bare = testContext({ db: database.db });
  const { chain } = relayChain(bare.now);
  const accountId = await insertAccount(database.db);
  const ctx: Context = {
    ...bare,
    actor: sessionActor({ accountId }),
    chains: connected(chain, stillChain('sepolia')),
    settings: { ...bare.settings, sponsorshipFees: created },
  };
  const isTron = network === 'tron';
  const { token } = await createPayoutLink(ctx, {
    recipient: isTron ? TRON_PAYEE : TEST_PAYEE,
    creatorWalletAddress: isTron ? TRON_PAYER : TEST_PAYEE,
    amount: '12.5',
    currency: isTron ? 'USDT-tron' : 'USDC-sepolia',
    network,
  });
  const wallet = isTron ? TRON_PAYER : '0x3333333333333333333333333333333333333333';
  return await paySingle({ ...ctx, settings: bare.settings }, { token, query: { wallet } });
}

describe('a fee for sponsored transactions', () => {
  it('is planned when a payment is created, on top for the payer, and paid as any other', async () => {
    const { feeBundle, metadata, transactions } = await payout('tron', SPONSORED);
    expect(feeBundle).toMatchObject({
      amountSummary: { grossAmount: '12.5', netRecipientAmount: '12.5', payerTotal: '14' },
      fees: [
        {
          feeType: 'transaction_sponsorship_fee',
          feeLabel: 'Transaction sponsorship fee',
          feeBearer: 'payer',
          amount: '1.5',
          recipient: FEE_RECEIVER,
        },
      ],
    });
    expect(metadata).toMatchObject({
      transactionSponsorshipFeeUsd: '1.5',
      requiredAmount: '14000000',
    });
    expect(transactions).toHaveLength(3);
  });

  it('of one network is planned there, and shown until it is paid', async () => {
    const { feeBundle, metadata, transactions } = await payout('sepolia', OF_SEPOLIA);
    expect(feeBundle?.fees).toMatchObject([
      { feeType: 'transaction_sponsorship_fee', amount: '0.05', recipient: TEST_PAYER },
    ]);
    expect(metadata).toMatchObject({
      transactionSponsorshipFeeUsd: '0.05',
      requiredAmount: '12550000',
    });
    expect(transactions).toHaveLength(3);
  });

  it.each([
    ['on Tron where it is not set', 'tron', []],
    ['on Tron where it is set for another network', 'tron', OF_SEPOLIA],
    ['on other networks', 'sepolia', SPONSORED],
  ] as const)('is none %s', async (_, network, set) => {
    const { feeBundle, metadata } = await payout(network, set);
    expect(feeBundle).toBeNull();
    expect(metadata.transactionSponsorshipFeeUsd).toBeNull();
  });
});
