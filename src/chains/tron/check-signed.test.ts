import { generatePrivateKey, sign } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { Refusal } from '#kit/failure.ts';
import { newWallet } from '../../../tests/support/tron-node.ts';
import type { TransactionStep } from '../chain.ts';
import type { SignedTransaction } from '../relay.ts';
import { hexAddress } from './address.ts';
import { checkSigned, readSigned } from './check-signed.ts';
import { encodeStep } from './encode.ts';
import { type ProtobufField, writeMessage } from './protobuf.ts';
import { encodeRaw, printRaw, type RawTransaction, transactionId } from './raw-transaction.ts';

const CONTRACTS = {
  feeProxy: 'TCUDPYnS9dH3WvFEaE7wN7vnDa51J4R4fd',
  batch: 'TRZbXXuLd3HW5utzVysA3rpLgU7sVBrd1D',
};
const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const USDC = 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8';
const NOW = new Date('2026-11-22T12:00:00Z');
const MINUTE_MS = 60_000n;

const owner = newWallet();
const [payee, other, receiver] = [newWallet().address, newWallet().address, newWallet().address];
const payment = {
  kind: 'token',
  tokenAddress: USDT,
  payeeAddress: payee,
  amountUnits: 1_000n,
  paymentReference: '0x0011223344556677',
  feeUnits: 5n,
  feeAddress: receiver,
} as const;
const PAY: TransactionStep = { type: 'payment', payment };
const APPROVE: TransactionStep = {
  type: 'approval',
  tokenAddress: USDT,
  units: 1_005n,
  spender: 'fee_proxy',
};
const BATCH: TransactionStep = {
  type: 'batch',
  payments: [
    { ...payment, feeUnits: 0n },
    { ...payment, feeUnits: 0n, payeeAddress: other, paymentReference: '0x0011223344556678' },
  ],
  feeAddress: receiver,
  extraValueUnits: 0n,
};

function rawOf(step: TransactionStep, changes: Partial<RawTransaction> = {}): RawTransaction {
  const { to, data, feeLimit } = encodeStep(CONTRACTS, step);
  return {
    refBlockBytes: '91a4',
    refBlockHash: '2bfcd3bb597f3d40',
    expirationMs: BigInt(NOW.getTime()) + 5n * MINUTE_MS,
    timestampMs: BigInt(NOW.getTime()),
    owner: hexAddress(owner.address),
    contract: hexAddress(to),
    data: data.slice(2),
    permissionId: 0n,
    feeLimit,
    ...changes,
  };
}

async function signHex(hex: string, privateKey = owner.privateKey): Promise<SignedTransaction> {
  const signature = await sign({ hash: `0x${transactionId(hex)}`, privateKey, to: 'hex' });
  return { raw_data_hex: hex, signature: [signature.slice(2)], txID: transactionId(hex) };
}

const signRaw = async (raw: RawTransaction) => ({
  ...(await signHex(encodeRaw(raw))),
  raw_data: printRaw(raw),
});
const check = (
  signed: SignedTransaction,
  steps: readonly TransactionStep[] = [APPROVE, PAY, BATCH],
) => checkSigned(CONTRACTS, signed, { steps, now: NOW });

/** Code and fields of the refusal. */
async function refusalOf(checking: Promise<unknown>) {
  const error: unknown = await checking.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Refusal)) throw new Error(`is not refused: ${String(error)}`);
  expect(error.status).toBe(400);
  return { code: error.code, fields: error.errors?.map(({ field }) => field), text: error.message };
}

describe('a signed transaction that is expected', () => {
  it.each([
    [0, APPROVE],
    [1, PAY],
    [2, BATCH],
  ])('is found to be step %i', async (step, expected) => {
    const raw = rawOf(expected);
    const checked = await check(await signRaw(raw));
    expect(checked).toMatchObject({
      step,
      wallet: owner.address,
      transactionHash: `0x${transactionId(encodeRaw(raw))}`,
      expiresAt: new Date(Number(raw.expirationMs)),
    });
    expect(checked.bytes).toContain(encodeRaw(raw));
  });

  it.each([0, 27])(
    'passes with its recovery id counted from %i, and in upper case',
    async (from) => {
      const signed = await signRaw(rawOf(PAY));
      const [key = ''] = signed.signature;
      const parity = Number.parseInt(key.slice(-2), 16) - 27;
      const v = (from + parity).toString(16).padStart(2, '0');
      const signature = [(key.slice(0, -2) + v).toUpperCase()];
      await expect(check({ ...signed, signature })).resolves.toMatchObject({ step: 1 });
    },
  );

  it('needs none of the JSON, and takes addresses in Base58 and what is empty', async () => {
    const { raw_data: _, txID: __, ...bare } = await signRaw(rawOf(PAY));
    await expect(check(bare)).resolves.toMatchObject({ step: 1 });
    const value = {
      owner_address: owner.address,
      contract_address: CONTRACTS.feeProxy,
      call_value: 0,
    };
    const json = {
      contract: [{ parameter: { value } }],
      data: '',
      fee_limit: '300000000',
      auths: [],
    };
    await expect(check({ ...bare, raw_data: json })).resolves.toMatchObject({ step: 1 });
  });
});

describe('another payment', () => {
  const altered: readonly [string, Partial<typeof payment> | Readonly<Record<string, unknown>>][] =
    [
      ['token', { tokenAddress: USDC }],
      ['payee', { payeeAddress: other }],
      ['amount', { amountUnits: 999n }],
      ['reference', { paymentReference: '0x0011223344556678' }],
      ['fee', { feeUnits: 4n }],
      ['feeReceiver', { feeAddress: other }],
    ];
  it.each(altered)('is refused for its %s', async (field, change) => {
    const step: TransactionStep = { type: 'payment', payment: { ...payment, ...change } };
    const { code, fields, text } = await refusalOf(check(await signRaw(rawOf(step))));
    expect({ code, fields }).toEqual({ code: 'transaction_mismatch', fields: [field] });
    expect(text).toContain(`${field} is `);
  });

  it.each<[string, TransactionStep]>([
    ['amount', { ...APPROVE, units: 2n ** 256n - 1n }],
    ['spender', { ...APPROVE, spender: 'batch' }],
    [
      'payees[1]',
      { ...BATCH, payments: [payment, payment].map((one) => ({ ...one, feeUnits: 0n })) },
    ],
    ['payees.length', { ...BATCH, payments: [{ ...payment, feeUnits: 0n }] }],
  ])('is refused for its %s', async (field, step) => {
    const { code, fields } = await refusalOf(check(await signRaw(rawOf(step))));
    expect(code).toBe('transaction_mismatch');
    expect(fields).toContain(field);
  });

  it('is refused for its contract, its method, its fee limit and bytes behind its arguments', async () => {
    const { data } = rawOf(PAY);
    const of = async (changes: Partial<RawTransaction>) =>
      (await refusalOf(check(await signRaw(rawOf(PAY, changes)), [PAY]))).fields;
    expect(await of({ contract: hexAddress(CONTRACTS.batch) })).toEqual(['contract']);
    expect(await of({ data: `a9059cbb${data.slice(8)}` })).toEqual(['method']);
    expect(await of({ feeLimit: 15_000_000_000n })).toEqual(['fee_limit']);
    expect(await of({ data: `${data}00` })).toEqual(['data']);
    expect(await of({ data: data.slice(0, 8) })).toEqual(['data']);
  });

  it('is refused where none is expected', async () => {
    const { code } = await refusalOf(check(await signRaw(rawOf(PAY)), []));
    expect(code).toBe('transaction_mismatch');
  });
});

/** The bytes of a payment with other fields, which the encoder cannot write. */
function written(parts: {
  readonly raw?: readonly ProtobufField[];
  readonly call?: readonly ProtobufField[];
  readonly type?: bigint;
  readonly url?: string;
  readonly owner?: string;
  readonly contract?: string;
  readonly permission?: bigint;
  readonly contracts?: number;
}): string {
  const { raw = [], call = [], type = 31n, permission = 0n, contracts = 1 } = parts;
  const { owner = rawOf(PAY).owner, contract: called = rawOf(PAY).contract } = parts;
  const { url: named = 'type.googleapis.com/protocol.TriggerSmartContract' } = parts;
  const pays = rawOf(PAY);
  const hex = (fields: readonly ProtobufField[]) => writeMessage(fields).toString('hex');
  const value = hex([[1, owner], [2, called], [4, pays.data], ...call]);
  const url = Buffer.from(named).toString('hex');
  const contract = hex([
    [1, type],
    [
      2,
      hex([
        [1, url],
        [2, value],
      ]),
    ],
    [5, permission],
  ]);
  return hex([
    [1, pays.refBlockBytes],
    [4, pays.refBlockHash],
    [8, pays.expirationMs],
    ...Array.from({ length: contracts }, (): ProtobufField => [11, contract]),
    [14, pays.timestampMs],
    [18, pays.feeLimit],
    ...raw,
  ]);
}

describe('bytes with anything besides', () => {
  it('differ from those that are right', async () => {
    expect(written({})).toBe(encodeRaw(rawOf(PAY)));
    await expect(check(await signHex(written({})))).resolves.toMatchObject({ step: 1 });
  });

  it.each<[string, Parameters<typeof written>[0]]>([
    ['memo', { raw: [[10, '6869']] }],
    ['auths', { raw: [[9, 'ab']] }],
    ['scripts', { raw: [[12, 'ab']] }],
    ['ref_block_num', { raw: [[3, 5n]] }],
    ['call_value', { call: [[3, 1n]] }],
    ['call_token_value', { call: [[5, 1n]] }],
    ['token_id', { call: [[6, 1_000_001n]] }],
    ['permission_id', { permission: 2n }],
    ['contract', { contracts: 2 }],
    ['contract', { contracts: 0 }],
    ['contract.type', { type: 1n }],
    ['contract.type', { url: 'type.googleapis.com/protocol.TransferContract' }],
    ['owner', { owner: rawOf(PAY).owner.slice(2) }],
    ['owner', { owner: '' }],
    ['contract', { contract: `a0${rawOf(PAY).contract.slice(2)}` }],
    ['raw_data_hex', { raw: [[99, 'ab']] }],
    ['raw_data_hex', { raw: [[18, 300_000_000n]] }],
    ['raw_data_hex', { call: [[9, 1n]] }],
  ])('are refused: %s', async (field, parts) => {
    const { code, fields } = await refusalOf(check(await signHex(written(parts))));
    expect(code).toBe('invalid_transaction');
    expect(fields).toContain(field);
  });

  it.each([
    ['are cut off', encodeRaw(rawOf(PAY)).slice(0, -2)],
    ['hold a number in more bytes than it takes', `${encodeRaw(rawOf(PAY)).slice(0, -2)}8f00`],
    ['are no message', 'ff'.repeat(40)],
    ['hold a fixed number', `${encodeRaw(rawOf(PAY))}0d00000000`],
  ])('are refused where they %s', async (_what, hex) => {
    expect((await refusalOf(check(await signHex(hex)))).code).toBe('invalid_transaction');
  });

  it.each([
    ['hold no hex', 'zz'],
    ['are empty', ''],
    ['have half a byte', 'abc'],
    ['are above 64 kB', 'ab'.repeat(65_537)],
  ])('are refused where they %s', async (_what, hex) => {
    const signed = { raw_data_hex: hex, signature: ['ab'.repeat(65)] };
    expect(await refusalOf(check(signed))).toMatchObject({
      code: 'invalid_transaction',
      fields: ['raw_data_hex'],
    });
  });
});

describe('JSON that says something else than the bytes', () => {
  const [contract] = [printRaw(rawOf(PAY))['contract']].flat();
  const value = { owner_address: hexAddress(other), contract_address: hexAddress(USDT) };
  it.each<[string, object]>([
    ['raw_data.fee_limit', { fee_limit: 1 }],
    ['raw_data.expiration', { expiration: 1 }],
    ['raw_data.timestamp', { timestamp: 1 }],
    ['raw_data.ref_block_bytes', { ref_block_bytes: '91a5' }],
    ['raw_data.ref_block_hash', { ref_block_hash: '00' }],
    ['raw_data.data', { data: 'a memo' }],
    ['raw_data.constructor', { constructor: 'Object' }],
    ['raw_data.contract', { contract: [contract, contract] }],
    ['raw_data.contract', { contract: 'none' }],
    ['raw_data.contract[0].type', { contract: [{ type: 'TransferContract' }] }],
    ['raw_data.contract[0].Permission_id', { contract: [{ Permission_id: 2 }] }],
    [
      'raw_data.contract[0].parameter.value.owner_address',
      { contract: [{ parameter: { value } }] },
    ],
    [
      'raw_data.contract[0].parameter.value.call_value',
      { contract: [{ parameter: { value: { call_value: 1 } } }] },
    ],
  ])('is refused: %s', async (field, json) => {
    const signed = await signRaw(rawOf(PAY));
    const { code, fields } = await refusalOf(check({ ...signed, raw_data: json }));
    expect(code).toBe('invalid_transaction');
    expect(fields).toContain(field);
  });

  it('is refused for an id that is not the hash of the bytes', async () => {
    const signed = await signRaw(rawOf(PAY));
    expect(await refusalOf(check({ ...signed, txID: 'ab'.repeat(32) }))).toMatchObject({
      code: 'invalid_transaction',
      fields: ['txID'],
    });
  });
});

describe('a signature', () => {
  const refused = async (signature: readonly string[]) =>
    await refusalOf(check({ ...(await signRaw(rawOf(PAY))), signature }));

  it('of another key is refused and named, also where nothing is expected yet', async () => {
    const signed = await signHex(encodeRaw(rawOf(PAY)), generatePrivateKey());
    const { code, text } = await refusalOf(readSigned(signed));
    expect(code).toBe('invalid_signature');
    expect(text).toMatch(/signature is of T\w{33} and not of the owner/);
  });

  it('with the wrong recovery id, of another length or twice is refused', async () => {
    const [key = ''] = (await signRaw(rawOf(PAY))).signature;
    const flipped = key.slice(0, -2) + (key.endsWith('1b') ? '1c' : '1b');
    expect((await refused([flipped])).code).toBe('invalid_signature');
    expect((await refused([`${key.slice(0, -2)}1f`])).code).toBe('invalid_signature');
    expect((await refused([`${key}00`])).code).toBe('invalid_signature');
    expect((await refused([key.slice(2)])).code).toBe('invalid_signature');
    expect((await refused(['00'.repeat(65)])).code).toBe('invalid_signature');
    expect((await refused([key, key])).code).toBe('invalid_transaction');
    expect((await refused([])).code).toBe('invalid_transaction');
  });
});

describe('the time of a transaction', () => {
  const at = (ms: bigint) => rawOf(PAY, { expirationMs: BigInt(NOW.getTime()) + ms });

  it('must be ahead, and by ten minutes at most', async () => {
    for (const ms of [0n, -1n, -60n * MINUTE_MS, 10n * MINUTE_MS + 1n]) {
      expect(await refusalOf(check(await signRaw(at(ms))))).toMatchObject({
        code: 'transaction_expired',
        fields: ['expiration'],
      });
    }
    await expect(check(await signRaw(at(10n * MINUTE_MS)))).resolves.toMatchObject({ step: 1 });
    await expect(check(await signRaw(at(1n)))).resolves.toMatchObject({ step: 1 });
  });

  it('must be a time', async () => {
    for (const expirationMs of [-1n, 2n ** 62n]) {
      const { raw_data: _, ...signed } = await signRaw(rawOf(PAY, { expirationMs }));
      expect(await refusalOf(readSigned(signed))).toMatchObject({ fields: ['expiration'] });
    }
  });

  it('is not looked at where only the signer is asked for', async () => {
    await expect(readSigned(await signRaw(at(-1n)))).resolves.toMatchObject({
      wallet: owner.address,
    });
  });
});

describe('what a hostile payer signs', () => {
  it('is not decoded where it is far longer than what is expected', async () => {
    const word = (value: number) => value.toString(16).padStart(64, '0');
    const [items, blobBytes] = [900, 30_000];
    const [empty, references] = [6 * 32, 7 * 32];
    // Every reference is the same 30 kB.
    const data = [
      rawOf(BATCH).data.slice(0, 8),
      ...[0, empty, empty, references, empty, 0, 0, items].map(word),
      ...Array.from({ length: items }, () => word(items * 32)),
      word(blobBytes),
      '00'.repeat(blobBytes + 16),
    ].join('');
    const { fields } = await refusalOf(check(await signRaw(rawOf(BATCH, { data }))));
    expect(fields).toEqual(['data.length']);
  });

  it('is answered with the first twenty things that are wrong, however many there are', async () => {
    const memos = encodeRaw(rawOf(PAY)) + '5001'.repeat(10_000);
    expect((await refusalOf(check(await signHex(memos)))).fields).toHaveLength(20);
    const others = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`a${i}`, i + 1]));
    const signed = { ...(await signRaw(rawOf(PAY))), raw_data: others };
    expect((await refusalOf(check(signed))).fields).toHaveLength(20);
  });
});
