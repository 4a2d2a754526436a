import { splitIntoChunks } from '#kit/chunks.ts';
import { Outage } from '#kit/failure.ts';
import type { TransferSimulation, TransferSimulationResult } from './chain.ts';
import type { NodeClient } from './nodes/client.ts';

/** How a family simulates one transfer on a node, and how many at once. */
interface Simulator<Api> {
  readonly atOnceMax: number;
  simulateOne(api: Api, simulation: TransferSimulation): Promise<TransferSimulationResult>;
}

/** See `Chain.simulateTransfers`: the rounds after one that no node answered are not sent. */
export async function simulateInRounds<Api>(
  node: Pick<NodeClient<Api>, 'query'>,
  transfers: readonly TransferSimulation[],
  { atOnceMax, simulateOne }: Simulator<Api>,
): Promise<TransferSimulationResult[]> {
  const results: TransferSimulationResult[] = [];
  try {
    for (const round of splitIntoChunks(transfers, atOnceMax)) {
      const simulated = await node.query(
        (api) => Promise.all(round.map((simulation) => simulateOne(api, simulation))),
        'foreign',
      );
      results.push(...simulated);
    }
  } catch (error) {
    if (!(error instanceof Outage)) throw error;
  }
  return transfers.map((_, i) => results[i] ?? 'unknown');
}
