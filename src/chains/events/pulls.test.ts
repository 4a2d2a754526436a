import { encodeAbiParameters, encodeEventTopics, getAddress, type Hex, keccak256 } from 'viem';
import { describe, expect, it } from 'vitest';
import { erc20Abi } from '#catalog/abis/erc20.generated.ts';
import { PROXY_EVENT_TOPIC, paymentsIn } from './decode.ts';

const address = (digit: string): Hex => getAddress(`0x${digit.repeat(40)}`);
const PROXY = address('1');
const TOKEN = address('2');
const ACCOUNT = address('3');
const PAYEE = address('4');
const KEY = address('5');
const OTHER = address('6');
const BATCH = address('9');
const ZERO = address('0');

interface PlacedLog {
  readonly address: Hex;
  readonly topics: [Hex, ...Hex[]];
  readonly data: Hex;
}

function moved(from: Hex, to: Hex, units: bigint): PlacedLog {
  const args = { from, to };
  const [signature, ...parties] = encodeEventTopics({
    abi: erc20Abi,
    eventName: 'Transfer',
    args,
  });
  const topics: [Hex, ...Hex[]] = [signature, ...parties.flatMap((topic) => topic ?? [])];
  return { address: TOKEN, topics, data: encodeAbiParameters([{ type: 'uint256' }], [units]) };
}

function paid(units: bigint): PlacedLog {
  const data = encodeAbiParameters(
    [
      { type: 'address' },
      { type: 'address' },
      { type: 'uint256' },
      { type: 'uint256' },
      { type: 'address' },
    ],
    [TOKEN, PAYEE, units, 0n, ZERO],
  );
  return { address: PROXY, topics: [PROXY_EVENT_TOPIC, keccak256('0x0011223344556677')], data };
}

/** Who paid in a receipt with these logs, and whose tokens. */
function payersOf(...placed: PlacedLog[]) {
  const logs = placed.map((one, i) => ({
    ...one,
    blockHash: `0x${'77'.repeat(32)}` as const,
    blockNumber: 7n,
    logIndex: i,
    removed: false,
    transactionHash: `0x${'99'.repeat(32)}` as const,
    transactionIndex: 0,
    blockTimestamp: undefined,
  }));
  const block = { number: 7n, hash: `0x${'77'.repeat(32)}` as const, time: new Date(0) };
  const contracts = {
    feeProxy: PROXY,
    nativeProxy: undefined,
    conversionProxy: undefined,
    batch: BATCH,
  };
  return paymentsIn(
    { logs, from: OTHER, transactionHash: `0x${'99'.repeat(32)}` },
    contracts,
    block,
  ).map(({ payerAddress, pulledFrom }) => [payerAddress, pulledFrom]);
}

describe('whose tokens an account paid with', () => {
  it('are those of the one address that moved all that the account spent to it', () => {
    const pull = moved(KEY, ACCOUNT, 103n);
    const fee = moved(ACCOUNT, OTHER, 3n);
    expect(payersOf(pull, moved(ACCOUNT, PAYEE, 100n), paid(100n), fee)).toEqual([[ACCOUNT, KEY]]);
  });

  it('are so also where more was moved than a conversion took', () => {
    const logs = [moved(KEY, ACCOUNT, 105n), moved(ACCOUNT, PAYEE, 100n), paid(100n)];
    expect(payersOf(...logs)).toEqual([[ACCOUNT, KEY]]);
  });

  it('are so also through the batch contract', () => {
    const logs = [moved(KEY, ACCOUNT, 100n), moved(ACCOUNT, BATCH, 100n)];
    expect(payersOf(...logs, moved(BATCH, PAYEE, 100n), paid(100n))).toEqual([[ACCOUNT, KEY]]);
  });

  it.each<[string, PlacedLog[]]>([
    ['nobody moved any to it', []],
    ['less was moved than it spent', [moved(KEY, ACCOUNT, 99n)]],
    ['another token was moved', [{ ...moved(KEY, ACCOUNT, 100n), address: OTHER }]],
    ['two moved enough', [moved(KEY, ACCOUNT, 100n), moved(OTHER, ACCOUNT, 100n)]],
    ['they were minted', [moved(ZERO, ACCOUNT, 100n)]],
    ['it moved them to itself', [moved(ACCOUNT, ACCOUNT, 100n)]],
    ['they went to somebody else', [moved(KEY, OTHER, 100n)]],
  ])('are not said where %s', (_what, before) => {
    const pay = [moved(ACCOUNT, PAYEE, 100n), paid(100n)];
    expect(payersOf(...before, ...pay)).toEqual([[ACCOUNT, undefined]]);
  });

  it('are not said to be those of who sends a little along', () => {
    const logs = [moved(OTHER, ACCOUNT, 1n), moved(KEY, ACCOUNT, 100n)];
    expect(payersOf(...logs, moved(ACCOUNT, PAYEE, 100n), paid(100n))).toEqual([[ACCOUNT, KEY]]);
  });
});
