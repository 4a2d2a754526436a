import { Outage, Refusal } from '#kit/failure.ts';
import type { Wiring } from './wiring.ts';

/**
 * Reads the chain id of every node, before any answer of it is trusted.
 *
 * Refuses a node of another chain. One that does not answer now is only reported: it may come back,
 * and its watcher retries.
 */
export async function checkNodes({ ctx, input }: Wiring): Promise<void> {
  await Promise.all(
    ctx.chains.all.map(async ({ network, checkChainId, nodes }) => {
      try {
        await checkChainId();
        for (const { name, lastError, state } of nodes()) {
          if (state === 'healthy') continue;
          const about = { network: network.id, node: name, state, reason: lastError };
          input.log.warn(about, 'a node does not answer as it should; others do');
        }
      } catch (error) {
        if (error instanceof Outage) {
          input.log.warn({ err: error, network: network.id }, 'a node does not answer yet');
          return;
        }
        if (!(error instanceof Refusal)) throw error;
        const setting = `RPC_URL_${network.id.toUpperCase().replaceAll('-', '_')}`;
        throw new Refusal(error.code, error.status, `${setting}: ${error.message}`);
      }
    }),
  );
}
