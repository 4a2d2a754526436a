import { sql } from 'kysely';
import { type Hex, hexOf } from '#kit/hex.ts';
import { illegalMoves, storedProblems } from '../bridge/invariants.ts';
import type { SimWorld } from '../world.ts';
import { executionOf } from './accounts.ts';
import { findBundles, findLinks, findUnprovable } from './links.ts';
import { openAndCheck, openBundle } from './pages.ts';
import { SAFE_NETWORK, type Safing } from './safing.ts';
import { findWrongPayers } from './who-paid.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** A Safe makes others wait so often for one link. */
const PROVEN_MAX = 3;

/** What is wrong with payments of Safes after any step. */
export async function findSafeProblems(world: SimWorld): Promise<string[]> {
  const { safing } = world;
  if (safing === undefined) return [];
  const intents = await findProposed(world);
  return [
    ...(await storedProblems(world)),
    ...(await illegalMoves(world)),
    ...(await failuresOfPaid(world)),
    ...intents.flatMap(waitProblems),
    ...(await proofProblems(world, safing, intents)),
    ...tooOften(intents),
    ...intents.flatMap((intent) => hastyFailures(world, safing, intent)),
  ];
}

/** Requests whose failure was reported though the newest event before is that they were paid. */
async function failuresOfPaid({ db }: SimWorld): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select failed.payload ->> 'requestId' as id from event failed
    cross join lateral (
      select type from event earlier
      where earlier.type in ('payment.confirmed', 'payment.partial', 'payment.reverted')
        and earlier.payload ->> 'requestId' = failed.payload ->> 'requestId'
        and earlier.id < failed.id
      order by id desc limit 1
    ) newest
    where failed.type = 'payment.failed' and newest.type = 'payment.confirmed'`.execute(db);
  return rows.map(({ id }) => `payment.failed of ${id} came after its payment`);
}

/** A reported transaction of a Safe, as checkers know it. */
interface Proposed {
  readonly id: string;
  readonly token: string;
  readonly requestId: string;
  readonly status: string;
  readonly hash: Hex;
  readonly safe: string | null;
  readonly provenAt: Date | null;
  readonly holdsUntil: Date | null;
  readonly deadline: Date | null;
  readonly hasFailed: boolean;
  readonly isFollowed: boolean;
}

async function findProposed({ db }: SimWorld): Promise<Proposed[]> {
  const rows = await db
    .selectFrom('payment_intent')
    .selectAll()
    .where('safe_transaction_hash', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    token: row.secure_payment_token,
    requestId: row.request_id,
    status: row.status,
    hash: hexOf(row.safe_transaction_hash ?? Buffer.alloc(0)),
    safe: row.safe_address,
    provenAt: row.proven_at,
    holdsUntil: row.holds_until,
    deadline: row.safe_deadline,
    hasFailed: row.failed_at !== null,
    isFollowed: row.next_check_at !== null,
  }));
}

/** What was called proven though no owner signed it as a payment of all that is due. */
async function proofProblems(
  world: SimWorld,
  { proposals, judgedProofs }: Safing,
  intents: readonly Proposed[],
): Promise<string[]> {
  const fresh = intents.filter(({ id, provenAt }) => provenAt !== null && !judgedProofs.has(id));
  for (const { id } of fresh) judgedProofs.add(id);
  const proofs = fresh.map(({ token, hash }) => ({ token, known: proposals.get(hash) }));
  const wrong = await findUnprovable(world, proofs);
  return fresh.flatMap(({ id }, i) =>
    wrong[i] === false
      ? []
      : [`intent ${id} was proven, and no owner signed that it pays its link`],
  );
}

/** What others wait for too long, or though nothing was proven. */
function waitProblems(intent: Proposed): string[] {
  const { id, provenAt, holdsUntil, deadline } = intent;
  if (provenAt === null)
    return intent.status === 'proposed' ? [`intent ${id} is proposed and not proven`] : [];
  const until = holdsUntil?.getTime() ?? Number.POSITIVE_INFINITY;
  const most = Math.min(
    provenAt.getTime() + DAY_MS,
    deadline?.getTime() ?? Number.POSITIVE_INFINITY,
  );
  return until > most ? [`others wait for intent ${id} for too long`] : [];
}

function tooOften(intents: readonly Proposed[]): string[] {
  const proven = intents.filter(({ provenAt }) => provenAt !== null);
  return [...Map.groupBy(proven, ({ token, safe }) => `${safe} of ${token}`)]
    .filter(([, all]) => all.length > PROVEN_MAX)
    .map(([name, all]) => `${all.length} proposals were proven of ${name}`);
}

/** Failures of what still could be executed, or was. */
function hastyFailures(world: SimWorld, { judged, proposals }: Safing, intent: Proposed): string[] {
  const { id, hash, status, hasFailed } = intent;
  if (judged.has(id) || (!hasFailed && status !== 'source_failed')) return [];
  judged.add(id);
  const known = proposals.get(hash);
  if (known === undefined) return [`intent ${id} failed, and nobody ever proposed it`];
  const { nonce, execution } = executionOf(world.chains[SAFE_NETWORK], known, 'final');
  if (execution?.outcome === 'success') return [`intent ${id} failed, and its execution stands`];
  if (nonce > known.transaction.nonce) return [];
  return [`intent ${id} is ${status} before that is final`];
}

/** What is wrong with payments of Safes once everything has come to rest. */
export async function findWrongSafeEnds(world: SimWorld): Promise<string[]> {
  const { safing } = world;
  if (safing === undefined) return [];
  const { rows } = await sql<{ token: string; hash: Buffer }>`
    select distinct asked.secure_payment_token as token, payment.transaction_hash as hash
    from active_payment payment
    join secure_payment_request asked on asked.request_id = payment.request_id`.execute(world.db);
  const paid = new Set(rows.map((row) => `${row.token} ${hexOf(row.hash)}`));
  const ends = (await findProposed(world)).flatMap((intent) => {
    const { id, status } = intent;
    world.note(`proposal ended ${status}`);
    const right = endsOf(world, safing, { intent, paid });
    return [
      ...(right.includes(status)
        ? []
        : [`proposal ${id} ended as ${status}, not ${right.join(' or ')}`]),
      ...(intent.isFollowed ? [`proposal ${id} is ${status} and still followed`] : []),
    ];
  });
  return [...ends, ...(await waitingLinks(world)), ...(await findWrongPayers(world))];
}

interface Ended {
  readonly intent: Proposed;
  /** Each as the token of a link and a transaction that paid some of it. */
  readonly paid: ReadonlySet<string>;
}

function endsOf(world: SimWorld, { proposals }: Safing, { intent, paid }: Ended): string[] {
  const { hash, token, provenAt } = intent;
  const known = proposals.get(hash);
  // Of what nobody is known to have signed for the link nothing need be found out.
  const unproven = ['not_found', 'foreign'];
  if (known === undefined) return unproven;
  const { execution } = executionOf(world.chains[SAFE_NETWORK], known, 'final');
  const hasPaid = execution !== undefined && paid.has(`${token} ${execution.transactionHash}`);
  if (provenAt === null) return hasPaid ? ['settled', ...unproven] : unproven;
  return [hasPaid ? 'settled' : 'source_failed'];
}

/** Links and bundles that still wait for a Safe. */
async function waitingLinks(world: SimWorld): Promise<string[]> {
  const { ctx } = world.start('page');
  const problems: string[] = [];
  for (const { token } of await findLinks(world, [])) {
    if (await openAndCheck(world, ctx, token)) problems.push(`link ${token} waits for ever`);
  }
  for (const { token } of await findBundles(world)) {
    if (await openBundle(world, ctx, token)) problems.push(`bundle ${token} waits for ever`);
  }
  return problems;
}
