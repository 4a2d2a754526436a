import { toEventSelector } from 'viem';
import type { Hex } from '#kit/hex.ts';
import type { SafeExecution, SafeExecutionQuery } from '../../accounts.ts';
import { EXECUTION_SUCCESS_TOPIC } from '../../events/coin-payer.ts';
import { type EventLog, lowerCase } from '../../events/event-log.ts';
import { readEnds } from '../bridge/ends.ts';
import { checkInReceipt, findLogs } from '../bridge/find-logs.ts';
import type { EvmNodeClient } from '../nodes/evm-connection.ts';

const FAILURE = toEventSelector('ExecutionFailure(bytes32,uint256)');

/** Digits of a word, behind `0x`. */
const WORD_END = 66;

/** See `AccountReads.findExecution`. */
export async function findExecution(
  node: EvmNodeClient,
  query: SafeExecutionQuery,
): Promise<SafeExecution | undefined> {
  const found = await findOn(node, query);
  if (found !== undefined || query.isThorough !== true || node.others().length === 0) return found;
  return await findOn(node.another(), query);
}

async function findOn(
  node: EvmNodeClient,
  { safe, safeTransactionHash, fromBlock, toBlock }: SafeExecutionQuery,
): Promise<SafeExecution | undefined> {
  const { headNumber, finalNumber } = await node.query((client) => readEnds(client, node.network));
  const to = toBlock === undefined || toBlock > headNumber ? headNumber : toBlock;
  const hash = lowerCase(safeTransactionHash);
  const isWanted = (log: EventLog) => hashIn(log) === hash;
  const topics = [[EXECUTION_SUCCESS_TOPIC, FAILURE]];
  for await (const found of findLogs(node, {
    address: safe,
    topics,
    isWanted,
    from: fromBlock,
    to,
  })) {
    checkInReceipt(found);
    const { number, hash: blockHash, time } = found.block;
    return {
      outcome: found.log.topics[0] === EXECUTION_SUCCESS_TOPIC ? 'success' : 'failure',
      transactionHash: found.log.transactionHash,
      block: { number, hash: blockHash },
      blockTime: time,
      isFinal: number <= finalNumber,
    };
  }
  return undefined;
}

/** The hash that the event names: indexed since version 1.4.1, before that the first word of its data. */
function hashIn({ topics, data }: EventLog): Hex | undefined {
  return topics.length > 1 ? topics[1] : lowerCase(`0x${data.slice(2, WORD_END)}`);
}
