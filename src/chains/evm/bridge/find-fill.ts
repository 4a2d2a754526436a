import type { BridgeContracts } from '#catalog/bridge.ts';
import type { BridgeDeposit, Fill } from '../../bridge.ts';
import { type EventLog, eventOf } from '../../events/event-log.ts';
import type { EvmNodeClient } from '../nodes/evm-connection.ts';
import { numberWord } from './address-word.ts';
import { FILL_EVENT_TOPIC, type FillEvent, readFillEvent } from './deposits.ts';
import { readEnds } from './ends.ts';
import { outcomeAfter } from './fill-outcome.ts';
import { checkInReceipt, findLogs } from './find-logs.ts';

/**
 * See `BridgeReads.findFill`. Anybody can fill what was never deposited, under any deposit's number: a
 * fill counts only where all that its event repeats is the deposit's.
 */
export async function findFill(
  node: EvmNodeClient,
  contracts: BridgeContracts,
  { deposit, fromBlock }: { readonly deposit: BridgeDeposit; readonly fromBlock: bigint },
): Promise<Fill | undefined> {
  const ends = await node.query((client) => readEnds(client, node.network));
  const topics = [
    FILL_EVENT_TOPIC,
    numberWord(deposit.originChainId),
    numberWord(deposit.depositId),
  ];
  const range = { from: fromBlock, to: ends.headNumber };
  const read = (log: EventLog) => readFillEvent(log, contracts.spokePool);
  const isWanted = (log: EventLog) => isOf(deposit, read(log));
  const query = { address: contracts.spokePool, topics, isWanted, ...range };
  for await (const found of findLogs(node, query)) {
    checkInReceipt(found);
    const fill = read(found.log);
    if (fill === undefined) continue;
    const { number, hash, time } = found.block;
    return {
      transactionHash: found.log.transactionHash,
      block: { number, hash },
      blockTime: time,
      isFinal: number <= ends.finalNumber,
      relayer: fill.relayer ?? deposit.recipient,
      recipient: fill.paidTo ?? deposit.recipient,
      outputUnits: fill.paidUnits,
      ...outcomeAfter(found.receipt.logs.map(eventOf), found.log.logIndex, contracts),
    };
  }
  return undefined;
}

function isOf(deposit: BridgeDeposit, fill: FillEvent | undefined): boolean {
  return (
    fill !== undefined &&
    fill.originChainId === BigInt(deposit.originChainId) &&
    fill.depositId === deposit.depositId &&
    fill.depositor === deposit.depositor &&
    fill.recipient === deposit.recipient &&
    fill.inputToken === deposit.inputToken &&
    fill.inputUnits === deposit.inputUnits &&
    fill.outputToken === deposit.outputToken &&
    fill.outputUnits === deposit.outputUnits &&
    fill.fillDeadline * 1_000 === deposit.fillDeadline.getTime() &&
    fill.messageHash === deposit.messageHash
  );
}
