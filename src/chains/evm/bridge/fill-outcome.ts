import { decodeEventLog, encodeEventTopics } from 'viem';
import { receiverAbi } from '#catalog/abis/bridge.ts';
import type { Hex } from '#kit/hex.ts';
import type { Fill } from '../../bridge.ts';
import type { EventLog } from '../../events/event-log.ts';
import { FILL_EVENT_TOPIC, readEvent } from './deposits.ts';

const [RAN_TOPIC] = encodeEventTopics({ abi: receiverAbi, eventName: 'LiFiTransferCompleted' });
const [RECOVERED_TOPIC] = encodeEventTopics({
  abi: receiverAbi,
  eventName: 'LiFiTransferRecovered',
});

/** The contracts that report how the call of a fill ended. */
interface CallingContracts {
  readonly executor: string;
  readonly receiver: string;
}

/** Whether a log says that the call of a fill ran, or that it did not and the tokens went to the fallback. */
export function isEndOfCall(log: EventLog, { executor, receiver }: CallingContracts): boolean {
  return isBy(log, executor, RAN_TOPIC) || isBy(log, receiver, RECOVERED_TOPIC);
}

/**
 * What the executor or the receiver reports first after the event of a fill and before the next fill. Anybody may call the executor
 * later in the same transaction, and would make a call that did not run look as if it had.
 */
export function outcomeAfter(
  logs: readonly EventLog[],
  logIndex: number,
  { executor, receiver, spokePool }: CallingContracts & { readonly spokePool: string },
): Pick<Fill, 'outcome' | 'fallback'> {
  const later = logs
    .filter((log) => log.logIndex > logIndex)
    .toSorted((left, right) => left.logIndex - right.logIndex);
  const next = later.findIndex((log) => isBy(log, spokePool, FILL_EVENT_TOPIC));
  const own = next < 0 ? later : later.slice(0, next);
  const end = own.find((log) => isEndOfCall(log, { executor, receiver }));
  if (end === undefined) return { outcome: 'no_call' };
  if (isBy(end, executor, RAN_TOPIC)) return { outcome: 'call_ran' };
  const { data, topics } = end;
  const { args } = readEvent(() =>
    decodeEventLog({
      abi: receiverAbi,
      eventName: 'LiFiTransferRecovered',
      data,
      topics: [RECOVERED_TOPIC, ...topics.slice(1)],
    }),
  );
  return { outcome: 'fallback', fallback: { address: args.receiver, units: args.amount } };
}

function isBy(log: EventLog, address: string, topic: Hex): boolean {
  return log.address === address.toLowerCase() && log.topics[0] === topic;
}
