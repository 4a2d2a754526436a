import { encodeAbiParameters, encodeEventTopics } from 'viem';
import { describe, expect, it } from 'vitest';
import { spokePoolAbi } from '#catalog/abis/bridge.ts';
import { BRIDGES } from '#catalog/bridge.ts';
import {
  CALL,
  hex,
  messageOf,
  OTHER,
  OUTPUT_USDC,
  PAYER,
  SOURCE_USDT,
  word,
  ZERO,
} from '../../../../tests/support/route-sample.ts';
import { eventOf } from '../../events/event-log.ts';
import { depositsIn } from './deposits.ts';

const { spokePool } = BRIDGES['arbitrum-one'];

/** The event of a deposit for Base, with the call of a payment. */
function depositLog(recipient: string) {
  const [topic, ...indexed] = encodeEventTopics({
    abi: spokePoolAbi,
    eventName: 'FundsDeposited',
    args: { destinationChainId: 8_453n, depositId: 7n, depositor: word(PAYER) },
  });
  const data = encodeAbiParameters(
    [
      'bytes32',
      'bytes32',
      'uint256',
      'uint256',
      'uint32',
      'uint32',
      'uint32',
      'bytes32',
      'bytes32',
      'bytes',
    ].map((type) => ({ type })),
    [
      word(SOURCE_USDT),
      word(OUTPUT_USDC),
      101_000000n,
      100_600000n,
      1_795_000_000,
      1_795_007_200,
      0,
      word(recipient),
      word(ZERO),
      messageOf([CALL]),
    ],
  );
  const topics = [topic, ...indexed].flatMap((one) => (typeof one === 'string' ? one : []));
  return eventOf({ address: hex(spokePool), topics, data, logIndex: 0 });
}

describe('a deposit with the message of a call', () => {
  it.each([
    ['the receiver that runs it', BRIDGES.base.receiver, { to: CALL.callTo }],
    // Anybody can deposit for themselves with the message of any payment, and no call runs.
    ['another address', OTHER, undefined],
    ['the receiver of another network', BRIDGES.optimism.receiver, undefined],
  ])('for %s', (_, recipient, call) => {
    const [deposit] = depositsIn([depositLog(recipient)], { spokePool, originChainId: 42_161 });
    expect(deposit).toMatchObject({ depositId: 7n, recipient });
    if (call === undefined) expect(deposit?.call).toBeUndefined();
    else expect(deposit?.call).toMatchObject(call);
  });
});
