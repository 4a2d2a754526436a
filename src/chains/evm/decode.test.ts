import { encodeAbiParameters, encodeEventTopics, type Hex, keccak256, type Log } from 'viem';
import { describe, expect, it } from 'vitest';
import { erc20Abi } from '#catalog/abis/erc20.generated.ts';
import { PROXY_EVENT_TOPIC, paymentsIn } from './decode.ts';

const address = (digit: string): Hex => `0x${digit.repeat(40)}`;
const PROXY = address('1');
const TOKEN = address('2');
const PAYER = address('3');
const PAYEE = address('4');
const FEE = address('5');
const CONTRACTS = {
  feeProxy: PROXY,
  nativeProxy: address('7'),
  conversionProxy: address('8'),
  batch: address('9'),
};
const BLOCK = {
  number: 7n,
  hash: `0x${'77'.repeat(32)}` as const,
  time: new Date(1_767_322_800_000),
};

type Place = Pick<Log, 'address' | 'topics' | 'data'>;

function moved(units: bigint, parts: { token?: Hex; to?: Hex } = {}): Place {
  const args = { from: PAYER, to: parts.to ?? PAYEE };
  const [signature, from, to] = encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args });
  if (typeof from !== 'string' || typeof to !== 'string') throw new Error('no topics');
  return {
    address: parts.token ?? TOKEN,
    topics: [signature, from, to],
    data: encodeAbiParameters([{ type: 'uint256' }], [units]),
  };
}

interface Told {
  readonly proxy?: Hex;
  readonly token?: Hex;
  readonly reference?: Hex;
  readonly fee?: readonly [units: bigint, address: Hex];
}

function told(units: bigint, parts: Told = {}): Place {
  return {
    address: parts.proxy ?? PROXY,
    topics: [PROXY_EVENT_TOPIC, keccak256(parts.reference ?? '0x0011223344556677')],
    data: encodeAbiParameters(
      [
        { type: 'address' },
        { type: 'address' },
        { type: 'uint256' },
        { type: 'uint256' },
        { type: 'address' },
      ],
      [parts.token ?? TOKEN, PAYEE, units, ...(parts.fee ?? ([0n, FEE] as const))],
    ),
  };
}

/** The payments in a receipt whose logs are these, in this order. */
function read(...places: Place[]) {
  const logs = places.map((place, i) => ({
    ...place,
    blockHash: BLOCK.hash,
    blockNumber: BLOCK.number,
    logIndex: 40 + i,
    removed: false,
    transactionHash: `0x${'99'.repeat(32)}` as const,
    transactionIndex: 0,
    blockTimestamp: undefined,
  }));
  return paymentsIn(
    { logs, from: address('6'), transactionHash: `0x${'99'.repeat(32)}` },
    CONTRACTS,
    BLOCK,
  );
}

const credits = (...places: Place[]) => read(...places).map((payment) => payment.creditedUnits);

describe('the payments in a receipt', () => {
  it('are credited with what the token says it moved', () => {
    expect(read(moved(90n), moved(1n, { to: FEE }), told(100n))).toEqual([
      expect.objectContaining({
        claimedUnits: 100n,
        creditedUnits: 90n,
        payerAddress: PAYER,
        payeeAddress: PAYEE,
        logIndex: 42,
        block: { number: BLOCK.number, hash: BLOCK.hash },
        blockTime: BLOCK.time,
      }),
    ]);
  });

  it('never share a movement of tokens', () => {
    expect(credits(moved(50n), told(50n), told(50n))).toEqual([50n, 0n]);
    expect(credits(moved(50n), told(50n), moved(60n), told(60n))).toEqual([50n, 60n]);
  });

  it('are not credited with what moved after they were told', () => {
    expect(credits(told(50n), moved(50n))).toEqual([0n]);
  });

  it('are not credited with another token, nor with what went to another', () => {
    expect(credits(moved(50n, { token: address('a') }), told(50n))).toEqual([0n]);
    expect(credits(moved(50n, { to: FEE }), told(50n))).toEqual([0n]);
  });

  it('are not believed when another contract tells of them', () => {
    expect(read(moved(50n), told(50n, { proxy: address('b') }))).toEqual([]);
  });

  it('name their sender when no token moved', () => {
    expect(read(told(50n)).map((payment) => payment.payerAddress)).toEqual([address('6')]);
  });

  it('ignore a Transfer of another shape', () => {
    const { topics, ...rest } = moved(50n);
    expect(credits({ ...rest, topics: topics.length === 3 ? [topics[0]] : [] }, told(50n))).toEqual(
      [0n],
    );
    // Anybody can name our reference with a token of their own, which may log whatever it likes.
    const words: Hex[] = ['0x', '0x00', `0x${'00'.repeat(31)}`, `0x${'00'.repeat(64)}`];
    for (const data of words) expect(credits({ ...moved(50n), data }, told(50n))).toEqual([0n]);
  });

  it('are credited with what the proxy moved, not with what else the payee got before', () => {
    expect(credits(moved(100n), moved(1n), told(1n))).toEqual([1n]);
    expect(credits(moved(100n), moved(1n), moved(0n, { to: FEE }), told(1n))).toEqual([1n]);
    expect(credits(moved(100n), told(0n))).toEqual([0n]);
  });

  it('are not credited with the fee where the payee receives that too', () => {
    expect(credits(moved(50n), moved(3n), told(50n, { fee: [3n, PAYEE] }))).toEqual([50n]);
    expect(credits(moved(50n), told(50n, { fee: [0n, PAYEE] }))).toEqual([50n]);
  });
});
