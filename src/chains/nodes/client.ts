import type { NodeState } from '../chain.ts';
import { checkChainIds, confirmedHead, outageOf, retry, verifyOthers } from './chain-ids.ts';
import { chooseNodes } from './choose.ts';
import {
  type AnyNode,
  type NetworkNode,
  type NodeParts,
  openNode,
  type QueryKind,
} from './node.ts';
import { type HedgeBudget, openHedgeBudget, queryInOrder } from './query-in-order.ts';

/** What the nodes of a network are reached with. */
interface NodesParts<Api> extends NodeParts<Api> {
  /** In the operator's order. */
  readonly rpcUrls: readonly string[];
}

/** The answer of one node, where all received the same query. */
export interface Testimony<Answer> {
  /** The node's place among the settings, from 1. */
  readonly label: string;
  /** As in its `NodeState`. */
  readonly name: string;
  /** As of its `AnyNode`. */
  readonly owner: string;
  /** Undefined where it did not answer. */
  readonly answer: Answer | undefined;
}

/**
 * A network's nodes. Sets of calls receive the family's own `Api`: a client of JSON-RPC that sends all
 * simultaneous calls in one request, or one of an HTTP API.
 */
export interface NodeClient<Api> extends Pick<NodeParts<Api>, 'network' | 'meter' | 'runtime'> {
  /**
   * Runs calls on one node, all of them on the same: two nodes may have different blocks, and
   * the logs of a lagging one are those of an empty block. When one call fails, all are sent
   * to the next node. When the answers are late, all are sent to the next one too, unless they `send`, and
   * the first complete set counts. Failures become an `Outage` without the nodes' URLs.
   */
  query<Answer>(questions: (api: Api) => Promise<Answer>, kind?: QueryKind): Promise<Answer>;
  /** Runs calls on every node, separately and in parallel. */
  queryEach<Answer>(
    questions: (api: Api) => Promise<Answer>,
  ): Promise<readonly Testimony<Answer>[]>;
  /**
   * Whether these nodes, named as in their `NodeState`, have answered nothing for long. Each is queried for chain
   * and head first, so that a node that is only slow with earlier calls does not count as absent.
   */
  areAbsent(names: readonly string[]): Promise<boolean>;
  /**
   * The same nodes for comparing new reads with earlier ones: the node that
   * answered last is used again while it answers in time and keeps up with the others.
   */
  steady(): NodeClient<Api>;
  /** Every node alone, in the order of the settings. */
  each(): readonly NodeClient<Api>[];
  /**
   * Each of the other healthy nodes alone that keeps up, so that its answer counts beside that of
   * the one that answered last.
   */
  others(): readonly NodeClient<Api>[];
  /**
   * The same nodes for a second opinion: the one that has answered last by now is queried last. A node that
   * withholds something is detected only by querying another.
   */
  another(): NodeClient<Api>;
  /**
   * Reports that the last answers contradict each other or are missing, which no node by itself can
   * detect: for a while the others are preferred to the one that answered.
   */
  markSuspect(): void;
  /** Throws `Refusal` when all nodes serve other chains, `Outage` when none answers and one may be right. */
  checkChainIds(): Promise<void>;
  states(): readonly NodeState[];
  /** Lets go of connections. */
  close(): Promise<void>;
}

/** Prepares the connections; without a request. */
export function connectNodes<Api>(parts: NodesParts<Api>): NodeClient<Api> {
  const nodes: readonly NetworkNode<Api>[] = parts.rpcUrls.map((url, i) => {
    const label = `${i + 1}`;
    const headOfOthers = () => confirmedHead(nodes.filter((node) => node.label !== label));
    return openNode(parts, { url, position: i + 1, headOfOthers });
  });
  const { network, meter, runtime } = parts;
  const hedges = openHedgeBudget(() => meter.count('rpc_hedged_total', { network: network.id }));
  const client = (
    queried: readonly NetworkNode<Api>[],
    preference: Preference,
  ): NodeClient<Api> => {
    const { query, last } = openQuery({ parts, nodes: queried, hedges }, preference);
    return {
      network,
      meter,
      runtime,
      query,
      queryEach: (questions) => queryEach(queried, questions),
      areAbsent: (names) => areAbsent(queried.filter(({ name }) => names.includes(name))),
      steady: () => client(queried, { isSteady: true }),
      each: () => queried.map((node) => client([node], {})),
      others: () =>
        queried.filter((node) => node !== last() && isWell(node)).map((node) => client([node], {})),
      another: () => client(queried, { lastResort: last() }),
      markSuspect: () => last()?.markSuspect(),
      checkChainIds: () => checkChainIds(parts, queried),
      states: () => queried.map((node) => node.state()),
      close: async () => {
        await Promise.all(queried.map((node) => node.close()));
      },
    };
  };
  return client(nodes, {});
}

function isWell(node: AnyNode): boolean {
  return node.state().state === 'healthy' && !node.rating().isLagging;
}

interface QueryParts<Api> {
  readonly parts: NodesParts<Api>;
  readonly nodes: readonly NetworkNode<Api>[];
  readonly hedges: HedgeBudget;
}

interface Preference {
  /** Whether the node that answered last is preferred to a quicker one. */
  readonly isSteady?: boolean;
  /** The node that is queried only when no other answers. */
  readonly lastResort?: AnyNode | undefined;
}

interface Asking<Api> {
  readonly query: NodeClient<Api>['query'];
  /** Who answered last. */
  last(): AnyNode | undefined;
}

function openQuery<Api>(
  { parts, nodes, hedges }: QueryParts<Api>,
  preference: Preference,
): Asking<Api> {
  let last: NetworkNode<Api> | undefined;
  const query: NodeClient<Api>['query'] = async (questions, kind = 'read') => {
    const order = orderOf(nodes, preference, last);
    const failures: { node: AnyNode; error: unknown }[] = [];
    const put = async (node: NetworkNode<Api>) => {
      try {
        // A single one is queried twice, because there is no other.
        const queried = () => node.query(questions, kind);
        return {
          node,
          answer: await (nodes.length === 1 ? retry(queried, parts.runtime) : queried()),
        };
      } catch (error) {
        failures.push({ node, error });
        throw error;
      }
    };
    hedges.earn();
    const first = queryInOrder(
      order.map((node) => ({ start: () => put(node), hedgeAfterMs: node.overdueAfterMs() })),
      () => kind !== 'send' && hedges.spend(),
      parts.runtime,
    ).catch(() => {
      throw outageOf(parts.network, [...failures, ...leftAlone(nodes, order)]);
    });
    verifyOthers(nodes, order[0]);
    const { node, answer } = await first;
    last = node;
    return answer;
  };
  return { query, last: () => last };
}

/** The nodes that may be queried, in that order. */
function orderOf<Api>(
  nodes: readonly NetworkNode<Api>[],
  { isSteady, lastResort }: Preference,
  last: NetworkNode<Api> | undefined,
): NetworkNode<Api>[] {
  const ratings = nodes.map((node) => node.rating());
  const held = isSteady && last !== undefined ? nodes.indexOf(last) : undefined;
  const order = chooseNodes(ratings, held).flatMap((index) => nodes[index] ?? []);
  return [
    ...order.filter((node) => node !== lastResort),
    ...order.filter((node) => node === lastResort),
  ];
}

async function queryEach<Api, Answer>(
  nodes: readonly NetworkNode<Api>[],
  questions: (api: Api) => Promise<Answer>,
): Promise<Testimony<Answer>[]> {
  return await Promise.all(
    nodes.map(async (node) => ({
      label: node.label,
      name: node.name,
      owner: node.owner,
      answer: await node.query(questions, 'read').catch(() => undefined),
    })),
  );
}

async function areAbsent(nodes: readonly AnyNode[]): Promise<boolean> {
  const absent = await Promise.all(nodes.map((node) => node.isAbsent()));
  return !absent.includes(false);
}

/** Why available nodes were not queried. */
function leftAlone(nodes: readonly AnyNode[], order: readonly AnyNode[]) {
  return nodes
    .filter((node) => !order.includes(node))
    .map((node) => ({ node, error: node.whyLeftAlone() }));
}
