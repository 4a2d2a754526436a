import { sql } from 'kysely';
import type { Hex } from '#kit/hex.ts';
import type { KnownRequest } from '../payers.ts';
import type { SimWorld } from '../world.ts';
import { SUSPECTS } from './screening.ts';

/** A payment on a chain. */
interface PaidBy {
  readonly transactionHash: Hex;
  readonly payerAddress: string;
}

type MayCount = (request: KnownRequest, paid: PaidBy) => boolean;

/**
 * Whether a payment counts by who sent it, worked out from what was asked for, from what is known of the wallets and from what accounts have let
 * in; everywhere else every payment does.
 */
export async function whoMayCount({ db, screening }: SimWorld): Promise<MayCount> {
  if (screening === undefined) return () => true;
  const links = await sql<{
    request_id: string;
    is_judged: boolean;
    restricts_payers: boolean;
    allowed: string[];
  }>`
    select asked.request_id, link.screening is not null and link.flow = 'incoming' as is_judged,
      link.restricts_payers, array(select wallet_address from secure_payment_payer payer
        where payer.secure_payment_token = link.token) as allowed
    from secure_payment_request asked
    join secure_payment link on link.token = asked.secure_payment_token
    where not asked.superseded`.execute(db);
  const policies = new Map(links.rows.map((row) => [row.request_id, row]));
  // What was let in stays so in another block, but for the allowlist alone, which is waived for the block in which the payment was.
  const checks = await sql<{ name: string; is_released: boolean }>`
    select c.request_id || ' 0x' || encode(c.transaction_hash, 'hex') as name,
      bool_or(c.status = 'released') as is_released
    from payer_check c join chain_transfer t on t.id = c.chain_transfer_id
    where c.status = 'released' or c.allowlist_waived and t.status <> 'undone'
    group by 1`.execute(db);
  const letIn = new Map(checks.rows.map((row) => [row.name, row.is_released]));
  return ({ id }, { transactionHash, payerAddress }) => {
    const isReleased = letIn.get(`${id} ${transactionHash}`);
    if (isReleased === true) return true;
    const policy = policies.get(id);
    const isAllowed =
      policy?.restricts_payers !== true ||
      policy.allowed.includes(payerAddress) ||
      isReleased === false;
    const isRejected = policy?.is_judged === true && payerAddress === SUSPECTS.rejected;
    return isAllowed && !isRejected && payerAddress !== SUSPECTS.listed;
  };
}
