import { toEventSelector } from 'viem';
import type { Hex } from '#kit/hex.ts';
import type { SafeExecution, SafeExecutionQuery } from '../../accounts.ts';
import { EXECUTION_SUCCESS_TOPIC } from '../../events/coin-payer.ts';
import { type EventLog, lowerCase } from '../../events/event-log.ts';
import { readEnds } from '../bridge/ends.ts';
import { checkInReceipt, findLogs } from '../bridge/find-logs.ts';
import type { EvmNodeClient } from '../nodes/evm-connection.ts';

const FAILURE = toEventSelector('ExecutionFailure(bytes32,uint256)');

/** What a Safe delegates to makes any event in its name, so a failure counts only where no success is reported. */
const OUTCOMES = [
  ['success', EXECUTION_SUCCESS_TOPIC],
  ['failure', FAILURE],
] as const;

/** Digits of a word, behind `0x`. */
const WORD_END = 66;

/** See `AccountReads.findExecution`. */
export async function findExecution(
  node: EvmNodeClient,
  query: SafeExecutionQuery,
): Promise<SafeExecution | undefined> {
  const found = await findOn(node, query);
  if (found?.outcome === 'success' || query.isThorough !== true) return found;
  return node.others().length === 0 ? found : ((await findOn(node.another(), query)) ?? found);
}

async function findOn(
  node: EvmNodeClient,
  { safe, safeTransactionHash, fromBlock, toBlock }: SafeExecutionQuery,
): Promise<SafeExecution | undefined> {
  const { headNumber, finalNumber } = await node.query((client) => readEnds(client, node.network));
  const to = toBlock === undefined || toBlock > headNumber ? headNumber : toBlock;
  const hash = lowerCase(safeTransactionHash);
  const isWanted = (log: EventLog) => hashIn(log) === hash;
  for (const [outcome, topic] of OUTCOMES) {
    const query = { address: safe, topics: [topic], isWanted, from: fromBlock, to };
    for await (const found of findLogs(node, query)) {
      checkInReceipt(found);
      const { number, hash: blockHash, time } = found.block;
      return {
        outcome,
        transactionHash: found.log.transactionHash,
        block: { number, hash: blockHash },
        blockTime: time,
        isFinal: number <= finalNumber,
      };
    }
  }
  return undefined;
}

/** The hash that the event names: indexed since version 1.4.1, before that the first word of its data. */
function hashIn({ topics, data }: EventLog): Hex | undefined {
  return topics.length > 1 ? topics[1] : lowerCase(`0x${data.slice(2, WORD_END)}`);
}
