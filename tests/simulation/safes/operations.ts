import type { TransactionStep } from '#chains/chain.ts';
import { callOfStep } from '#chains/evm/evm-chain.ts';
import type { FakeChain } from '../../chains/fake/chain.ts';
import {
  digest,
  type FakeBalances,
  type FakeLog,
  type FakeTransaction,
  Reverted,
} from '../../chains/fake/ledger.ts';
import { moveTokens, pullTokens } from '../../chains/fake/movements.ts';
import type { Dice } from '../dice.ts';
import { exact, type KnownRequest } from '../payers.ts';
import type { SimWorld } from '../world.ts';
import { undoable } from './accounts.ts';
import { findLinks } from './links.ts';
import { singleSteps, TOO_MUCH } from './proposed-calls.ts';
import { EXCHANGE, KEYS, SAFE_NETWORK, SMART_ACCOUNTS, UNLIMITED_KEY } from './safing.ts';

/** Whose tokens an account pays with, and how often. */
const WAYS = {
  of_a_key: 26,
  of_its_own: 6,
  of_both: 6,
  of_two_keys: 8,
  of_an_exchange: 14,
  with_a_gift: 10,
  too_much: 8,
} as const;
type Way = keyof typeof WAYS;
const RECENT_LINKS = 3;
/** How often it pays one request alone, which may leave the rest of a batch to others. */
const PART_SHARE = 0.35;
const OPERATIONS_OF_BUNDLE = 3;

/** Tokens that come to an account within an operation. */
interface Arrival {
  readonly from: string;
  readonly tokenAddress: string;
  readonly units: bigint;
  /** Whether the account takes them by an allowance; else they are sent to it. */
  readonly isPull: boolean;
}

/** Calls that an account makes together or not at all, whoever sends them. */
export interface Operation {
  readonly id: string;
  readonly account: string;
  readonly nonce: bigint;
  readonly arrivals: readonly Arrival[];
  readonly paid: readonly KnownRequest[];
  readonly fails: boolean;
}

/** What operations of accounts are, and the transactions that carry them. */
export interface Operations {
  readonly waiting: Operation[];
  readonly sent: Map<string, readonly Operation[]>;
}

const nonceName = (account: string) => `operations ${account}`;
/** What the chain remembers of an operation that was not undone. */
export const doneName = ({ id }: Operation) => `operation ${id}`;

/** An account signs an operation that pays something, and a key lets it take its tokens; it waits for a bundler then. */
export async function signOperation(
  world: SimWorld,
  requests: readonly KnownRequest[],
): Promise<void> {
  const { dice, safing, chains } = world;
  const links = (await findLinks(world, requests)).filter(
    ({ isPaid }) => !isPaid || dice.isHit(0.1),
  );
  const recent = links.slice(-RECENT_LINKS).filter(() => dice.isHit(0.5));
  if (safing === undefined || recent.length === 0) return;
  const chain = chains[SAFE_NETWORK];
  const asked = recent.slice(0, 2).flatMap((link) => link.requests);
  const mains = dice.isHit(PART_SHARE) ? asked.slice(0, 1) : asked;
  const paid = mains.flatMap((request) => [
    request,
    ...requests.filter(({ feeOf }) => feeOf === request.id),
  ]);
  const way = dice.weighted<Way>(WAYS);
  const account = dice.pick(SMART_ACCOUNTS);
  const nonce = chain.ledger.read(nonceName(account)) + (dice.isHit(0.3) ? 1n : 0n);
  const arrivals = [...dueOf(paid)].flatMap(([tokenAddress, units]) =>
    arrivalsOf(dice, way, { tokenAddress, units }),
  );
  const id = `${world.nonce()}`;
  safing.operations.waiting.push({ id, account, nonce, arrivals, paid, fails: way === 'too_much' });
  for (const { from, tokenAddress, units, isPull } of arrivals) {
    // One key lets an account take whatever it needs; the others approve what they are about to pay.
    if (!isPull || (from === UNLIMITED_KEY && account === SMART_ACCOUNTS[0])) continue;
    const approval = chain.encodeApproval(tokenAddress, units, { account });
    send(world, chain.transaction(from, approval, world.nonce()));
  }
  world.note(`operation ${way}`);
}

/** How much of each token is due of requests. */
function dueOf(paid: readonly KnownRequest[]): ReadonlyMap<string, bigint> {
  const due = new Map<string, bigint>();
  for (const { kind, tokenAddress, expectedUnits, feeUnits } of paid) {
    if (kind !== 'token') continue;
    due.set(tokenAddress, (due.get(tokenAddress) ?? 0n) + expectedUnits + feeUnits);
  }
  return due;
}

function arrivalsOf(
  dice: Dice,
  way: Way,
  { tokenAddress, units }: Pick<Arrival, 'tokenAddress' | 'units'>,
): readonly Arrival[] {
  const key = dice.pick(KEYS);
  const pulled = { from: key, tokenAddress, units, isPull: true };
  const sent = { from: EXCHANGE, tokenAddress, units, isPull: false };
  switch (way) {
    case 'of_its_own':
      return [];
    case 'of_both':
      return [{ ...pulled, units: units / 2n }];
    case 'of_two_keys':
      return KEYS.map((from) => ({ ...pulled, from }));
    case 'of_an_exchange':
      return [sent];
    case 'with_a_gift':
      return [{ ...sent, from: KEYS.find((one) => one !== key) ?? EXCHANGE, units: 1n }, pulled];
    default:
      return [pulled];
  }
}

/** A bundler sends some of the operations that wait in one transaction; some of them it sends again later. */
export function bundleOperations(world: SimWorld): string {
  const { dice, safing, chains } = world;
  if (safing === undefined || safing.operations.waiting.length === 0) return 'no operations';
  const { waiting, sent } = safing.operations;
  const taken: Operation[] = [];
  for (const one of waiting.slice(-6)) {
    // Each request is paid once by a transaction, so that each credit has a name of its own.
    const isPaid = taken.some(({ paid }) =>
      paid.some(({ id }) => one.paid.some((p) => p.id === id)),
    );
    if (!isPaid && taken.length < OPERATIONS_OF_BUNDLE && dice.isHit(0.6)) taken.push(one);
  }
  if (taken.length === 0) return 'no operations';
  const done = taken.filter(() => dice.isHit(0.85));
  waiting.splice(0, waiting.length, ...waiting.filter((one) => !done.includes(one)));
  const made = carrying(chains[SAFE_NETWORK], taken, world.nonce());
  sent.set(made.hash, taken);
  send(world, made);
  world.note(taken.length > 1 ? 'bundle of several' : 'bundle of one');
  return `bundled ${taken.map(({ id }) => id).join()}`;
}

function send(world: SimWorld, made: FakeTransaction): void {
  world.signed.set(made.hash, made);
  world.mempool[SAFE_NETWORK].push(made);
}

/** The transaction of a bundler: an operation that is not valid any more reverts it whole, one that fails is undone alone. */
function carrying(
  chain: FakeChain,
  operations: readonly Operation[],
  number: number,
): FakeTransaction {
  const content = `bundle ${operations.map(({ id }) => id).join()} ${number}`;
  const run = (balances: FakeBalances): readonly FakeLog[] =>
    operations.flatMap((operation) => {
      const name = nonceName(operation.account);
      if (balances.read(name) !== operation.nonce) throw new Reverted();
      balances.write(name, operation.nonce + 1n);
      const inner = undoable(balances);
      try {
        const logs = deedsOf(chain, operation).flatMap((deed) => deed(inner.balances));
        inner.keep();
        balances.write(doneName(operation), 1n);
        return logs;
      } catch (error) {
        if (!(error instanceof Reverted)) throw error;
        return [];
      }
    });
  return { hash: digest(content), content, run };
}

type Deed = (balances: FakeBalances) => readonly FakeLog[];

function deedsOf(chain: FakeChain, { account, arrivals, paid, fails }: Operation): readonly Deed[] {
  const payments = paid.map(exact);
  const [first] = payments;
  if (fails && first?.kind === 'token') payments.push({ ...first, amountUnits: TOO_MUCH });
  const steps = payments.flatMap(singleSteps);
  return [
    ...arrivals.map(
      ({ isPull, ...arrival }): Deed =>
        (balances) => [
          isPull
            ? pullTokens(balances, { ...arrival, account })
            : moveTokens(balances, { ...arrival, to: account }),
        ],
    ),
    ...steps.map(
      (step: TransactionStep): Deed =>
        (balances) =>
          chain.transaction(account, callOfStep(chain, step), 0).run(balances),
    ),
  ];
}
