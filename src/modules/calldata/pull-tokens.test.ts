import { decodeFunctionData, fromHex } from 'viem';
import { describe, expect, it } from 'vitest';
import { erc20Abi } from '#catalog/abis/erc20.generated.ts';
import { currencyById } from '#catalog/currencies.ts';
import type { NetworkId } from '#catalog/networks.ts';
import { RICH, stillChain } from '../../../tests/support/still-chain.ts';
import { paymentCalldata } from './payment-calldata.ts';
import type { PaymentOrder } from './payment-order.ts';

const ACCOUNT = '0x3333333333333333333333333333333333333333';
const KEY = '0x6666666666666666666666666666666666666666';
const PAYEE = '0x1111111111111111111111111111111111111111';
const RECEIVER = '0x4444444444444444444444444444444444444444';
const REFERENCE = '0x0011223344556677';
const FEE_REFERENCE = '0x8899aabbccddeeff';
const UNLIMITED = (2n ** 256n - 1n).toString();

/** Five dollars and a fee of ten cents that is paid by itself. */
function order(
  network: NetworkId = 'base',
  symbol = 'USDC',
  more: Partial<Omit<PaymentOrder, 'chain'>> = {},
) {
  const chain = stillChain(network);
  const currency = currencyById(`${symbol}-${network}`);
  if (currency === undefined) throw new Error('the test names a currency that does not exist');
  return {
    chain,
    kind: 'token',
    currency,
    payeeAddress: PAYEE,
    paymentReference: REFERENCE,
    due: { amountUnits: 5_000_000n, feeUnits: 0n },
    feeLegs: [
      { amountUnits: 100_000n, paymentReference: FEE_REFERENCE, receiverAddress: RECEIVER },
    ],
    ...more,
  } as const;
}

const holder = { address: KEY, ownsAccount: true };
const said = ({ data }: { readonly data: `0x${string}` }) => fromHex(data, 'string');

describe('an account pays with the tokens of a key', () => {
  it('takes exactly what is paid, lets the proxy take it, and pays the amount and then the fee', async () => {
    const asked = order();
    const { transactions, atomicTransactions } = await paymentCalldata(asked, ACCOUNT, {
      tokenHolder: holder,
    });
    const [pull, ...paying] = transactions;
    expect(pull).toMatchObject({ to: asked.currency.address, value: '0x0' });
    expect(decodeFunctionData({ abi: erc20Abi, data: pull?.data ?? '0x' })).toEqual({
      functionName: 'transferFrom',
      args: [KEY, ACCOUNT, 5_100_000n],
    });
    expect(paying.map(said)).toEqual([
      'approve 5100000',
      expect.stringMatching(`^pay 5000000 ${REFERENCE} fee 0 `),
      expect.stringMatching(`^pay 100000 ${FEE_REFERENCE} fee 0 `),
    ]);
    expect(atomicTransactions).toBeUndefined();
    expect(asked.chain.reads).toBe(1);
  });

  it('says where its transactions are, and judges balance, gas and allowance of the key', async () => {
    const asked = order();
    const read: unknown[] = [];
    const { readPayerBalances } = asked.chain;
    asked.chain.readPayerBalances = (wallet, tokens) => {
      read.push([wallet, tokens]);
      return readPayerBalances(wallet, tokens);
    };
    asked.chain.balances = { ...RICH, balanceUnits: 5_099_999n, allowanceUnits: 5_099_999n };
    const { metadata } = await paymentCalldata(asked, ACCOUNT, { tokenHolder: holder });
    expect(read).toEqual([
      [KEY, [{ tokenAddress: asked.currency.address, spender: { account: ACCOUNT } }]],
    ]);
    expect(metadata).toMatchObject({
      stepsRequired: 4,
      needsApproval: true,
      approvalTransactionIndex: 1,
      approvalTransactionsCount: 1,
      paymentTransactionIndex: 2,
      requiredAmount: '5100000',
      balance: '5099999',
      allowance: '5099999',
      hasEnoughBalance: false,
      hasEnoughAllowance: false,
      hasEnoughGas: true,
      // At a billionth of the coin for gas: the key's own approval, then all calls of the account.
      estimatedApprovalNetworkFee: '0.00006',
      estimatedPaymentNetworkFee: '0.00034',
    });
  });

  it('lets its own account take tokens without a limit, by a transaction of the key', async () => {
    const asked = order();
    const { holderTransactions, metadata } = await paymentCalldata(asked, ACCOUNT, {
      tokenHolder: holder,
    });
    expect(holderTransactions.map(said)).toEqual([`approve ${UNLIMITED} ${ACCOUNT}`]);
    expect(metadata).toMatchObject({
      eoaApprovalRequired: true,
      eoaApproval: {
        owner: KEY,
        spender: ACCOUNT,
        tokenAddress: asked.currency.address,
        currency: 'USDC-base',
        amount: UNLIMITED,
        approvalType: 'unlimited',
      },
    });
  });

  it('lets any other account take exactly what is paid', async () => {
    const other = { ...holder, ownsAccount: false };
    const { holderTransactions, metadata } = await paymentCalldata(order(), ACCOUNT, {
      tokenHolder: other,
    });
    expect(holderTransactions.map(said)).toEqual([`approve 5100000 ${ACCOUNT}`]);
    expect(metadata).toMatchObject({
      eoaApproval: { amount: '5100000', approvalType: 'exact' },
    });
  });

  it('asks the key for nothing where its allowance suffices', async () => {
    const asked = order();
    asked.chain.balances = { ...RICH, allowanceUnits: 5_100_000n };
    const { holderTransactions, metadata } = await paymentCalldata(asked, ACCOUNT, {
      tokenHolder: holder,
    });
    expect(holderTransactions).toEqual([]);
    expect(metadata).toMatchObject({ eoaApprovalRequired: false, hasEnoughAllowance: true });
    expect(metadata).not.toHaveProperty('eoaApproval');
    expect(metadata).not.toHaveProperty('estimatedApprovalNetworkFee');
  });

  it.each([
    ['unlimited', true, UNLIMITED],
    ['exact', false, '5100000'],
  ])(
    'clears an allowance first where the token demands it: %s',
    async (approvalType, ownsAccount, amount) => {
      const asked = order('mainnet', 'USDT');
      asked.chain.balances = { ...RICH, allowanceUnits: 7n };
      const paid = await paymentCalldata(asked, ACCOUNT, {
        tokenHolder: { address: KEY, ownsAccount },
      });
      const { holderTransactions, transactions, metadata } = paid;
      const set = ['0', amount];
      expect(holderTransactions.map(said)).toEqual(
        set.map((units) => `approve ${units} ${ACCOUNT}`),
      );
      expect(metadata.eoaApproval).toMatchObject({ amount, approvalType });
      // What the account lets the proxy take is not read, so it is cleared too.
      expect(transactions.slice(1, 3).map(said)).toEqual(['approve 0', 'approve 5100000']);
      expect(metadata).toMatchObject({ approvalTransactionsCount: 2, paymentTransactionIndex: 3 });
    },
  );
});

describe('refuses', () => {
  it.each([
    ['the account', { payeeAddress: ACCOUNT }],
    ['the key', { payeeAddress: KEY }],
  ])('to pay %s itself', async (_who, more) => {
    const asked = order('base', 'USDC', { ...more, feeLegs: [] });
    await expect(paymentCalldata(asked, ACCOUNT, { tokenHolder: holder })).rejects.toMatchObject({
      code: 'payer_is_payee',
      status: 409,
    });
  });

  it('to take coins', async () => {
    const asked = order('sepolia', 'ETH-sepolia', { kind: 'native', feeLegs: [] });
    await expect(paymentCalldata(asked, ACCOUNT, { tokenHolder: holder })).rejects.toMatchObject({
      status: 400,
      errors: [{ field: 'eoaWallet', message: expect.stringContaining('Pay from wallet itself') }],
    });
  });
});
