import { describe, expect, it } from 'vitest';
import { bloomBits, fillPercentOf, mayHold } from './bloom.ts';
import { headerHash } from './header.ts';

const ZEROS = `0x${'0'.repeat(64)}`;
const NO_TRANSACTIONS = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421';

/** The first header of Ethereum. */
const MAINNET = {
  parentHash: ZEROS,
  sha3Uncles: '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347',
  miner: `0x${'0'.repeat(40)}`,
  stateRoot: '0xd7f8974fb5ac78d9ac099b9ad5018bedc2ce0a72dad1827a1709da30580f0544',
  transactionsRoot: NO_TRANSACTIONS,
  receiptsRoot: NO_TRANSACTIONS,
  logsBloom: `0x${'0'.repeat(512)}`,
  difficulty: '0x400000000',
  number: '0x0',
  gasLimit: '0x1388',
  gasUsed: '0x0',
  timestamp: '0x0',
  extraData: '0x11bbe8db4e347b4e8c937c1c8370e4b5ed33adb3db69cbdb7a38e1e50b1b82fa',
  mixHash: ZEROS,
  nonce: '0x0000000000000042',
};

describe('the hash of a header', () => {
  it('is that of the network', () => {
    expect(headerHash(MAINNET)).toBe(
      '0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3',
    );
  });

  it('changes with each of its fields, also with those of later upgrades', () => {
    const later = { baseFeePerGas: '0x7', withdrawalsRoot: NO_TRANSACTIONS, blobGasUsed: '0x0' };
    const hashes = [MAINNET, ...Object.entries(later).map((one) => Object.fromEntries([one]))].map(
      (more) => headerHash({ ...MAINNET, ...more }),
    );
    const changed = Object.entries(MAINNET).map(([name, value]) =>
      headerHash({ ...MAINNET, [name]: value.replace(/.$/, '9') }),
    );
    const all = [...hashes, ...changed];
    expect(all).not.toContain(undefined);
    expect(new Set(all).size).toBe(all.length);
  });

  it('is unknown where a field is missing or is no hexadecimal text', () => {
    for (const name of Object.keys(MAINNET)) {
      expect(headerHash({ ...MAINNET, [name]: undefined }), name).toBeUndefined();
      expect(headerHash({ ...MAINNET, [name]: 'none' }), name).toBeUndefined();
    }
  });
});

describe('the bloom of a header', () => {
  const address = '0x370de27fdb7d1ff1e1baa7d11c5820a324cf623c';
  const bits = bloomBits([address]);
  const bloomOf = (set: readonly number[]): string => {
    const all = set.reduce((sum, bit) => sum | (1n << BigInt(bit)), 0n);
    return `0x${all.toString(16).padStart(512, '0')}`;
  };

  it('rules out what set bits that it does not have', () => {
    expect(bits).toHaveLength(3);
    expect(mayHold(bloomOf(bits), bits)).toBe(true);
    for (const missing of bits) {
      expect(mayHold(bloomOf(bits.filter((bit) => bit !== missing)), bits)).toBe(false);
    }
    expect(mayHold(MAINNET.logsBloom, bits)).toBe(false);
  });

  it('rules nothing out where it is full, or is none', () => {
    expect(mayHold(`0x${'f'.repeat(512)}`, bits)).toBe(true);
    expect(mayHold('0x', bits)).toBe(true);
    expect(mayHold(undefined, bits)).toBe(true);
    expect(fillPercentOf('0x')).toBe(100);
    expect(fillPercentOf(`0x${'f'.repeat(512)}`)).toBe(100);
    expect(fillPercentOf(`0x${'3'.repeat(512)}`)).toBe(50);
    expect(fillPercentOf(MAINNET.logsBloom)).toBe(0);
  });
});
