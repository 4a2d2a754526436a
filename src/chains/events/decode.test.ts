import {
  encodeAbiParameters,
  encodeEventTopics,
  getAddress,
  type Hex,
  keccak256,
  type Log,
  slice,
} from 'viem';
import { describe, expect, it } from 'vitest';
import { erc20Abi } from '#catalog/abis/erc20.generated.ts';
import { Outage } from '#kit/failure.ts';
import {
  CONVERSION_EVENT_TOPIC,
  NATIVE_EVENT_TOPIC,
  PROXY_EVENT_TOPIC,
  paymentsIn,
} from './decode.ts';

const address = (digit: string): Hex => getAddress(`0x${digit.repeat(40)}`);
const PROXY = address('1');
const TOKEN = address('2');
const PAYER = address('3');
const PAYEE = address('4');
const FEE = address('5');
const DOLLAR = address('d');
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

type PlacedLog = Pick<Log, 'address' | 'topics' | 'data'>;

interface Moved {
  readonly token?: Hex;
  readonly from?: Hex;
  readonly to?: Hex;
}

function moved(units: bigint, parts: Moved = {}): PlacedLog {
  const args = { from: parts.from ?? PAYER, to: parts.to ?? PAYEE };
  const [signature, from, to] = encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args });
  if (typeof from !== 'string' || typeof to !== 'string') throw new Error('no topics');
  return {
    address: parts.token ?? TOKEN,
    topics: [signature, from, to],
    data: encodeAbiParameters([{ type: 'uint256' }], [units]),
  };
}

interface PlacedEvent {
  readonly proxy?: Hex;
  readonly token?: Hex;
  readonly reference?: Hex;
  readonly fee?: readonly [units: bigint, address: Hex];
}

function placedLog(units: bigint, parts: PlacedEvent = {}): PlacedLog {
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

function nativeLogs(units: bigint, parts: PlacedEvent = {}): PlacedLog {
  return {
    address: parts.proxy ?? CONTRACTS.nativeProxy,
    topics: [NATIVE_EVENT_TOPIC, keccak256(parts.reference ?? '0x0011223344556677')],
    data: encodeAbiParameters(
      [{ type: 'address' }, { type: 'uint256' }, { type: 'uint256' }, { type: 'address' }],
      [PAYEE, units, ...(parts.fee ?? ([0n, FEE] as const))],
    ),
  };
}

interface ConversionEvent extends PlacedEvent {
  readonly rateAge?: bigint;
}

/** The event that the conversion proxy emits right after that of the tokens. */
function convertedLogs(units: bigint, parts: ConversionEvent = {}): PlacedLog {
  return {
    address: parts.proxy ?? CONTRACTS.conversionProxy,
    topics: [CONVERSION_EVENT_TOPIC, keccak256(parts.reference ?? '0x0011223344556677')],
    data: encodeAbiParameters(
      [{ type: 'uint256' }, { type: 'address' }, { type: 'uint256' }, { type: 'uint256' }],
      [units, DOLLAR, parts.fee?.[0] ?? 0n, parts.rateAge ?? 60n],
    ),
  };
}

/** The payments in a receipt whose logs are these, in this order. */
function read(...placed: PlacedLog[]) {
  const logs = placed.map((position, i) => ({
    ...position,
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

const credits = (...placed: PlacedLog[]) => read(...placed).map((payment) => payment.creditedUnits);

describe('the payments in a receipt', () => {
  it('are credited with the amount of the token’s Transfer log', () => {
    expect(read(moved(90n), moved(1n, { to: FEE }), placedLog(100n))).toEqual([
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
    expect(credits(moved(50n), placedLog(50n), placedLog(50n))).toEqual([50n, 0n]);
    expect(credits(moved(50n), placedLog(50n), moved(60n), placedLog(60n))).toEqual([50n, 60n]);
  });

  it('are not credited with tokens that moved after their event', () => {
    expect(credits(placedLog(50n), moved(50n))).toEqual([0n]);
  });

  it('are not credited with another token, nor with what went to another', () => {
    expect(credits(moved(50n, { token: address('a') }), placedLog(50n))).toEqual([0n]);
    expect(credits(moved(50n, { to: FEE }), placedLog(50n))).toEqual([0n]);
  });

  it('are not trusted when another contract reports them', () => {
    expect(read(moved(50n), placedLog(50n, { proxy: address('b') }))).toEqual([]);
  });

  it('name their sender when no token moved', () => {
    expect(read(placedLog(50n)).map((payment) => payment.payerAddress)).toEqual([address('6')]);
  });

  it('ignore a Transfer of another shape', () => {
    const { topics, ...rest } = moved(50n);
    expect(
      credits({ ...rest, topics: topics.length === 3 ? [topics[0]] : [] }, placedLog(50n)),
    ).toEqual([0n]);
    // Anybody can use our reference with their own token, which may log anything.
    const message: Hex[] = ['0x', '0x00', `0x${'00'.repeat(31)}`, `0x${'00'.repeat(64)}`];
    for (const data of message)
      expect(credits({ ...moved(50n), data }, placedLog(50n))).toEqual([0n]);
  });

  it('are credited with what the proxy moved, not with what else the payee got before', () => {
    expect(credits(moved(100n), moved(1n), placedLog(1n))).toEqual([1n]);
    expect(credits(moved(100n), moved(1n), moved(0n, { to: FEE }), placedLog(1n))).toEqual([1n]);
    expect(credits(moved(100n), placedLog(0n))).toEqual([0n]);
  });

  it('are not credited with the fee where the payee receives that too', () => {
    expect(credits(moved(50n), moved(3n), placedLog(50n, { fee: [3n, PAYEE] }))).toEqual([50n]);
    expect(credits(moved(50n), placedLog(50n, { fee: [0n, PAYEE] }))).toEqual([50n]);
  });
});

describe('the fee of a payment', () => {
  const NOBODY = address('0');
  const feesOf = (...placed: PlacedLog[]) => read(...placed).map(({ feeUnits }) => feeUnits);

  it('is what its receiver got, and no more than the event reports', () => {
    const fee = [10n, FEE] as const;
    const feeMoved = (units: bigint) => moved(units, { to: FEE });
    expect(feesOf(moved(90n), feeMoved(10n), placedLog(90n, { fee }))).toEqual([10n]);
    expect(feesOf(moved(90n), feeMoved(9n), placedLog(90n, { fee }))).toEqual([9n]);
    expect(feesOf(moved(90n), feeMoved(11n), placedLog(90n, { fee }))).toEqual([10n]);
    expect(feesOf(moved(90n), placedLog(90n, { fee }))).toEqual([0n]);
    expect(feesOf(moved(90n), moved(10n), placedLog(90n, { fee: [10n, PAYEE] }))).toEqual([10n]);
  });

  it('is none where no address receives it, whatever is reported and burned beside it', () => {
    const fee = [10n, NOBODY] as const;
    expect(feesOf(moved(90n), moved(10n, { to: NOBODY }), placedLog(90n, { fee }))).toEqual([0n]);
    expect(feesOf(nativeLogs(90n, { fee }))).toEqual([0n]);
    const proxy = CONTRACTS.conversionProxy;
    const converted = convertedLogs(100n, { fee: [1n, NOBODY] });
    expect(feesOf(moved(90n), placedLog(90n, { proxy, fee }), converted)).toEqual([0n]);
  });
});

describe('payments in coins', () => {
  it('are credited with the amount of the native proxy’s event, which it has sent by then', () => {
    expect(read(nativeLogs(70n, { fee: [3n, FEE] }))).toEqual([
      expect.objectContaining({
        kind: 'native',
        proxyAddress: CONTRACTS.nativeProxy,
        tokenAddress: undefined,
        payeeAddress: PAYEE,
        payerAddress: address('6'),
        claimedUnits: 70n,
        creditedUnits: 70n,
        feeUnits: 3n,
        feeAddress: FEE,
        tokenUnits: 70n,
        tokenFeeUnits: 3n,
      }),
    ]);
  });

  it('are not trusted when any other contract reports them', () => {
    for (const proxy of [address('b'), PROXY, CONTRACTS.conversionProxy, CONTRACTS.batch]) {
      expect(read(nativeLogs(70n, { proxy }))).toEqual([]);
    }
    expect(read(moved(50n), placedLog(50n, { proxy: CONTRACTS.nativeProxy }))).toEqual([]);
  });
});

describe('conversions', () => {
  const proxy = CONTRACTS.conversionProxy;
  const fee = [1n, FEE] as const;

  it('are credited in the invoice’s units, and have the amount that moved', () => {
    const placed = [
      moved(90n),
      moved(2n, { to: FEE }),
      placedLog(90n, { proxy, fee: [2n, FEE] }),
      convertedLogs(100n, { fee }),
    ];
    expect(read(...placed)).toEqual([
      expect.objectContaining({
        kind: 'conversion',
        proxyAddress: proxy,
        tokenAddress: TOKEN,
        payerAddress: PAYER,
        logIndex: 42,
        claimedUnits: 100n,
        creditedUnits: 100n,
        feeUnits: 1n,
        tokenUnits: 90n,
        tokenFeeUnits: 2n,
        conversion: { currencyAddress: DOLLAR, maxRateAgeSeconds: 60 },
      }),
    ]);
  });

  it('are credited with as much of the invoice as arrived of the tokens, rounded down', () => {
    const arrived = (units: bigint) =>
      credits(moved(units), placedLog(90n, { proxy }), convertedLogs(100n));
    expect(arrived(89n)).toEqual([98n]);
    expect(arrived(0n)).toEqual([0n]);
    expect(arrived(900n)).toEqual([100n]);
    expect(credits(placedLog(0n, { proxy }), convertedLogs(1n))).toEqual([0n]);
  });

  it('are nothing without the word on the invoice, which comes right behind from the same proxy', () => {
    const paid = [moved(90n), placedLog(90n, { proxy })];
    expect(read(...paid)).toEqual([]);
    expect(read(...paid, convertedLogs(100n, { proxy: address('b') }))).toEqual([]);
    expect(read(...paid, convertedLogs(100n, { reference: '0xffffffffffffffff' }))).toEqual([]);
    expect(read(...paid, moved(1n), convertedLogs(100n))).toEqual([]);
    expect(read(convertedLogs(100n))).toEqual([]);
  });

  it('have no rate age where it exceeds the range of a date', () => {
    const [seen] = read(
      moved(90n),
      placedLog(90n, { proxy }),
      convertedLogs(100n, { rateAge: 2n ** 256n - 1n }),
    );
    expect(seen?.conversion?.maxRateAgeSeconds).toBe(Number.MAX_SAFE_INTEGER);
  });
});

describe('batches', () => {
  const from = CONTRACTS.batch;
  const payers = (...placed: PlacedLog[]) => read(...placed).map((payment) => payment.payerAddress);

  it('are paid by the sender of the tokens, not by the contract nor by the sender of the transaction', () => {
    const other = address('c');
    expect(
      payers(
        ...[moved(90n, { to: from }), moved(40n, { from }), placedLog(40n), moved(50n, { from })],
        ...[
          placedLog(50n),
          moved(30n, { from: other, to: from }),
          moved(30n, { from }),
          placedLog(30n),
        ],
      ),
    ).toEqual([PAYER, PAYER, other]);
  });

  it('without a Transfer into the proxy are paid by the sender of the transaction', () => {
    const elsewhere = moved(90n, { to: from, token: address('a') });
    expect(payers(elsewhere, moved(40n, { from }), placedLog(40n))).toEqual([address('6')]);
  });

  it('of a token with a transfer fee credit what arrived, of the amount and of the fee', () => {
    const fee = [10n, FEE] as const;
    const kept = (units: bigint) => moved(units, { from, to: address('b') });
    const paid = [moved(90n, { from }), kept(10n), moved(9n, { from, to: FEE }), kept(1n)];
    const [seen] = read(moved(110n, { to: from }), ...paid, placedLog(100n, { fee }));
    expect(seen).toMatchObject({ claimedUnits: 100n, creditedUnits: 90n, feeUnits: 9n });
    const proxy = CONTRACTS.conversionProxy;
    const [invoice] = read(
      ...[moved(110n, { to: from }), ...paid, placedLog(100n, { proxy, fee })],
      convertedLogs(1_000n, { fee: [100n, FEE] }),
    );
    expect(invoice).toMatchObject({ creditedUnits: 900n, feeUnits: 90n, tokenFeeUnits: 9n });
  });
});

describe('what a transaction changes for a payee', () => {
  const gains = (...placed: PlacedLog[]) =>
    read(...placed).map((one) => [one.payeeNetUnits, one.payeeCreditedUnits]);
  const back = (units: bigint) => moved(units, { from: PAYEE, to: address('c') });

  it('is what was credited where all of it stays with the payee', () => {
    expect(gains(moved(50n), placedLog(50n))).toEqual([[50n, 50n]]);
    const fee = [3n, PAYEE] as const;
    expect(gains(moved(50n), moved(3n), placedLog(50n, { fee }))).toEqual([[53n, 53n]]);
    const kept = moved(10n, { to: address('b') });
    expect(gains(moved(90n), kept, placedLog(100n))).toEqual([[90n, 90n]]);
  });

  it('is less where the payee pays itself or sends away what it got, before or behind it', () => {
    expect(gains(moved(50n, { from: PAYEE }), placedLog(50n))).toEqual([[0n, 50n]]);
    expect(gains(back(50n), moved(50n), placedLog(50n))).toEqual([[0n, 50n]]);
    expect(gains(moved(50n), placedLog(50n), back(20n))).toEqual([[30n, 50n]]);
    const other = { ...back(50n), address: address('a') };
    expect(gains(moved(50n), placedLog(50n), other)).toEqual([[50n, 50n]]);
  });

  it('is compared with the sum of its payments', () => {
    const twice = [moved(50n), placedLog(50n), moved(60n), placedLog(60n)];
    expect(gains(...twice, back(1n))).toEqual([
      [109n, 110n],
      [109n, 110n],
    ]);
  });

  it('is zero for coins where the payee sent the transaction, and else the reported amount', () => {
    const SENDER = address('6');
    const toSender = nativeLogs(70n);
    const data: Hex = `0x${SENDER.slice(2).padStart(64, '0')}${toSender.data.slice(66)}`;
    expect(gains({ ...toSender, data })).toEqual([[0n, 70n]]);
    expect(gains(toSender, nativeLogs(5n))).toEqual([
      [75n, 75n],
      [75n, 75n],
    ]);
  });
});

describe('an event that a node cut short', () => {
  it('is the trouble of the node, and no payment of less', () => {
    const event = placedLog(50n);
    const cut = { ...event, data: slice(event.data, 0, -1) };
    expect(() => read(moved(50n), cut)).toThrow(Outage);
  });
});
