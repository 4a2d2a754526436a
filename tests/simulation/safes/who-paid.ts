import { sql } from 'kysely';
import { type Hex, hexOf } from '#kit/hex.ts';
import type { SimWorld } from '../world.ts';
import { doneName, type Operation } from './operations.ts';
import { KEYS, SAFE_NETWORK, type Safing } from './safing.ts';

/** Who paid a request by a transaction, as its chain shows it. */
interface Payer {
  readonly account: string;
  /** The key whose tokens the account paid with, where one and only one gave enough. */
  readonly key: string | null;
}

interface ReportedPayer {
  readonly request_id: string;
  readonly hash: Buffer;
  readonly payer_address: string;
  readonly payer_eoa_address: string | null;
  /** What the newest event says; null where it was not reported. */
  readonly reported_payer: string | null;
  readonly reported_key: string | null;
  readonly is_reported: boolean;
}

/** Payments that stand and that name somebody else than who paid by the chain, or an event that names another than they do. */
export async function findWrongPayers(world: SimWorld): Promise<string[]> {
  const { safing } = world;
  if (safing === undefined) return [];
  const payers = payersOf(world, safing);
  return (await findReported(world)).flatMap((reported) => {
    const { request_id, payer_address: account, payer_eoa_address: key } = reported;
    const name = nameOf(request_id, hexOf(reported.hash));
    const payer = payers.get(name) ?? { account, key: null };
    // Where no node said what stands at its address, no key is named.
    const isRight = key === payer.key || (key === null && safing.unread.has(payer.key ?? ''));
    const isSame =
      !reported.is_reported ||
      (reported.reported_payer === account && reported.reported_key === key);
    if (payer.key !== null && key === payer.key) world.note('a key was named');
    return [
      ...(account === payer.account ? [] : [`${name} names ${account}, and ${payer.account} paid`]),
      ...(isRight ? [] : [`${name} names the key ${key}, and it is ${payer.key}`]),
      ...(isSame
        ? []
        : [
            `${name} was reported as paid by ${reported.reported_payer} with ${reported.reported_key}`,
          ]),
    ];
  });
}

const nameOf = (requestRowId: string, hash: Hex) => `${requestRowId} by ${hash}`;

function payersOf({ chains }: SimWorld, { operations, executions }: Safing) {
  const payers = new Map<string, Payer>();
  for (const { hash, changes } of chains[SAFE_NETWORK].ledger.blocks.flatMap((b) => b.receipts)) {
    const executed = executions.get(hash);
    for (const id of executed?.pays.keys() ?? []) {
      payers.set(nameOf(id, hash), { account: executed?.safe ?? '', key: null });
    }
    const done = (operations.sent.get(hash) ?? []).filter((one) => changes.has(doneName(one)));
    for (const { account, paid } of done) {
      const own = done.filter((one) => one.account === account);
      for (const { id, kind, tokenAddress } of paid) {
        const key = kind === 'token' ? keyOf(own, tokenAddress) : null;
        payers.set(nameOf(id, hash), { account, key });
      }
    }
  }
  return payers;
}

/** The rule once more: of all that gave the account as much as it spent in the transaction, the only one, if it is a key. */
function keyOf(operations: readonly Operation[], token: string): string | null {
  const sum = (units: readonly bigint[]) => units.reduce((all, one) => all + one, 0n);
  const spent = sum(
    operations.flatMap(({ paid }) =>
      paid.flatMap((one) =>
        one.kind === 'token' && one.tokenAddress === token
          ? [one.expectedUnits + one.feeUnits]
          : [],
      ),
    ),
  );
  const arrivals = operations.flatMap((one) => one.arrivals);
  const ofToken = arrivals.filter(({ tokenAddress }) => tokenAddress === token);
  const enough = [...Map.groupBy(ofToken, ({ from }) => from)].filter(
    ([, all]) => sum(all.map(({ units }) => units)) >= spent,
  );
  const [only] = enough.length === 1 ? enough : [];
  return KEYS.find((key) => key === only?.[0]) ?? null;
}

/** What is recorded of who paid, by payments that count, with the newest event of each. */
async function findReported({ db }: SimWorld): Promise<readonly ReportedPayer[]> {
  const { rows } = await sql<ReportedPayer>`
    select transfer.request_id, transfer.transaction_hash as hash, transfer.payer_address,
      transfer.payer_eoa_address, reported.payload ->> 'payerAddress' as reported_payer,
      reported.payload ->> 'payerEoaAddress' as reported_key, reported.payload is not null as is_reported
    from chain_transfer transfer
    join payment on payment.chain_transfer_id = transfer.id
    join request on request.id = transfer.request_id
    left join lateral (
      select payload from event
      where type in ('payment.confirmed', 'payment.partial')
        and payload ->> 'requestId' = request.request_id
        and payload ->> 'txHash' = '0x' || encode(transfer.transaction_hash, 'hex')
      order by event.id desc limit 1
    ) reported on true
    where not exists (select from payment_undo undo where undo.payment_id = payment.id)`.execute(
    db,
  );
  return rows;
}
