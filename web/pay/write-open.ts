import type { Link } from './link.ts';
import type { World } from './world.ts';

/**
 * A call that moves money is stored while the wallet's request is open, so that a reload warns of it; beside what may
 * still move money of an earlier request. Returns what stores the earlier one alone again, or nothing.
 */
export function writeOpen(
  { memory, view }: Pick<World, 'memory' | 'view'>,
  { networkId }: Link,
): () => void {
  const restore = memory.backUp();
  const { sent, calls, proposal } = memory.read() ?? {};
  // What was sent says more than that a request is open.
  if (sent !== undefined) return restore;
  memory.write({ sent, chain: networkId, view, calls, proposal });
  return restore;
}
