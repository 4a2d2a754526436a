import fc from 'fast-check';
import { TronWeb, utils } from 'tronweb';
import { describe, expect, it } from 'vitest';
import { type RawTransaction, readRawTransaction } from './raw-transaction.ts';
import { sha256Hex } from './sha256.ts';
import { readTronAddress, writeTronAddress } from './tron-address.ts';

const PROXY = 'TCUDPYnS9dH3WvFEaE7wN7vnDa51J4R4fd';
const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const OWNER = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const bytesOf = (base58: string) => `0x${TronWeb.address.toHex(base58).slice(2)}`.toLowerCase();
const BASE58 = /^[1-9A-HJ-NP-Za-km-z]$/;

/** Approving the fee proxy for USDT without a limit: the vector of a run against TronWeb. */
const approval: RawTransaction = {
  refBlockBytes: '91a4',
  refBlockHash: '2bfcd3bb597f3d40',
  expirationMs: 1_790_000_600_000,
  timestampMs: 1_790_000_000_000,
  feeLimitSun: 100_000_000n,
  owner: OWNER,
  contract: bytesOf(USDT),
  data: `0x095ea7b3${bytesOf(PROXY).slice(2).padStart(64, '0')}${'f'.repeat(64)}`,
};

/** The JSON from which TronWeb makes the bytes, with changes. */
function json(raw: RawTransaction, changes: Changes = {}) {
  return {
    visible: false,
    txID: '',
    raw_data_hex: '',
    raw_data: {
      contract: [contractOf(raw, changes)],
      ref_block_bytes: raw.refBlockBytes,
      ref_block_hash: raw.refBlockHash,
      expiration: raw.expirationMs,
      timestamp: raw.timestampMs,
      fee_limit: Number(raw.feeLimitSun),
      ...changes.raw,
    },
  };
}

interface Changes {
  readonly raw?: object;
  readonly value?: object;
  readonly contract?: object;
}

function contractOf(raw: RawTransaction, { value, contract }: Changes = {}) {
  return {
    parameter: {
      value: {
        data: raw.data.slice(2),
        owner_address: `41${raw.owner.slice(2)}`,
        contract_address: `41${raw.contract.slice(2)}`,
        ...value,
      },
      type_url: 'type.googleapis.com/protocol.TriggerSmartContract',
    },
    type: 'TriggerSmartContract',
    ...contract,
  };
}

/** TronWeb's bytes of a transaction. */
function bytes(raw: RawTransaction, changes: Changes = {}): string {
  return utils.transaction.txPbToRawDataHex(utils.transaction.txJsonToPb(json(raw, changes)));
}

const hexBytes = (minLength: number, maxLength = minLength) =>
  fc
    .uint8Array({ minLength, maxLength })
    .map((array) => [...array].map((byte) => byte.toString(16).padStart(2, '0')).join(''));
const address = hexBytes(20).map((hex) => `0x${hex}`);
const anyRaw: fc.Arbitrary<RawTransaction> = fc.record({
  refBlockBytes: hexBytes(2),
  refBlockHash: hexBytes(8),
  expirationMs: fc.integer({ min: 1, max: 4_000_000_000_000 }),
  timestampMs: fc.integer({ min: 1, max: 4_000_000_000_000 }),
  feeLimitSun: fc.bigInt({ min: 1n, max: 15_000_000_000n }),
  owner: address,
  contract: address,
  data: hexBytes(4, 700).map((hex) => `0x${hex}`),
});

describe('the bytes of a raw transaction', () => {
  it('are read as the published vector has them, and hash to its id', async () => {
    const hex = bytes(approval).toLowerCase();
    expect(hex.length / 2).toBe(211);
    expect(await sha256Hex(hex)).toBe(
      '5ff9a7f1372f103a03343f4014a8aea2df459cd389cf898fee485b13d647543d',
    );
    expect(readRawTransaction(hex)).toEqual(approval);
  });

  it('are read back to what TronWeb made them from', () => {
    fc.assert(
      fc.property(anyRaw, (raw) => {
        expect(readRawTransaction(bytes(raw).toLowerCase())).toEqual(raw);
      }),
      { numRuns: 200 },
    );
  });

  it('are refused with anything that Florin does not put into them', () => {
    const changes: Readonly<Record<string, Changes>> = {
      memo: { raw: { data: '61' } },
      'TRX sent along': { value: { call_value: 1 } },
      'a token sent along': { value: { call_token_value: 1, token_id: 1_000_001 } },
      'another permission': { contract: { Permission_id: 2 } },
      'no fee limit': { raw: { fee_limit: 0 } },
    };
    for (const [name, change] of Object.entries(changes)) {
      expect([name, readRawTransaction(bytes(approval, change).toLowerCase())]).toEqual([
        name,
        undefined,
      ]);
    }
  });

  it('are refused in any other encoding of the same values', () => {
    const hex = bytes(approval).toLowerCase();
    const expiration = hex.indexOf('40c0');
    expect(expiration).toBeGreaterThan(0);
    // TronWeb writes one contract only, so that a second one is put in by hand.
    const [contract = ''] = /5aae01.*(?=70[0-9a-f]{12}9001)/.exec(hex) ?? [];
    expect(contract.length).toBe(2 * 177);
    const others = [
      // A number with an empty byte at its end, a field twice, one unknown, one in another place, one byte short.
      hex.replace(/^0a02/, '0a8200'),
      `${hex}9001${'80c2d72f'}`,
      hex.replace(contract, contract + contract),
      hex.replace(contract, ''),
      `${hex}a00101`,
      `${hex.slice(0, 8)}1801${hex.slice(8)}`,
      hex.slice(8) + hex.slice(0, 8),
      hex.slice(0, -2),
      `${hex}00`,
      hex.toUpperCase(),
      '',
      '0a',
      '0aff',
      `0a${'ff'.repeat(40)}`,
    ];
    for (const other of others)
      expect([other, readRawTransaction(other)]).toEqual([other, undefined]);
  });

  it('never make the reader fail or loop, and a changed byte is never read as the same', () => {
    const hex = bytes(approval).toLowerCase();
    fc.assert(
      fc.property(fc.nat(hex.length / 2 - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const byte = Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16) ^ flip;
        const changed = `${hex.slice(0, at * 2)}${byte.toString(16).padStart(2, '0')}${hex.slice(at * 2 + 2)}`;
        expect(readRawTransaction(changed)).not.toEqual(approval);
      }),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(hexBytes(0, 300), (any) => {
        const read = readRawTransaction(any);
        if (read !== undefined) expect(bytes(read).toLowerCase()).toBe(any);
      }),
    );
  });
});

describe('a Tron address', () => {
  it('is read and written as TronWeb does', async () => {
    await fc.assert(
      fc.asyncProperty(address, async (hex) => {
        fc.pre(!/^0x0{40}$/.test(hex));
        const base58 = TronWeb.address.fromHex(`41${hex.slice(2)}`);
        expect(await readTronAddress(base58)).toBe(hex);
        expect(await writeTronAddress(hex)).toBe(base58);
      }),
      { numRuns: 100 },
    );
  });

  it('is refused with any other character in it', async () => {
    for (const [at, own] of [...PROXY].entries()) {
      for (const other of ['1', '9', 'A', 'Z', 'a', 'z', '0', 'O', 'l', 'I', ' ']) {
        if (other === own) continue;
        const changed = PROXY.slice(0, at) + other + PROXY.slice(at + 1);
        expect([changed, await readTronAddress(changed)]).toEqual([changed, undefined]);
      }
    }
    expect([...PROXY].every((character) => BASE58.test(character))).toBe(true);
  });

  it('is refused as hex, with a part missing or more behind it, and where nobody owns it', async () => {
    const zero = TronWeb.address.fromHex(`41${'0'.repeat(40)}`);
    for (const text of ['', OWNER, `41${OWNER.slice(2)}`, PROXY.slice(0, -1), `${PROXY}1`, zero]) {
      expect([text, await readTronAddress(text)]).toEqual([text, undefined]);
    }
  });
});
