import { concat, type Hex, keccak256, pad, toHex } from 'viem';
import { describe, expect, it } from 'vitest';
import { currencyById } from '#catalog/currencies.ts';
import { NETWORKS } from '#catalog/networks.ts';
import { RECURRING_PROXIES } from '#catalog/recurring-proxies.ts';
import { TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { hex } from '../../../../tests/support/route-sample.ts';
import type { ScheduleTerms } from '../../schedules.ts';
import { digestOf, type PermitValues, preparePermit, readPermit } from './permit.ts';

const { payer, payee, feeReceiver } = TEST_ACCOUNTS;
const NO_FEE_ADDRESS = '0x000000000000000000000000000000000000dEaD';
const PERMIT_TYPE_HASH = '0x3e691a1c66178d267f01c56f85dc2647a09aabeafc8f5c5d40d6021b0b2a6d03';
const DOMAIN_TYPE =
  'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)';

interface Vector {
  readonly network: 'base' | 'mainnet' | 'sepolia' | 'bsc';
  readonly currencyId: string;
  readonly changes: Partial<ScheduleTerms>;
  readonly digest: Hex;
}

const USUAL = {
  payerAddress: payer.address,
  payeeAddress: payee.address,
  amountUnits: 100_000000n,
  feeUnits: 1_000000n,
  feeAddress: feeReceiver.address,
  relayerFeeUnits: 7n,
  firstAt: new Date('2027-03-01T00:00:00Z'),
  periodSeconds: 2_592_000,
  totalPayments: 12,
  nonce: 42n,
  expiresAt: new Date('2028-02-01T00:00:00Z'),
} as const;

/** Each digest stands here as it was once, so that no change of ours moves what payers sign. */
const VECTORS: readonly (Vector & { readonly what: string })[] = [
  {
    what: 'in strict order, with both fees, on Base',
    network: 'base',
    currencyId: 'USDC-base',
    changes: { isInOrder: true },
    digest: '0xb7ee4387305b4499fd1fa2d38846af905e8a3ffae68f853a3d93f8e0fd1d618f',
  },
  {
    what: 'in any order, which is what we ask for',
    network: 'base',
    currencyId: 'USDC-base',
    changes: { isInOrder: false },
    digest: '0x5f9f0c718cc2eca4f5f1238903d09dd9aabf1e63869970543109c66dad0d4b43',
  },
  {
    what: 'without a fee and without one for the sender, daily, on Sepolia',
    network: 'sepolia',
    currencyId: 'USDC-sepolia',
    changes: {
      isInOrder: false,
      feeUnits: 0n,
      feeAddress: NO_FEE_ADDRESS,
      relayerFeeUnits: 0n,
      periodSeconds: 86_400,
      totalPayments: 2,
      nonce: 0n,
      expiresAt: new Date('2027-03-09T00:00:00Z'),
    },
    digest: '0xff30a2d97ffaf9fb94ad289337f4e1229b5e0f5c05d7bb47115bb2175eaacdc5',
  },
  {
    what: 'of a token with eighteen decimals, 255 times, on BNB Smart Chain',
    network: 'bsc',
    currencyId: 'USDC-bsc',
    changes: {
      isInOrder: false,
      amountUnits: 123_456_789_012_345_678_901n,
      totalPayments: 255,
      periodSeconds: 604_800,
      expiresAt: new Date('2032-02-01T00:00:00Z'),
    },
    digest: '0x6968bf1dd942978384207e4a16c8b6fa970ef5470fa3731440bc1f09a7bab4ce',
  },
  {
    what: 'of the largest numbers that the contract takes, on Ethereum',
    network: 'mainnet',
    currencyId: 'USDT-mainnet',
    changes: {
      isInOrder: false,
      amountUnits: 2n ** 128n - 1n,
      feeUnits: 0n,
      feeAddress: NO_FEE_ADDRESS,
      relayerFeeUnits: 0n,
      firstAt: new Date((2 ** 32 - 1) * 1_000),
      periodSeconds: 2 ** 32 - 1,
      totalPayments: 255,
      nonce: 2n ** 256n - 1n,
      expiresAt: new Date(8.64e15),
    },
    digest: '0x0523994771b8677c1aae499841bc4f16c24dde20caa26b2216103240243e4bb0',
  },
];

function prepared({ network, currencyId, changes }: Vector) {
  const currency = currencyById(currencyId);
  if (currency === undefined) throw new Error(`the catalog has ${currencyId}`);
  const terms = { ...USUAL, currency, isInOrder: false, ...changes };
  const made = preparePermit(NETWORKS[network], hex(RECURRING_PROXIES[network]), terms);
  if ('refused' in made) throw new Error(made.refused);
  return made;
}

const word = (value: Hex | bigint | number) =>
  pad(typeof value === 'string' ? value : toHex(value), { size: 32 });

/** The digest as the published struct and domain say it, word by word, without any library's idea of typed data. */
function byHand(values: PermitValues, { chainId, proxy }: { chainId: number; proxy: Hex }): Hex {
  const struct = [
    ...[PERMIT_TYPE_HASH, values.subscriber, values.token, values.recipient, values.feeAddress],
    ...[values.amount, values.feeAmount, values.relayerFee],
    ...[values.periodSeconds, values.firstPayment, values.totalPayments],
    ...[values.nonce, values.deadline, values.strictOrder ? 1 : 0],
  ] as const;
  const domain = [
    keccak256(toHex(DOMAIN_TYPE)),
    keccak256(toHex('ERC20RecurringPaymentProxy')),
    keccak256(toHex('1')),
    chainId,
    proxy,
  ] as const;
  const hashOf = (words: readonly (Hex | bigint | number)[]) => keccak256(concat(words.map(word)));
  return keccak256(concat(['0x1901', hashOf(domain), hashOf(struct)]));
}

describe('the digest of a permit', () => {
  it.each(VECTORS)('$what', (vector) => {
    const { permit, digest } = prepared(vector);
    expect(digest).toBe(vector.digest);
    const read = readPermit(permit);
    expect(byHand(read.values, read)).toBe(vector.digest);
  });

  it('of numbers that no schedule has is that of the struct too', () => {
    const [vector] = VECTORS;
    if (vector === undefined) throw new Error('there is one');
    const read = readPermit(prepared(vector).permit);
    const most = 2n ** 128n - 1n;
    const values = {
      ...read.values,
      ...{ amount: most, feeAmount: most, relayerFee: most },
      deadline: 2n ** 256n - 1n,
    };
    const digest = '0x72461d6c314fc95ce6508199aae7b0f160f284b954715f42eb3a7c5938c1f799';
    expect([digestOf(values, read), byHand(values, read)]).toEqual([digest, digest]);
  });

  it('changes with each field, the contract and the network', () => {
    const [vector] = VECTORS;
    if (vector === undefined) throw new Error('there is one');
    const { values, proxy, chainId, digest } = readPermit(prepared(vector).permit);
    const other = hex('0x00000000000000000000000000000000000000AA');
    const changed = Object.entries(values).map(([field, value]) => {
      const next = {
        string: other,
        bigint: BigInt(Number(value)) + 1n,
        number: Number(value) + 1,
        boolean: value === false,
      }[String(typeof value)];
      return digestOf({ ...values, [field]: next }, { proxy, chainId });
    });
    const elsewhere = [
      digestOf(values, { proxy: other, chainId }),
      digestOf(values, { proxy, chainId: 1 }),
    ];
    expect(new Set([digest, ...changed, ...elsewhere]).size).toBe(16);
  });
});
