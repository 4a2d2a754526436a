import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { createPublicClient, erc20Abi, http } from 'viem';
import { currencyById } from '#catalog/currencies.ts';
import type { Hex } from '#kit/hex.ts';
import type { Database } from '#platform/db/database.ts';
import type { Receiver } from '../support/receiver.ts';
import { hex } from '../support/route-sample.ts';
import { HELD_UNITS, INSTALMENT_UNITS, MINTED_UNITS, type SenderLedger } from './load-sender.ts';

/** What is stored of the first payment of a schedule. */
interface InstalmentRow {
  readonly id: string;
  readonly requestId: string;
  readonly status: string;
  readonly instalments: number;
  readonly payments: number;
  readonly confirmed: number;
  readonly signed: number;
}

/** What is stored of a payment that the escrow holds. */
interface CommerceRow {
  readonly requestId: string;
  readonly captured: string;
  readonly voided: string;
  readonly refunded: string;
  readonly open: number;
}

interface Sent {
  readonly db: Database;
  readonly ledger: SenderLedger;
  readonly rpcUrl: string;
  readonly deliveries: Receiver['deliveries'];
}

/** Holds what the operator's key was asked for against what is stored and what the chain has: each once. Returns what differs. */
export async function judgeSender({ db, ledger, rpcUrl, deliveries }: Sent): Promise<string[]> {
  const { rows: schedules } = await sql<InstalmentRow>`
    select payout.id, request.request_id as "requestId", one.status,
      (select count(*)::int from recurring_instalment i
        where i.recurring_payout_id = payout.id) as instalments,
      (select count(*)::int from payment p left join payment_undo u on u.payment_id = p.id
        where p.request_id = one.request_id and u.payment_id is null) as payments,
      (select count(*)::int from event e where e.type = 'payment.confirmed'
        and e.payload ->> 'requestId' = request.request_id) as confirmed,
      (select count(*)::int from relayed_transaction r
        where r.purpose = 'recurring payout ' || payout.id || ' instalment 1') as signed
    from recurring_payout payout
    join recurring_instalment one on one.recurring_payout_id = payout.id and one.instalment_index = 1
    join request on request.id = one.request_id`.execute(db);
  const { rows: held } = await sql<CommerceRow>`
    select payment.request_id as "requestId",
      ${sumOf('captured')} as captured, ${sumOf('voided')} as voided, ${sumOf('refunded')} as refunded,
      (select count(*)::int from commerce_operation o
        where o.commerce_payment_id = payment.id and o.outcome is null) as open
    from commerce_payment payment`.execute(db);
  const balanceOf = tokensAt(rpcUrl);
  const problems: string[] = [];
  for (const { id, payee } of ledger.schedules) {
    const row = schedules.find((one) => one.id === id);
    const posts = deliveries.filter(
      ({ payload }) =>
        payload.event === 'payment.confirmed' && payload.requestId === row?.requestId,
    );
    const ids = new Set(posts.map(({ headers }) => String(headers['x-service-delivery'])));
    const has = { ...row, units: String(await balanceOf(payee)), deliveries: ids.size };
    const once = { status: 'paid', instalments: 1, payments: 1, confirmed: 1, signed: 1 };
    const expected = { ...row, ...once, units: String(INSTALMENT_UNITS), deliveries: 1 };
    if (row === undefined || JSON.stringify(has) !== JSON.stringify(expected)) {
      problems.push(`an instalment was not made once: ${JSON.stringify(has)}`);
    }
  }
  for (const { requestId, payer, merchant, units, voidedUnits, refundedUnits } of ledger.captured) {
    const row = held.find((one) => one.requestId === requestId);
    const expected = {
      requestId,
      captured: String(units),
      voided: String(voidedUnits),
      refunded: String(refundedUnits),
      open: 0,
      merchantHas: String(units),
      payerHas: String(MINTED_UNITS - HELD_UNITS + voidedUnits + refundedUnits),
    };
    const [merchantHas, payerHas] = [await balanceOf(merchant), await balanceOf(payer)];
    const has = { ...row, merchantHas: String(merchantHas), payerHas: String(payerHas) };
    if (!isDeepStrictEqual(has, expected)) {
      problems.push(`${JSON.stringify(expected)} is so, and there is ${JSON.stringify(has)}`);
    }
  }
  return problems;
}

/** What counts of the events of a kind of one payment. */
function sumOf(type: string) {
  return sql`(select coalesce(sum(units), 0)::text from commerce_event e
    where e.commerce_payment_id = payment.id and e.type = ${type} and e.is_moved
      and e.undone_at is null and e.counted_at is not null)`;
}

function tokensAt(rpcUrl: string): (holder: Hex) => Promise<bigint> {
  const client = createPublicClient({ transport: http(rpcUrl) });
  const address = hex(currencyById('USDC-base')?.address);
  return (holder) =>
    client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [holder] });
}
