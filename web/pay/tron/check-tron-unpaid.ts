import { readCalldata } from '../../api/read-calldata.ts';
import { TRON_CONTRACTS } from '../../wallet/tron/trusted-tron.generated.ts';
import type { Mismatch } from '../plan.ts';
import { checkUnpaidBy, type FeesPlan, feeCallsOf } from '../unpaid/check-unpaid.ts';
import type { UnpaidFees } from '../unpaid/unpaid-fees.ts';
import { withAddresses } from './addresses.ts';
import { readKnown, readOffered, signedSteps } from './check-tron.ts';
import { readBatch } from './check-tron-bundle.ts';

/**
 * Holds the transactions that pay outstanding fees against those that are listed, as on the other networks, and their
 * bytes against the calls beside them: signer, fee limit and expiry are as those of payments.
 */
export async function checkUnpaidOnTron(
  own: string,
  { network, fees }: UnpaidFees,
  body: unknown,
): Promise<FeesPlan | Mismatch> {
  const known = await readKnown(own, body, [fees, Object.values(network.tokens)]);
  const { bytes, shown } = known.addresses;
  const answer = withAddresses(readCalldata(body), bytes);
  const calls = feeCallsOf(answer);
  const isAtomic = answer.atomicTransactions !== undefined;
  const transactions = readOffered({ body, isAtomic, calls }, known);
  if (typeof transactions === 'string') return transactions;
  const contracts = withAddresses(TRON_CONTRACTS, bytes);
  const reading = { contracts, decodeBatch: readBatch };
  const checked = checkUnpaidBy(reading, { fees: withAddresses(fees, bytes) }, answer);
  if (typeof checked === 'string') return checked;
  const plan = withAddresses(checked, shown);
  // Of calls for one fee each only the first is signed now.
  const steps = signedSteps(plan.steps, transactions.slice(0, plan.steps.length), body);
  return typeof steps === 'string' ? steps : { ...plan, steps };
}
