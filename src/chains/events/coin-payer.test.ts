import { encodeAbiParameters, getAddress, type Hex, keccak256 } from 'viem';
import { describe, expect, it } from 'vitest';
import { EXECUTION_SUCCESS_TOPIC } from './coin-payer.ts';
import { NATIVE_EVENT_TOPIC, paymentsIn } from './decode.ts';
import type { RawLog } from './event-log.ts';

const address = (digit: string): Hex => getAddress(`0x${digit.repeat(40)}`);
const PROXY = address('1');
const PAYEE = address('4');
const SENDER = address('6');
const SAFE = address('7');
const OTHER = address('8');
type Log = Omit<RawLog, 'logIndex'>;

/** What the proxy reports of coins. */
function paid(payee = PAYEE): Log {
  const types = ['address', 'uint256', 'uint256', 'address'].map((type) => ({ type }));
  const data = encodeAbiParameters(types, [payee, 70n, 0n, OTHER]);
  return { address: PROXY, topics: [NATIVE_EVENT_TOPIC, keccak256('0x0011223344556677')], data };
}

const executed = (by: Hex): Log => ({
  address: by,
  topics: [EXECUTION_SUCCESS_TOPIC, `0x${'ab'.repeat(32)}`],
  data: `0x${'00'.repeat(32)}`,
});

/** Who paid, and what the payee gained, in a transaction of the sender that calls this address. */
function payersOf(to: Hex | undefined, ...logs: readonly Log[]) {
  const contracts = {
    feeProxy: OTHER,
    nativeProxy: PROXY,
    conversionProxy: undefined,
    batch: undefined,
  };
  const block = { number: 7n, hash: `0x${'77'.repeat(32)}` as const, time: new Date(0) };
  const placed = logs.map((log, logIndex) => ({ ...log, logIndex }));
  const receipt = { logs: placed, from: SENDER, to, transactionHash: block.hash };
  return paymentsIn(receipt, contracts, block).map((one) => [one.payerAddress, one.payeeNetUnits]);
}

describe('who paid with coins', () => {
  it('is the account that the transaction calls, where it reports next that it executed something', () => {
    expect(payersOf(SAFE, paid(), executed(SAFE))).toEqual([[SAFE, 70n]]);
    expect(payersOf(SAFE, paid(), paid(), executed(SAFE))).toEqual([
      [SAFE, 140n],
      [SAFE, 140n],
    ]);
  });

  it.each([
    ['the account reports nothing', SAFE, [paid()]],
    ['it reported before the payment', SAFE, [executed(SAFE), paid()]],
    ['another account than the one that is called reports', OTHER, [paid(), executed(SAFE)]],
    ['another account reports first', SAFE, [paid(), executed(OTHER), executed(SAFE)]],
    ['it is not known what the transaction calls', undefined, [paid(), executed(SAFE)]],
  ])('is who sent the transaction, where %s', (_what, to, logs) => {
    expect(payersOf(to, ...logs)).toEqual([[SENDER, 70n]]);
  });

  it('gained nothing where it paid itself', () => {
    expect(payersOf(SAFE, paid(SAFE), executed(SAFE))).toEqual([[SAFE, 0n]]);
    expect(payersOf(PROXY, paid(SENDER))).toEqual([[SENDER, 0n]]);
  });
});
