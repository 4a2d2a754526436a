import { keccak256 } from 'viem';
import { describe, expect, it } from 'vitest';
import { CONTRACTS } from '#catalog/contracts.ts';
import { conversionPath, FIAT_HASHES } from '#catalog/conversion-paths.ts';
import { currencyById } from '#catalog/currencies.ts';
import { encodeConversion, encodeNativePayment } from './encode.ts';
import { encodeBatch } from './encode-batch.ts';

const NOBODY = '0x000000000000000000000000000000000000dEaD';
/** Of the request `01abab…` with the salt `a1b2c3d4e5f60718`, to the payee below. */
const PAID = {
  payeeAddress: '0x1111111111111111111111111111111111111111',
  paymentReference: '0xc76f55e1f975d199',
  feeAddress: NOBODY,
} as const;
const [DAI, USDT] = [currencyById('DAI-mainnet'), currencyById('USDT-mainnet')];
const path = DAI && conversionPath('EUR', DAI, { sandbox: false });

/** 100 euros and 2.50 on top, at rates of the last hour. */
const CONVERSION = {
  ...PAID,
  kind: 'conversion',
  tokenAddress: DAI?.address ?? '',
  invoiceUnits: 100_00000000n,
  feeInvoiceUnits: 2_50000000n,
  path: path ?? [],
  maxToSpendUnits: 123_456_789n,
  maxRateAgeSeconds: 3_600,
} as const;

const token = (tokenAddress: string | undefined, amountUnits: bigint) =>
  ({
    ...PAID,
    kind: 'token',
    tokenAddress: tokenAddress ?? '',
    amountUnits,
    feeUnits: 2_500n,
  }) as const;

// Made once by @requestnetwork/payment-processor 0.56.0 for the same payments; stored as hashes.
describe('the bytes of the published library', () => {
  it('are those of a payment in coins', () => {
    const payment = { ...PAID, kind: 'native', amountUnits: 1_000_000n, feeUnits: 2_500n } as const;
    const call = encodeNativePayment(CONTRACTS.sepolia.ethereumFeeProxy ?? '', payment);
    expect(call).toMatchObject({
      to: '0xe11BF2fDA23bF0A98365e1A4c04A87C9339e8687',
      valueUnits: 1_002_500n,
    });
    expect(keccak256(call.data)).toBe(
      '0x1df99658e9ba928fa9cda032bc2e61e51472443e9a5945e61c09e4e6aac71a74',
    );
  });

  it('are those of a conversion, over the same path', () => {
    expect(path).toEqual([FIAT_HASHES['EUR'], FIAT_HASHES['USD'], DAI?.hash]);
    const { data } = encodeConversion(CONTRACTS.mainnet.erc20ConversionProxy ?? '', CONVERSION);
    expect(keccak256(data)).toBe(
      '0xe5873962df80201612725494f9b41b297954775a6e705a9c84b8757bb5650844',
    );
  });

  it('are those of a batch of a conversion and two tokens', () => {
    const payments = [token(DAI?.address, 77n), CONVERSION, token(USDT?.address, 88n)];
    const { to, data } = encodeBatch(CONTRACTS.mainnet.batchPayments ?? '', payments, NOBODY);
    expect(to).toBe('0x3cF63891928B8CeebB81C95426600a18cd59C03f');
    expect(keccak256(data)).toBe(
      '0x174c06125120ed6f7b2d03e0adffc8a7a466d6c7c326143ab1f7d80c53314dd7',
    );
  });
});
