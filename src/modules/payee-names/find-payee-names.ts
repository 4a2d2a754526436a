import type { NetworkId } from '#catalog/networks.ts';
import type { AccountState, Chain, Chains, NameReads } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { Outage } from '#kit/failure.ts';
import { isShownName } from './model/shown-name.ts';

const MINUTE_MS = 60_000;
/** After this a name is no longer shown: it can be sold, or lead elsewhere since. */
const SHOWN_MS = 60 * MINUTE_MS;
/** It is read again before that, so that a page that is open does not lose it for a moment. */
const READ_AGAIN_MS = 50 * MINUTE_MS;
/** After this a look-up that failed, or that is not over, may be repeated. */
const TRIED_AGAIN_MS = 5 * MINUTE_MS;
/** Some 3 MB in a process. */
const ADDRESSES_KEPT_MAX = 10_000;
/** Less than one full request to a node in each of the four rounds; the others of a large batch follow with the next view. */
const ADDRESSES_AT_ONCE_MAX = 40;
/** So many look-ups a process has under way at most: they take the operator's nodes, and a page is complete without. */
const LOOK_UPS_MAX = 4;

/** What is known of an address as a payee on a network. */
interface Known {
  readonly name: string | undefined;
  readonly shownUntilMs: number;
  readonly dueAtMs: number;
}

/** What one process keeps, the oldest first. */
interface Kept {
  readonly known: Map<string, Known>;
  lookUps: number;
}

/** By the payee's address as the view has it; those without a name are left out. */
export type PayeeNames = ReadonlyMap<string, string>;

/** Whom to name, on which network. */
interface PayeesQuery {
  readonly network: NetworkId;
  readonly addresses: readonly string[];
}

type NamesContext = Pick<Context, 'chains' | 'now' | 'log'>;

const NONE: PayeeNames = new Map();
/** Of one process: networks are connected once. */
const keptOf = new WeakMap<Chains, Kept>();

/**
 * The names of payees that are known by now, by their own registration and back. What is not known is looked up behind the answer, so that a later
 * call has it. Empty where no registry is connected.
 */
export function findPayeeNames(ctx: NamesContext, query: PayeesQuery): PayeeNames {
  const way = findWay(ctx.chains, query.network);
  if (way === undefined) return NONE;
  const kept = keptOf.get(ctx.chains) ?? { known: new Map<string, Known>(), lookUps: 0 };
  keptOf.set(ctx.chains, kept);
  const nowMs = ctx.now().getTime();
  const keyOf = (address: string) => `${query.network} ${address}`;
  const addresses = [...new Set(query.addresses)];
  const due = addresses.filter(
    (address) => (kept.known.get(keyOf(address))?.dueAtMs ?? 0) <= nowMs,
  );
  if (due.length > 0 && kept.lookUps < LOOK_UPS_MAX) {
    const some = due.slice(0, ADDRESSES_AT_ONCE_MAX);
    for (const address of some)
      keep(kept, keyOf(address), postponed(kept.known.get(keyOf(address)), nowMs));
    void lookUp(ctx, { kept, way, addresses: some, keyOf });
  }
  return new Map(
    addresses.flatMap((address) => {
      const found = kept.known.get(keyOf(address));
      if (found?.name === undefined || nowMs >= found.shownUntilMs) return [];
      return [[address, found.name] as const];
    }),
  );
}

/** Where names are registered, and where the payment is made. */
interface Way {
  readonly registry: Chain;
  readonly names: NameReads;
  readonly chain: Chain;
}

/** Undefined where no registry is connected, and where the addresses of the payment's network are of another kind than its. */
function findWay(chains: Chains, network: NetworkId): Way | undefined {
  const chain = chains.get(network);
  const registry = chains.all.find(({ names }) => names !== undefined);
  if (chain === undefined || registry?.names === undefined) return undefined;
  if (chain.network.family !== registry.network.family) return undefined;
  return { registry, names: registry.names, chain };
}

interface LookUp {
  readonly kept: Kept;
  readonly way: Way;
  readonly addresses: readonly string[];
  readonly keyOf: (address: string) => string;
}

/** Reads and keeps the names of addresses. Never throws: what fails is repeated after minutes. */
async function lookUp(ctx: NamesContext, { kept, way, addresses, keyOf }: LookUp): Promise<void> {
  kept.lookUps += 1;
  const nowMs = ctx.now().getTime();
  try {
    const names = await readNames(way, addresses);
    const [shownUntilMs, dueAtMs] = [nowMs + SHOWN_MS, nowMs + READ_AGAIN_MS];
    for (const address of addresses) {
      keep(kept, keyOf(address), { name: names.get(address), shownUntilMs, dueAtMs });
    }
  } catch (error) {
    const level = error instanceof Outage ? 'debug' : 'error';
    ctx.log[level](
      { err: error, network: way.registry.network.id },
      'names of payees were not read',
    );
  } finally {
    kept.lookUps -= 1;
  }
}

/** What is known stays so while it is read again. */
function postponed(before: Known | undefined, nowMs: number): Known {
  const dueAtMs = nowMs + TRIED_AGAIN_MS;
  return { name: before?.name, shownUntilMs: before?.shownUntilMs ?? 0, dueAtMs };
}

function keep({ known }: Kept, key: string, found: Known): void {
  known.delete(key);
  known.set(key, found);
  for (const oldest of known.keys()) {
    if (known.size <= ADDRESSES_KEPT_MAX) break;
    known.delete(oldest);
  }
}

/** The names that may be shown; on another network than the registry's only those of keys, which are the same there. */
async function readNames(
  { registry, names, chain }: Way,
  addresses: readonly string[],
): Promise<PayeeNames> {
  const found = await names.findNames(addresses);
  const named = addresses.flatMap((address, i) => {
    const name = found[i];
    return name !== undefined && isShownName(name) ? ([[address, name]] as const) : [];
  });
  if (chain === registry || named.length === 0) return new Map(named);
  const holders = named.map(([address]) => address);
  const [here, there] = await Promise.all(
    [chain, registry].map((one) => one.accounts?.readAccounts(holders)),
  );
  return new Map(named.filter((_, i) => isOfKey(here?.[i]) && isOfKey(there?.[i])));
}

function isOfKey(account: AccountState | undefined): boolean {
  return account?.kind === 'key' || account?.kind === 'delegated';
}
