import { encodeFunctionData, numberToHex } from 'viem';
import { spokePoolAbi } from '#catalog/abis/bridge.ts';
import { Outage } from '#kit/failure.ts';
import type { BridgeDeposit, FillState } from '../../bridge.ts';
import { NodeFailure } from '../../nodes/failure.ts';
import { evmAddress } from '../address.ts';
import { readBlock, timeOf } from '../blocks.ts';
import type { EvmNodeClient } from '../nodes/evm-connection.ts';
import { readEnds } from './ends.ts';

/** What the spoke pool calls deposits that are filled; 0 is unfilled, and 1 waits for a slow fill. */
const STATUS_FILLED = 2n;
const STATUS = /^0x0{63}[012]$/;

/**
 * See `BridgeReads.readFills`: two requests, however many deposits. That a deposit is unfilled for good makes payers pay again:
 * where a node says so and there is another, that one is queried too, and one that has a fill counts.
 */
export async function readFills(
  node: EvmNodeClient,
  spokePool: string,
  deposits: readonly BridgeDeposit[],
): Promise<FillState[]> {
  if (deposits.length === 0) return [];
  const states = await readOnce(node, spokePool, deposits);
  const isOver = ({ finalTime, isFilledFinally }: FillState, i: number) =>
    !isFilledFinally && finalTime > (deposits[i]?.fillDeadline ?? finalTime);
  if (!states.some(isOver) || node.others().length === 0) return states;
  try {
    const again = await readOnce(node.another(), spokePool, deposits);
    return states.map((state, i) => ({
      ...state,
      isFilled: state.isFilled || again[i]?.isFilled === true,
      isFilledFinally: state.isFilledFinally || again[i]?.isFilledFinally === true,
    }));
  } catch (error) {
    if (error instanceof Outage) return states;
    throw error;
  }
}

async function readOnce(
  node: EvmNodeClient,
  spokePool: string,
  deposits: readonly BridgeDeposit[],
): Promise<FillState[]> {
  const to = evmAddress(spokePool);
  const ends = await node.query((client) => readEnds(client, node.network));
  const [final, statuses] = await node.query((client) => {
    const statusAt = async ({ relayHash }: BridgeDeposit, number: bigint) => {
      const args = [relayHash] as const;
      const data = encodeFunctionData({ abi: spokePoolAbi, functionName: 'fillStatuses', args });
      const params = [{ to, data }, numberToHex(number)] as const;
      const status = await client.request({ method: 'eth_call', params: [...params] });
      if (!STATUS.test(status)) throw new NodeFailure(`returned ${status} as the state of a fill`);
      return BigInt(status) === STATUS_FILLED;
    };
    return Promise.all([
      readBlock(client, node.network, ends.finalNumber),
      Promise.all(
        deposits.map((deposit) =>
          Promise.all([statusAt(deposit, ends.headNumber), statusAt(deposit, ends.finalNumber)]),
        ),
      ),
    ]);
  });
  if (final === null) throw new Outage(`a node of ${node.network.name} lacks its own final block`);
  return statuses.map(([isFilled, isFilledFinally]) => ({
    isFilled,
    isFilledFinally,
    headTime: ends.headTime,
    finalTime: timeOf(final),
  }));
}
