import type { Network } from '#catalog/networks.ts';
import { Outage, Refusal } from '#kit/failure.ts';
import { Complaint, isComplaint, NodeFailure, reasonOf, WrongChain } from './failure.ts';
import type { AnyNode } from './node.ts';
import type { Runtime } from './runtime.ts';

/** How long nodes have, once one has answered which chain it serves, to answer that too. */
const GRACE_MS = 1_000;
/** One more attempt is enough after a dropped connection. */
const RETRY_DELAY_MS = 100;

/**
 * Reads the chain id of every node; one right node is enough, whatever the others answer.
 * Throws `Refusal` when all serve others, `Outage` when none answers correctly and one still may.
 */
export async function checkChainIds(
  { network, runtime }: { readonly network: Network; readonly runtime: Runtime },
  nodes: readonly Pick<AnyNode, 'name' | 'verifyChainId'>[],
): Promise<void> {
  const errors = new Map<unknown, unknown>();
  let right = 0;
  const { promise: firstIsRight, resolve: resolveFirst } = Promise.withResolvers<void>();
  const all = nodes.map(async (node) => {
    try {
      await retry(() => node.verifyChainId(), runtime);
      right += 1;
      resolveFirst();
    } catch (error) {
      errors.set(node, error);
    }
  });
  await Promise.race([Promise.all(all), firstIsRight.then(() => runtime.sleep(GRACE_MS))]);
  if (right > 0) return;
  const { name, chainId } = network;
  // In the order of the settings, whichever failed first.
  const found = nodes
    .filter((node) => errors.has(node))
    .map((node) => ({ node, error: errors.get(node) }));
  const wrong = found.flatMap(({ node, error }) =>
    error instanceof WrongChain ? [{ node, served: error.served }] : [],
  );
  if (wrong.length === nodes.length && wrong.length > 0) {
    const served = wrong.map(({ node, served: id }) =>
      nodes.length === 1 ? `the node serves chain ${id}` : `node ${node.name} serves chain ${id}`,
    );
    const message = `${served.join(', ')}, but ${name} is chain ${chainId}`;
    throw new Refusal('wrong_chain', 400, message);
  }
  throw outageOf(network, found);
}

/** An `Outage` with the reasons why no node answered. */
export function outageOf(
  { name }: Network,
  failures: readonly { readonly node: Pick<AnyNode, 'name'>; readonly error: unknown }[],
): Outage {
  const reasons = failures.map(({ node, error }) => `${node.name}: ${reasonOf(error)}`);
  const OutageKind = failures.some(({ error }) => isComplaint(error)) ? Complaint : Outage;
  return new OutageKind(
    `no node of ${name} gave an answer: ${reasons.join('; ') || 'there is none'}`,
  );
}

/**
 * Verifies the nodes that are not queried at the moment, so that they are verified when they are needed:
 * no caller waits for it, and each is queried every ten seconds at most, and only while others are queried.
 */
export function verifyOthers(nodes: readonly AnyNode[], queried: AnyNode | undefined): void {
  for (const node of nodes) {
    if (node === queried || !node.isUnverified()) continue;
    const { isWrongChain, passage } = node.rating();
    // What it reports about the node, also by failing, the node remembers by itself.
    if (!isWrongChain && passage !== 'suspended') node.verifyChainId().catch(() => undefined);
  }
}

/** Does something a second time when a connection failed the first time. */
export async function retry<Answer>(
  run: () => Promise<Answer>,
  { sleep }: Pick<Runtime, 'sleep'>,
): Promise<Answer> {
  try {
    return await run();
  } catch (error) {
    const isLost = error instanceof NodeFailure && !(error instanceof WrongChain);
    if (!isLost || error.retryAfterMs !== undefined) throw error;
    await sleep(RETRY_DELAY_MS);
    return await run();
  }
}

/**
 * The newest block that nodes agree on. Of several, one alone is not trusted: else a node that reports
 * blocks that do not exist would make all others appear late.
 */
export function confirmedHead(nodes: readonly AnyNode[]): bigint | undefined {
  const heads = nodes
    .flatMap((node) => node.head() ?? [])
    .toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0));
  return heads[1] ?? heads[0];
}
