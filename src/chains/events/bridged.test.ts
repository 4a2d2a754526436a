import { encodeAbiParameters, encodeEventTopics, keccak256 } from 'viem';
import { describe, expect, it } from 'vitest';
import { receiverAbi, spokePoolAbi } from '#catalog/abis/bridge.ts';
import { BRIDGES } from '#catalog/bridge.ts';
import {
  hex,
  OTHER,
  OUTPUT_USDC,
  PAYER,
  ROUTE_ID,
  SOURCE_USDT,
  word,
  ZERO,
} from '../../../tests/support/route-sample.ts';
import { outcomeAfter } from '../evm/bridge/fill-outcome.ts';
import { withDepositors } from './bridged.ts';
import { eventOf } from './event-log.ts';

const BASE = BRIDGES.base;
const types = (names: string) => names.split(' ').map((type) => ({ type }));
const texts = (topics: readonly unknown[]) =>
  topics.flatMap((one) => (typeof one === 'string' ? hex(one) : []));

function fillLog(logIndex: number, paidTo: string = BASE.receiver) {
  const topics = encodeEventTopics({
    abi: spokePoolAbi,
    eventName: 'FilledRelay',
    args: { originChainId: 42_161n, depositId: 7n, relayer: word(OTHER) },
  });
  const data = encodeAbiParameters(
    types(
      'bytes32 bytes32 uint256 uint256 uint256 uint32 uint32 bytes32 bytes32 bytes32 bytes32 bytes32 bytes32 uint256 uint8',
    ),
    [
      word(SOURCE_USDT),
      word(OUTPUT_USDC),
      101_000000n,
      100_600000n,
      8_453n,
      1_795_007_200,
      0,
      word(ZERO),
      word(PAYER),
      word(paidTo),
      keccak256('0x'),
      word(paidTo),
      keccak256('0x'),
      100_600000n,
      0,
    ],
  );
  return eventOf({ address: hex(BASE.spokePool), topics: texts(topics), data, logIndex });
}

function endLog(eventName: 'LiFiTransferCompleted' | 'LiFiTransferRecovered', logIndex: number) {
  const topics = encodeEventTopics({
    abi: receiverAbi,
    eventName,
    args: { transactionId: ROUTE_ID },
  });
  const data = encodeAbiParameters(types('address address uint256 uint256'), [
    OUTPUT_USDC,
    hex(PAYER),
    100_600000n,
    1n,
  ]);
  const address = eventName === 'LiFiTransferCompleted' ? BASE.executor : BASE.receiver;
  return eventOf({ address: hex(address), topics: texts(topics), data, logIndex });
}

const payment = { logIndex: 5, payerAddress: BASE.executor };
const [ran, recovered] = ['LiFiTransferCompleted', 'LiFiTransferRecovered'] as const;

describe('a payment that the executor made', () => {
  it('names the depositor of the fill whose call is running', () => {
    const logs = [fillLog(1), endLog(ran, 2), fillLog(3), endLog(ran, 6)];
    expect(withDepositors([payment], logs, BASE)).toMatchObject([
      { payerAddress: PAYER, bridge: { depositId: 7n, depositor: PAYER } },
    ]);
  });

  // Anybody may call the executor, also in a transaction that fills somebody else's deposit first.
  it.each([
    ['after the call of a fill ran', [fillLog(1), endLog(ran, 2)]],
    ['after the call of a fill did not run', [fillLog(1), endLog(recovered, 2)]],
    ['after a fill that calls nothing', [fillLog(1, OTHER)]],
    ['without a fill', []],
  ])('%s is the executor’s', (_, logs) => {
    expect(withDepositors([payment], logs, BASE)).toEqual([payment]);
  });
});

describe('the end of a fill', () => {
  it('is what is reported first: whoever fills may call the executor afterwards', () => {
    const logs = [fillLog(1), endLog(recovered, 2), endLog(ran, 3)];
    expect(outcomeAfter(logs, 1, BASE)).toEqual({
      outcome: 'fallback',
      fallback: { address: PAYER, units: 100_600000n },
    });
    const other = [fillLog(1), endLog(ran, 2), endLog(recovered, 3)];
    expect(outcomeAfter(other, 1, BASE)).toEqual({ outcome: 'call_ran' });
    expect(outcomeAfter([fillLog(1), fillLog(2), endLog(ran, 3)], 1, BASE)).toEqual({
      outcome: 'no_call',
    });
  });
});
