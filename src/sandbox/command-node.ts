import { z } from 'zod';
import { Outage } from '#kit/failure.ts';

const Answer = z.object({ error: z.object({ message: z.string() }).optional() });

/** Gives a local EVM node a command of development nodes. Throws `Outage` where it does not answer in time, or refuses. */
export async function commandNode(
  rpcUrl: string,
  { method, params = [] }: { readonly method: string; readonly params?: readonly unknown[] },
  timeoutMs: number,
): Promise<void> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    throw new Outage('the local node does not answer', { cause: error });
  });
  if (!response.ok) throw new Outage(`the local node answers ${response.status}`);
  const { error } = Answer.parse(await response.json());
  if (error !== undefined) throw new Outage(`the local node refused ${method}: ${error.message}`);
}
