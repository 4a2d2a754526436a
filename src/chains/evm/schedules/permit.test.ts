import { encodeAbiParameters, encodePacked, keccak256, parseAbiParameters, toHex } from 'viem';
import { describe, expect, it } from 'vitest';
import { currencyById } from '#catalog/currencies.ts';
import { NETWORKS } from '#catalog/networks.ts';
import { RECURRING_PROXIES } from '#catalog/recurring-proxies.ts';
import { TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { hex } from '../../../../tests/support/route-sample.ts';
import { preparePermit } from './permit.ts';

const { payer, payee, feeReceiver } = TEST_ACCOUNTS;
const PERMIT_TYPE_HASH = '0x3e691a1c66178d267f01c56f85dc2647a09aabeafc8f5c5d40d6021b0b2a6d03';
const DOMAIN_TYPE =
  'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)';

describe('the digest of a permit', () => {
  it('is that of the published struct and domain, word by word', () => {
    const token = currencyById('USDC-base');
    if (token === undefined) throw new Error('the catalog has USDC on Base');
    const proxy = hex(RECURRING_PROXIES.base);
    const prepared = preparePermit(NETWORKS.base, proxy, {
      payerAddress: payer.address,
      payeeAddress: payee.address,
      currency: token,
      amountUnits: 100_000000n,
      feeUnits: 1_000000n,
      feeAddress: feeReceiver.address,
      relayerFeeUnits: 7n,
      firstAt: new Date('2027-03-01T00:00:00Z'),
      periodSeconds: 2_592_000,
      totalPayments: 12,
      nonce: 42n,
      expiresAt: new Date('2028-02-01T00:00:00Z'),
      isInOrder: true,
    });
    const struct = encodeAbiParameters(
      parseAbiParameters(
        'bytes32, address, address, address, address, uint128, uint128, uint128, uint32, uint32, uint8, uint256, uint256, bool',
      ),
      [
        ...([PERMIT_TYPE_HASH, payer.address, hex(token.address), payee.address] as const),
        ...([feeReceiver.address, 100_000000n, 1_000000n, 7n, 2_592_000, 1_803_859_200] as const),
        ...([12, 42n, 1_832_976_000n, true] as const),
      ],
    );
    const domain = encodeAbiParameters(
      parseAbiParameters('bytes32, bytes32, bytes32, uint256, address'),
      [
        keccak256(toHex(DOMAIN_TYPE)),
        keccak256(toHex('ERC20RecurringPaymentProxy')),
        keccak256(toHex('1')),
        8_453n,
        proxy,
      ],
    );
    const digest = keccak256(
      encodePacked(
        ['bytes2', 'bytes32', 'bytes32'],
        ['0x1901', keccak256(domain), keccak256(struct)],
      ),
    );
    expect(prepared).toMatchObject({ digest, instalmentUnits: 101_000007n });
  });
});
